/** An agent that wants a login first: nothing the user did is lost, and all of it is done afterwards (acp C30). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import type { AuthMethod } from '../../../../../src/core/session/model/auth.ts';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { MessageEntry } from '../../../../../src/core/session/model/entry.ts';
import type { Session } from '../../../../../src/core/session/driver/session.ts';
import { openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';
import { settle } from './transcript.ts';

const required = (): AgentError => new AgentError('answered', 'Please log in', { code: -32000 });
/** The agent offers one choice, which can be made. */
const oneOption: AgentEvent = {
	type: 'options',
	options: {
		configOptions: [{ id: 'model', name: 'Model', via: 'option', type: 'boolean', current: false }],
	},
};
const browser: AuthMethod = { id: 'browser', name: 'Browser', type: 'agent' };

function opened(): ReturnType<typeof openFakeSession> {
	const fake = openFakeSession();
	fake.agent.authMethods = [browser];
	return fake;
}

function prompts({ state }: Session): MessageEntry[] {
	return [...state.entries.values()].filter(
		(entry): entry is MessageEntry => entry.type === 'message' && entry.origin === 'user',
	);
}

const count = (calls: readonly string[], call: string): number => calls.filter((one) => one === call).length;

describe('[acp C30] [hazard C12] a login that is needed', () => {
	it('at the opening is shown with its reason and its ways; the session opens afterwards', async () => {
		const { session, agent } = opened();
		agent.failures.set('newSession', required());
		assert.equal(await session.start(), false);
		assert.deepEqual(session.state.agent, {
			type: 'login_required',
			reason: 'Please log in',
			methods: [browser],
		});
		assert.equal(session.state.entries.size, 0);
		assert.equal(await session.retryAfterLogin(), 'done');
		assert.ok(session.isOpen);
		assert.equal(session.state.agent.type, 'ready');
	});

	it('at the opening keeps the prompt, and sends it once', async () => {
		const { session, agent } = opened();
		agent.failures.set('newSession', required());
		assert.equal(await session.prompt([text('hello')]), 'awaiting_login');
		assert.ok(session.isAwaitingLogin);
		assert.deepEqual(
			prompts(session).map(({ isUnsent, content }) => [isUnsent, content]),
			[[true, [text('hello')]]],
		);
		const done = session.retryAfterLogin();
		await agent.prompted();
		assert.deepEqual(
			prompts(session).map(({ isUnsent }) => isUnsent),
			[false],
		);
		agent.endTurn('end_turn');
		assert.equal(await done, 'done');
		assert.ok(!session.isAwaitingLogin);
		assert.deepEqual(agent.calls, ['newSession', 'newSession', 'prompt']);
		assert.equal(await session.retryAfterLogin(), 'done');
		assert.equal(count(agent.calls, 'prompt'), 1);
	});

	it('at the prompt keeps it, in the session that is open', async () => {
		const { session, agent } = opened();
		await session.start();
		agent.failures.set('prompt', required());
		assert.equal(await session.prompt([text('hello')]), 'awaiting_login');
		assert.equal(session.state.turn.type, 'idle');
		assert.equal(session.state.agent.type, 'login_required');
		const done = session.retryAfterLogin();
		await agent.prompted();
		assert.equal(session.state.agent.type, 'ready');
		agent.endTurn('end_turn');
		assert.equal(await done, 'done');
		assert.deepEqual(agent.calls, ['newSession', 'prompt', 'prompt']);
		assert.equal(prompts(session).length, 1);
	});

	it('several times in a row keeps the prompt each time', async () => {
		const { session, agent } = opened();
		agent.failures.set('newSession', required());
		assert.equal(await session.prompt([text('hello')]), 'awaiting_login');
		for (const call of ['newSession', 'prompt', 'prompt']) {
			agent.failures.set(call, required());
			assert.equal(await session.retryAfterLogin(), 'awaiting_login');
			assert.deepEqual(session.state.promptAwaitingLogin, [text('hello')]);
			assert.equal(session.state.agent.type, 'login_required');
		}
		const done = session.retryAfterLogin();
		await agent.prompted();
		agent.endTurn('end_turn');
		assert.equal(await done, 'done');
		assert.equal(prompts(session).length, 1);
	});

	it('survives the new process that a login in a terminal needs [acp C28]', async () => {
		const { session, agent } = opened();
		await session.start();
		agent.failures.set('prompt', required());
		await session.prompt([text('hello')]);
		session.detach();
		assert.ok(session.isAwaitingLogin);
		const done = session.retryAfterLogin();
		await agent.prompted();
		agent.endTurn('end_turn');
		assert.equal(await done, 'done');
		assert.deepEqual(agent.calls, ['newSession', 'prompt', 'newSession', 'prompt']);
	});

	it('lets no second prompt push the first aside', async () => {
		const { session, agent } = opened();
		agent.failures.set('newSession', required());
		await session.prompt([text('first')]);
		assert.equal(await session.prompt([text('second')]), 'refused');
		assert.deepEqual(session.state.promptAwaitingLogin, [text('first')]);
		assert.equal(prompts(session).length, 1);
	});

	it('can be given up: nothing is sent afterwards', async () => {
		const { session, agent } = opened();
		agent.failures.set('newSession', required());
		await session.prompt([text('hello')]);
		session.takeBackPrompt();
		assert.ok(!session.isAwaitingLogin);
		assert.equal(await session.retryAfterLogin(), 'done');
		assert.deepEqual(agent.calls, ['newSession', 'newSession']);
		assert.equal(prompts(session)[0]?.isUnsent, true);
	});

	it('at a choice is shown, and the choice is made again after it', async () => {
		const { session, agent } = opened();
		await session.start();
		agent.say(oneOption);
		agent.failures.set('setOption', required());
		await session.setOption('model', true);
		assert.equal(session.state.agent.type, 'login_required');
		assert.equal(session.state.entries.size, 0);
		await session.retryAfterLogin();
		assert.equal(session.state.agent.type, 'ready');
		assert.equal(count(agent.calls, 'setOption model=true'), 2);
		await session.retryAfterLogin();
		assert.equal(count(agent.calls, 'setOption model=true'), 2);
	});

	it('leaves the prompt unsent when the agent exits before it goes out again [hazard B3]', async () => {
		const { session, agent } = opened();
		await session.start();
		agent.say(oneOption);
		agent.failures.set('prompt', required());
		assert.equal(await session.prompt([text('hello')]), 'awaiting_login');
		agent.failures.set('setOption', required());
		await session.setOption('model', true);
		agent.silent.add('setOption');
		void session.retryAfterLogin();
		await settle();
		assert.equal(session.state.turn.type, 'running');
		agent.exit(new AgentError('exited', 'gone'));
		assert.equal(session.state.turn.type, 'idle');
		assert.deepEqual(
			prompts(session).map(({ isUnsent }) => isUnsent),
			[true],
		);
	});

	it('is over as soon as the agent does again what it is asked', async () => {
		const { session, agent } = opened();
		await session.start();
		agent.say(oneOption);
		agent.failures.set('setOption', required());
		await session.setOption('model', true);
		const done = session.prompt([text('works all the same')]);
		await agent.prompted();
		agent.endTurn('end_turn');
		await done;
		assert.equal(session.state.agent.type, 'ready');
	});

	it('is no news to who pressed Stop', async () => {
		const { session, agent } = opened();
		const done = session.prompt([text('hello')]);
		await agent.prompted();
		session.stop();
		agent.failTurn(required());
		await done;
		assert.ok(!session.isAwaitingLogin);
		assert.equal(session.state.turn.type, 'idle');
	});
});

describe('another account of an agent', () => {
	it('takes the quota of the one before out of a session that is open', async () => {
		const { session, agent } = openFakeSession();
		await session.start();
		agent.say({ type: 'quota', windows: [{ id: 'five_hour', hours: 5, used: 0.9 }] });
		assert.equal(session.state.quota.length, 1);
		agent.authStatus.fire({ state: 'authenticated', accounts: [] });
		assert.deepEqual(session.state.quota, []);
	});
});
