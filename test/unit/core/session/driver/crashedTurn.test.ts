/** A crash in the middle of a turn, and an agent that can only load: its history knows less than the transcript did. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { Session } from '../../../../../src/core/session/driver/session.ts';
import { call, restOfTurn, thisTurn, transcriptLines, user } from '../reducer/historyRig.ts';
import { type FakeAgent, openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';
import { settle } from './transcript.ts';

const said = (value: string, messageId: string): AgentEvent => ({
	type: 'message_chunk',
	role: 'agent',
	messageId,
	content: text(value),
});

/** A turn with an answered permission, until the agent exits. */
async function crash({ session, agent }: { session: Session; agent: FakeAgent }): Promise<void> {
	const done = session.prompt([text('Edit it')]);
	await agent.prompted();
	agent.say(said('I edit it.', 'm1'), call('t1', 'pending'));
	const asked = agent.ask({
		subject: { type: 'tool_call', toolCallId: 't1' },
		fields: { title: 'Edit a.ts', kind: 'edit' },
		options: [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }],
	});
	session.permissions.answer(session.state.pendingPermissions[0] ?? '', 'yes');
	assert.deepEqual(await asked, { type: 'selected', optionId: 'yes' });
	agent.say(call('t1', 'completed'), said('Half an ans', 'm2'));
	agent.exit(new AgentError('exited', 'It exited with code 1'));
	await done;
	await settle();
}

const told = [user('Edit it'), said('I edit it.', 'm1'), call('t1')];
const kept = [
	...['user: Edit it', 'agent: I edit it.', 'call t1 completed', 'permission answered about t1'],
	...[restOfTurn, 'agent: Half an ans', 'notice: Fake Agent exited'],
];

describe('an agent that loads after a crash in a turn', () => {
	it('takes nothing away that only the host knows [acp C46] [hazard B4]', async () => {
		const opened = openFakeSession({ loadSession: true });
		await crash(opened);
		const { session, agent } = opened;
		agent.replay = told;
		assert.equal(await session.start(), true);
		assert.deepEqual(agent.calls, ['newSession', 'prompt', 'loadSession']);
		assert.deepEqual(transcriptLines(session.state), kept);
		assert.equal(session.state.turn.type, 'idle');
	});

	it('does so as well when the next prompt starts it, which stands there once and after it all', async () => {
		const opened = openFakeSession({ loadSession: true });
		await crash(opened);
		const { session, agent } = opened;
		agent.replay = told;
		const done = session.prompt([text('Go on')]);
		await agent.prompted();
		assert.deepEqual(transcriptLines(session.state), [...kept, 'user: Go on']);
		agent.say(said('Gone on.', 'm3'));
		agent.endTurn('end_turn');
		assert.equal(await done, 'done');
		const lines = [...kept, 'user: Go on', 'agent: Gone on.'];
		assert.deepEqual(transcriptLines(session.state), lines);
		const turns = [...session.state.entries.values()].map(({ turn }) => turn);
		assert.deepEqual(turns, [...kept.map(() => 1), 2, 2]);
		// And once more, with the turn after it in the agent's history.
		session.detach();
		agent.replay = [...told, user('Go on'), said('Gone on.', 'm3')];
		await session.start();
		assert.deepEqual(transcriptLines(session.state), lines);
	});

	it('keeps the turn whole that it knows nothing of, twice in a row', async () => {
		const opened = openFakeSession({ loadSession: true });
		const { session, agent } = opened;
		await crash(opened);
		agent.replay = [user('Something else'), said('Else.', 'm0')];
		for (const _ of [1, 2]) {
			await session.start();
			session.detach();
			assert.deepEqual(transcriptLines(session.state), [
				...['user: Something else', 'agent: Else.', 'user: Edit it', thisTurn],
				...['agent: I edit it.', 'call t1 completed', 'permission answered about t1'],
				...['agent: Half an ans', 'notice: Fake Agent exited'],
			]);
		}
	});

	it('is asked once about what waits, which is not kept as a thing of the past [hazard C1]', async () => {
		const { session, agent } = openFakeSession({ loadSession: true, seed: { sessionId: 'old' } });
		agent.replay = [user('Edit it'), call('t1', 'pending')];
		await session.start();
		const asked = agent.ask({
			subject: { type: 'tool_call', toolCallId: 't1' },
			options: [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }],
		});
		await settle();
		assert.equal(session.state.pendingPermissions.length, 1);
		session.dispatch({ type: 'replay_started' });
		for (const event of agent.replay) session.dispatch(event);
		session.dispatch({ type: 'replay_ended' });
		assert.deepEqual(transcriptLines(session.state), ['user: Edit it', 'call t1 cancelled']);
		void asked;
	});
});
