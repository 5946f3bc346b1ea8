/** What can happen while a session opens: stopped, restarted, late, or gone before it began. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Emitter } from '../../../../../src/core/base/emitter.ts';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import * as limits from '../../../../../src/core/base/limits.ts';
import type { AgentPort, OpenedSession } from '../../../../../src/core/session/model/agentPort.ts';
import type { PermissionRequest } from '../../../../../src/core/session/model/permission.ts';
import type { Session } from '../../../../../src/core/session/driver/session.ts';
import { type FakeAgent, openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';
import { said } from '../../../../../src/core/view/sayings.ts';

const gone = (): AgentError => new AgentError('exited', 'gone');
const login = (): AgentError => new AgentError('answered', 'Log in', { code: -32000 });
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const noOptions = { options: {} };
const request: PermissionRequest = {
	subject: { type: 'tool_call', toolCallId: 't' },
	fields: { title: 'Edit a.ts' },
	options: [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }],
};

/** Replaces requests of the port, as long as the test wants. */
function patch(agent: FakeAgent, change: (port: AgentPort) => Partial<AgentPort>): void {
	const acquire = agent.acquire.bind(agent);
	agent.acquire = async () => {
		const lease = await acquire();
		return { ...lease, port: { ...lease.port, ...change(lease.port) } };
	};
}

/** Each `session/new` is answered when the test says so. */
function slowly(agent: FakeAgent): PromiseWithResolvers<OpenedSession>[] {
	const answers: PromiseWithResolvers<OpenedSession>[] = [];
	patch(agent, () => ({
		newSession: () => {
			const answer = Promise.withResolvers<OpenedSession>();
			answers.push(answer);
			return answer.promise;
		},
	}));
	return answers;
}

function noticesIn({ state }: Session): string[] {
	return [...state.entries.values()].flatMap((entry) => (entry.type === 'notice' ? [said(entry.title)] : []));
}

function promptsIn({ state }: Session): string[] {
	return [...state.entries.values()].flatMap((entry) =>
		entry.type === 'message' && entry.origin === 'user' ? [JSON.stringify(entry.content)] : [],
	);
}

describe('a session that is let go of while it opens', () => {
	it('opens anew: neither the failure nor the answer of the old attempt counts', async () => {
		const { session, agent } = openFakeSession();
		const answers = slowly(agent);
		const first = session.start();
		await settle();
		session.detach();
		const second = session.start();
		await settle();
		assert.equal(answers.length, 2);
		answers[0]?.reject(gone());
		assert.equal(await first, false);
		assert.deepEqual(noticesIn(session), []);
		assert.equal(session.state.agent.type, 'starting');
		answers[1]?.resolve({ sessionId: 'second', ...noOptions });
		assert.equal(await second, true);
		assert.equal(session.state.sessionId, 'second');
		assert.equal(session.state.agent.type, 'ready');
	});

	it('gives back what the agent opens after all [acp C35]', async () => {
		const { session, agent } = openFakeSession();
		agent.capabilities = { closeSession: true };
		const answers = slowly(agent);
		const first = session.start();
		await settle();
		session.detach();
		answers[0]?.resolve({ sessionId: 'late', ...noOptions });
		assert.equal(await first, false);
		assert.equal(session.isOpen, false);
		assert.equal(session.state.agent.type, 'exited');
		assert.equal(session.state.sessionId, undefined);
		assert.deepEqual(agent.calls, ['closeSession']);
	});

	it('gives the prompt back instead of sending it into a turn that has ended', async () => {
		const { session, agent } = openFakeSession();
		const answers = slowly(agent);
		const sent = session.prompt([text('hi')]);
		await settle();
		session.detach();
		answers[0]?.resolve({ sessionId: 'late', ...noOptions });
		assert.equal(await sent, 'refused');
		assert.equal(agent.calls.includes('prompt'), false);
		assert.equal(session.state.turn.type, 'idle');
	});

	it('starts nothing once it is disposed', async () => {
		const { session, agent } = openFakeSession();
		session.dispose();
		let isAcquired = false;
		agent.acquire = () => {
			isAcquired = true;
			return Promise.reject(gone());
		};
		assert.equal(await session.start(), false);
		assert.equal(isAcquired, false);
	});
});

describe('an agent that answers too late', () => {
	it('does not bring the session back behind the notice, nor move a newer one [hazard B5]', async () => {
		const { session, agent, clock } = openFakeSession();
		agent.capabilities = { closeSession: true };
		const answers = slowly(agent);
		const first = session.start();
		await settle();
		clock.advance(limits.initFailMs);
		assert.equal(await first, false);
		assert.equal(session.state.agent.type, 'exited');
		const second = session.start();
		await settle();
		answers[1]?.resolve({ sessionId: 'second', ...noOptions });
		await second;
		answers[0]?.resolve({ sessionId: 'first', ...noOptions });
		await settle();
		assert.equal(session.state.sessionId, 'second');
		assert.deepEqual(agent.calls, ['closeSession']);
	});

	it('is not one that sends its history, nor one that waits for the user [hazard B5]', async () => {
		const { session, agent, clock } = openFakeSession({ loadSession: true, seed: { sessionId: 'old' } });
		const answer = Promise.withResolvers<OpenedSession>();
		patch(agent, () => ({ loadSession: () => answer.promise }));
		const opening = session.start();
		await settle();
		agent.target().onEvent({ type: 'message_chunk', role: 'agent', content: text('one') });
		clock.advance(limits.initFailMs);
		const asked = session.elicit(
			{ message: 'Which account?', mode: { type: 'form', fields: [] } },
			new AbortController().signal,
		);
		clock.advance(limits.initFailMs);
		const [question] = session.state.pendingElicitations;
		session.elicitations.answer(question ?? '', { type: 'accept' });
		assert.deepEqual(await asked, { type: 'accept' });
		answer.resolve({ sessionId: 'old', ...noOptions });
		assert.equal(await opening, true);
		assert.equal(session.isOpen, true);
	});
});

describe('an agent that ends while its session opens', () => {
	it('is not taken for one that runs: the next prompt starts a fresh one [hazard B3]', async () => {
		const { session, agent } = openFakeSession();
		const acquire = agent.acquire.bind(agent);
		let isFirst = true;
		agent.acquire = async () => {
			const lease = await acquire();
			const exited = new Emitter<AgentError>();
			const newSession: AgentPort['newSession'] = (setup) => {
				if (isFirst) exited.fire(gone());
				isFirst = false;
				return lease.port.newSession(setup);
			};
			return { ...lease, onExit: exited.event, port: { ...lease.port, newSession } };
		};
		assert.equal(await session.start(), false);
		assert.equal(session.isOpen, false);
		assert.deepEqual(noticesIn(session), ['Fake Agent exited']);
		assert.equal(await session.start(), true);
		assert.equal(session.isOpen, true);
	});
});

describe('a session that is loaded', () => {
	it('shows what the agent asked meanwhile with the history, and takes one answer to it [hazard C1]', async () => {
		const { session, agent } = openFakeSession({ loadSession: true, seed: { sessionId: 'old' } });
		agent.replay = [{ type: 'message_chunk', role: 'agent', content: text('one') }];
		let asked: Promise<unknown> | undefined;
		patch(agent, (port) => ({
			loadSession: (...args) => {
				asked = agent.ask(request);
				return port.loadSession(...args);
			},
		}));
		await session.start();
		const { entries, pendingPermissions } = session.state;
		assert.deepEqual(
			[...entries.values()].map(({ type }) => type),
			['message', 'tool_call', 'permission'],
		);
		assert.equal(pendingPermissions.length, 1);
		session.permissions.answer(pendingPermissions[0] ?? '', 'yes');
		session.permissions.answer(pendingPermissions[0] ?? '', 'yes');
		assert.deepEqual(await asked, { type: 'selected', optionId: 'yes' });
		assert.deepEqual(session.state.pendingPermissions, []);
	});

	it('says no more that the agent takes long once it has started', async () => {
		const { session, agent, clock } = openFakeSession();
		const answers = slowly(agent);
		const started = session.start();
		await settle();
		clock.advance(limits.initNoticeMs);
		assert.equal(session.state.entries.size, 1);
		answers[0]?.resolve({ sessionId: 's1', options: {} });
		assert.equal(await started, true);
		assert.equal(session.state.entries.size, 0);
	});

	it('does not say that the agent takes long while the user is asked for what it needs', async () => {
		let isAsking = true;
		const { session, agent, clock } = openFakeSession({ isAsking: () => isAsking });
		slowly(agent);
		void session.start();
		await settle();
		clock.advance(limits.initNoticeMs);
		assert.equal(session.state.entries.size, 0);
		isAsking = false;
		session.detach();
		void session.start();
		await settle();
		clock.advance(limits.initNoticeMs);
		assert.equal(session.state.entries.size, 1);
	});

	it('still shows the prompt that waits for a login [acp C30] [acp C46]', async () => {
		const { session, agent } = openFakeSession({ loadSession: true, seed: { sessionId: 'old' } });
		agent.failures.set('loadSession', login());
		assert.equal(await session.prompt([text('wait')]), 'awaiting_login');
		agent.replay = [{ type: 'message_chunk', role: 'agent', content: text('one') }];
		const { lastEnd } = session.state;
		assert.equal(await session.start(), true);
		// No turn has run, and none has failed.
		assert.equal(session.state.lastEnd, lastEnd);
		assert.equal(session.isAwaitingLogin, true);
		assert.equal(promptsIn(session).length, 1);
		assert.equal(session.state.turn.type, 'idle');
		const done = session.retryAfterLogin();
		await agent.prompted();
		assert.equal(promptsIn(session).length, 1);
		agent.endTurn('end_turn');
		assert.equal(await done, 'done');
	});

	it('that is a copy keeps the options of the copying when the loading names none [acp C47]', async () => {
		const { session, agent } = openFakeSession({ loadSession: true, seed: { forkOf: 'old' } });
		agent.capabilities = { forkSession: true };
		const mode = {
			id: 'mode',
			name: 'Mode',
			via: 'mode',
			type: 'select',
			current: 'ask',
			groups: [{ choices: [{ value: 'ask', name: 'Ask' }] }],
		} as const;
		patch(agent, () => ({
			forkSession: () => Promise.resolve({ sessionId: 'fork1', options: { modes: mode } }),
		}));
		await session.start();
		assert.deepEqual(session.state.options, [mode]);
	});
});

describe('a session that cannot be opened', () => {
	it('ends what its agent has begun to run meanwhile [hazard B1]', async () => {
		let released = 0;
		const { session, agent } = openFakeSession({
			loadSession: true,
			seed: { sessionId: 'old' },
			backend: { releaseCommands: () => void released++ },
		});
		agent.failures.set('loadSession', gone());
		assert.equal(await session.start(), false);
		assert.equal(released, 1);
		assert.equal(await session.start(), true);
		assert.equal(released, 1);
	});
});
