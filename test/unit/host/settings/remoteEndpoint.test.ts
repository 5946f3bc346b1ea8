/** The approval of an address: what it is bound to, and how it is shown. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
	approvalHash,
	commandLineOf,
	parseAgents,
	type RemoteDefinition,
	resolveVariables,
} from '../../../../src/host/settings/agentDefinition.ts';
import { parseEndpoint } from '../../../../src/host/settings/parseEndpoint.ts';

const entry = {
	url: 'wss://agents.example/acp',
	headers: { Authorization: 'Bearer ${secret:token}', 'X-Team': 'blue ${env:TEAM}', Plain: 'hunter2' },
};

const local = { type: 'program', name: 'A', args: [], env: {}, protocol: 'auto', isBuiltIn: false } as const;

function remote(change: object = {}, name = 'A'): RemoteDefinition {
	const raw = { [name]: { ...entry, ...change } };
	const [agent] = parseAgents(raw, (one) => parseEndpoint(one, false)).agents;
	assert.ok(agent?.type === 'remote');
	return resolveVariables(agent, '/ws', {
		TEAM: 'hunter3',
		HOST: 'agents.example',
		SECRET_HOST: 'b.example',
	});
}

describe('the approval of an address', () => {
	it('shows the address and the names of all headers, with what they take from elsewhere and no value [hazard F3] [hazard F5]', () => {
		assert.equal(
			commandLineOf(remote()),
			'wss://agents.example/acp Authorization: …${secret:token} X-Team: …${env:TEAM} Plain: …',
		);
	});

	it('shows the address as it is connected to, to the character [hazard F3]', () => {
		const shown = (url: string): string => commandLineOf(remote({ url, headers: {} }));
		assert.equal(shown('wss://аgents.example/'), 'wss://xn--gents-3ve.example/');
		assert.equal(shown('wss://agents.example/\u202Egnp.exe'), 'wss://agents.example/%E2%80%AEgnp.exe');
		assert.equal(shown('wss://${env:HOST}/a b'), 'wss://agents.example/a%20b');
		assert.equal(shown('wss://[\n${env:HOST}'), String.raw`"wss://[\nagents.example"`);
		const long = `wss://agents.example/${'x'.repeat(1900)}end`;
		assert.ok(shown(long).endsWith('xend'));
	});

	const other: Readonly<Record<string, object>> = {
		'the scheme': { url: 'ws://agents.example/acp' },
		'the host': { url: 'wss://agents.example.evil/acp' },
		'the port': { url: 'wss://agents.example:8443/acp' },
		'the path': { url: 'wss://agents.example/acp2' },
		'the query': { url: 'wss://agents.example/acp?x' },
		'what a variable makes of the address': { url: 'wss://${env:SECRET_HOST}/acp' },
		'one header more': { headers: { ...entry.headers, Cookie: 'a' } },
		'one header less': { headers: { Authorization: entry.headers.Authorization, Plain: 'x' } },
		'no headers': { headers: {} },
		'another secret': { headers: { ...entry.headers, Authorization: '${secret:other}' } },
		'a secret in another header': { headers: { ...entry.headers, Plain: '${secret:token}' } },
		'another variable of the environment': { headers: { ...entry.headers, 'X-Team': '${env:AWS_SECRET}' } },
		'a path of this machine in a header': { headers: { ...entry.headers, Plain: '${userHome}' } },
	};
	for (const [what, change] of Object.entries(other)) {
		it(`does not hold when this changes, and what is shown changes with it: ${what} [hazard F3]`, () => {
			assert.notEqual(approvalHash(remote(change)), approvalHash(remote()));
			assert.notEqual(commandLineOf(remote(change)), commandLineOf(remote()));
		});
	}

	it('holds for another value, another name of the agent, another order, and a spelling of the same address', () => {
		const headers = { Plain: 'x', 'X-Team': 'red ${env:TEAM}', Authorization: '${secret:token}' };
		const same = remote({ url: 'WSS://agents.EXAMPLE:443/x/../acp', headers, protocol: 1 }, 'B');
		assert.equal(approvalHash(same), approvalHash(remote()));
	});

	it('is none of a program, whatever its words are [hazard F3]', () => {
		const hash = approvalHash(remote());
		const key = JSON.stringify({ type: 'remote', url: entry.url, headers: [] });
		for (const command of [commandLineOf(remote()), entry.url, key]) {
			const program = { ...local, command };
			assert.notEqual(approvalHash(program), hash);
			assert.notEqual(approvalHash(program), approvalHash(remote({ headers: {} })));
		}
	});

	it('is the same before and after the secrets are put in', () => {
		const secrets = new Map([['token', 'hunter4']]);
		const ready = resolveVariables(remote(), '/ws', {}, secrets);
		assert.equal(ready.headers['Authorization'], 'Bearer hunter4');
		assert.equal(approvalHash(ready), approvalHash(remote()));
		assert.doesNotMatch(commandLineOf(ready), /hunter/u);
	});
});
