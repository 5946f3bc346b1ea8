/** An answer counts for what was shown: what decides may change on the way, and names may be used again. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../../src/core/base/limits.ts';
import { ServiceError } from '../../../../../src/core/base/errors.ts';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { OpenedSession } from '../../../../../src/core/session/model/agentPort.ts';
import type { PermissionEntry, ToolCallEntry } from '../../../../../src/core/session/model/entry.ts';
import type { Change } from '../../../../../src/core/session/model/events.ts';
import type { PermissionRequest } from '../../../../../src/core/session/model/permission.ts';
import type { ToolCallPatch, ToolContent } from '../../../../../src/core/session/model/toolContent.ts';
import type { Session } from '../../../../../src/core/session/driver/session.ts';
import { type FakeAgent, openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';
import { settle } from './transcript.ts';
import { noticeWords } from '../../../../../src/core/view/sayings.ts';

const options = [
	{ optionId: 'yes', name: 'Allow', kind: 'allow_once' },
	{ optionId: 'no', name: 'Reject', kind: 'reject_once' },
] as const;
const request = (fields: ToolCallPatch = {}): PermissionRequest => ({
	subject: { type: 'tool_call', toolCallId: 't1' },
	fields: { title: 'Run', kind: 'execute', rawInput: { command: 'npm test' }, ...fields },
	options,
});

async function open(): Promise<{ session: Session; agent: FakeAgent }> {
	const opened = openFakeSession();
	void opened.session.prompt([text('go')]);
	await opened.agent.prompted();
	return opened;
}

const waiting = ({ state }: Session): PermissionEntry | undefined => {
	const entry = state.entries.get(state.pendingPermissions.at(-1) ?? '');
	return entry?.type === 'permission' ? entry : undefined;
};
const callsOf = ({ state }: Session): ToolCallEntry[] =>
	[...state.entries.values()].filter((entry) => entry.type === 'tool_call');
const update = (fields: ToolCallPatch) => ({ type: 'tool_call_update', toolCallId: 't1', fields }) as const;

/** Deeper than JSON can be written. */
const deep = (): unknown => JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);

function nested(value: unknown): unknown {
	let deep = value;
	for (let depth = 0; depth < 100_000; depth++) deep = [deep];
	return deep;
}

const swaps: readonly [string, ToolCallPatch][] = [
	['its title', { title: 'Run something else' }],
	['its command', { rawInput: { command: 'rm -rf ~' } }],
	['its directory', { rawInput: { command: 'npm test', cwd: '/elsewhere' } }],
	['its environment', { rawInput: { command: 'npm test', env: { NODE_OPTIONS: '--require=x' } } }],
	['its paths', { locations: [{ path: '/home/u/.bashrc' }] }],
	['its diff', { content: [{ type: 'diff', path: '/ws/a', oldText: 'a', newText: 'b' }] }],
	['its kind', { kind: 'read' }],
	[
		'its command beside something that nobody can write down',
		{ rawInput: { command: 'rm -rf ~', x: deep() } },
	],
	['something that nobody can write down', { rawInput: { command: 'npm test', x: deep() } }],
];

describe('an answer of a card', () => {
	for (const [what, fields] of swaps) {
		it(`counts as none when ${what} changed on its way, and the card says so [hazard C9]`, async () => {
			const { session, agent } = await open();
			const outcome = agent.ask(request());
			const shown = waiting(session);
			assert.ok(shown !== undefined);
			agent.say(update(fields));
			session.permissions.answerCard(shown.id, 'yes', shown.revision ?? 0);
			const now = waiting(session);
			assert.deepEqual(now?.state, { type: 'pending', staleAnswerAt: now?.revision });
			session.permissions.answerCard(shown.id, 'no', now?.revision ?? 0);
			assert.deepEqual(await outcome, { type: 'selected', optionId: 'no' });
		});
	}

	it('counts as none from a quick-pick, too, that still shows an earlier revision [hazard C9]', async () => {
		const { session, agent } = await open();
		const outcome = agent.ask(request());
		const shown = waiting(session);
		agent.say(update({ rawInput: { command: 'rm -rf ~' } }));
		session.permissions.answerShown(shown?.id ?? '', 'yes', shown?.revision ?? 0, 'picker');
		assert.deepEqual(waiting(session)?.state, { type: 'pending', staleAnswerAt: 1 });
		session.permissions.answerShown(shown?.id ?? '', 'no', 1, 'picker');
		assert.deepEqual(await outcome, { type: 'selected', optionId: 'no' });
	});

	it('counts as none after a step that failed halfway, and views hear of it [hazard C9]', async () => {
		const { session, agent } = await open();
		void agent.ask(request());
		const shown = waiting(session);
		let isTold = false;
		session.onDidChange((changes) => (isTold ||= changes.some(({ type }) => type === 'reset')));
		const broken = Object.defineProperty({}, 'type', { get: () => assert.fail('broken') }) as ToolContent;
		const swap = { rawInput: { command: 'rm -rf ~' }, content: [broken] };
		assert.throws(() => session.dispatch(update(swap)), /broken/u);
		assert.equal(isTold, true);
		session.permissions.answerCard(shown?.id ?? '', 'yes', shown?.revision ?? 0);
		assert.equal(waiting(session)?.state.type, 'pending');
	});

	it('counts as none when what changed is nested too deeply to be compared [hazard C9] [hazard A11]', async () => {
		const { session, agent } = await open();
		void agent.ask(request({ rawInput: { command: 'npm test', deep: nested('a') } }));
		const shown = waiting(session);
		const changed: Change[] = [];
		session.onDidChange((changes) => void changed.push(...changes));
		const content = [{ type: 'diff', path: '/home/u/.bashrc', oldText: 'a', newText: 'b' }] as const;
		agent.target().onEvent(update({ rawInput: { command: 'npm test', deep: nested('b') }, content }));
		assert.ok(
			changed.some((change) => change.type === 'entry' && change.id === shown?.parentId),
			'whoever shows the call is told',
		);
		session.permissions.answerCard(shown?.id ?? '', 'yes', shown?.revision ?? 0);
		assert.equal(waiting(session)?.state.type, 'pending');
	});

	it('counts when only the status, the output or what nothing depends on changed', async () => {
		const { session, agent } = await open();
		const outcome = agent.ask(request());
		const shown = waiting(session);
		agent.say(
			update({ status: 'in_progress', rawOutput: 'x', metaPatch: { a: 1 } }),
			update({ title: 'Run', rawInput: { command: 'npm test' } }),
			update({ content: [{ type: 'terminal', terminalId: 'x' }] }),
		);
		session.permissions.answerCard(shown?.id ?? '', 'yes', shown?.revision ?? 0);
		assert.deepEqual(await outcome, { type: 'selected', optionId: 'yes' });
	});
});

describe('a request with two options of one id', () => {
	it('is refused as malformed and shown, and nobody is asked [hazard C5]', async () => {
		const { session, agent } = await open();
		const twice = [options[0], { ...options[1], optionId: 'yes' }];
		await assert.rejects(
			agent.ask({ ...request(), options: twice }),
			(error) => ServiceError.is(error) && error.reason === 'invalid',
		);
		await settle();
		assert.deepEqual([session.state.pendingPermissions, callsOf(session)], [[], []]);
		const notices = [...session.state.entries.values()].flatMap((entry) =>
			entry.type === 'notice' ? [{ ...entry, ...noticeWords(entry) }] : [],
		);
		assert.deepEqual(
			notices.map(({ title, actions }) => [title, actions]),
			[['A request for permission was refused', ['show_log']]],
		);
		assert.match(notices.map(({ detail }) => (typeof detail === 'string' ? detail : '')).join(), /“yes”/u);
	});
});

describe('requests without end', () => {
	const more = limits.openRequests + 1;

	it('are refused once more wait than anybody answers, and taken again later [hazard C2] [hazard A7]', async () => {
		const { session, agent } = await open();
		const asked = Array.from({ length: limits.openRequests }, () => agent.ask(request()));
		await assert.rejects(
			agent.ask(request()),
			(error) => ServiceError.is(error) && /too many requests wait for the user/iu.test(error.message),
		);
		assert.equal(session.state.pendingPermissions.length, limits.openRequests);
		session.permissions.answer(session.state.pendingPermissions[0] ?? '', 'no');
		assert.deepEqual(await asked[0], { type: 'selected', optionId: 'no' });
		void agent.ask(request());
		assert.equal(session.state.pendingPermissions.length, limits.openRequests);
	});

	it('are refused as well when they are questions [hazard A7]', async () => {
		const { session, agent } = await open();
		const mode = { type: 'form', fields: [] } as const;
		const results = Array.from({ length: more }, () =>
			agent.target().elicitations.ask({ message: 'x', mode }, new AbortController().signal),
		);
		await assert.rejects(results.at(-1) ?? Promise.resolve(), (error) => ServiceError.is(error));
		assert.equal(session.state.pendingElicitations.length, limits.openRequests);
	});
});

describe('a permission under the name of a call that ended in an earlier turn', () => {
	async function secondTurn(): Promise<{ session: Session; agent: FakeAgent; before: ToolCallEntry }> {
		const { session, agent } = await open();
		agent.say(
			update({ title: 'Run npm test', kind: 'execute', rawInput: { command: 'npm test' } }),
			update({ status: 'completed', rawOutput: 'ok' }),
		);
		agent.endTurn('end_turn');
		await settle();
		void session.prompt([text('again')]);
		await agent.prompted();
		const [before] = callsOf(session);
		assert.ok(before !== undefined);
		return { session, agent, before };
	}

	it('is about a new call, and the old card stays as it was [hazard C9]', async () => {
		const { session, agent, before } = await secondTurn();
		void agent.ask(request({ title: 'Clean up', rawInput: { command: 'rm -rf ~' } }));
		const [old, fresh] = callsOf(session);
		assert.equal(old, before);
		assert.deepEqual([fresh?.title, fresh?.rawInput, fresh?.turn], ['Clean up', { command: 'rm -rf ~' }, 2]);
		assert.equal(waiting(session)?.parentId, fresh?.id);
	});

	it('takes nothing of the old call for its command [hazard C9]', async () => {
		const { session, agent, before } = await secondTurn();
		const subject = { type: 'command', command: 'make', toolCallId: 't1' } as const;
		void agent.ask({ subject, options });
		assert.equal(waiting(session)?.parentId, undefined);
		assert.deepEqual(callsOf(session), [before]);
	});
});

describe('a permission that is asked while the history is loaded', () => {
	interface Loading {
		readonly session: Session;
		readonly agent: FakeAgent;
		readonly outcome: Promise<unknown>;
		/** The answer to the loading, with this history before it. */
		readonly load: (...history: readonly AgentEvent[]) => Promise<void>;
	}

	async function askWhileLoading(asked: PermissionRequest): Promise<Loading> {
		const { session, agent } = openFakeSession({ loadSession: true, seed: { sessionId: 'old' } });
		const answer = Promise.withResolvers<OpenedSession>();
		const acquire = agent.acquire.bind(agent);
		agent.acquire = async () => {
			const lease = await acquire();
			return { ...lease, port: { ...lease.port, loadSession: () => answer.promise } };
		};
		const started = session.start();
		await settle();
		return {
			session,
			agent,
			outcome: agent.ask(asked),
			load: async (...history) => {
				agent.say(...history);
				answer.resolve({ sessionId: 'old', options: {} });
				await started;
			},
		};
	}

	it('is not answered by a click on what it was before the history came [hazard C9]', async () => {
		const { session, load, outcome } = await askWhileLoading(request());
		const shown = waiting(session);
		assert.ok(shown !== undefined);
		await load(update({ title: 'Run', kind: 'execute', rawInput: { command: 'rm -rf ~' } }));
		const [call] = callsOf(session);
		assert.deepEqual(call?.rawInput, { command: 'rm -rf ~' });
		session.permissions.answerCard(shown.id, 'yes', shown.revision ?? 0);
		const now = waiting(session);
		assert.deepEqual(now?.state, { type: 'pending', staleAnswerAt: now?.revision });
		session.permissions.answerCard(shown.id, 'no', now?.revision ?? 0);
		assert.deepEqual(await outcome, { type: 'selected', optionId: 'no' });
	});

	it('keeps what it said of the call of a child, whatever the session itself calls by that name [hazard C7]', async () => {
		const { session, load } = await askWhileLoading({ ...request(), subagentId: 'child' });
		await load(update({ title: 'Read', kind: 'read', rawInput: { path: 'a.ts' } }));
		const asked = waiting(session);
		const call = callsOf(session).find(({ id }) => id === asked?.parentId);
		assert.deepEqual([call?.title, call?.rawInput], ['Run', { command: 'npm test' }]);
	});
});
