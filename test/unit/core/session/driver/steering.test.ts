/** Prompts that go into the turn that runs: where they stand, and that none is lost or goes out twice (hazard C10). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import * as limits from '../../../../../src/core/base/limits.ts';
import type { Content } from '../../../../../src/core/session/model/content.ts';
import { text } from './play.ts';
import { answer, fail, places, prompts, running, says, steer } from './steeringRig.ts';
import { bubbles, settle, transcript } from './transcript.ts';

describe('a message that is sent now, to an agent that takes it into its turn', () => {
	it('stands between the words that came before and after the agent took it [hazard C10]', async () => {
		const { session, agent, first } = await running();
		const second = steer(session);
		agent.say(says(' and on'));
		await answer(agent, 'injected');
		agent.say(says('2'));
		agent.endTurn('end_turn');
		assert.deepEqual(await Promise.all([first, second]), ['done', 'done']);
		assert.deepEqual(transcript(session.state), ['user: One', 'agent: 1 and on', 'user: Two', 'agent: 2']);
		assert.deepEqual([prompts(agent), agent.calls.includes('cancel')], [['One'], false]);
		assert.equal(session.state.turnCount, 1);
	});

	it('does so from the composer as well, and leaves what waits already where it is', async () => {
		const { session, agent } = await running();
		void session.prompt([text('Later')]);
		void session.prompt([text('Now')], true);
		await answer(agent, 'injected');
		assert.deepEqual(transcript(session.state), ['user: One', 'agent: 1', 'user: Now']);
		agent.endTurn('end_turn');
		await settle();
		assert.deepEqual(prompts(agent), ['One', 'Later']);
	});

	it('goes out with everything that is attached, once', async () => {
		const { session, agent } = await running();
		const content: readonly Content[] = [
			text('Look'),
			{ type: 'resource_link', uri: 'file:///ws/a.ts', name: 'a.ts' },
			{
				...text('You changed a.ts, and the user undid it.'),
				attached: { name: 'Undone changes', id: 'undone' },
			},
		] as readonly Content[];
		void steer(session, content);
		assert.deepEqual(agent.steered[0]?.content, content);
		await answer(agent, 'required');
		agent.endTurn('end_turn');
		await settle();
		assert.deepEqual(agent.sent[1]?.content, content);
		assert.equal(agent.sent.length, 2);
	});

	it('goes in while a permission waits, which goes on waiting', async () => {
		const { session, agent } = await running();
		void agent.ask({
			subject: { type: 'tool_call', toolCallId: 't1' },
			options: [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }],
		});
		await settle();
		assert.equal(session.state.turn.type, 'requires_action');
		void steer(session);
		await answer(agent, 'injected');
		assert.equal(session.state.pendingPermissions.length, 1);
		assert.equal(session.state.turn.type, 'requires_action');
	});

	it('stands in the order of the answers where two go in', async () => {
		const { session, agent } = await running();
		const outcomes = [steer(session), steer(session, [text('Three')])];
		await answer(agent, 'injected', 0);
		await answer(agent, 'injected', 1);
		agent.endTurn('end_turn');
		assert.deepEqual(await Promise.all(outcomes), ['done', 'done']);
		assert.deepEqual(transcript(session.state), ['user: One', 'agent: 1', 'user: Two', 'user: Three']);
	});
});

describe('where the agent is at rest', () => {
	it('a message is sent as any other once the turn is over, before what waits', async () => {
		const { session, agent } = await running();
		void session.prompt([text('Later')]);
		const second = steer(session);
		await answer(agent, 'required');
		assert.deepEqual(prompts(agent), ['One']);
		agent.endTurn('end_turn');
		await settle();
		assert.deepEqual(prompts(agent), ['One', 'Two']);
		agent.endTurn('end_turn');
		assert.equal(await second, 'done');
		assert.equal(agent.steered.length, 1);
	});

	it('two of them keep their order', async () => {
		const { session, agent } = await running();
		void steer(session);
		void steer(session, [text('Three')]);
		await answer(agent, 'required', 1);
		await answer(agent, 'required', 0);
		for (let turn = 0; turn < 2; turn++) {
			agent.endTurn('end_turn');
			await settle();
		}
		assert.deepEqual(prompts(agent), ['One', 'Two', 'Three']);
	});

	it('nothing overtakes one whose answer comes after the end of the turn', async () => {
		const { session, agent } = await running();
		void session.prompt([text('Later')]);
		void steer(session);
		agent.endTurn('end_turn');
		await settle();
		void session.prompt([text('Last')]);
		await settle();
		assert.deepEqual(prompts(agent), ['One']);
		await answer(agent, 'required');
		assert.deepEqual(prompts(agent), ['One', 'Two']);
	});

	it('one that the turn had taken all the same stands in it, and what waits goes on', async () => {
		const { session, agent } = await running();
		const second = steer(session);
		void session.prompt([text('Later')]);
		agent.endTurn('end_turn');
		await settle();
		await answer(agent, 'injected');
		assert.equal(await second, 'done');
		assert.deepEqual(transcript(session.state), ['user: One', 'agent: 1', 'user: Two', 'user: Later']);
		assert.deepEqual(
			[...session.state.entries.values()].map(({ turn }) => turn),
			[1, 1, 1, 2],
		);
	});

	it('one with which it began a turn of its own shows as a turn, which ends when the agent falls silent', async () => {
		const { session, agent, clock } = await running();
		const second = steer(session);
		agent.endTurn('end_turn');
		await settle();
		await answer(agent, 'began');
		agent.say(says('2'));
		assert.equal(session.state.turn.type, 'running');
		clock.advance(limits.silentTurnMs);
		clock.advance(limits.silentTurnMs);
		assert.equal(await second, 'done');
		assert.deepEqual(transcript(session.state).slice(0, 4), [
			'user: One',
			'agent: 1',
			'user: Two',
			'agent: 2',
		]);
	});
});

describe('what an agent does not take into its turn', () => {
	it('waits in the queue, and the transcript says so and why', async () => {
		const { session, agent } = await running();
		void steer(session);
		await fail(
			agent,
			new AgentError('answered', 'The current model does not support image input', { code: -32600 }),
		);
		assert.deepEqual(places(session), ['here']);
		assert.equal(
			transcript(session.state).at(-1),
			'notice: Fake Agent did not take your message into its turn',
		);
		agent.endTurn('end_turn');
		await settle();
		assert.deepEqual(prompts(agent), ['One', 'Two']);
	});

	it('goes out as any other when the refusal comes after the end of the turn', async () => {
		const { session, agent } = await running();
		void steer(session);
		agent.endTurn('end_turn');
		await settle();
		await fail(agent, new AgentError('answered', 'no active turn to steer'));
		assert.deepEqual(prompts(agent), ['One', 'Two']);
		assert.ok(!transcript(session.state).some((line) => line.startsWith('notice')));
	});

	it('is not asked for again where it does not know the request', async () => {
		const { session, agent } = await running();
		void steer(session);
		await fail(agent, new AgentError('answered', 'Method not found', { code: -32601 }));
		session.sendNow(session.state.queue[0]?.id ?? '');
		assert.deepEqual([agent.steered.length, session.state.turn.type], [1, 'stopping']);
	});

	it('waits for the login where it wants one', async () => {
		const { session, agent } = await running();
		void steer(session);
		await fail(agent, new AgentError('answered', 'Authentication required', { code: -32000 }));
		assert.deepEqual([places(session), session.state.agent.type], [['here'], 'login_required']);
	});

	it('comes back into the composer with Stop, and nothing of it goes out', async () => {
		const { session, agent } = await running();
		const second = steer(session);
		session.stop();
		await answer(agent, 'required');
		assert.equal(await second, 'withdrawn');
		agent.endTurn('cancelled');
		await settle();
		assert.deepEqual([prompts(agent), session.state.queue.length], [['One'], 0]);
	});

	it('stands in the transcript where it had it before it stopped', async () => {
		const { session, agent } = await running();
		const second = steer(session);
		session.stop();
		await answer(agent, 'injected');
		agent.endTurn('cancelled');
		assert.equal(await second, 'done');
		assert.deepEqual(transcript(session.state), ['user: One', 'agent: 1', 'user: Two', 'notice: Stopped']);
	});

	it('waits in the queue when it exits, and comes back when the session lets go of it', async () => {
		for (const leave of ['exit', 'detach'] as const) {
			const { session, agent } = await running();
			const second = steer(session);
			const [steered] = agent.steered;
			if (leave === 'exit') agent.exit(new AgentError('exited', 'It is gone.'));
			else session.detach();
			await settle();
			if (leave === 'detach') assert.equal(await second, 'withdrawn');
			else assert.deepEqual([places(session), session.state.queuePause], [['here'], 'failure']);
			assert.ok(!transcript(session.state).includes('user: Two'));
			assert.ok(steered?.isWithdrawn, 'the agent is told');
		}
	});
});

describe('an agent that does not answer', () => {
	it('is waited for so long; then the user decides, and nothing goes out by itself [hazard C10]', async () => {
		const { session, agent, clock } = await running();
		void steer(session);
		clock.advance(limits.steeringAnswerMs - 1);
		assert.deepEqual(places(session), ['steering']);
		clock.advance(1);
		assert.deepEqual([places(session), session.state.queuePause], [['here'], 'doubt']);
		assert.ok(agent.steered[0]?.isWithdrawn);
		agent.endTurn('end_turn');
		await settle();
		assert.deepEqual(prompts(agent), ['One']);
		session.resumeQueue();
		await settle();
		assert.deepEqual(prompts(agent), ['One', 'Two']);
	});

	it('may say at last that it has the message, which is sent no second time then', async () => {
		const { session, agent, clock } = await running();
		const second = steer(session);
		void session.prompt([text('Later')]);
		clock.advance(limits.steeringAnswerMs);
		agent.endTurn('end_turn');
		await settle();
		await answer(agent, 'injected');
		assert.equal(await second, 'done');
		assert.deepEqual(prompts(agent), ['One', 'Later']);
		assert.equal(session.state.queuePause, undefined);
	});

	it('may refuse it at last, and is asked anew when the user wants that', async () => {
		const { session, agent, clock } = await running();
		void steer(session);
		clock.advance(limits.steeringAnswerMs);
		await fail(agent, new AgentError('answered', 'Request cancelled', { code: -32800 }));
		session.sendNow(session.state.queue[0]?.id ?? '');
		await answer(agent, 'injected', 1);
		assert.equal(agent.steered[1]?.isWithdrawn, false);
		assert.deepEqual(bubbles(session.state), ['user: One', 'user: Two']);
	});

	it('is taken for one that may have the message, where it answers in words that nobody knows', async () => {
		const { session, agent } = await running();
		void steer(session);
		await answer(agent, 'unknown');
		agent.endTurn('end_turn');
		await settle();
		assert.deepEqual([prompts(agent), session.state.queuePause], [['One'], 'doubt']);
	});

	it('gives the message back to the composer after Stop', async () => {
		const { session, clock } = await running();
		const second = steer(session);
		session.stop();
		clock.advance(limits.steeringAnswerMs);
		assert.equal(await second, 'withdrawn');
	});

	it('is not asked once more about a message that it may have: that stops the turn', async () => {
		const { session, agent, clock } = await running();
		void steer(session);
		clock.advance(limits.steeringAnswerMs);
		session.sendNow(session.state.queue[0]?.id ?? '');
		assert.deepEqual([agent.steered.length, session.state.turn.type], [1, 'stopping']);
	});
});

describe('an agent that does not offer it', () => {
	it('is stopped for a message that is sent now, as ever', async () => {
		const { session, agent } = await running({});
		void session.prompt([text('Two')], true);
		assert.deepEqual([agent.steered.length, session.state.turn.type], [0, 'stopping']);
		agent.endTurn('cancelled');
		await settle();
		assert.deepEqual(prompts(agent), ['One', 'Two']);
	});
});
