/** Which turns have ended unseen, and how: by what the session has stored of the end, not by what is shown of it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../src/core/base/errors.ts';
import type { Session } from '../../../../src/core/session/driver/session.ts';
import { TurnEnds } from '../../../../src/host/attention/turnEnds.ts';
import type { HostedSession } from '../../../../src/host/sessions/hostedSession.ts';
import { workShownMs } from '../../../../src/host/sessions/listChanges.ts';
import { type FakeAgent, openFakeSession } from '../../core/session/driver/fakeAgentPort.ts';
import { text } from '../../core/session/driver/play.ts';
import { settle } from '../../core/session/driver/transcript.ts';

/** How a turn ended is asked for in a task of its own. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function endOf(end: (agent: FakeAgent, session: Session) => void): Promise<readonly unknown[]> {
	const { session, agent } = openFakeSession();
	const ends: string[] = [];
	const turns = new TurnEnds({ isSeen: () => false, onEnd: (_hosted, result) => ends.push(result) });
	turns.watch({ session } as HostedSession);
	void session.prompt([text('go')]);
	await settle();
	end(agent, session);
	await settle();
	await nextTask();
	return [session.state.lastEnd?.reason, ...ends];
}

describe('a turn that begins', () => {
	it('is told when it has run for a moment, and a shorter one only with its end', async (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const { session, agent } = openFakeSession();
		const turns = new TurnEnds({ isSeen: () => true, onEnd: () => assert.fail('seen') });
		const told: number[] = [];
		turns.onDidChange(() => told.push(turns.working.length));
		turns.watch({ session } as HostedSession);
		void session.prompt([text('short')]);
		await settle();
		agent.endTurn('end_turn');
		await settle();
		assert.deepEqual(told.splice(0), [0]);
		t.mock.timers.tick(workShownMs);
		assert.deepEqual(told, [], 'nothing works any more');
		void session.prompt([text('long')]);
		await settle();
		t.mock.timers.tick(workShownMs - 1);
		assert.deepEqual(told, []);
		t.mock.timers.tick(1);
		assert.deepEqual(told.splice(0), [1]);
		agent.endTurn('end_turn');
		await settle();
		assert.deepEqual(told, [0]);
		turns.dispose();
	});
});

describe('a turn that ends unseen', () => {
	it('is done when the agent ends it, and stores how', async () => {
		assert.deepEqual(await endOf((agent) => agent.endTurn('end_turn')), ['end_turn', 'done']);
	});

	for (const reason of ['error', 'refusal', 'max_tokens', 'max_turn_requests'] as const)
		it(`has failed when the agent ends it for ${reason}`, async () => {
			assert.deepEqual(await endOf((agent) => agent.endTurn(reason)), [reason, 'failed']);
		});

	it('has failed when its request fails, or its agent exits', async () => {
		const fail = new AgentError('answered', 'No', { code: -32_603 });
		assert.deepEqual(await endOf((agent) => agent.failTurn(fail)), ['error', 'failed']);
		assert.deepEqual(await endOf((agent) => agent.exit(new AgentError('exited', 'Gone'))), [
			'error',
			'failed',
		]);
	});

	it('is done although a warning that is not about its end stands below it', async () => {
		const warned = (agent: FakeAgent, session: Session): void => {
			const notice = { severity: 'warning', title: 'A request was refused', actions: [] } as const;
			session.dispatch({ type: 'notice', notice });
			agent.endTurn('end_turn');
		};
		assert.deepEqual(await endOf(warned), ['end_turn', 'done']);
	});

	it('is no news when the user stopped it or let go of the agent', async () => {
		const stop = (agent: FakeAgent, session: Session): void => {
			session.stop();
			agent.endTurn('cancelled');
		};
		assert.deepEqual(await endOf(stop), ['cancelled']);
		assert.deepEqual(await endOf((_agent, session) => session.detach()), ['cancelled']);
	});
});
