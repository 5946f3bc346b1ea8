import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import type { AgentCapabilities } from '../../../../../src/core/session/model/capabilities.ts';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { SessionSeed } from '../../../../../src/core/session/reducer/createSessionState.ts';
import type { Session } from '../../../../../src/core/session/driver/session.ts';
import { type FakeAgent, openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';
import { said } from '../../../../../src/core/view/sayings.ts';

const old = { sessionId: 'old', title: 'Fix the tests' };
const refusal = (): AgentError => new AgentError('answered', 'No such session', { code: -32602 });
const history: readonly AgentEvent[] = [
	{ type: 'message_chunk', role: 'user', content: text('one') },
	{ type: 'message_chunk', role: 'agent', content: text('answer') },
];

function known(
	capabilities: Partial<AgentCapabilities>,
	seed: Partial<SessionSeed> = old,
): ReturnType<typeof openFakeSession> {
	const opened = openFakeSession({ seed });
	opened.agent.capabilities = capabilities;
	return opened;
}

function saidIn({ state }: Session): string[] {
	return [...state.entries.values()].flatMap((entry) =>
		entry.type === 'message' ? entry.content.map((item) => (item.type === 'text' ? item.text : '')) : [],
	);
}

function noticesIn({ state }: Session): string[] {
	return [...state.entries.values()].flatMap((entry) => (entry.type === 'notice' ? [said(entry.title)] : []));
}

/** A turn from the prompt to the agent's answer, so that there is a conversation. */
async function talk(session: Session, agent: FakeAgent): Promise<void> {
	const done = session.prompt([text('one')]);
	await agent.prompted();
	agent.target().onEvent({ type: 'message_chunk', role: 'agent', content: text('answer') });
	agent.endTurn('end_turn');
	await done;
}

describe('opening a session that the agent keeps', () => {
	it('loads it, history included, when the agent can [acp C33]', async () => {
		const { session, agent } = known({ loadSession: true, resumeSession: true });
		agent.replay = history;
		assert.equal(await session.start(), true);
		assert.deepEqual(agent.calls, ['loadSession']);
		assert.deepEqual(saidIn(session), ['one', 'answer']);
		assert.equal(session.state.sessionId, 'old');
		assert.equal(session.state.turn.type, 'idle');
		assert.equal(session.state.isReplaying, false);
	});

	it('asks once more after an error that says nothing: some agents fail now and then', async () => {
		const { session, agent } = known({ loadSession: true });
		agent.replay = history;
		agent.failures.set('loadSession', new AgentError('answered', 'Internal error', { code: -32603 }));
		assert.equal(await session.start(), true);
		assert.deepEqual(agent.calls, ['loadSession', 'loadSession']);
		assert.deepEqual(saidIn(session), ['one', 'answer']);
		assert.equal(session.state.sessionId, 'old');
	});

	it('resumes it when the agent cannot load, and says that the history is missing [acp C33] [acp C34]', async () => {
		const { session, agent } = known({ resumeSession: true });
		await session.start();
		assert.deepEqual(agent.calls, ['resumeSession']);
		assert.deepEqual(noticesIn(session), ['The session is back, its history is not']);
	});

	it('begins a new one when the agent can do neither, and says so [acp C33] [acp C34]', async () => {
		const { session, agent } = known({});
		await session.start();
		assert.deepEqual(agent.calls, ['newSession']);
		assert.equal(session.state.sessionId, 'a1');
		assert.deepEqual(noticesIn(session), ['Fake Agent could not bring this session back']);
	});

	it('says nothing of a loss when there never was anything', async () => {
		const { session, agent } = known({ loadSession: true }, { sessionId: 'old' });
		agent.failures.set('loadSession', refusal());
		await session.start();
		assert.deepEqual(agent.calls, ['loadSession', 'newSession']);
		assert.deepEqual(noticesIn(session), []);
	});

	it('resumes what cannot be loaded, and begins anew what can be neither', async () => {
		const { session, agent } = known({ loadSession: true, resumeSession: true });
		agent.failures.set('loadSession', refusal());
		await session.start();
		assert.deepEqual(agent.calls, ['loadSession', 'resumeSession']);
		const other = known({ loadSession: true, resumeSession: true });
		other.agent.failures.set('loadSession', refusal()).set('resumeSession', refusal());
		await other.session.start();
		assert.deepEqual(other.agent.calls, ['loadSession', 'resumeSession', 'newSession']);
		assert.deepEqual(noticesIn(other.session), ['Fake Agent could not bring this session back']);
	});

	it('asks for a login instead of beginning a new one when the agent wants one [acp C30]', async () => {
		for (const call of ['loadSession', 'resumeSession'] as const) {
			const { session, agent } = known({ [call]: true });
			agent.failures.set(call, new AgentError('answered', 'Log in', { code: -32000 }));
			assert.equal(await session.start(), false);
			assert.deepEqual(agent.calls, [call]);
			assert.equal(session.state.agent.type, 'login_required');
			assert.equal(session.state.sessionId, 'old');
			// After the login the same session is taken up.
			await session.retryAfterLogin();
			assert.deepEqual(agent.calls, [call, call]);
			assert.equal(session.state.agent.type, 'ready');
		}
	});

	it('does not begin a new one because the agent is gone', async () => {
		const { session, agent } = known({ loadSession: true });
		agent.failures.set('loadSession', new AgentError('exited', 'gone'));
		assert.equal(await session.start(), false);
		assert.deepEqual(agent.calls, ['loadSession']);
		assert.equal(session.state.sessionId, 'old');
		assert.deepEqual(noticesIn(session), ['Fake Agent exited']);
	});
});

describe('opening a session again', () => {
	it('rebuilds the transcript from the replay alone: loaded twice, it stands there once [acp C46]', async () => {
		const { session, agent } = known({ loadSession: true });
		agent.replay = history;
		await session.start();
		const entries = session.state.entries.size;
		session.detach();
		await session.start();
		assert.deepEqual(agent.calls, ['loadSession', 'loadSession']);
		assert.equal(session.state.entries.size, entries);
		assert.deepEqual(saidIn(session), ['one', 'answer']);
	});

	it('keeps what is shown when the agent resumes, without a replay and without a word', async () => {
		const { session, agent } = known({ loadSession: true, resumeSession: true }, {});
		await talk(session, agent);
		session.detach();
		await session.start();
		assert.deepEqual(agent.calls, ['newSession', 'prompt', 'resumeSession']);
		assert.deepEqual(saidIn(session), ['one', 'answer']);
		assert.deepEqual(noticesIn(session), []);
	});

	it('keeps what is shown when the agent loads and replays nothing', async () => {
		const { session, agent } = known({ loadSession: true }, {});
		await talk(session, agent);
		session.detach();
		await session.start();
		assert.deepEqual(agent.calls, ['newSession', 'prompt', 'loadSession']);
		assert.deepEqual(saidIn(session), ['one', 'answer']);
	});

	it('rebuilds the transcript from a replay that is a summary and nothing else', async () => {
		const { session, agent } = known({ loadSession: true }, {});
		await talk(session, agent);
		session.detach();
		agent.replay = [{ type: 'compaction_chunk', compactionId: 'c', content: text('So far: one.') }];
		await session.start();
		const [first] = session.state.entries.values();
		assert.deepEqual([first?.type, first?.origin], ['compaction', 'replay']);
	});

	it('says that the agent does not remember when it had to begin anew', async () => {
		const { session, agent } = known({}, {});
		await talk(session, agent);
		session.detach();
		await session.start();
		assert.deepEqual(saidIn(session), ['one', 'answer']);
		assert.deepEqual(noticesIn(session), ['Fake Agent was started anew']);
	});

	it('says so only once there is another session: until then the one that was can still be loaded', async () => {
		const { session, agent } = known({ loadSession: true }, {});
		await talk(session, agent);
		session.detach();
		agent.failures
			.set('loadSession', refusal())
			.set('newSession', new AgentError('answered', 'Log in', { code: -32000 }));
		assert.equal(await session.start(), false);
		assert.equal(session.state.agent.type, 'login_required');
		assert.deepEqual(noticesIn(session), []);
		agent.replay = history;
		await session.start();
		assert.deepEqual(agent.calls.slice(2), ['loadSession', 'newSession', 'loadSession']);
		assert.deepEqual(saidIn(session), ['one', 'answer']);
		assert.equal(session.state.sessionId, 'a1');
	});

	it('says it once, before the new session, when that comes about at the second try', async () => {
		const { session, agent } = known({}, {});
		await talk(session, agent);
		session.detach();
		agent.failures.set('newSession', new AgentError('answered', 'Log in', { code: -32000 }));
		await session.start();
		agent.early = [{ type: 'message_chunk', role: 'agent', content: text('hello') }];
		await session.start();
		assert.deepEqual(noticesIn(session), ['Fake Agent was started anew']);
		assert.deepEqual(saidIn(session), ['one', 'answer', 'hello']);
		const types = [...session.state.entries.values()].map(({ type }) => type);
		assert.deepEqual(types, ['message', 'message', 'notice', 'message']);
	});
});

describe('forking a session', () => {
	const copy = { forkOf: 'old', title: 'Fix the tests (copy)' };

	it('makes a copy and loads what it looked like', async () => {
		const { session, agent } = known({ forkSession: true, loadSession: true }, copy);
		agent.replay = history;
		await session.start();
		assert.deepEqual(agent.calls, ['forkSession', 'loadSession']);
		assert.equal(session.state.sessionId, 'fork1');
		assert.deepEqual(saidIn(session), ['one', 'answer']);
	});

	it('says that the history is missing when it cannot be loaded', async () => {
		const { session, agent } = known({ forkSession: true }, copy);
		await session.start();
		assert.deepEqual(agent.calls, ['forkSession']);
		assert.deepEqual(noticesIn(session), ['The session is back, its history is not']);
	});

	it('is done once: opened again, the copy itself is taken up', async () => {
		const { session, agent } = known({ forkSession: true, resumeSession: true }, copy);
		await session.start();
		session.detach();
		await session.start();
		assert.deepEqual(agent.calls, ['forkSession', 'resumeSession']);
		assert.equal(session.state.sessionId, 'fork1');
	});

	it('that the agent does not offer (any more) is a new session, and is said to be', async () => {
		const { session, agent } = known({}, copy);
		await session.start();
		assert.deepEqual(agent.calls, ['newSession']);
		assert.deepEqual(noticesIn(session), ['Fake Agent cannot copy sessions']);
	});

	it('that the agent does not offer is told once, with the new session', async () => {
		const { session, agent } = known({}, copy);
		agent.failures.set('newSession', new AgentError('answered', 'Log in', { code: -32000 }));
		assert.equal(await session.start(), false);
		assert.deepEqual(noticesIn(session), []);
		await session.start();
		assert.deepEqual(noticesIn(session), ['Fake Agent cannot copy sessions']);
	});
});

describe('closing a session', () => {
	it('tells the agent only if it can close sessions [acp C35]', async () => {
		const plain = known({}, {});
		await talk(plain.session, plain.agent);
		await plain.session.close();
		assert.deepEqual(plain.agent.calls, ['newSession', 'prompt']);
		const closing = known({ closeSession: true }, {});
		await talk(closing.session, closing.agent);
		await closing.session.close();
		assert.deepEqual(closing.agent.calls, ['newSession', 'prompt', 'closeSession']);
	});

	it('cancels a turn that runs, after what waited for the user is answered [hazard C4]', async () => {
		const { session, agent } = known({ closeSession: true }, {});
		void session.prompt([text('one')]);
		await agent.prompted();
		const order: string[] = [];
		agent.onCancel = () => order.push('cancel');
		const options = [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' as const }];
		void agent
			.ask({ subject: { type: 'tool_call', toolCallId: 't1' }, fields: {}, options })
			.then(({ type }) => order.push(type));
		await session.close();
		assert.deepEqual(order, ['cancelled', 'cancel']);
		assert.deepEqual(agent.calls, ['newSession', 'prompt', 'cancel', 'closeSession']);
		assert.equal(session.state.turn.type, 'idle');
	});

	it('is done although the agent refuses', async () => {
		const { session, agent } = known({ closeSession: true }, {});
		await session.start();
		agent.failures.set('closeSession', new AgentError('answered', 'No', { code: -32603 }));
		await session.close();
		assert.equal(session.isOpen, false);
	});

	it('while it is being opened gives it back as soon as it is open', async () => {
		const { session, agent } = known({ closeSession: true }, {});
		const started = session.start();
		while (agent.calls.length === 0) await Promise.resolve();
		void session.close();
		session.dispose();
		assert.equal(await started, false);
		assert.equal(session.isOpen, false);
		assert.deepEqual(agent.calls, ['newSession', 'closeSession']);
	});
});

describe('renaming a session', () => {
	it('counts more than the agent’s title, until it is taken back', () => {
		const { session } = openFakeSession({ seed: { title: 'Agent’s' } });
		session.dispatch({ type: 'renamed', title: 'Mine' });
		session.dispatch({ type: 'session_info', title: 'Agent’s, later' });
		assert.equal(session.state.localTitle, 'Mine');
		session.dispatch({ type: 'renamed', title: '' });
		assert.equal(session.state.localTitle, undefined);
		assert.equal(session.state.title, 'Agent’s, later');
	});
});
