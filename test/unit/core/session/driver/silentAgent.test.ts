/**
 * Agents that answer a prompt with less than the end of its turn, and then say nothing (docs/protocol.md#turn-shapes).
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../../src/core/base/limits.ts';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import { type FakeAgent, type FakeClock, openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';
import { idle, userMessage, working } from './shapes.ts';
import { settle, transcript } from './transcript.ts';

const prompt = (value: string): [{ type: 'text'; text: string }] => [text(value)];
const chunk = (value: string): AgentEvent => ({
	type: 'message_chunk',
	role: 'agent',
	content: text(value),
});

const answers = [{ type: 'taken' }, { type: 'taken', messageId: 'm0' }] as const;

async function prompted(): Promise<{
	session: ReturnType<typeof openFakeSession>['session'];
	agent: FakeAgent;
	clock: FakeClock;
	done: Promise<string>;
}> {
	const { session, agent, clock } = openFakeSession();
	const done = session.prompt(prompt('0'));
	await settle();
	return { session, agent, clock, done };
}

for (const answer of answers) {
	describe(`an agent that answers ${JSON.stringify(answer)} and never says what it does`, () => {
		it('has ended the turn when it is silent for a while, and not before [acp C228] [acp C229]', async () => {
			const { session, agent, clock, done } = await prompted();
			clock.advance(limits.silentTurnMs * 10);
			assert.equal(session.state.turn.type, 'running');
			agent.sent[0]?.answer.resolve(answer);
			await settle();
			clock.advance(limits.silentTurnMs - 1);
			assert.equal(session.state.turn.type, 'running');
			clock.advance(1);
			assert.equal(session.state.turn.type, 'idle');
			assert.equal(await done, 'done');
			assert.deepEqual(transcript(session.state), ['user: 0']);
		});

		it('goes on as long as it says anything, asks, or has a call at work', async () => {
			const { session, agent, clock } = await prompted();
			agent.sent[0]?.answer.resolve(answer);
			await settle();
			const passes = (): void => {
				clock.advance(limits.silentTurnMs);
				assert.notEqual(session.state.turn.type, 'idle');
			};
			agent.say(chunk('word'));
			passes();
			agent.say({ type: 'tool_call', toolCallId: 't1', fields: { status: 'in_progress' } });
			passes();
			passes();
			agent.say({ type: 'tool_call_update', toolCallId: 't1', fields: { status: 'completed' } });
			passes();
			const options = [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' as const }];
			const asked = agent.ask({ subject: { type: 'other', kind: '' }, options });
			passes();
			session.permissions.answer(session.state.pendingPermissions[0] ?? '', 'yes');
			assert.deepEqual(await asked, { type: 'selected', optionId: 'yes' });
			clock.advance(limits.silentTurnMs);
			assert.equal(session.state.turn.type, 'idle');
		});

		it('is over soon after Stop, without force [acp C60] [hazard B6]', async () => {
			const { session, agent, clock, done } = await prompted();
			agent.sent[0]?.answer.resolve(answer);
			await settle();
			agent.say({ type: 'tool_call', toolCallId: 't1', fields: { status: 'in_progress' } });
			session.stop();
			assert.deepEqual(agent.calls.slice(-1), ['cancel']);
			clock.advance(limits.forceStopOfferMs);
			assert.equal(await done, 'done');
			assert.deepEqual(transcript(session.state), ['user: 0', 'tool t1: cancelled', 'notice: Stopped']);
		});

		it('sends what waits here when the silence is over', async () => {
			const { session, agent, clock, done } = await prompted();
			void session.prompt(prompt('1'));
			agent.sent[0]?.answer.resolve(answer);
			await settle();
			clock.advance(limits.silentTurnMs);
			assert.equal(await done, 'done');
			assert.deepEqual(
				agent.sent.map(({ content }) => content),
				[prompt('0'), prompt('1')],
			);
			assert.equal(session.state.turn.type, 'running');
		});

		it('may begin to say it after all: that is a turn [acp C236]', async () => {
			const { session, agent, clock, done } = await prompted();
			agent.sent[0]?.answer.resolve(answer);
			await settle();
			clock.advance(limits.silentTurnMs);
			await done;
			agent.say(working());
			clock.advance(limits.silentTurnMs);
			assert.equal(session.state.turn.type, 'running');
			agent.say(idle());
			assert.equal(session.state.turn.type, 'idle');
		});
	});
}

describe('an agent that works in silence', () => {
	for (const state of ['running', 'requires_action'] as const) {
		it(`and said that it is ${state} is at work until it says otherwise [acp C228]`, async () => {
			const { session, agent, clock } = await prompted();
			agent.sent[0]?.answer.resolve({ type: 'taken' });
			agent.say(userMessage('m0', prompt('0')), working(state));
			await settle();
			clock.advance(limits.silentTurnMs);
			clock.advance(limits.silentTurnMs);
			assert.notEqual(session.state.turn.type, 'idle');
			session.stop();
			clock.advance(limits.forceStopOfferMs);
			assert.equal(session.state.turn.type, 'stopping');
			assert.equal(transcript(session.state).at(-1), 'notice: Fake Agent has not stopped yet');
		});
	}

	it('and has not answered the prompt is at work until it does [acp C51] [acp C60]', async () => {
		const { session, agent, clock } = await prompted();
		agent.say(chunk('word'));
		session.stop();
		clock.advance(limits.forceStopOfferMs);
		clock.advance(limits.silentTurnMs);
		assert.equal(session.state.turn.type, 'stopping');
	});

	it('and holds a prompt is at work until it gives it back or takes it up [acp C228]', async () => {
		const { session, agent, clock } = await prompted();
		agent.sent[0]?.answer.resolve({ type: 'taken', messageId: 'm0' });
		await settle();
		void session.prompt(prompt('1'));
		clock.advance(limits.silentTurnMs);
		assert.equal(session.state.turn.type, 'running');
		assert.deepEqual(
			session.state.queue.map(({ place }) => place),
			['agent'],
		);
	});
});

describe('a held prompt that is answered when its work is over', () => {
	for (const [name, events] of [
		['after work of its own', [idle(), working(), chunk('b'), idle()]],
		['steered into the work that ran', [chunk('b'), idle()]],
	] as const) {
		it(`${name}, leaves nothing running [acp C228] [acp C234]`, async () => {
			const { session, agent, clock } = await prompted();
			agent.sent[0]?.answer.resolve({ type: 'taken', messageId: 'm0' });
			agent.say(working());
			await settle();
			const second = session.prompt(prompt('1'));
			agent.say(...events);
			agent.sent[1]?.answer.resolve({ type: 'taken', messageId: 'm1' });
			await settle();
			clock.advance(limits.silentTurnMs);
			assert.equal(await second, 'done');
			assert.equal(session.state.turn.type, 'idle');
			assert.deepEqual(session.state.queue, []);
		});
	}
});
