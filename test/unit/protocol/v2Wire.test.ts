/** Version 2 on the wire: arrays, withdrawn requests in both directions. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { it } from './eachCarrier.ts';
import { isJsonObject } from '../../../src/core/base/json.ts';
import { AgentError } from '../../../src/core/base/errors.ts';
import { Withdrawal } from '../../../src/core/base/abortSignal.ts';
import type { Step } from '../../agents/fakeAgentScript.ts';
import { setup } from '../core/acp/support.ts';
import { answersTo, errorCodeOf, paramsOf } from './peer.ts';
import { openPeerV2, text } from './peerV2.ts';

const hi = [{ type: 'text', text: 'hi' }] as const;
const options = [{ optionId: 'no', name: 'No', kind: 'reject_once' }];
const permission = {
	method: 'session/request_permission',
	params: { sessionId: '$session', title: 'May I?', options },
};

/** A line with several messages in one array. */
const arrayOf = (...messages: object[]): Step => ({
	raw: JSON.stringify(messages.map((message) => ({ jsonrpc: '2.0', ...message }))) + '\n',
});

describe('arrays of messages in version 2', () => {
	it('are each answered with one -32600 whose id is null, and nothing in them counts [acp C208]', async () => {
		const update = {
			sessionUpdate: 'agent_message_chunk',
			messageId: 'x',
			content: { type: 'text', text: 'no' },
		};
		const notification = { method: 'session/update', params: { sessionId: 'fake-1', update } };
		const request = {
			id: 77,
			method: permission.method,
			params: { ...permission.params, sessionId: 'fake-1' },
		};
		const peer = await openPeerV2({
			'session/prompt': [
				arrayOf(notification, request),
				arrayOf(request),
				arrayOf({ id: 0, result: {} }),
				arrayOf(),
				text('yes'),
				{ respond: { messageId: 'm1' } },
			],
		});
		assert.deepEqual(await peer.agent.prompt(peer.sessionId, hi), { type: 'taken', messageId: 'm1' });
		await peer.close();
		const refusals = peer.seen.out.filter((message) => message['id'] === null);
		assert.deepEqual(refusals.map(errorCodeOf), [-32600, -32600, -32600, -32600]);
		assert.deepEqual(answersTo(peer.seen, 77), []);
		assert.equal(peer.target.asked.length, 0);
		assert.deepEqual(
			peer.target.events.map((event) => (event.type === 'message_chunk' ? event.messageId : event.type)),
			['a1'],
		);
	});

	it('are never sent, however much goes out at once [acp C208]', async () => {
		const heard: string[] = [];
		const peer = await openPeerV2(
			{ 'session/prompt': [{ request: permission }, { respond: {} }] },
			{ hear: (text) => heard.push(text) },
		);
		await Promise.all([
			...Array.from({ length: 20 }, () => peer.agent.prompt(peer.sessionId, hi)),
			...Array.from({ length: 20 }, () => peer.agent.listSessions({})),
			peer.agent.resumeSession('old', setup('/work')),
		]);
		await peer.close();
		assert.ok(heard.length > 60, `${heard.length} messages`);
		for (const text of heard) assert.ok(isJsonObject(JSON.parse(text)), text);
	});
});

// Without what they are about they would wait for ever.
describe('a prompt that the agent holds', { timeout: 30_000 }, () => {
	it('is asked back by the id of its request, and the answer says that it was not sent [acp C231]', async () => {
		const peer = await openPeerV2({
			'session/prompt': [
				{ expect: '$/cancel_request' },
				{ error: { code: -32800, message: 'Request cancelled' } },
			],
		});
		const withdrawal = new Withdrawal();
		const prompt = peer.agent.prompt(peer.sessionId, hi, withdrawal);
		withdrawal.abort();
		await assert.rejects(prompt, (error) => {
			assert.ok(AgentError.is(error, 'refused'));
			assert.equal(error.code, -32800);
			return true;
		});
		await peer.close();
		const sent = peer.seen.out.find(({ method }) => method === 'session/prompt');
		assert.deepEqual(paramsOf(peer.seen.out, '$/cancel_request'), [{ requestId: sent?.['id'] }]);
	});

	it('is taken up all the same when the agent was faster [acp C229] [acp C231]', async () => {
		const peer = await openPeerV2({
			'session/prompt': [{ expect: '$/cancel_request' }, { respond: { messageId: 'm1' } }],
		});
		const withdrawal = new Withdrawal();
		const prompt = peer.agent.prompt(peer.sessionId, hi, withdrawal);
		withdrawal.abort();
		assert.deepEqual(await prompt, { type: 'taken', messageId: 'm1' });
		await peer.close();
	});
});

it('a request that the agent withdraws in the same breath is answered once all the same [acp C241]', async () => {
	const form = { message: 'Which?', mode: 'form', requestedSchema: { type: 'object', properties: {} } };
	const elicitation = { method: 'elicitation/create', params: { sessionId: '$session', ...form } };
	const peer = await openPeerV2({
		'session/prompt': [
			requestLine(0, permission),
			requestLine(1, elicitation),
			{ raw: line({ method: '$/cancel_request', params: { requestId: 1000 } }) },
			{ raw: line({ method: '$/cancel_request', params: { requestId: 1001 } }) },
			{ respond: {} },
		],
	});
	await peer.agent.prompt(peer.sessionId, hi);
	// What comes back after this has been answered before it.
	await peer.agent.listSessions({});
	await peer.close();
	for (const id of [1000, 1001]) {
		const answers = answersTo(peer.seen, id);
		assert.equal(answers.length, 1);
		const [answer] = answers;
		const code = errorCodeOf(answer);
		assert.ok(code === -32800 || isGivenUp(answer?.['result']), JSON.stringify(answer));
	}
});

function line(message: object): string {
	return JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n';
}

/** A request with an id of ours, so that it can be withdrawn on the next line. */
function requestLine(index: number, { method, params }: { method: string; params: object }): Step {
	return { raw: line({ id: 1000 + index, method, params: { ...params, sessionId: 'fake-1' } }) };
}

function isGivenUp(result: unknown): boolean {
	const text = JSON.stringify(result);
	return text === '{"outcome":{"outcome":"cancelled"}}' || text === '{"action":"cancel"}';
}
