/** What left the composer and is not with the agent yet must survive everything (hazard G2, acp C30). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Emitter } from '../../../src/core/base/emitter.ts';
import { AgentError } from '../../../src/core/base/errors.ts';
import { type Draft, emptyDraft, type HostedSession, joinDrafts } from '../../../src/host/hostedSession.ts';
import { deliver, resend, setAside, takeBack } from '../../../src/host/promptDelivery.ts';
import type { Sessions } from '../../../src/host/sessions.ts';
import { openFakeSession } from '../session/fakeAgentPort.ts';
import { text } from '../session/play.ts';

const required = (): AgentError => new AgentError('answered', 'Please log in', { code: -32000 });
const draftOf = (value: string): Draft => ({ text: value, attachments: [] });

function opened() {
	const { session, agent } = openFakeSession();
	let replaced = 0;
	const draftReplaced = new Emitter<void>();
	draftReplaced.event(() => replaced++);
	const hosted: Pick<HostedSession, 'session' | 'draft' | 'undelivered' | 'draftReplaced'> = {
		session,
		draft: emptyDraft,
		undelivered: undefined,
		draftReplaced,
	};
	const sessions: Pick<Sessions, 'setDraft' | 'setUndelivered'> = {
		setDraft: (one, draft) => void (one.draft = draft),
		setUndelivered: (one, draft) => void (one.undelivered = draft),
	};
	const parts = { sessions: sessions as Sessions, hosted: hosted as HostedSession };
	const send = (value: string): Promise<void> => {
		setAside(parts.sessions, parts.hosted, draftOf(value));
		return deliver(parts.sessions, parts.hosted, () => session.prompt([text(value)]));
	};
	return { ...parts, agent, send, replaced: () => replaced };
}

describe('[hazard G2] the text of a prompt', () => {
	it('is stored until the agent has it, and no longer', async () => {
		const { hosted, agent, send } = opened();
		const done = send('hello');
		assert.deepEqual(hosted.undelivered, draftOf('hello'));
		await agent.prompted();
		agent.target().onEvent({ type: 'message_chunk', role: 'agent', content: text('hi') });
		assert.equal(hosted.undelivered, undefined);
		agent.endTurn('end_turn');
		await done;
		assert.deepEqual([hosted.draft, hosted.undelivered], [emptyDraft, undefined]);
	});

	it('comes back into the composer when the agent does not start, above what was typed since', async () => {
		const { hosted, agent, send, replaced } = opened();
		agent.failNextAcquire(new AgentError('spawn', 'not found'));
		const done = send('first');
		hosted.draft = draftOf('second');
		await done;
		assert.deepEqual([hosted.draft, hosted.undelivered], [draftOf('first\n\nsecond'), undefined]);
		assert.equal(replaced(), 1);
	});

	it('stays stored while it waits for a login, wherever the agent asked for it [acp C30]', async () => {
		const { sessions, hosted, agent, send, replaced } = opened();
		for (const call of ['newSession', 'prompt']) {
			agent.failures.set(call, required());
			if (call === 'newSession') await send('hello');
			else await resend(sessions, hosted);
			assert.deepEqual([hosted.draft, hosted.undelivered], [emptyDraft, draftOf('hello')], call);
		}
		const done = resend(sessions, hosted);
		await agent.prompted();
		agent.endTurn('end_turn');
		await done;
		assert.deepEqual([hosted.draft, hosted.undelivered], [emptyDraft, undefined]);
		assert.equal(replaced(), 0);
	});

	it('comes back when the user gives up waiting for a login', async () => {
		const { sessions, hosted, agent, send, replaced } = opened();
		agent.failures.set('newSession', required());
		await send('hello');
		takeBack(sessions, hosted);
		assert.deepEqual([hosted.draft, hosted.undelivered], [draftOf('hello'), undefined]);
		takeBack(sessions, hosted);
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
