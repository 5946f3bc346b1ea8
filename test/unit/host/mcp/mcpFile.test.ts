import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { spoken } from '../../../../src/core/base/l10n.ts';
import { parseMcpFile } from '../../../../src/host/mcp/mcpFile.ts';
import { growth } from '../../../tools/growth.ts';

const where = '.vscode/mcp.json';

/** The only server, or the only problem, of a file with one entry. */
function outcomeOf(entry: object, shape: 'servers' | 'mcpServers' = 'servers'): unknown {
	const { servers, problems } = parseMcpFile(JSON.stringify({ [shape]: { x: entry } }), where);
	assert.equal(servers.length + problems.length, 1);
	return servers[0] ?? spoken(problems[0] ?? '');
}

describe('mcp.json', () => {
	it('of VS Code is read, with comments and trailing commas [acp C44]', () => {
		const { servers, problems } = parseMcpFile(
			`\uFEFF// mine
			{
				"inputs": [],
				/* two kinds */
				"servers": {
					"files": { "type": "stdio", "command": "npx", "args": ["-y", "files", "\${workspaceFolder}"], "env": { "PORT": 80 }, "dev": {}, },
					"web": { "url": "https://example.com/mcp#a//b", "headers": { "A": "\${env:TOKEN}" } },
				},
			}`,
			where,
		);
		assert.deepEqual(problems, []);
		assert.deepEqual(servers, [
			{
				type: 'stdio',
				name: 'files',
				command: 'npx',
				args: ['-y', 'files', '${workspaceFolder}'],
				env: { PORT: '80' },
			},
			{
				type: 'http',
				name: 'web',
				url: 'https://example.com/mcp#a//b',
				headers: { A: '${env:TOKEN}' },
			},
		]);
	});

	it('of other tools is read, with their way to write variables [acp C44]', () => {
		assert.deepEqual(
			outcomeOf(
				{ command: '${HOME}/x', args: ['${workspaceFolder}', '$A'], env: { K: '${TOKEN}', '${N}': '' } },
				'mcpServers',
			),
			{
				type: 'stdio',
				name: 'x',
				command: '${env:HOME}/x',
				args: ['${workspaceFolder}', '$A'],
				env: { K: '${env:TOKEN}', '${N}': '' },
			},
		);
		assert.deepEqual(outcomeOf({ type: 'streamable-http', url: 'https://a/' }, 'mcpServers'), {
			type: 'http',
			name: 'x',
			url: 'https://a/',
			headers: {},
		});
	});

	for (const text of ['', ' \n', '// nothing yet', '{}', '{"inputs": []}', '{"servers": {}}']) {
		it(`names no server: ${JSON.stringify(text)}`, () => {
			assert.deepEqual(parseMcpFile(text, where), { servers: [], problems: [] });
		});
	}

	const refused: readonly [why: string, entry: object, reason: RegExp][] = [
		[
			'asks for an input',
			{ command: 'a', env: { KEY: '${input:key}' } },
			/only VS Code can ask for \$\{input:key\}/u,
		],
		['asks for an input in an argument', { command: 'a', args: ['--k=${input:k}'] }, /only VS Code can ask/u],
		['has an envFile', { command: 'a', envFile: '.env' }, /"envFile" cannot be passed on/u],
		['has a cwd', { command: 'a', cwd: '/tmp' }, /"cwd" cannot be passed on/u],
		['has a headersHelper', { url: 'https://a', headersHelper: 'x' }, /"headersHelper" cannot be passed on/u],
		['uses a variable of VS Code', { command: '${config:x.y}' }, /\$\{config:x\.y\} is not known here/u],
		['uses a bare variable in VS Code’s file', { command: '${HOME}/x' }, /\$\{HOME\} is not known here/u],
		['is wrong', { command: '' }, /"command" must name a program/u],
		['unsets a variable', { command: 'a', env: { K: null } }, /"env" must be an object of strings/u],
		['has neither command nor url', { gallery: true }, /needs a "command"/u],
	];
	for (const [why, entry, reason] of refused) {
		it(`leaves out an entry that ${why}, and keeps its neighbours`, () => {
			const { servers, problems } = parseMcpFile(
				JSON.stringify({ servers: { first: { command: 'f' }, bad: entry, last: { command: 'l' } } }),
				where,
			);
			assert.deepEqual(
				servers.map(({ name }) => name),
				['first', 'last'],
			);
			assert.equal(problems.length, 1);
			assert.match(spoken(problems[0] ?? ''), /^\.vscode\/mcp\.json → "bad": /u);
			assert.match(spoken(problems[0] ?? ''), reason);
		});
	}

	it('does not fill in defaults of other tools', () => {
		assert.match(String(outcomeOf({ url: '${BASE:-https://a}' }, 'mcpServers')), /is not known here/u);
	});

	for (const entry of ['run', null, 1, ['a']]) {
		it(`explains an entry that is ${JSON.stringify(entry)} once`, () => {
			const { servers, problems } = parseMcpFile(JSON.stringify({ servers: { bad: entry } }), where);
			assert.deepEqual(servers, []);
			assert.equal(problems.length, 1);
			assert.match(spoken(problems[0] ?? ''), /^\.vscode\/mcp\.json → "bad": must be an object/u);
		});
	}

	it('passes over a server that is switched off', () => {
		const text = '{"mcpServers": {"a": {"command": "a", "disabled": true}}}';
		assert.deepEqual(parseMcpFile(text, where), { servers: [], problems: [] });
	});

	const broken: readonly [text: string, reason: RegExp][] = [
		['{"servers": {"a": {"command": "a"} "b": {}}}', /not valid JSON: comma expected in line 1/u],
		['{\n"servers": {\n', /not valid JSON: .* in line 3/u],
		['nonsense', /not valid JSON/u],
		['[]', /must be a JSON object/u],
		['{"servers": []}', /must be an object with one entry/u],
		['['.repeat(1_000_000), /not valid JSON/u],
	];
	for (const [text, reason] of broken) {
		it(`is not used at all when it is ${JSON.stringify(text.slice(0, 30))}, and says why`, () => {
			const { servers, problems } = parseMcpFile(text, where);
			assert.deepEqual(servers, []);
			assert.equal(problems.length, 1);
			assert.match(spoken(problems[0] ?? ''), reason);
			assert.match(spoken(problems[0] ?? ''), /^\.vscode\/mcp\.json/u);
		});
	}

	it('takes prototype names as plain keys [hazard A11]', () => {
		const text = '{"servers": {"__proto__": {"command": "a"}, "b": {"__proto__": {"command": "hidden"}}}}';
		const { servers, problems } = parseMcpFile(text, where);
		assert.deepEqual(
			servers.map(({ name }) => name),
			['__proto__'],
		);
		assert.match(problems.map(spoken).join(), /"b": needs a "command"/u);
	});

	it('keeps names unique over both shapes', () => {
		const { servers } = parseMcpFile(
			'{"servers": {"a": {"command": "1"}}, "mcpServers": {"a": {"command": "2"}, "b": {"command": "3"}}}',
			where,
		);
		assert.deepEqual(
			servers.map(({ name }) => name),
			['a', 'b'],
		);
	});
});

describe('a file with servers without end', () => {
	it('is read in time that grows with their number, not with its square [hazard A7]', () => {
		const times = growth((count) => {
			const servers = Object.fromEntries(
				Array.from({ length: count }, (_, n) => [`s${n}`, { command: 'x' }]),
			);
			parseMcpFile(JSON.stringify({ servers }), '.mcp.json');
		}, 1_000);
		// Linear is 8, quadratic 64.
		assert.ok(times < 24, `${times} times as long for eight times the number`);
	});
});
