/** Agents that npx runs, in a repository that would rather have something else run. */
import assert from 'node:assert/strict';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	realpathSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pruneSchemas } from '../../../../build/pruneSchemas.ts';
import { RunningAgent, type StartOptions } from '../../../../src/host/agents/runningAgent.ts';
import { parseAgents, resolveVariables } from '../../../../src/host/settings/agentDefinition.ts';
import { fakeAgentCommand } from '../../../agents/fakeAgentCommand.ts';
import { programThatRuns } from '../../../agents/npmPackage.ts';
import { clientInfo, fullOffer } from '../../core/acp/support.ts';
import { tempDir } from '../../node/support.ts';
import { only } from '../../only.ts';
import { startRegistry } from './localRegistry.ts';

const schemaFolder = tempDir();
pruneSchemas(schemaFolder);
const name = 'probe-agent';

interface Seen {
	readonly cwd: string;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
}

/** A user's home and a repository, which says in a file what of it has run. */
class Machine {
	readonly #root = realpathSync(tempDir());
	readonly home = this.#folder('home');
	readonly workspace = this.#folder('workspace');
	readonly launchFolder = path.join(this.#root, 'storage', 'launch');
	readonly #sung = path.join(this.#root, 'sung');
	readonly #seen = path.join(this.#root, 'seen');

	/** What of the repository has run. */
	get sung(): string {
		return existsSync(this.#sung) ? readFileSync(this.#sung, 'utf8') : '';
	}

	/** How the agent was started. */
	get seen(): Seen {
		return JSON.parse(readFileSync(this.#seen, 'utf8')) as Seen;
	}

	/** Writes down how it was started, and is an agent then. */
	get program(): string {
		const seen = `{ cwd: process.cwd(), args: process.argv.slice(2), env: process.env }`;
		return `require('fs').writeFileSync(${JSON.stringify(this.#seen)}, JSON.stringify(${seen}));
			${programThatRuns(fakeAgentCommand({}))}`;
	}

	makeHostile(): void {
		const { workspace } = this;
		const script = (sign: string): string =>
			`require('fs').appendFileSync(${JSON.stringify(this.#sung)}, '${sign} ');\n`;
		const write = (file: string, text: string): void => {
			mkdirSync(path.dirname(path.join(workspace, file)), { recursive: true });
			writeFileSync(path.join(workspace, file), text);
			chmodSync(path.join(workspace, file), 0o755);
		};
		const bin = `#!${process.execPath}\n`;
		write('evil.cjs', script('npmrc'));
		write('shell', `#!/bin/sh\necho shell >> ${this.#sung}\nexec /bin/sh "$@"\n`);
		write(
			'.npmrc',
			'node-options=--require=./evil.cjs\nscript-shell=./shell\nregistry=http://127.0.0.1:9/\n',
		);
		for (const program of [name, 'npx', 'npm', 'node', 'sh', 'env']) {
			write(`node_modules/.bin/${program}`, bin + script(`.bin/${program}`));
			write(program, bin + script(program));
		}
		write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '9.9.9', bin: 'cli.js' }));
		write(`node_modules/${name}/cli.js`, bin + script('node_modules'));
		write(`packages/one/package.json`, JSON.stringify({ name, version: '9.9.9', bin: 'cli.js' }));
		write(`packages/one/cli.js`, bin + script('workspaces'));
		const scripts = { preinstall: './shell', install: './shell', prepare: './shell' };
		const own = { name, version: '9.9.9', bin: { [name]: 'own.js' }, workspaces: ['packages/*'], scripts };
		write('package.json', JSON.stringify(own));
		write('own.js', bin + script('package.json'));
	}

	/** Starts it as settings say it, and stops it once it has answered `initialize`. */
	async run(entry: object, env: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
		const own = {
			HOME: this.home,
			npm_config_cache: path.join(this.home, 'cache'),
			npm_config_update_notifier: 'false',
		};
		const settings = parseAgents({ Probe: { command: 'npx', env: { ...own, ...env }, ...entry } });
		const [definition] = settings.agents;
		assert.ok(definition);
		const log: string[] = [];
		const write = (line: string): void => void log.push(line);
		const agent = await RunningAgent.start({
			definition: resolveVariables(definition, this.workspace, {}),
			folder: this.workspace,
			launchFolder: this.launchFolder,
			clientInfo,
			schemaFolder,
			ask: 1,
			signal: new AbortController().signal,
			log: only<StartOptions['log']>({ info: write, warn: write, error: write }),
			offer: fullOffer,
			unstable: new Set(),
		});
		await agent.stop();
		agent.dispose();
		return log;
	}

	writeUserConfig(text: string): void {
		writeFileSync(path.join(this.home, '.npmrc'), text);
	}

	#folder(called: string): string {
		const folder = path.join(this.#root, called);
		mkdirSync(folder);
		return folder;
	}
}

describe('an agent that npx runs', { skip: process.platform === 'win32' }, () => {
	// The npm that runs the tests tells what it starts of its own configuration, which counts more than a user's file.
	const ofNpm = Object.entries(process.env).filter(([variable]) => /^npm_/iu.test(variable));
	before(() => {
		for (const [variable] of ofNpm) delete process.env[variable];
	});
	after(() => void Object.assign(process.env, Object.fromEntries(ofNpm)));

	it('is the one of the user’s registry, with the user’s configuration, whatever a repository brings [hazard F10]', async () => {
		const machine = new Machine();
		machine.makeHostile();
		await using registry = await startRegistry(tempDir(), name, machine.program);
		const own = path.join(machine.home, 'own.cjs');
		writeFileSync(own, '');
		machine.writeUserConfig(`registry=${registry.url}\nnode-options=--require=${own}\n`);
		// Some people have places on their PATH that depend on the folder.
		const PATH = ['.', '', 'node_modules/.bin', process.env['PATH']].join(path.delimiter);
		await machine.run({ args: ['-y', name, '--acp', 'two words'] }, { PATH });
		assert.equal(machine.sung, '');
		const { cwd, args, env } = machine.seen;
		assert.equal(cwd, machine.workspace);
		assert.deepEqual(args, ['--acp', 'two words']);
		assert.equal(env['NODE_OPTIONS'], `--require=${own}`);
	});

	it('finds the workspace as its own folder, and nothing of ours in its environment [hazard F10]', async () => {
		const machine = new Machine();
		await using registry = await startRegistry(tempDir(), name, machine.program);
		machine.writeUserConfig(`registry=${registry.url}\n`);
		const log = await machine.run({ command: 'npm', args: ['exec', '-y', name] });
		const { env } = machine.seen;
		assert.deepEqual(
			[env['PWD'], env['INIT_CWD'], env['npm_config_local_prefix']],
			Array(3).fill(machine.workspace),
		);
		const ours = Object.entries(env).filter(
			([key, value]) => /ACP_HOST/u.test(key) || value.includes(machine.launchFolder),
		);
		assert.deepEqual(ours, []);
		const places = (env['PATH'] ?? '').split(path.delimiter);
		assert.deepEqual(
			places.slice(1),
			(process.env['PATH'] ?? '').split(path.delimiter).filter((place) => path.isAbsolute(place)),
		);
		assert.ok(log.some((line) => line.includes(`it is looked for in ${machine.launchFolder}`)));
	});

	it('is looked for in a folder of the user alone, which nothing is installed into [hazard F10]', async () => {
		const machine = new Machine();
		await using registry = await startRegistry(tempDir(), name, machine.program);
		machine.writeUserConfig(`registry=${registry.url}\n`);
		// It may have been there, open to others and with something in the place of our files.
		mkdirSync(machine.launchFolder, { recursive: true, mode: 0o777 });
		writeFileSync(path.join(machine.launchFolder, 'shell'), '#!/bin/sh\nexit 7\n');
		await machine.run({ args: ['-y', name] });
		assert.equal(statSync(machine.launchFolder).mode & 0o777, 0o700);
		assert.deepEqual(readdirSync(machine.launchFolder).toSorted(), ['package.json', 'preload.cjs', 'shell']);
	});

	it('is looked for where the user says, if that is not in the workspace', async () => {
		const machine = new Machine();
		const place = path.join(machine.home, 'agents');
		const local = path.join(place, 'node_modules', name);
		mkdirSync(path.join(place, 'node_modules', '.bin'), { recursive: true });
		mkdirSync(local);
		writeFileSync(path.join(place, 'package.json'), '{}');
		writeFileSync(
			path.join(local, 'package.json'),
			JSON.stringify({ name, version: '1.0.0', bin: 'cli.js' }),
		);
		writeFileSync(path.join(place, 'node_modules', '.bin', name), `#!/usr/bin/env node\n${machine.program}`, {
			mode: 0o755,
		});
		await machine.run({ args: ['--no', name], cwd: place });
		assert.equal(machine.seen.cwd, place);
	});
});
