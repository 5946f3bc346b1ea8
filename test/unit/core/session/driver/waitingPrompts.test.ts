/** Prompts that wait here for the end of a turn: moved, removed, sent now, and kept when a turn fails. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import type { Session } from '../../../../../src/core/session/driver/session.ts';
import { type FakeAgent, openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';
import { idle, userChunk, working } from './shapes.ts';
import { bubbles, settle } from './transcript.ts';

const said = (agent: FakeAgent): string[] =>
	agent.sent.map(({ content: [part] }) => (part?.type === 'text' ? part.text : ''));
const places = ({ state }: Session): string[] => state.queue.map(({ place }) => place);

describe('a prompt that waits here', () => {
	it('is taken out of the line and comes back [acp C231]', async () => {
		const { session, agent } = openFakeSession();
		const first = session.prompt([text('one')]);
		const second = session.prompt([text('two')]);
		const third = session.prompt([text('three')]);
		await settle();
		session.withdraw(session.state.queue[0]?.id ?? '');
		session.withdraw('q99');
		assert.equal(await second, 'withdrawn');
		agent.endTurn('end_turn');
		await first;
		await settle();
		assert.deepEqual(said(agent), ['one', 'three']);
		agent.endTurn('end_turn');
		assert.equal(await third, 'done');
	});

	it('goes on waiting when the agent does not start', async () => {
		const { session, agent } = openFakeSession();
		agent.failNextAcquire(new AgentError('spawn', 'not found'));
		const first = session.prompt([text('one')]);
		const second = session.prompt([text('two')]);
		assert.equal(await first, 'refused');
		await settle();
		assert.equal(session.state.queuePause, 'failure');
		session.resumeQueue();
		await settle();
		assert.deepEqual(said(agent), ['two']);
		agent.endTurn('end_turn');
		assert.equal(await second, 'done');
	});

	it('goes on waiting when the prompt before it needs a login, and follows it by itself [acp C30]', async () => {
		const { session, agent } = openFakeSession();
		agent.failures.set('prompt', new AgentError('answered', 'Log in', { code: -32000 }));
		const first = session.prompt([text('one')]);
		const second = session.prompt([text('two')]);
		assert.equal(await first, 'awaiting_login');
		assert.equal(session.state.queuePause, 'login');
		session.resumeQueue();
		session.sendNow(session.state.queue[0]?.id ?? '');
		await settle();
		assert.equal(session.state.queuePause, 'login', 'nothing overtakes what waits for the login');
		const again = session.retryAfterLogin();
		assert.equal(session.state.queuePause, undefined);
		await settle();
		agent.endTurn('end_turn');
		assert.equal(await again, 'done');
		await settle();
		agent.endTurn('end_turn');
		assert.equal(await second, 'done');
		assert.deepEqual(said(agent), ['one', 'two']);
	});

	it('goes out after the login when the prompt before it was taken back [acp C30]', async () => {
		const { session, agent } = openFakeSession();
		agent.failures.set('prompt', new AgentError('answered', 'Log in', { code: -32000 }));
		const first = session.prompt([text('one')]);
		const second = session.prompt([text('two')]);
		await first;
		session.takeBackPrompt();
		assert.equal(session.state.queuePause, 'login');
		void session.retryAfterLogin();
		await settle();
		assert.deepEqual(said(agent), ['two']);
		agent.endTurn('end_turn');
		assert.equal(await second, 'done');
	});

	it('goes on waiting when the prompt before it was refused', async () => {
		const { session, agent } = openFakeSession();
		agent.failures.set('prompt', new AgentError('unsupported', 'No images'));
		const first = session.prompt([text('one')]);
		void session.prompt([text('two')]);
		assert.equal(await first, 'refused');
		assert.deepEqual([places(session), session.state.queuePause], [['here'], 'failure']);
		session.dispose();
	});

	it('goes on waiting when the agent exits, and opens the session again when the user says so', async () => {
		const { session, agent } = openFakeSession({ loadSession: true });
		const first = session.prompt([text('one')]);
		const second = session.prompt([text('two')]);
		await settle();
		agent.exit(new AgentError('exited', 'gone'));
		await first;
		assert.deepEqual([places(session), session.state.queuePause], [['here'], 'failure']);
		session.resumeQueue();
		await settle();
		assert.deepEqual(said(agent), ['one', 'two']);
		assert.equal(bubbles(session.state).at(-1), 'user: two');
		agent.endTurn('end_turn');
		assert.equal(await second, 'done');
	});

	it('is moved among those that wait, and goes out in the new order', async () => {
		const { session, agent } = openFakeSession();
		for (const value of ['0', '1', '2', '3']) void session.prompt([text(value)]);
		await settle();
		const order = (): string[] => session.state.queue.map(({ id }) => id);
		assert.deepEqual(order(), ['q1', 'q2', 'q3']);
		session.moveQueued('q3', 'up');
		session.moveQueued('q1', 'down');
		assert.deepEqual(order(), ['q3', 'q1', 'q2']);
		session.moveQueued('q3', 'up');
		session.moveQueued('q2', 'down');
		session.moveQueued('q9', 'up');
		assert.deepEqual(order(), ['q3', 'q1', 'q2']);
		for (let turn = 0; turn < 3; turn++) {
			agent.endTurn('end_turn');
			await settle();
		}
		assert.deepEqual(said(agent), ['0', '3', '1', '2']);
		session.dispose();
	});

	it('is removed for good, and does not come back', async () => {
		const { session } = openFakeSession();
		void session.prompt([text('0')]);
		const second = session.prompt([text('1')]);
		session.removeQueued('q1');
		assert.equal(await second, 'done');
		assert.deepEqual(session.state.queue, []);
		session.dispose();
	});

	it('is sent now: the turn is asked to stop, and the others wait for their turn', async () => {
		const { session, agent } = openFakeSession();
		for (const value of ['0', '1', '2', '3']) void session.prompt([text(value)]);
		await settle();
		session.sendNow('q2');
		session.sendNow('q3');
		assert.equal(session.state.turn.type, 'stopping');
		assert.equal(agent.calls.filter((call) => call === 'cancel').length, 1);
		assert.deepEqual(
			session.state.queue.map(({ id, isNext = false }) => [id, isNext]),
			[
				['q3', true],
				['q2', false],
				['q1', false],
			],
		);
		assert.deepEqual(said(agent), ['0'], 'the turn ends first (acp C52)');
		for (const reason of ['cancelled', 'end_turn', 'end_turn'] as const) {
			agent.endTurn(reason);
			await settle();
		}
		assert.deepEqual(said(agent), ['0', '3', '2', '1']);
		session.dispose();
	});

	it('is sent now although the queue is paused, which goes on being paused', async () => {
		const { session, agent } = openFakeSession();
		for (const value of ['0', '1', '2']) void session.prompt([text(value)]);
		await settle();
		agent.endTurn('refusal');
		await settle();
		session.sendNow('q2');
		await settle();
		assert.deepEqual(said(agent), ['0', '2']);
		agent.endTurn('end_turn');
		await settle();
		assert.deepEqual([said(agent).length, session.state.queuePause], [2, 'failure']);
		session.dispose();
	});

	it('comes back with all others when Stop is pressed after it was to be sent now', async () => {
		const { session, agent } = openFakeSession();
		const first = session.prompt([text('0')]);
		const second = session.prompt([text('1')]);
		await settle();
		session.sendNow('q1');
		session.stop();
		assert.equal(await second, 'withdrawn');
		agent.endTurn('cancelled');
		await first;
		assert.deepEqual(said(agent), ['0']);
	});

	it('goes out after Stop was pressed before the first one had gone out', async () => {
		const { session, agent } = openFakeSession();
		const first = session.prompt([text('one')]);
		session.stop();
		const second = session.prompt([text('two')]);
		assert.equal(await first, 'withdrawn');
		await settle();
		assert.deepEqual(said(agent), ['two']);
		agent.endTurn('end_turn');
		assert.equal(await second, 'done');
	});

	it('waits for work that the agent began by itself [acp C236]', async () => {
		const { session, agent } = openFakeSession();
		await session.start();
		agent.say(working());
		const done = session.prompt([text('one')]);
		await settle();
		assert.deepEqual(said(agent), []);
		agent.say(idle());
		await settle();
		assert.deepEqual(said(agent), ['one']);
		session.dispose();
		await done;
	});
});

describe('a prompt whose message the agent has taken for another one', () => {
	for (const { what, error, outcome } of [
		{
			what: 'comes back when the agent gives it back',
			error: new AgentError('refused', 'Request cancelled', { code: -32800 }),
			outcome: 'withdrawn',
		},
		{
			what: 'comes back when the agent refuses it',
			error: new AgentError('refused', 'No', { code: -32602 }),
			outcome: 'refused',
		},
	]) {
		it(`${what}, and the turn of the other goes on [acp C230] [acp C231]`, async () => {
			const { session, agent } = openFakeSession();
			const before = session.prompt([text('hello')]);
			await settle();
			agent.sent[0]?.answer.resolve({ type: 'taken', messageId: 'm0' });
			agent.say(working(), idle());
			await before;
			const first = session.prompt([text('prompt 19')]);
			await settle();
			agent.say(working());
			const second = session.prompt([text('prompt 62')]);
			await settle();
			// The beginning fits both; what follows fits the second only, and so does the name that the answer gives.
			agent.say(userChunk('pr', 'm2'), userChunk('ompt 62', 'm2'), working());
			agent.sent[2]?.answer.resolve({ type: 'taken', messageId: 'm2' });
			await settle();
			agent.sent[1]?.answer.reject(error);
			assert.equal(await first, outcome);
			assert.equal(session.state.turn.type, 'running');
			agent.say(idle());
			assert.equal(await second, 'done');
			assert.equal(session.state.turn.type, 'idle');
			assert.deepEqual(bubbles(session.state), ['user: hello', 'user: prompt 62']);
		});
	}
});
