/** Agreeing on a version, with scripted agents: every answer of docs/protocol.md#versions. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { it, reasonOfEnd } from './eachCarrier.ts';
import { fileURLToPath } from 'node:url';
import { isJsonObject } from '../../../src/core/base/json.ts';
import { V1Agent } from '../../../src/core/acp/v1/v1Agent.ts';
import { V2Agent } from '../../../src/core/acp/v2/v2Agent.ts';
import * as limits from '../../../src/core/base/limits.ts';
import type { FakeAgentCommand } from '../../agents/fakeAgentCommand.ts';
import { clientInfo, setup } from '../core/acp/support.ts';
import { assertValidOutgoing } from '../core/acp/wireSchema.ts';
import {
	answering,
	askedFor,
	connected,
	echo2,
	failed,
	refuses,
	respawned,
	says,
	silent,
	tried,
	type Tried,
	version1,
	version2,
} from './negotiationPeer.ts';
import { recordedAnswers } from './recordedAnswers.ts';

describe('an agent that is asked for version 1', () => {
	it('hears the plain payload, and is spoken to in 1 when it agrees [acp C18]', async () => {
		const attempt = await tried(answering(version1), 1);
		const { version, agent } = connected(attempt);
		assert.equal(version, 1);
		assert.ok(agent instanceof V1Agent);
		assert.deepEqual(askedFor(attempt), [1]);
		assertValidOutgoing('request', 'initialize', attempt.sent[0]?.['params']);
	});

	it('is spoken to in 1 when it says 2 in the words of 1 [acp C207]', async () => {
		const attempt = await tried(answering(echo2), 1);
		assert.equal(connected(attempt).version, 1);
		assert.equal(connected(attempt).agent.capabilities.loadSession, true);
		assert.deepEqual(askedFor(attempt), [1]);
	});

	for (const [what, first] of [
		['refuses it and names 2', refuses([2])],
		['refuses it and names 2 among others', refuses([7, 2, 'x'])],
		['answers with 2', version2],
	] as const) {
		it(`is asked for 2 on the same connection when it ${what} [acp C205]`, async () => {
			const attempt = await tried(answering(first, version2), 1);
			const { version, agent } = connected(attempt);
			assert.equal(version, 2);
			assert.ok(agent instanceof V2Agent);
			assert.deepEqual(agent.info, { name: 'two', version: '2' });
			assert.deepEqual(askedFor(attempt), [1, 2]);
		});
	}

	for (const [what, answers, asked, said] of [
		['answers with 3', [says({ protocolVersion: 3 })], [1], /speaks version 3 .* versions 1 and 2/u],
		['answers with 0', [says({ protocolVersion: 0 })], [1], /speaks version 0 /u],
		['refuses it and names 3 and 4', [refuses([3, 4])], [1], /speaks versions 3, 4 .* versions 1 and 2/u],
		['refuses it and names none', [refuses([])], [1], /speaks other versions/u],
		['refuses it and names nonsense', [refuses('2')], [1], /speaks other versions/u],
		['refuses 1 and 2', [refuses([2]), refuses([1])], [1, 2], /speaks version 1 /u],
		['refuses 1 and then answers with it', [refuses([2]), version1], [1, 2], /refuses version 1/u],
	] as const) {
		it(`is given up with a clear word when it ${what} [acp C19] [acp C205]`, async () => {
			const attempt = await tried(answering(...answers), 1);
			const error = failed(attempt);
			assert.equal(error.reason, 'protocol');
			assert.match(error.message, said);
			assert.deepEqual(askedFor(attempt), asked);
		});
	}

	it('is given up with its own words when it fails, and is not started again', async () => {
		const broken = [{ error: { code: -32603, message: 'Internal error', data: { details: 'no key' } } }];
		const error = failed(await tried(answering(broken), 1));
		assert.deepEqual([error.reason, error.message], ['answered', 'no key']);
		assert.equal(failed(await tried(answering([{ die: { code: 3 } }]), 1)).reason, reasonOfEnd('opening'));
		assert.equal(failed(await tried(answering(silent), 1, 1)).reason, 'timeout');
	});
});

describe('an agent that is asked for version 2', () => {
	it('hears of us in the words of both versions [acp C201]', async () => {
		const attempt = await tried(answering(version2), 2);
		assert.equal(connected(attempt).version, 2);
		assert.ok(connected(attempt).agent instanceof V2Agent);
		assert.deepEqual(askedFor(attempt), [2]);
		const params = attempt.sent[0]?.['params'];
		assert.ok(isJsonObject(params));
		const { info, capabilities, clientInfo: named, clientCapabilities, ...rest } = params;
		assert.deepEqual(rest, { protocolVersion: 2 });
		assert.deepEqual([info, named], [clientInfo, clientInfo]);
		assertValidOutgoing('request', 'initialize', { ...rest, info, capabilities }, 'v2');
		assertValidOutgoing('request', 'initialize', { ...rest, clientInfo: named, clientCapabilities });
	});

	it('speaks 2 by its capabilities alone, though its name is missing', async () => {
		const bare = says({ protocolVersion: 2, capabilities: { session: {} } });
		const { version, agent } = connected(await tried(answering(bare), 2));
		assert.deepEqual([version, agent.info, agent.capabilities.sessions], [2, {}, true]);
	});

	for (const name of ['claude-agent-acp', 'sdk-dual'] as const) {
		it(`speaks 2 as ${name} was recorded to do`, async () => {
			const answer = recordedAnswers[name];
			const { version, agent } = connected(await tried(answering(says(answer)), 2));
			assert.equal(version, 2);
			assert.deepEqual(agent.info, answer.info);
			assert.deepEqual([agent.capabilities.sessions, agent.capabilities.logout], [true, false]);
		});
	}

	for (const [what, first] of [
		['answers with 1 [acp C206]', version1],
		['answers with 1 as gemini was recorded to do [acp C206]', says(recordedAnswers.gemini)],
		[
			'answers with 1 as the SDK’s example was recorded to do [acp C206]',
			says(recordedAnswers['sdk-example']),
		],
		['echoes the number in the words of 1 [acp C207]', echo2],
		['echoes the number and says nothing else [acp C207]', says({ protocolVersion: 2 })],
		['fails', [{ error: { code: -32602, message: 'Invalid params' } }]],
		['does not know how to be asked', [{ error: { code: -32601, message: 'Method not found' } }]],
		['refuses it without a list', refuses(undefined)],
		['refuses it and names it all the same', refuses([2])],
		['answers with nothing', says(null)],
		['answers with nonsense', says({ protocolVersion: 'two' })],
		['ends', [{ die: { code: 1 } }]],
		['closes its output', [{ closeStdout: true }]],
		['says nothing', silent],
	] as const) {
		it(`is started anew with 1 when it ${what}`, async () => {
			const attempt = await tried(answering(first), 2, first === silent ? 1 : 0);
			assert.ok(respawned(attempt).message.length > 0);
			assert.deepEqual(askedFor(attempt), [2]);
		});
	}

	it('is asked for 1 on the same connection when it refuses and names it [acp C205]', async () => {
		for (const supported of [[1], [3, 1]]) {
			const attempt = await tried(answering(refuses(supported), version1), 2);
			assert.equal(connected(attempt).version, 1);
			assert.deepEqual(askedFor(attempt), [2, 1]);
			assertValidOutgoing('request', 'initialize', attempt.sent[1]?.['params']);
		}
	});

	it('is started anew when it does not take that second question either', async () => {
		const broken = [{ error: { code: -32600, message: 'Already initialized' } }];
		for (const second of [broken, version2, refuses([1]), silent, [{ die: {} }]]) {
			const attempt = await tried(answering(refuses([1]), second), 2, second === silent ? 2 : 0);
			respawned(attempt);
			assert.deepEqual(askedFor(attempt), [2, 1]);
		}
	});

	for (const [what, first, said] of [
		['refuses it and names only 3', refuses([3]), /speaks version 3 .* versions 1 and 2/u],
		['refuses it and names none', refuses([]), /speaks other versions/u],
		['answers with 3', says({ protocolVersion: 3, info: {} }), /speaks version 3 /u],
	] as const) {
		it(`is given up with a clear word when it ${what} [acp C19] [acp C205]`, async () => {
			const error = failed(await tried(answering(first), 2));
			assert.equal(error.reason, 'protocol');
			assert.match(error.message, said);
		});
	}

	it('that is known to take a second initialize gets one, with what version 1 has to be told [acp C206]', async () => {
		const known = says({
			protocolVersion: 1,
			agentInfo: { name: '@agentclientprotocol/codex-acp', version: '2.6.0' },
		});
		const attempt = await tried(answering(known, known), 2);
		assert.equal(connected(attempt).version, 1);
		assert.deepEqual(askedFor(attempt), [2, 1]);
		assertValidOutgoing('request', 'initialize', attempt.sent[1]?.['params']);
	});

	it('that is silent is given up after its own limit, which is shorter than that of version 1', async () => {
		const [two, one] = [await tried(answering(silent), 2, 1), await tried(answering(silent), 1, 1)];
		assert.deepEqual([two.limits, one.limits], [[limits.initVersionMs], [limits.initFailMs]]);
		assert.ok(limits.initVersionMs < limits.initFailMs);
	});
});

describe('before an agent has agreed', () => {
	it('nothing is sent but initialize, to one that refuses all else [acp C202]', async () => {
		const early = [{ error: { code: -32600, message: 'Initialize first' } }];
		const script = {
			on: {
				'session/new#1': [{ respond: { sessionId: 'after' } }],
				'session/new': early,
				initialize: [{ sleep: 50 }, ...version2],
			},
		};
		const attempt = await tried(script, 2);
		assert.deepEqual(askedFor(attempt), [2]);
		const { sessionId } = await connected(attempt).agent.newSession(setup('/work'));
		assert.equal(sessionId, 'after');
	});

	it('what it sends already is heard, and in order', async () => {
		const update = {
			sessionUpdate: 'agent_message_chunk',
			messageId: 'm',
			content: { type: 'text', text: 'hi' },
		};
		const script = {
			on: {
				initialize: [
					{ send: { method: 'session/update', params: { sessionId: 's', update } } },
					...version2,
					{ send: { method: 'session/update', params: { sessionId: 's', update } } },
				],
				'session/new': [{ respond: { sessionId: 's' } }],
			},
		};
		const { agent } = connected(await tried(script, 2));
		await agent.newSession(setup('/work'));
		const events: unknown[] = [];
		agent.attach('s', {
			...({} as Parameters<typeof agent.attach>[1]),
			onEvent: (event) => void events.push(event.type),
		});
		assert.deepEqual(events, ['message_chunk', 'message_chunk']);
	});
});

describe('the router of the SDK', () => {
	const program = fileURLToPath(new URL('../../agents/sdkVersionsAgent.ts', import.meta.url));
	const router = (...versions: string[]): FakeAgentCommand => ({
		command: process.execPath,
		args: [program, ...versions],
		env: {},
	});
	const openedBy = async (attempt: Tried): Promise<string> =>
		(await connected(attempt).agent.newSession(setup('/work'))).sessionId;
	const allFiles = 'v1 {"readTextFile":true,"writeTextFile":true}';

	it('with both versions speaks the one it was asked for', async () => {
		assert.equal(await openedBy(await tried(router('1', '2'), 1)), allFiles);
		assert.equal(await openedBy(await tried(router('1', '2'), 2)), 'v2');
	});

	it('with 2 alone refuses 1, and is spoken to in 2 on the same connection [acp C205]', async () => {
		const attempt = await tried(router('2'), 1);
		assert.deepEqual(askedFor(attempt), [1, 2]);
		assert.equal(await openedBy(attempt), 'v2');
	});

	it('with 1 alone answers 1 and has not heard of our files: that is why it is started anew [acp C206]', async () => {
		const attempt = await tried(router('1'), 2);
		assert.equal(respawned(attempt).reason, 'protocol');
		// What the agent behind the router knows of us now.
		const opened = await attempt.connection.request('session/new', { cwd: '/work', mcpServers: [] });
		assert.deepEqual(opened, { sessionId: 'v1 {"readTextFile":false,"writeTextFile":false}' });
		assert.equal(await openedBy(await tried(router('1'), 1)), allFiles);
	});

	it('with 1 alone takes a second initialize, as the agents do that stand on it [acp C206]', async () => {
		const attempt = await tried(router('1'), 2);
		const { clientCapabilities } = Object(attempt.sent[0]?.['params']);
		const again = { protocolVersion: 1, clientInfo, clientCapabilities };
		await attempt.connection.request('initialize', again);
		const opened = await attempt.connection.request('session/new', { cwd: '/work', mcpServers: [] });
		assert.deepEqual(opened, { sessionId: allFiles });
	});
});
