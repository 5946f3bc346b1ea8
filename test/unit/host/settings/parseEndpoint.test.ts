/** Agents at an address, as the settings name them: which entries are taken, and what is said of the others. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import { spoken } from '../../../../src/core/base/l10n.ts';
import {
	type AgentDefinition,
	type AgentSettings,
	parseAgents as parseAll,
	type RemoteDefinition,
	resolveVariables,
} from '../../../../src/host/settings/agentDefinition.ts';
import { endpointProblem, parseEndpoint } from '../../../../src/host/settings/parseEndpoint.ts';
import { secretNames } from '../../../../src/host/settings/remoteEndpoint.ts';

const url = 'wss://agents.example/acp';

const parseAgents = (raw: unknown, allowsHttp = false): AgentSettings =>
	parseAll(raw, (entry) => parseEndpoint(entry, allowsHttp));

function agentOf(entry: object, allowsHttp = false): AgentDefinition | undefined {
	const { agents, problems } = parseAgents({ Far: entry }, allowsHttp);
	assert.deepEqual(problems.map(spoken), []);
	return agents[0];
}

function remoteOf(entry: object): RemoteDefinition {
	const agent = agentOf(entry);
	assert.ok(agent?.type === 'remote');
	return agent;
}

describe('agents at an address', () => {
	it('are an address, or one with headers, beside what every agent has', () => {
		assert.deepEqual(agentOf({ url }), {
			type: 'remote',
			name: 'Far',
			url,
			headers: {},
			headerVariables: new Map(),
			protocol: 'auto',
			isBuiltIn: false,
		});
		const { headers, protocol, mcpServers } = remoteOf({
			url,
			headers: { Authorization: 'Bearer ${secret:token}', 'X-Team': 'a b' },
			protocol: 2,
			mcpServers: { far: { url: 'https://tools.example' } },
		});
		assert.deepEqual(headers, { Authorization: 'Bearer ${secret:token}', 'X-Team': 'a b' });
		assert.deepEqual([protocol, mcpServers?.map(({ name }) => name)], [2, ['far']]);
	});

	it('are a Pioneer gateway at its own port unless the address names one, or what encrypts for it', () => {
		const addressOf = (address: string, protocol: string): string =>
			resolveVariables(remoteOf({ url: address, protocol }), '/ws', {
				HOST: 'box',
				AT: 'box:1',
				WHOLE: ' ws://box ',
			}).url;
		const portOf = (address: string): string => addressOf(address, 'pioneer');
		assert.equal(portOf('ws://localhost'), 'ws://localhost:17878/');
		assert.equal(portOf('ws://localhost/rpc?a=1:2'), 'ws://localhost:17878/rpc?a=1:2');
		assert.equal(portOf('ws://[::1]/'), 'ws://[::1]:17878/');
		assert.equal(portOf(' WS://localhost '), 'ws://localhost:17878/');
		for (const named of ['ws://localhost:17879/', 'ws://[::1]:1/', 'wss://gateway.example/']) {
			assert.equal(portOf(named), named);
		}
		assert.equal(portOf('ws://localhost:80'), 'ws://localhost/');
		assert.equal(portOf('ws://${env:HOST}/rpc'), 'ws://box:17878/rpc');
		assert.equal(portOf('ws://${env:AT}'), 'ws://box:1/');
		for (const spelled of ['ws:box', 'WS:/box', 'ws://box:', 'ws:\\\\box/', '${env:WHOLE}'])
			assert.equal(portOf(spelled), 'ws://box:17878/', spelled);
		assert.equal(portOf('ws://${env:HOST}:080/a:80'), 'ws://box/a:80');
		assert.equal(portOf('ws://${env:HOST}/a:80/b'), 'ws://box:17878/a:80/b');
		assert.equal(portOf('ws://${env:NONE}/'), 'ws:///');
		assert.equal(addressOf('ws://localhost', 'auto'), 'ws://localhost/');
	});

	it('are reached by HTTP only while that draft is on, and the sentence names its setting', () => {
		for (const http of ['https://agents.example/acp', 'http://localhost:8080/acp']) {
			assert.equal(agentOf({ url: http }, true)?.type, 'remote');
			const [problem = ''] = parseAgents({ Far: { url: http } }).problems;
			assert.match(
				spoken(problem),
				/"url" begins with "https?:", which needs acpHost\.unstable\.http to be on/u,
			);
		}
	});

	const wrong: readonly [why: string, entry: object, reason: RegExp][] = [
		['both a command and an address', { command: 'a', url }, /both "command" and "url"/u],
		['a command and no address', { command: 'a', url: null }, /both "command" and "url"/u],
		['arguments', { url, args: [] }, /"args" is not a field that agents with a "url" have/u],
		['an environment', { url, env: {} }, /"env" is not a field that agents with a "url" have/u],
		['a folder', { url, cwd: '/' }, /"cwd" is not a field that agents with a "url" have/u],
		['headers beside a command', { command: 'a', headers: {} }, /"headers" .* with a "command"/u],
		['an address that is a number', { url: 7 }, /"url" must be an address/u],
		['an address that is null', { url: null }, /"url" must be an address/u],
		['an empty address', { url: '' }, /"url" must be an address/u],
		['no scheme', { url: 'agents.example/acp' }, /"url" must be an address/u],
		['no host', { url: 'wss://' }, /"url" must be an address/u],
		['a port that there is not', { url: 'wss://a.example:70000' }, /"url" must be an address/u],
		['another scheme', { url: 'ftp://a.example/' }, /"url" begins with "ftp:"/u],
		['a file', { url: 'file:///etc/passwd' }, /"url" begins with "file:"/u],
		['a script', { url: 'javascript:alert(1)' }, /"url" begins with "javascript:"/u],
		['the socket of a local server', { url: 'ws+unix:///run/x.sock' }, /"url" begins with "ws\+unix:"/u],
		['a user', { url: 'wss://me@a.example/' }, /must not name a user or a password/u],
		['a password', { url: 'wss://me:hunter2@a.example/' }, /must not name a user or a password/u],
		['a fragment', { url: 'wss://a.example/#x' }, /must have no "#"/u],
		['an empty fragment', { url: 'wss://a.example/#' }, /must have no "#"/u],
		['no end', { url: `wss://a.example/${'x'.repeat(limits.addressChars)}` }, /at most 2048 characters/u],
		['a secret in the address', { url: 'wss://a.example/${secret:a}' }, /in values of "headers" only/u],
		['headers as a list', { url, headers: ['A: b'] }, /"headers" must be an object of strings/u],
		['a header that is a number', { url, headers: { A: 1 } }, /"headers" must be an object of strings/u],
		['headers that are null', { url, headers: null }, /"headers" must be an object of strings/u],
		['a header without a name', { url, headers: { '': 'a' } }, /"" is no name that a header can have/u],
		['a header with a blank', { url, headers: { 'A b': 'a' } }, /"A b" is no name/u],
		['a header with a colon', { url, headers: { 'A:': 'a' } }, /"A:" is no name/u],
		['a header after a line break', { url, headers: { 'A\r\nB': 'a' } }, /is no name/u],
		['a header in other letters', { url, headers: { Ключ: 'a' } }, /is no name/u],
		['a header twice', { url, headers: { 'X-A': 'a', 'x-a': 'b' } }, /"x-a" is there more than once/u],
		['a secret as a name', { url, headers: { '${secret:a}': 'a' } }, /in values of "headers" only/u],
		['a line break', { url, headers: { A: 'a\r\nHost: evil' } }, /the value of "A" has a line break/u],
		['a line feed', { url, headers: { A: 'a\nB: c' } }, /the value of "A" has a line break/u],
		['a NUL', { url, headers: { A: 'a\0' } }, /the value of "A" has a line break or another/u],
		['an emoji as a value', { url, headers: { A: '🔑' } }, /the value of "A" has .* another character/u],
		['a value without end', { url, headers: { A: 'x'.repeat(limits.headerChars + 1) } }, /at most 8192/u],
		['a secret without a name', { url, headers: { A: '${secret:}' } }, /a secret is named by letters/u],
		['a secret that does not end', { url, headers: { A: '${secret:a' } }, /a secret is named by letters/u],
		['a secret with an odd name', { url, headers: { A: '${secret:a b}' } }, /a secret is named by letters/u],
		['a field with a typo', { url, header: {} }, /"header" is not a field that agents with a "url" have/u],
		['an odd protocol', { url, protocol: 3 }, /"protocol" must be/u],
		['a secret among arguments', { command: 'a', args: ['${secret:a}'] }, /in values of "headers" only/u],
		['a secret in env', { command: 'a', env: { A: '${secret:a}' } }, /in values of "headers" only/u],
	];
	for (const [why, entry, reason] of wrong) {
		it(`leaves out an entry with ${why}, and says so without its address or its values`, () => {
			const { agents, problems } = parseAgents({ First: { url }, Bad: entry, Last: { command: 'l' } });
			assert.deepEqual(
				agents.map(({ name }) => name),
				['First', 'Last'],
			);
			const [problem, ...others] = problems.map(spoken);
			assert.match(problem ?? '', /acpHost\.agents → "Bad": /u);
			assert.match(problem ?? '', reason);
			assert.doesNotMatch(problem ?? '', /hunter2|evil/u);
			assert.deepEqual(others, []);
		});
	}

	const reserved = ['Host', 'host', 'Connection', 'Upgrade', 'Origin', 'Content-Length', 'Transfer-Encoding'];
	for (const name of [
		...reserved,
		'Sec-WebSocket-Protocol',
		'sec-websocket-key',
		'Acp-Session-Id',
		'ACP-X',
	]) {
		it(`leave the header ${name} to the connection`, () => {
			const [problem = ''] = parseAgents({ Far: { url, headers: { [name]: 'x' } } }).problems;
			assert.match(spoken(problem), /is set by the connection itself/u);
		});
	}

	it('have at most fifty headers', () => {
		const headers = Object.fromEntries(Array.from({ length: 51 }, (_none, n) => [`X-${n}`, 'a']));
		assert.match(parseAgents({ Far: { url, headers } }).problems.map(spoken).join(), /at most 50 entries/u);
	});

	it('keep prototype names as names [hazard A11]', () => {
		const raw: unknown = JSON.parse(`{"__proto__": {"url": "${url}", "headers": {"__proto__": "a"}}}`);
		const [agent] = parseAgents(raw).agents;
		assert.ok(agent?.type === 'remote');
		const resolved = resolveVariables(agent, '/ws', {});
		assert.deepEqual([agent.name, Object.entries(resolved.headers)], ['__proto__', [['__proto__', 'a']]]);
		const named = remoteOf({ url, headers: { A: '${secret:constructor}' } });
		assert.equal(resolveVariables(named, '/ws', {}).headers['A'], '${secret:constructor}');
	});
});

describe('variables of an agent at an address', () => {
	const entry = {
		url: '${env:SCHEME}://${env:HOST}/${workspaceFolder}',
		headers: { A: 'Bearer ${secret:token}', B: '${env:TEAM} ${userHome}' },
	};

	it('are put into the address and the values of headers, once', () => {
		const environment = { SCHEME: 'wss', HOST: 'A.example', TEAM: '${secret:token}', HOME: '/home/me' };
		const secrets = new Map([['token', '${env:TEAM}']]);
		const agent = resolveVariables(remoteOf(entry), '/w s', environment, secrets);
		assert.equal(agent.url, 'wss://a.example//w%20s');
		assert.deepEqual(agent.headers, { A: 'Bearer ${env:TEAM}', B: '${secret:token} /home/me' });
		assert.deepEqual(agent.secretValues, ['${env:TEAM}']);
	});

	it('name the secrets that are needed, each once, and not those that a variable brings', () => {
		const headers = { A: '${secret:b} ${secret:a}', B: '${secret:a}', C: '${env:X}' };
		const agent = resolveVariables(remoteOf({ url, headers }), '/ws', { X: '${secret:c}' });
		assert.deepEqual(secretNames(agent), ['b', 'a']);
	});

	it('are judged with what they bring: a scheme, a password, a line break', () => {
		const problemOf = (environment: Record<string, string>, secret = 'x'): string => {
			const secrets = new Map([['token', secret]]);
			const problem = endpointProblem(resolveVariables(remoteOf(entry), '/w', environment, secrets), false);
			return problem === undefined ? '' : spoken(problem);
		};
		const fine = { SCHEME: 'wss', HOST: 'a.example', TEAM: 't' };
		assert.equal(problemOf(fine), '');
		assert.match(problemOf({ ...fine, SCHEME: 'http' }), /acpHost\.unstable\.http/u);
		assert.match(problemOf({ ...fine, SCHEME: 'javascript' }), /begins with "javascript:"/u);
		assert.match(problemOf({ ...fine, HOST: 'me:hunter2@a.example' }), /a user or a password/u);
		assert.match(problemOf({ ...fine, HOST: 'a.example/?#' }), /no "#"/u);
		assert.match(problemOf({ ...fine, HOST: 'a b' }), /"url" must be an address/u);
		assert.match(problemOf({ ...fine, TEAM: 'a\r\nHost: evil' }), /the value of "B" has a line break/u);
		assert.match(problemOf(fine, 'a\nB: c'), /the value of "A" has a line break/u);
	});
});
