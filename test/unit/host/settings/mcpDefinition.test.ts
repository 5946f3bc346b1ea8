import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { spoken } from '../../../../src/core/base/l10n.ts';
import { parseAgents } from '../../../../src/host/settings/agentDefinition.ts';
import {
	type ConfiguredMcpServer,
	mcpCommandLine,
	mcpEntryHash,
	mcpEntryText,
	parseMcpServers,
	resolveMcpServer,
	resolveMcpServers,
} from '../../../../src/host/settings/mcpDefinition.ts';
import { variableResolver } from '../../../../src/host/settings/variables.ts';

const where = 'acpHost.mcpServers';

const stdio: ConfiguredMcpServer = {
	type: 'stdio',
	name: 'files',
	command: 'run',
	args: ['x'],
	env: { KEY: '1' },
};
const remote: ConfiguredMcpServer = {
	type: 'http',
	name: 'docs',
	url: 'https://example.com/mcp',
	headers: { Authorization: 'Bearer secret' },
};

describe('MCP servers in the settings', () => {
	it('take the least and the most that an entry can say [acp C44]', () => {
		const { servers, problems } = parseMcpServers(
			{
				least: { command: 'a' },
				most: { type: 'stdio', command: 'b', args: ['-x'], env: { K: 'v' } },
				web: { url: 'https://example.com' },
				events: { type: 'sse', url: 'http://localhost:1/sse', headers: { A: 'b' } },
			},
			where,
		);
		assert.deepEqual(problems, []);
		assert.deepEqual(servers, [
			{ type: 'stdio', name: 'least', command: 'a', args: [], env: {} },
			{ type: 'stdio', name: 'most', command: 'b', args: ['-x'], env: { K: 'v' } },
			{ type: 'http', name: 'web', url: 'https://example.com', headers: {} },
			{ type: 'sse', name: 'events', url: 'http://localhost:1/sse', headers: { A: 'b' } },
		]);
	});

	it('are none when nothing is set', () => {
		assert.deepEqual(parseMcpServers(undefined, where), { servers: [], problems: [] });
		assert.deepEqual(parseMcpServers(null, where), { servers: [], problems: [] });
		assert.deepEqual(parseMcpServers({}, where), { servers: [], problems: [] });
	});

	const wrong: readonly [why: string, entry: unknown, reason: RegExp][] = [
		['null', null, /must be an object/u],
		['a string', 'npx server', /must be an object/u],
		['a list', ['npx'], /must be an object/u],
		['neither command nor url', {}, /needs a "command" that is started or a "url"/u],
		['both command and url', { command: 'a', url: 'https://a' }, /has both "command" and "url"/u],
		['an unknown type', { type: 'ws', url: 'https://a' }, /"type" must be/u],
		['the type of hosted servers', { type: 'acp', serverId: '1' }, /"type" must be/u],
		['a blank command', { command: ' ' }, /"command" must name a program/u],
		['a command that is a list', { command: ['a'] }, /"command" must name a program/u],
		['args as one string', { command: 'a', args: '-x' }, /"args" must be a list of strings/u],
		['args null', { command: 'a', args: null }, /"args"/u],
		['env with a number', { command: 'a', env: { PORT: 80 } }, /"env" must be an object of strings/u],
		['env as a list', { command: 'a', env: ['K=v'] }, /"env"/u],
		['a command of type http', { type: 'http', command: 'a' }, /"type": "http" needs a "url"/u],
		['a url of type stdio', { type: 'stdio', url: 'https://a' }, /"type": "stdio" needs a "command"/u],
		['a url that is none', { url: 'example' }, /"url" must be an address/u],
		['a url of another scheme', { url: 'file:///etc/passwd' }, /"url" must be an address/u],
		['a url without a host', { url: 'https://' }, /"url"/u],
		['headers with a number', { url: 'https://a', headers: { A: 1 } }, /"headers" must be an object/u],
		[
			'args for a url',
			{ url: 'https://a', args: [] },
			/"args" is not a field that MCP servers with a "url"/u,
		],
		[
			'a secret in env',
			{ command: 'a', env: { A: '${secret:a}' } },
			/in values of "headers" only, of an agent/u,
		],
		[
			'a secret in a header',
			{ url: 'https://a', headers: { A: '${secret:a}' } },
			/"headers" only, of an agent/u,
		],
		['a field with a typo', { command: 'a', arguments: [] }, /"arguments" is not a field/u],
	];
	for (const [why, entry, reason] of wrong) {
		it(`leave out an entry with ${why}, name it, and keep its neighbours`, () => {
			const { servers, problems } = parseMcpServers(
				{ first: { command: 'f' }, bad: entry, last: { url: 'https://l' } },
				where,
			);
			assert.deepEqual(
				servers.map(({ name }) => name),
				['first', 'last'],
			);
			assert.equal(problems.length, 1);
			assert.match(spoken(problems[0] ?? ''), /^acpHost\.mcpServers → "bad": /u);
			assert.match(spoken(problems[0] ?? ''), reason);
		});
	}

	it('do not start a program by a relative path, which would be another one for the agent [acp C9]', () => {
		for (const command of ['./server', 'bin/server', String.raw`bin\server`]) {
			const { servers, problems } = parseMcpServers({ a: { command } }, 'here');
			assert.deepEqual(servers, []);
			assert.match(problems.map(spoken).join(), /relative path/u);
		}
		const fine = ['npx', '/bin/a', '${workspaceFolder}/a', String.raw`C:\a\b.exe`];
		for (const command of fine) {
			assert.equal(parseMcpServers({ a: { command } }, 'here').servers.length, 1, command);
		}
	});

	it('do not pass on what only a shell puts in, and say what to write [acp C9]', () => {
		const cases: readonly [command: string, advice: string][] = [
			['$HOME/bin/x', '${userHome}/bin/x'],
			['${HOME}/bin/x', '${userHome}/bin/x'],
			['$TOOLS/x', '${env:TOOLS}/x'],
			['~other/x', 'write the whole path'],
		];
		for (const [command, advice] of cases) {
			const { servers, problems } = parseMcpServers({ a: { command } }, 'here');
			assert.deepEqual(servers, [], command);
			assert.ok(problems.map(spoken).join().includes(advice), problems.map(spoken).join());
		}
		for (const command of ['${userHome}/x', '${env:TOOLS}/x', '~/x']) {
			assert.deepEqual(parseMcpServers({ a: { command } }, 'here').problems, [], command);
		}
	});

	it('need a name', () => {
		assert.match(
			parseMcpServers({ ' ': { command: 'a' } }, where)
				.problems.map(spoken)
				.join(),
			/needs a name/u,
		);
	});

	for (const raw of ['servers', 7, true, [{ name: 'a', command: 'b' }]]) {
		it(`say so when the whole setting is ${JSON.stringify(raw)}`, () => {
			const { servers, problems } = parseMcpServers(raw, where);
			assert.deepEqual(servers, []);
			assert.match(problems.map(spoken).join(), /^acpHost\.mcpServers must be an object/u);
		});
	}

	it('keep prototype names as names [hazard A11]', () => {
		const raw: unknown = JSON.parse('{"__proto__": {"command": "a"}, "constructor": {"command": "b"}}');
		assert.deepEqual(
			parseMcpServers(raw, where).servers.map(({ name }) => name),
			['__proto__', 'constructor'],
		);
	});
});

describe('MCP servers of one agent', () => {
	it('belong to it; a wrong one does not keep the agent from working [acp C44]', () => {
		const { agents, problems } = parseAgents({
			A: { command: 'a', mcpServers: { good: { command: 'g' }, bad: {} } },
			B: { command: 'b' },
		});
		assert.deepEqual(agents[0]?.mcpServers, [
			{ type: 'stdio', name: 'good', command: 'g', args: [], env: {} },
		]);
		assert.equal(agents[1] !== undefined && 'mcpServers' in agents[1], false);
		assert.equal(problems.length, 1);
		assert.match(spoken(problems[0] ?? ''), /^acpHost\.agents → "A" → mcpServers → "bad": needs/u);
	});

	it('are explained when they are no object', () => {
		const { agents, problems } = parseAgents({ A: { command: 'a', mcpServers: ['x'] } });
		assert.equal(agents.length, 1);
		assert.match(problems.map(spoken).join(), /"A" → mcpServers must be an object/u);
	});
});

describe('variables in MCP servers', () => {
	it('are put into everything but names', () => {
		const resolve = variableResolver('/ws', { TOKEN: 't', HOME: '/home/me' });
		assert.deepEqual(
			resolveMcpServer(
				{
					type: 'stdio',
					name: '${env:TOKEN}',
					command: '${userHome}/bin/x',
					args: ['${workspaceFolder}', '${other}'],
					env: { '${env:TOKEN}': '${env:TOKEN}', NONE: '${env:MISSING}' },
				},
				resolve,
			),
			{
				type: 'stdio',
				name: '${env:TOKEN}',
				command: '/home/me/bin/x',
				args: ['/ws', '${other}'],
				env: { '${env:TOKEN}': 't', NONE: '' },
			},
		);
		const { servers } = parseMcpServers(
			{ web: { url: '${env:BASE}/mcp', headers: { Authorization: 'Bearer ${env:TOKEN}' } } },
			where,
		);
		assert.deepEqual(
			servers.map((server) => resolveMcpServer(server, variableResolver('/ws', { BASE: 'https://b' }))),
			[{ type: 'http', name: 'web', url: 'https://b/mcp', headers: { Authorization: 'Bearer ' } }],
		);
	});
});

describe('the program of an MCP server', () => {
	const environment = { HOME: '/home/me', TOOLS: 'tools', EMPTY: '' };
	const startedBy = (command: string) =>
		resolveMcpServers([{ ...stdio, command }], variableResolver('/ws', environment));

	it('is found in the home directory by its short name [acp C9]', () => {
		const [server] = startedBy('~/bin/x').servers;
		assert.ok(server?.type === 'stdio');
		assert.equal(server.command, '/home/me/bin/x');
	});

	it('is not passed on when its variables make no absolute path of it [acp C9]', () => {
		for (const command of ['${env:TOOLS}/x', '${env:EMPTY}', '${other}/x']) {
			const { servers, problems } = startedBy(command);
			assert.deepEqual(servers, [], command);
			assert.ok(
				problems.map(spoken).join().includes(`"files" is not used, because its "command", ${command},`),
			);
		}
		assert.deepEqual(startedBy('npx').problems, []);
	});
});

describe('what an approval of an MCP server is bound to', () => {
	const changes: Readonly<Record<string, [before: ConfiguredMcpServer, after: ConfiguredMcpServer]>> = {
		command: [stdio, { ...stdio, command: 'run2' }],
		'an argument': [stdio, { ...stdio, args: ['y'] }],
		'one argument more': [stdio, { ...stdio, args: ['x', ''] }],
		'how arguments are cut': [stdio, { ...stdio, command: 'run x', args: [] }],
		'a name in env': [stdio, { ...stdio, env: { KEY: '1', LD_PRELOAD: '' } }],
		'a value in env': [stdio, { ...stdio, env: { KEY: '2' } }],
		url: [remote, { ...remote, url: 'https://example.com/mcp2' }],
		'the kind of remote server': [remote, { ...remote, type: 'sse' }],
		'a header': [remote, { ...remote, headers: {} }],
		'a value of a header': [remote, { ...remote, headers: { Authorization: 'Bearer other' } }],
		'started or called': [stdio, remote],
	};
	for (const [what, [before, after]] of Object.entries(changes)) {
		it(`changes with ${what} [hazard F1]`, () => {
			assert.notEqual(mcpEntryHash(after), mcpEntryHash(before));
			assert.notEqual(mcpEntryText(after), mcpEntryText(before));
		});
	}

	it('is the same for another order of env and headers, and is no name', () => {
		const two = { ...stdio, env: { A: '1', B: '2' } };
		assert.equal(mcpEntryHash({ ...two, name: 'other', env: { B: '2', A: '1' } }), mcpEntryHash(two));
		assert.match(mcpEntryHash(stdio), /^[\da-f]{64}$/u);
	});
});

describe('command lines of MCP servers', () => {
	it('are whole, without values of env and headers [hazard C7] [hazard F5]', () => {
		const long = 'x'.repeat(100_000);
		const line = mcpCommandLine({ ...stdio, args: ['two words', long], env: { TOKEN: 'secret' } });
		assert.equal(line, `TOKEN=… run "two words" ${long}`);
		assert.equal(mcpCommandLine(remote), 'https://example.com/mcp Authorization: …');
		assert.equal(mcpCommandLine({ ...remote, type: 'sse', headers: {} }), 'https://example.com/mcp (sse)');
		assert.equal(
			mcpCommandLine({ ...remote, url: 'https://a/ b "c"', headers: {} }),
			String.raw`"https://a/ b \"c\""`,
		);
	});

	it('the whole entry shows the values, too: they decide what runs', () => {
		assert.match(
			mcpEntryText({ ...stdio, env: { NODE_OPTIONS: '--require ./evil' } }),
			/--require \.\/evil/u,
		);
	});
});
