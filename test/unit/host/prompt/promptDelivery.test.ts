/** What left the composer and is not with the agent yet must survive everything (hazard G2, acp C30). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../src/core/base/errors.ts';
import { joinDrafts } from '../../../../src/host/sessions/hostedSession.ts';
import { resend, returnAwaitingLogin } from '../../../../src/host/prompt/promptDelivery.ts';
import { text } from '../../core/session/driver/play.ts';
import { draftOf, openOutbox } from './outboxRig.ts';

const required = (): AgentError => new AgentError('answered', 'Please log in', { code: -32000 });
describe('[hazard G2] the text of a prompt', () => {
	it('is stored until the agent has it, and no longer', async () => {
		const { agent, send, kinds } = openOutbox();
		const done = send('hello');
		assert.deepEqual(kinds(), ['', ['hello']]);
		await agent.prompted();
		agent.target().onEvent({ type: 'message_chunk', role: 'agent', content: text('hi') });
		assert.deepEqual(kinds(), ['', []]);
		agent.endTurn('end_turn');
		await done;
		assert.deepEqual(kinds(), ['', []]);
	});

	it('comes back into the composer when the agent does not start, above what was typed since', async () => {
		const { hosted, agent, send, kinds, replaced } = openOutbox();
		agent.failNextAcquire(new AgentError('spawn', 'not found'));
		const done = send('first');
		hosted.draft = draftOf('second');
		await done;
		assert.deepEqual(kinds(), ['first\n\nsecond', []]);
		assert.equal(replaced(), 1);
	});

	it('stays stored while it waits for a login, wherever the agent asked for it [acp C30]', async () => {
		const { sessions, hosted, agent, send, kinds, replaced } = openOutbox();
		for (const call of ['newSession', 'prompt']) {
			agent.failures.set(call, required());
			if (call === 'newSession') await send('hello');
			else await resend(sessions, hosted);
			assert.deepEqual(kinds(), ['', ['hello']], call);
		}
		const done = resend(sessions, hosted);
		await agent.prompted();
		agent.endTurn('end_turn');
		await done;
		assert.deepEqual(kinds(), ['', []]);
		assert.equal(replaced(), 0);
	});

	it('comes back when the user gives up waiting for a login', async () => {
		const { sessions, hosted, agent, send, kinds, replaced } = openOutbox();
		agent.failures.set('newSession', required());
		await send('hello');
		returnAwaitingLogin(sessions, hosted);
		assert.deepEqual(kinds(), ['hello', []]);
		returnAwaitingLogin(sessions, hosted);
		assert.equal(replaced(), 1);
	});

	it('is joined with another one without a doubled attachment', () => {
		const file = { type: 'file', id: 'file:///a', name: 'a' } as const;
		const other = { ...file, id: 'file:///b' };
		assert.deepEqual(
			joinDrafts({ text: 'a', attachments: [file] }, { text: '', attachments: [file, other] }),
			{ text: 'a', attachments: [file, other] },
		);
	});
});
