import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { launchOf } from '../../../src/node/launch.ts';

const folder = '/home/user/project';

/** A line as it is typed, without quotes; `'…'` holds what has spaces. */
function typeOf(line: string, cwd?: string): string {
	const [command = '', ...args] = [...line.matchAll(/'([^']*)'|\S+/gu)].map(
		([whole, quoted]) => quoted ?? whole,
	);
	const launch = launchOf({ command, args, cwd }, folder);
	return launch.type === 'exposed' ? `exposed: ${launch.launcher}` : launch.type;
}

describe('[hazard F10] what a launcher runs is looked for', () => {
	const tables: Readonly<Record<string, readonly string[]>> = {
		apart: [
			'npx -y @agentclientprotocol/claude-agent-acp',
			'npx -y @google/gemini-cli --acp --prefix ./x',
			'npx.cmd -y agent',
			'/usr/local/bin/npx --yes agent@1.2.3 --acp',
			'C:\\nodejs\\NPX.CMD agent',
			'npx -p @scope/agent -p other@2 agent --acp',
			'npx --package=@scope/agent -- agent ./file',
			"npx -y -p agent -c 'agent --acp'",
			'npx -y file:/opt/agent.tgz',
			'npx -y /opt/agent.tgz',
			'npx -y https://example.com/agent.tgz',
			'npx --registry https://example.com agent',
			'npm exec -y agent -- --acp',
			'npm x --package=agent -- agent',
			'npm.cmd --silent exec agent',
			'npm exec -y agent -- --prefix x',
			'npm exec agent --yes',
			'npm x agent file --package=other',
			'npx',
		],
		direct: [
			'opencode acp',
			'goose acp',
			'/opt/agent/bin/agent ./file',
			'C:\\Tools\\agent.exe --acp',
			'node /opt/agent/cli.js --acp',
			'node --no-warnings /opt/agent/cli.js agent.js',
			'node C:\\agent\\cli.js',
			'python /opt/agent.py -m x',
			'python -I -m agent',
			'python3.12 -u -P -m agent',
			'python -Im agent',
			'java -jar /opt/agent.jar',
			'bash -c agent',
			"bash -lc 'exec agent --acp'",
			'bash /opt/agent.sh',
			'env A=b agent',
			'docker run -i agent',
			'my-npx agent',
			'dotnet /opt/agent.dll',
			'lua /opt/agent.lua agent.lua',
			'node -r/opt/hook.js /opt/agent.js',
			'agent --stack swift bundle',
			'timeout 5 agent',
		],
		'exposed: npx': [
			'npx ./agent',
			'npx ../agent',
			'npx .',
			'npx file:agent',
			'npx file:./agent',
			'npx agent.tgz',
			'npx -p ./agent run',
			'npx --package=./agent run',
			'npx --package=file:agent run',
			'npx -- ./agent',
			'npx --prefix /home/user/project agent',
			'npx -w sub agent',
			'npx --workspaces agent',
			'npx --userconfig x agent',
			'npx --script-shell ./sh agent',
			'npx --node-options=--require=./x.js agent',
			'npx -yp agent agent',
			"bash -lc 'npx -y agent'",
			"sh -c 'cd /tmp && exec npx agent'",
			'cmd /c npx -y agent',
			'cmd.exe /d /s /c npx.cmd agent',
			"powershell -Command 'npx agent'",
			'env A=b npx agent',
			'volta run npx agent',
			'mise exec -- npx agent',
			'op run -- npx -y agent',
			'doppler run -- npx -y agent',
			'my-secrets npx -y agent',
			"npx -p agent -c 'A=b ./wrap agent'",
			"npx -p agent -c 'python -m agent'",
			'npx -p agent --call=./wrap',
		],
		// The folder is among the places of its modules.
		'exposed: python': [
			'python -m agent',
			'python -u -m agent',
			'python -W ignore -m agent',
			'python -mPip',
			'python -c x',
			'python agent.py',
			'/opt/venv/bin/python -m agent',
			'env A=b python -m agent',
			"sh -c 'python -m agent'",
			'op run -- python -m agent',
			'nice -n 5 sudo -u me python -m agent',
		],
		'exposed: py': ['py -3 -m agent'],
		'exposed: python3.12': ['python3.12 -m agent'],
		'exposed: node': [
			'node -r./hook.js /opt/agent.js',
			'node --experimental-loader=./hook.mjs /opt/agent.js',
			'node --env-file=.env /opt/agent.js',
			'node agent.js npm',
			'node --import tsx /opt/agent.ts',
			'node --import=tsx /opt/agent.ts',
			'node -r hook /opt/agent.js',
			'node -e x',
			'timeout 5 node agent.js',
		],
		// The shell of Windows looks there first, too.
		'exposed: cmd': [
			'cmd /c agent.bat',
			'cmd /c opencode acp',
			'C:\\Windows\\System32\\CMD.EXE /d /s /c agent',
		],
		'exposed: bash': ['bash agent.sh', 'bash -x agent.sh'],
		'exposed: pwsh': ['pwsh -NoProfile -File agent.ps1'],
		'exposed: ./agent': ['./agent', 'bash -c ./agent', "sh -c 'cd x && exec ./agent'"],
		'exposed: tools/npx': ['tools/npx agent'],
		'exposed: ..\\agent.exe': ['..\\agent.exe'],
		'exposed: make': ['make agent'],
		'exposed: dotnet': ['dotnet agent.dll', 'dotnet exec agent.dll', 'dotnet tool run agent'],
		'exposed: lua5.4': ['lua5.4 agent.lua'],
		'exposed: julia': ['julia --project=/opt agent.jl'],
		'exposed: rscript': ['Rscript agent.R'],
		'exposed: ruby': ['ruby -I. /opt/agent.rb', 'ruby -rhook /opt/agent.rb'],
		'exposed: perl': ['perl -Ilib /opt/agent.pl', 'perl -MHook /opt/agent.pl'],
		'exposed: java': ['java -javaagent:hook.jar -jar /opt/agent.jar'],
		'exposed: bundle': ['bundle exec agent'],
		'exposed: composer': ['composer exec agent'],
		'exposed: swift': ['swift run agent'],
		'exposed: mise': ['mise exec -- agent'],
		'exposed: gradle': ['gradle run'],
		'exposed: direnv': ['direnv exec . agent'],
		'exposed: go': ['go run ./agent'],
		'exposed: cargo': ['cargo run'],
		'exposed: poetry': ['poetry run agent'],
		'exposed: docker': ['docker compose run agent'],
		'exposed: npm': [
			'npm --prefix x exec agent',
			'npm init agent',
			'npm create agent',
			'npm exec ./agent',
			'npm exec agent --prefix x',
			'npm exec -p agent agent --userconfig=./x',
			'npm exec agent -w sub -- --acp',
			'npm x agent --acp',
			'npm x agent --package=./other',
			'npm run agent',
			'npm start',
			'npm run x exec',
			"sh -c 'npm start'",
		],
		'exposed: bunx': ['bunx agent', 'bunx --bun agent'],
		'exposed: bun': ['bun x agent', 'bun --cwd /x x agent', 'bun run agent.ts', 'bun /opt/agent.ts'],
		'exposed: uvx': ['uvx agent', 'uvx --from package agent', "sh -c 'uvx agent'"],
		'exposed: uv': ['uv tool run agent', 'uv run agent.py', 'timeout 5 uv run agent'],
		'exposed: pnpm': ['pnpm dlx agent', 'pnpm --silent dlx agent', 'pnpm exec agent'],
		'exposed: pnpx': ['pnpx agent'],
		'exposed: yarn': ['yarn dlx agent', 'yarn create agent', 'yarn agent'],
		'exposed: yarn dlx': ['corepack yarn dlx agent'],
		'exposed: npx-cli.js': ['node /usr/lib/node_modules/npm/bin/npx-cli.js agent'],
		'exposed: npm exec': ["zsh -c 'npm exec agent'"],
		'exposed: pipx': ['pipx run agent'],
		'exposed: deno': ['deno run -A npm:@scope/agent', 'deno run agent.ts'],
	};
	for (const [type, lines] of Object.entries(tables)) {
		for (const line of lines) it(`${type}: ${line}`, () => assert.equal(typeOf(line), type));
	}

	it('where the user says, if that is not in the workspace', () => {
		const types = (line: string): readonly string[] =>
			['/home/user/project', '/home/user/project/..x', '/home/user', '/opt', '/home/user/project2'].map(
				(cwd) => typeOf(line, cwd),
			);
		assert.deepEqual(types('npx agent'), ['apart', 'apart', 'direct', 'direct', 'direct']);
		assert.deepEqual(types('bunx agent'), ['exposed: bunx', 'exposed: bunx', 'direct', 'direct', 'direct']);
	});
});
