import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { spoken } from '../../../../src/core/base/l10n.ts';
import {
	type AgentDefinition,
	approvalHash,
	commandLineOf,
	parseAgents,
	type ProgramDefinition,
	resolveVariables,
} from '../../../../src/host/settings/agentDefinition.ts';

const plain: ProgramDefinition = {
	type: 'program',
	name: 'A',
	command: 'run',
	args: ['x'],
	env: { KEY: '1' },
	protocol: 'auto',
	isBuiltIn: false,
};

describe('agents in the settings', () => {
	it('takes the least and the most that an entry can say', () => {
		const { agents, problems } = parseAgents({
			Least: { command: 'a' },
			Most: { command: 'b', args: ['-x'], env: { K: 'v' }, cwd: '/w', protocol: 1 },
		});
		assert.deepEqual(problems, []);
		assert.deepEqual(agents, [
			{
				type: 'program',
				name: 'Least',
				command: 'a',
				args: [],
				env: {},
				protocol: 'auto',
				isBuiltIn: false,
			},
			{
				type: 'program',
				name: 'Most',
				command: 'b',
				args: ['-x'],
				env: { K: 'v' },
				cwd: '/w',
				protocol: 1,
				isBuiltIn: false,
			},
		]);
	});

	it('takes each version of the protocol that we speak', () => {
		for (const protocol of ['auto', 1, 2]) {
			const { agents, problems } = parseAgents({ A: { command: 'a', protocol } });
			assert.deepEqual([agents[0]?.protocol, problems], [protocol, []]);
		}
	});

	it('takes what is spoken in place of the protocol, by a program or at an address as that is reached', () => {
		const codex = parseAgents({ A: { command: 'codex', args: ['app-server'], protocol: 'codex' } });
		assert.deepEqual([codex.agents[0]?.protocol, codex.problems], ['codex', []]);
		const { agents, problems } = parseAgents({ A: { command: 'a', protocol: 'pioneer' } });
		assert.deepEqual(agents, []);
		assert.match(problems.map(spoken).join(), /"protocol" "pioneer" is for an agent with a "url"/u);
	});

	it('is empty when nothing is set, and never built in by a setting', () => {
		assert.deepEqual(parseAgents(undefined), { agents: [], problems: [] });
		assert.deepEqual(parseAgents(null), { agents: [], problems: [] });
		assert.deepEqual(parseAgents({ A: { command: 'a', isBuiltIn: true } }).agents, []);
	});

	const wrong: readonly [why: string, entry: unknown, reason: RegExp][] = [
		['null', null, /must be an object/u],
		['a string', 'run me', /must be an object/u],
		['a list', ['run'], /must be an object/u],
		['neither a command nor an address', {}, /needs a "command" .* or a "url"/u],
		['an empty command', { command: '' }, /"command"/u],
		['a blank command', { command: ' \t' }, /"command"/u],
		['a command that is a list', { command: ['a'] }, /"command"/u],
		['args as one string', { command: 'a', args: '-x' }, /"args" must be a list of strings/u],
		['args with a number', { command: 'a', args: ['-x', 1] }, /"args"/u],
		['args null', { command: 'a', args: null }, /"args"/u],
		['env as a list', { command: 'a', env: ['K=v'] }, /"env" must be an object of strings/u],
		['env with a number', { command: 'a', env: { PORT: 80 } }, /"env"/u],
		['env with null', { command: 'a', env: { K: null } }, /"env"/u],
		['cwd as a number', { command: 'a', cwd: 1 }, /"cwd" must be a path/u],
		['an unknown protocol', { command: 'a', protocol: 3 }, /"protocol" must be "auto", 1 or 2/u],
		['a protocol as text', { command: 'a', protocol: '2' }, /"protocol" must be .* \(a number\)/u],
		['no protocol', { command: 'a', protocol: null }, /"protocol"/u],
		['a field with a typo', { command: 'a', arguments: [] }, /"arguments" is not a field/u],
	];
	for (const [why, entry, reason] of wrong) {
		it(`leaves out an entry with ${why}, names it, and keeps its neighbours`, () => {
			const { agents, problems } = parseAgents({
				First: { command: 'f' },
				Bad: entry,
				Last: { command: 'l' },
			});
			assert.deepEqual(
				agents.map(({ name }) => name),
				['First', 'Last'],
			);
			assert.equal(problems.length, 1);
			assert.match(spoken(problems[0] ?? ''), /acpHost\.agents → "Bad": /u);
			assert.match(spoken(problems[0] ?? ''), reason);
		});
	}

	for (const raw of ['agents', 7, true, ['a']]) {
		it(`says so when the whole setting is ${JSON.stringify(raw)}`, () => {
			const { agents, problems } = parseAgents(raw);
			assert.deepEqual(agents, []);
			assert.match(problems.map(spoken).join(), /must be an object/u);
		});
	}

	it('keeps prototype names as names [hazard A11]', () => {
		const raw: unknown = JSON.parse('{"__proto__": {"command": "a"}, "constructor": {"command": "b"}}');
		assert.deepEqual(
			parseAgents(raw).agents.map((agent) => [agent.name, commandLineOf(agent)]),
			[
				['__proto__', 'a'],
				['constructor', 'b'],
			],
		);
	});
});

describe('variables', () => {
	const resolve = (text: string): string =>
		resolveVariables({ ...plain, command: text }, '/ws', { NAME: 'value', HOME: '/home/me' }).command;

	it('are put in, once, and unknown ones stay or are empty', () => {
		assert.equal(resolve('${workspaceFolder}/a/${workspaceFolder}'), '/ws/a//ws');
		assert.equal(resolve('${userHome}/bin'), '/home/me/bin');
		assert.equal(resolve('<${env:NAME}><${env:MISSING}>'), '<value><>');
		assert.equal(resolve('${file} $NAME ${} ${env:}'), '${file} $NAME ${} ${env:}');
	});

	it('are not put into what they brought', () => {
		const agent = resolveVariables({ ...plain, command: '${env:A}' }, '/ws', { A: '${env:B}', B: 'bad' });
		assert.equal(agent.command, '${env:B}');
		const dollar = resolveVariables({ ...plain, command: '${env:A}' }, '/ws', { A: '$& $1 $$' });
		assert.equal(dollar.command, '$& $1 $$');
	});

	it('work in arguments, values of env and cwd', () => {
		const agent = resolveVariables(
			{ ...plain, args: ['${env:A}', 'b'], env: { '${env:A}': '${env:A}' }, cwd: '${env:A}/sub' },
			'/ws',
			{ A: 'a' },
		);
		assert.deepEqual(agent.args, ['a', 'b']);
		assert.deepEqual(agent.env, { '${env:A}': 'a' });
		assert.equal(agent.cwd, path.resolve('/ws', 'a/sub'));
	});
});

describe('command lines and approvals', () => {
	it('are shown whole, with quotes where they are needed and no value of env [hazard F3] [hazard F5]', () => {
		const line = commandLineOf({
			...plain,
			args: ['-y', 'two words', '', 'a"b', 'line\nbreak', ';rm', '$HOME', 'é'],
			env: { TOKEN: 'secret' },
		});
		assert.equal(line, String.raw`TOKEN=… run -y "two words" "" "a\"b" "line\nbreak" ";rm" "$HOME" "é"`);
		const long = 'x'.repeat(100_000);
		assert.ok(commandLineOf({ ...plain, args: [long] }).includes(long));
	});

	const changes: Readonly<Record<string, Partial<ProgramDefinition>>> = {
		command: { command: 'run2' },
		'an argument': { args: ['y'] },
		'one argument more': { args: ['x', ''] },
		'how arguments are cut': { command: 'run x', args: [] },
		'a name in env': { env: { KEY: '1', LD_PRELOAD: '' } },
		cwd: { cwd: '/tmp' },
	};
	for (const [what, change] of Object.entries(changes)) {
		it(`another approval is needed when this changes: ${what} [hazard F3]`, () => {
			assert.notEqual(approvalHash({ ...plain, ...change }), approvalHash(plain));
		});
	}

	it('the same approval holds for another name and another order of env', () => {
		const two = { ...plain, env: { A: '1', B: '2' } };
		assert.equal(approvalHash({ ...two, name: 'B', env: { B: '3', A: '4' } }), approvalHash(two));
	});

	const inFolder = (folder: string, line: Partial<ProgramDefinition>): AgentDefinition =>
		resolveVariables({ ...plain, ...line }, folder, {});

	it('hold in each folder for a program, and for what npx finds outside of the workspace; those of 0.3.0 do', () => {
		const npx = { command: 'npx', args: ['-y', '@agentclientprotocol/claude-agent-acp'], env: {} };
		const of030 = '072709945b243aa9c53bea829d1e74c2221696c97e774a5f89ed56415f3bc92b';
		for (const folder of ['/a', '/b']) {
			assert.equal(approvalHash(inFolder(folder, npx)), of030);
			assert.equal(approvalHash(inFolder(folder, {})), approvalHash(plain));
			assert.equal(commandLineOf(inFolder(folder, npx)), 'npx -y @agentclientprotocol/claude-agent-acp');
		}
	});

	it('hold in one folder for a launcher that looks into it, which the line says [hazard F10]', () => {
		const bunx = { command: 'bunx', args: ['agent'], env: {} };
		const hashes = ['/a', '/b'].map((folder) => approvalHash(inFolder(folder, bunx)));
		assert.equal(new Set([...hashes, approvalHash({ ...plain, ...bunx })]).size, 3);
		assert.match(commandLineOf(inFolder('/a', bunx)), /^bunx agent \(in \/a, where bunx looks first: /u);
		const elsewhere = inFolder('/a', { ...bunx, cwd: '/opt' });
		assert.equal(commandLineOf(elsewhere), 'bunx agent (in /opt)');
	});

	it('each dangerous difference changes the line that is shown, too', () => {
		const lines = Object.values(changes).map((change) => commandLineOf({ ...plain, ...change }));
		const same = lines.filter((line) => line === commandLineOf(plain));
		assert.deepEqual(same, []);
	});
});
