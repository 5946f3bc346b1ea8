import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { methods } from '@agentclientprotocol/sdk';
import { startDemo, together, workspace } from './fixture.ts';

describe('demo trouble', together, () => {
	it('crashes with code 3 and a last word on stderr', async (t) => {
		const peer = startDemo(t, { isProcess: true });
		const session = await peer.newSession(await workspace(t));
		await assert.rejects(peer.prompt(session, '/crash'));
		assert.equal(await peer.exitCode, 3);
		assert.match(peer.stderr, /crashing because the prompt said so/);
	});

	it('fails with an error response and can go on', async (t) => {
		const peer = startDemo(t);
		const session = await peer.newSession(await workspace(t));
		await assert.rejects(peer.prompt(session, '/fail'), { code: -32603, message: /you asked it to/ });
		assert.equal(await peer.prompt(session, '/think'), 'end_turn');
	});

	it('refuses', async (t) => {
		const peer = startDemo(t);
		assert.equal(await peer.prompt(await peer.newSession(await workspace(t)), 'refuse'), 'refusal');
	});

	it('survives its own noise on stdout', async (t) => {
		const peer = startDemo(t, { isProcess: true });
		assert.equal(await peer.prompt(await peer.newSession(await workspace(t)), '/noise'), 'end_turn');
		assert.match(peer.said, /all the same/);
	});

	it('starts dangerous scripts only when they are the first word', async (t) => {
		const peer = startDemo(t, { capabilities: {} });
		const session = await peer.newSession(await workspace(t));
		assert.equal(await peer.prompt(session, 'Will it crash? Make a PLAN!'), 'end_turn');
		assert.match(peer.said, /steps of the plan are done/);
	});

	it('answers wrong requests with the right errors', async (t) => {
		const peer = startDemo(t);
		const cwd = await workspace(t);
		await assert.rejects(peer.prompt('nobody', 'tour'), { code: -32002 });
		await assert.rejects(peer.newSession('relative'), { code: -32602 });
		await assert.rejects(peer.agent.request('session/nonsense', {}), { code: -32601 });
		const sessionId = await peer.newSession(cwd);
		const modeId = 'nonsense';
		await assert.rejects(peer.agent.request(methods.agent.session.setMode, { sessionId, modeId }), {
			code: -32602,
		});
		const turn = peer.prompt(sessionId, 'slow');
		await assert.rejects(peer.prompt(sessionId, 'tour'), { code: -32600 });
		await peer.cancel(sessionId);
		assert.equal(await turn, 'cancelled');
	});

	it('ends by itself when the client goes away in the middle of a turn', async (t) => {
		const peer = startDemo(t, { isProcess: true });
		const session = await peer.newSession(await workspace(t));
		peer.prompt(session, 'slow').catch(() => undefined);
		await peer.until(() => peer.ofKind('agent_message_chunk').length > 3);
		assert.equal(await peer.close(), 0);
	});
});
