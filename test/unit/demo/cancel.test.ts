import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { methods, type PromptRequest } from '@agentclientprotocol/sdk';
import { startDemo, workspace } from './fixture.ts';
import type { DemoPeer } from './demoPeer.ts';

/**
 * Cancels and checks that the turn ends at once: 50 ms are promised, and a busy machine gets 250, or what thirty exchanges
 * take on it now.
 */
async function cancelled(peer: DemoPeer, session: string, turn: Promise<string>): Promise<void> {
	const start = performance.now();
	await peer.cancel(session);
	assert.equal(await turn, 'cancelled');
	const ended = performance.now();
	assert.equal(await peer.prompt(session, '/flood 1'), 'end_turn');
	const most = Math.max(250, 30 * (performance.now() - ended));
	assert.ok(ended - start < most, `took ${ended - start} of ${most} ms`);
}

describe('demo cancel', () => {
	it('stops streaming', async (t) => {
		const peer = startDemo(t);
		const session = await peer.newSession(await workspace(t));
		const turn = peer.prompt(session, 'slow');
		await peer.until(() => peer.ofKind('agent_message_chunk').length > 10);
		await cancelled(peer, session, turn);
		const count = peer.ofKind('agent_message_chunk').length;
		assert.equal(await peer.prompt(session, '/slow 3'), 'end_turn');
		assert.equal(peer.ofKind('agent_message_chunk').length, count + 3);
	});

	it('stops a flood', async (t) => {
		const peer = startDemo(t);
		const session = await peer.newSession(await workspace(t));
		const turn = peer.prompt(session, '/flood 100000000');
		await peer.until(() => peer.ofKind('agent_message_chunk').length > 100);
		await peer.cancel(session);
		assert.equal(await turn, 'cancelled');
	});

	it('sends as many bytes as it is asked for', async (t) => {
		const peer = startDemo(t);
		const session = await peer.newSession(await workspace(t));
		assert.equal(await peer.prompt(session, 'flood 20000'), 'end_turn');
		assert.equal(Buffer.byteLength(peer.said), 20_000);
	});

	it('does not wait for the answer to an open permission', async (t) => {
		const peer = startDemo(t);
		const session = await peer.newSession(await workspace(t));
		const turn = peer.prompt(session, '/edit');
		await peer.until(() => peer.permissions.length === 1);
		await cancelled(peer, session, turn);
	});

	it('kills and releases its terminal', async (t) => {
		const peer = startDemo(t);
		const session = await peer.newSession(await workspace(t));
		const turn = peer.prompt(session, '/run 100000');
		await peer.until(() =>
			peer.ofKind('tool_call_update').some(({ content }) => content?.[0]?.type === 'terminal'),
		);
		await cancelled(peer, session, turn);
		await peer.terminals.ended();
		assert.deepEqual(peer.terminals.log, ['create terminal-1', 'kill terminal-1', 'release terminal-1']);
	});

	it('honours $/cancel_request for a prompt', async (t) => {
		const peer = startDemo(t);
		const sessionId = await peer.newSession(await workspace(t));
		const controller = new AbortController();
		const params: PromptRequest = { sessionId, prompt: [{ type: 'text', text: 'slow' }] };
		const options = { cancellationSignal: controller.signal };
		const turn = peer.agent.request(methods.agent.session.prompt, params, options);
		await peer.until(() => peer.ofKind('agent_message_chunk').length > 3);
		controller.abort();
		assert.equal((await turn).stopReason, 'cancelled');
	});
});
