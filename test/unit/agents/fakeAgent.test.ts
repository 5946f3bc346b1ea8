/** The scripted agent in the shapes of version 2: scripts say what happens in a turn, the shape what is around it. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { fakeAgentCommand } from '../../agents/fakeAgentCommand.ts';
import type { FakeAgentScript } from '../../agents/fakeAgentScript.ts';
import { wrongMessages } from './agentSchema.ts';
import { type RawMessage, RawPeer } from './rawPeer.ts';

const started: RawPeer[] = [];

async function open(script: FakeAgentScript): Promise<[RawPeer, string]> {
	const peer = new RawPeer(fakeAgentCommand(script));
	started.push(peer);
	return [peer, await peer.open('/work', 2)];
}

/** What came after the session was opened: kinds of updates, states, answers. */
function said({ received }: RawPeer): string[] {
	return received.slice(2).map(({ params, result, error }: RawMessage) => {
		if (error !== undefined) return `error ${error.code}`;
		const update = params?.['update'] as Record<string, string> | undefined;
		return update === undefined ? JSON.stringify(result) : (update['state'] ?? update['sessionUpdate'] ?? '');
	});
}

describe('a scripted agent', () => {
	after(() => Promise.all(started.map((peer) => peer.stop())));
	const hello: FakeAgentScript['on'] = { 'session/prompt': [{ text: 'hello' }] };

	it('in shape A answers at the end', async () => {
		const [peer, sessionId] = await open({ shape: 'A', echo: 'none', on: hello });
		await peer.answer(peer.prompt(sessionId, 'hi'));
		assert.deepEqual(said(peer), ['agent_message_chunk', '{"stopReason":"end_turn"}']);
	});

	it('in shape B answers at once and tells the end', async () => {
		const [peer, sessionId] = await open({ shape: 'B', on: hello });
		peer.prompt(sessionId, 'hi');
		await peer.find(() => peer.states.includes('idle'));
		assert.deepEqual(said(peer), ['{}', 'user_message', 'running', 'agent_message_chunk', 'idle']);
	});

	for (const echo of ['before', 'after'] as const) {
		it(`in shape C names the prompt, which comes back ${echo} that`, async () => {
			const [peer, sessionId] = await open({ shape: 'C', echo, on: hello });
			peer.prompt(sessionId, 'hi');
			await peer.find(() => peer.states.includes('idle'));
			const taken = ['user_message', '{"messageId":"user-1"}'];
			const inOrder = echo === 'before' ? taken : taken.toReversed();
			assert.deepEqual(said(peer), [...inOrder, 'running', 'agent_message_chunk', 'idle']);
			assert.deepEqual(wrongMessages(peer, 2), []);
		});
	}

	it('in shape C holds prompts, inserts them in order, and gives them back', async () => {
		const on = { 'session/prompt#1': [{ expect: '_go' }, { respond: {}, to: '_go' }] };
		const [peer, sessionId] = await open({ shape: 'C', on });
		peer.prompt(sessionId, 'first');
		const [second, third, fourth] = ['second', 'third', 'fourth'].map((text) => peer.prompt(sessionId, text));
		peer.notify('$/cancel_request', { requestId: third });
		assert.equal((await peer.answer(third ?? 0)).error?.code, -32_800);
		await peer.request('_go', {});
		assert.equal((await peer.answer(fourth ?? 0)).result?.['messageId'], 'user-3');
		assert.equal((await peer.answer(second ?? 0)).result?.['messageId'], 'user-2');
		await peer.find(() => peer.states.filter((state) => state === 'idle').length === 3);
	});

	it('in shape C gives held prompts back on Stop, and ends with it', async () => {
		const [peer, sessionId] = await open({ shape: 'C', on: { 'session/prompt': [{ waitCancel: true }] } });
		peer.prompt(sessionId, 'first');
		const second = peer.prompt(sessionId, 'second');
		await peer.find(() => peer.states.includes('running'));
		peer.notify('session/cancel', { sessionId });
		assert.equal((await peer.answer(second)).error?.code, -32_800);
		await peer.find(() => peer.updates.at(-1)?.['stopReason'] === 'cancelled');
	});

	it('leaves a prompt to a script that answers it', async () => {
		const steps = [{ respond: { messageId: 'mine' } }, { text: 'hello' }];
		const [peer, sessionId] = await open({ shape: 'C', on: { 'session/prompt': steps } });
		peer.prompt(sessionId, 'hi');
		await peer.find(() => peer.updates.length === 1);
		assert.deepEqual(said(peer), ['{"messageId":"mine"}', 'agent_message_chunk']);
	});
});
