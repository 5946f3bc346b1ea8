/** The text of a prompt that waits, and of one that comes while another waits (hazard G2, acp C30). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../src/core/base/errors.ts';
import type { HostedSession } from '../../../../src/host/sessions/hostedSession.ts';
import {
	deliver,
	refuseSecond,
	moveToOutbox,
	returnAwaitingLogin,
} from '../../../../src/host/prompt/promptDelivery.ts';
import { hostedFake } from '../hostedFake.ts';
import { draftOf, sessions } from './outboxRig.ts';
import { text } from '../../core/session/driver/play.ts';
import { openFakeSession } from '../../core/session/driver/fakeAgentPort.ts';

const storedTexts = ({ outbox }: HostedSession): string[] => outbox.undelivered.map((sent) => sent.text);

/** A session whose first prompt waits for a login. */
async function holding(): Promise<HostedSession> {
	const { session, agent } = openFakeSession();
	const hosted = hostedFake(session);
	agent.failures.set('newSession', new AgentError('answered', 'Log in', { code: -32000 }));
	const sent = moveToOutbox(sessions, hosted, draftOf('first'));
	await deliver(sessions, hosted, sent, () => session.prompt([text('first')]));
	assert.equal(session.isAwaitingLogin, true);
	return hosted;
}

describe('[hazard G2] a second prompt while the first waits for a login', () => {
	it('goes back into the composer, and the first stays stored [acp C30]', async () => {
		const hosted = await holding();
		refuseSecond(sessions, hosted, draftOf('second'));
		assert.deepEqual([hosted.draft.text, ...storedTexts(hosted)], ['second', 'first']);
		returnAwaitingLogin(sessions, hosted);
		assert.deepEqual([hosted.draft.text, ...storedTexts(hosted)], ['first\n\nsecond']);
	});

	it('brings the first one back when there is no login to wait for any more [acp C30] [hazard B3]', async () => {
		const hosted = await holding();
		hosted.session.detach();
		refuseSecond(sessions, hosted, draftOf('second'));
		assert.equal(hosted.session.isAwaitingLogin, false);
		assert.deepEqual([hosted.draft.text, ...storedTexts(hosted)], ['first\n\nsecond']);
	});
});

describe('[hazard G2] a prompt that cannot even be prepared', () => {
	it('comes back into the composer, and the error is told', async () => {
		const hosted = hostedFake();
		const sent = moveToOutbox(sessions, hosted, draftOf('first'));
		const failing = deliver(sessions, hosted, sent, () => Promise.reject(new Error('no such file')));
		await assert.rejects(failing, /no such file/u);
		assert.deepEqual([hosted.draft.text, ...storedTexts(hosted)], ['first']);
	});
});
