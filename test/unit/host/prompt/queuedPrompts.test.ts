/** Prompts that wait for their turn are text of the user: each is somewhere at every moment, and nowhere twice. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../src/core/base/errors.ts';
import type { PromptAnswer } from '../../../../src/core/session/model/agentPort.ts';
import { resend, returnAwaitingLogin } from '../../../../src/host/prompt/promptDelivery.ts';
import type { FakeAgent } from '../../core/session/driver/fakeAgentPort.ts';
import { text } from '../../core/session/driver/play.ts';
import { draftOf, openOutbox, settled } from './outboxRig.ts';

const cancelled = (): AgentError => new AgentError('refused', 'withdrawn', { code: -32800 });

/** What is sent next comes while the agent starts. */
function startSlowly(agent: FakeAgent): void {
	const acquire = agent.acquire.bind(agent);
	agent.acquire = () => settled().then(acquire);
}

/** A turn runs, and two prompts wait for its end. */
async function queued() {
	const rig = openOutbox();
	const sent = [rig.send('first')];
	await rig.agent.prompted();
	sent.push(rig.send('second'), rig.send('third'));
	await settled();
	return { ...rig, sent };
}

/** The same with an agent that holds the prompts itself. */
async function heldByAgent() {
	const rig = openOutbox();
	const answers: PromiseWithResolvers<PromptAnswer>[] = [];
	rig.agent.onPrompt = (_content, signal) => {
		const answer = Promise.withResolvers<PromptAnswer>();
		answers.push(answer);
		signal?.addEventListener('abort', () => answer.reject(cancelled()));
		return answer.promise;
	};
	const work = (type: 'idle' | 'running'): void =>
		rig.agent
			.target()
			.onEvent({ type: 'work', work: { type }, ...(type === 'idle' ? { end: { reason: 'end_turn' } } : {}) });
	const take = (at: number): void => answers[at]?.resolve({ type: 'taken', messageId: `m${at}` });
	void rig.send('first');
	await settled();
	take(0);
	work('running');
	await settled();
	void rig.send('second');
	void rig.send('third');
	await settled();
	assert.deepEqual(
		rig.session.state.queue.map(({ place }) => place),
		['agent', 'agent'],
	);
	return { ...rig, answers, take, work };
}

describe('[hazard G2] prompts that wait for the end of a turn', () => {
	it('are all stored, and each no longer than until its own turn begins', async () => {
		const { agent, kinds, sent } = await queued();
		assert.deepEqual(kinds(), ['', ['second', 'third']]);
		agent.endTurn('end_turn');
		await settled();
		assert.deepEqual(kinds(), ['', ['third']]);
		agent.endTurn('end_turn');
		await settled();
		assert.deepEqual(kinds(), ['', []]);
		agent.endTurn('end_turn');
		await Promise.all(sent);
		assert.deepEqual(kinds(), ['', []]);
	});

	it('come back in the order they were sent when the user stops, above what is typed', async () => {
		const { hosted, session, agent, kinds, sent } = await queued();
		hosted.draft = draftOf('typed');
		session.stop();
		await settled();
		assert.deepEqual(kinds(), ['second\n\nthird\n\ntyped', []]);
		agent.endTurn('cancelled');
		await Promise.all(sent);
		assert.deepEqual(kinds(), ['second\n\nthird\n\ntyped', []]);
	});

	it('stay stored while they wait for the user after the agent died', async () => {
		const { agent, session, kinds } = await queued();
		agent.exit(new AgentError('exited', 'gone'));
		await settled();
		assert.deepEqual(kinds(), ['', ['second', 'third']]);
		session.removeQueued(session.state.queue[0]?.id ?? '');
		await settled();
		assert.deepEqual(kinds(), ['', ['third']]);
		session.resumeQueue();
		await settled();
		agent.target().onEvent({ type: 'message_chunk', role: 'agent', content: text('Third it is.') });
		await settled();
		assert.deepEqual(kinds(), ['', []]);
	});

	it('come back one by one when the user wants them, the others go on waiting', async () => {
		const { session, kinds } = await queued();
		session.withdraw(session.state.queue[1]?.id ?? '');
		await settled();
		assert.deepEqual(kinds(), ['third', ['second']]);
		session.withdraw(session.state.queue[0]?.id ?? '');
		await settled();
		assert.deepEqual(kinds(), ['second\n\nthird', []]);
	});

	it('come back above what came back before, once the user has worked on that', async () => {
		const { hosted, session, kinds } = await queued();
		session.withdraw(session.state.queue[0]?.id ?? '');
		await settled();
		hosted.draft = draftOf('second, changed');
		session.stop();
		await settled();
		assert.deepEqual(kinds(), ['third\n\nsecond, changed', []]);
	});

	it('stay stored when there is no agent to be had for the first one [hazard B3]', async () => {
		const { agent, session, send, kinds } = openOutbox();
		startSlowly(agent);
		agent.failNextAcquire(new AgentError('spawn', 'not found'));
		const first = send('first');
		void send('second');
		void send('third');
		await first;
		await settled();
		assert.deepEqual(kinds(), ['first', ['second', 'third']]);
		assert.equal(session.state.queuePause, 'failure');
	});

	it('stay stored with the first one while that waits for a login [acp C30]', async () => {
		const { sessions, hosted, agent, send, kinds } = openOutbox();
		startSlowly(agent);
		const required = (): AgentError => new AgentError('answered', 'Log in', { code: -32000 });
		agent.failures.set('newSession', required());
		const first = send('first');
		void send('second');
		void send('third');
		await first;
		assert.deepEqual(kinds(), ['', ['first', 'second', 'third']]);
		agent.failures.set('newSession', required());
		await resend(sessions, hosted);
		assert.deepEqual(kinds(), ['', ['first', 'second', 'third']]);
		returnAwaitingLogin(sessions, hosted);
		assert.deepEqual(kinds(), ['first', ['second', 'third']]);
	});

	it('are not overtaken by one that is quicker to prepare', async () => {
		const { agent, session, send } = openOutbox();
		const slow = Promise.withResolvers<ReturnType<typeof text>[]>();
		void send('first', slow.promise);
		void send('second');
		await settled();
		assert.deepEqual(agent.calls, []);
		slow.resolve([text('first')]);
		await agent.prompted();
		assert.deepEqual(
			session.state.queue.map(({ content }) => content),
			[[text('second')]],
		);
	});
});

describe('[hazard G2] prompts that the agent holds', () => {
	it('are stored until the agent has taken each up [acp C231]', async () => {
		const { kinds, take, work } = await heldByAgent();
		assert.deepEqual(kinds(), ['', ['second', 'third']]);
		take(1);
		await settled();
		assert.deepEqual(kinds(), ['', ['third']]);
		work('idle');
		await settled();
		assert.deepEqual(kinds(), ['', ['third']]);
		take(2);
		await settled();
		assert.deepEqual(kinds(), ['', []]);
	});

	it('stay stored while the agent has not agreed to give them back, and come back in order [acp C231]', async () => {
		const { agent, session, answers, kinds } = await heldByAgent();
		session.stop();
		await settled();
		assert.ok(agent.calls.includes('cancel'));
		assert.deepEqual(kinds(), ['', ['second', 'third']]);
		answers[2]?.reject(cancelled());
		await settled();
		assert.deepEqual(kinds(), ['third', ['second']]);
		answers[1]?.reject(cancelled());
		await settled();
		assert.deepEqual(kinds(), ['second\n\nthird', []]);
	});

	it("are the agent's when it names one that it was asked to give back", async () => {
		const { agent, session, kinds } = await heldByAgent();
		agent.target().onEvent({ type: 'message', role: 'user', messageId: 'x1', content: [text('second')] });
		await settled();
		assert.deepEqual(kinds(), ['', ['third']]);
		session.stop();
		await settled();
		assert.deepEqual(kinds(), ['', ['third']]);
	});

	it('come back all at once when the session lets go of it', async () => {
		const { session, kinds } = await heldByAgent();
		session.detach();
		await settled();
		assert.deepEqual(kinds(), ['second\n\nthird', []]);
	});
});
