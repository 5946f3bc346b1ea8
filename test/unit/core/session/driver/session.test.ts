import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import * as limits from '../../../../../src/core/base/limits.ts';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import type { Entry } from '../../../../../src/core/session/model/entry.ts';
import type { PermissionRequest } from '../../../../../src/core/session/model/permission.ts';
import { openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';
import { noticeWords, said } from '../../../../../src/core/view/sayings.ts';

const notices = (entries: Iterable<Entry>): string[] =>
	[...entries].flatMap((entry) => (entry.type === 'notice' ? [said(entry.title)] : []));

const request: PermissionRequest = {
	subject: { type: 'tool_call', toolCallId: 't1' },
	fields: { title: 'Edit' },
	options: [
		{ optionId: 'yes', name: 'Allow', kind: 'allow_once' },
		{ optionId: 'no', name: 'Reject', kind: 'reject_once' },
	],
};

describe('a prompt', () => {
	it('runs from submit to the answer of the agent', async () => {
		const { session, agent } = openFakeSession();
		const done = session.prompt([text('hi')]);
		await agent.prompted();
		agent.target().onEvent({ type: 'message_chunk', role: 'agent', content: text('hello') });
		agent.endTurn('end_turn');
		assert.equal(await done, 'done');
		assert.equal(session.state.turn.type, 'idle');
		assert.deepEqual(agent.calls, ['newSession', 'prompt']);
	});

	it('waits its turn while another one runs, never sent beside it [hazard C10] [acp C52]', async () => {
		const { session, agent } = openFakeSession();
		const all = Array.from({ length: 100 }, (_, at) => session.prompt([text(String(at))]));
		for (let at = 0; at < 100; at++) {
			await agent.prompted();
			await nextTick();
			assert.deepEqual(
				agent.sent.map(({ content }) => content),
				Array.from({ length: at + 1 }, (_, sent) => [text(String(sent))]),
			);
			agent.endTurn('end_turn');
		}
		assert.deepEqual(new Set(await Promise.all(all)), new Set(['done']));
		assert.deepEqual(session.state.queue, []);
	});

	for (const [reason, said] of [
		['refusal', 'refused'],
		['max_tokens', 'limit of tokens'],
		['max_turn_requests', 'limit of model requests'],
		['other', 'reason of its own'],
	] as const) {
		it(`that ends with ${reason} leaves the session idle and says why [acp C54]${reason === 'refusal' ? ' [acp C55]' : ''}`, async () => {
			const { session, agent } = openFakeSession();
			const done = session.prompt([text('hi')]);
			await agent.prompted();
			agent.endTurn(reason);
			await done;
			assert.equal(session.state.turn.type, 'idle');
			assert.match(notices(session.state.entries.values()).join(), new RegExp(said, 'u'));
		});
	}

	it('that the agent cannot take is marked unsent and handed back', async () => {
		const { session, agent } = openFakeSession();
		agent.failNextAcquire(new AgentError('spawn', 'no-such-program was not found'));
		assert.equal(await session.prompt([text('hi')]), 'refused');
		const [message] = session.state.entries.values();
		assert.ok(message?.type === 'message' && message.isUnsent);
		assert.equal(session.state.turn.type, 'idle');
		assert.deepEqual(notices(session.state.entries.values()), ['Fake Agent could not be started']);
	});

	it('is not started for a command line that nobody approved [hazard F3]', async () => {
		const { session, agent } = openFakeSession({ isApproved: false });
		assert.equal(await session.prompt([text('hi')]), 'refused');
		assert.equal(session.state.agent.type, 'unapproved');
		assert.deepEqual(agent.calls, []);
	});
});

describe('Stop', () => {
	it('answers every pending permission before it tells the agent [hazard C4] [acp C58]', async () => {
		const { session, agent } = openFakeSession();
		const done = session.prompt([text('hi')]);
		await agent.prompted();
		const order: string[] = [];
		for (let at = 0; at < 20; at++) {
			void agent
				.ask({ ...request, subject: { type: 'tool_call', toolCallId: `t${at}` } })
				.then(({ type }) => order.push(type));
		}
		agent.onCancel = () => order.push('cancel');
		session.stop();
		await nextTick();
		await nextTick();
		assert.deepEqual(order, [...Array.from({ length: 20 }, () => 'cancelled'), 'cancel']);
		agent.endTurn('cancelled');
		await done;
	});

	it('is sent once, however often it is pressed [hazard B6]', async () => {
		const { session, agent } = openFakeSession();
		const done = session.prompt([text('hi')]);
		await agent.prompted();
		session.stop();
		session.stop();
		assert.equal(agent.calls.filter((call) => call === 'cancel').length, 1);
		agent.endTurn('cancelled');
		await done;
	});

	it('answers a permission that comes after it at once', async () => {
		const { session, agent } = openFakeSession();
		const done = session.prompt([text('hi')]);
		await agent.prompted();
		session.stop();
		assert.deepEqual(await agent.ask(request), { type: 'cancelled' });
		agent.endTurn('cancelled');
		await done;
	});

	it('offers force when the agent does not react within 5 s [hazard B6]', async () => {
		const { session, agent, clock } = openFakeSession();
		const done = session.prompt([text('hi')]);
		await agent.prompted();
		session.stop();
		clock.advance(4_999);
		assert.deepEqual(notices(session.state.entries.values()), []);
		clock.advance(1);
		assert.deepEqual(notices(session.state.entries.values()), ['Fake Agent has not stopped yet']);
		agent.endTurn('cancelled');
		await done;
	});

	it('ends quietly when the agent answers the cancelled prompt with an error', async () => {
		const { session, agent } = openFakeSession();
		const done = session.prompt([text('hi')]);
		await agent.prompted();
		session.stop();
		agent.failTurn(new AgentError('answered', 'AbortError', { code: -32603 }));
		await done;
		assert.deepEqual(notices(session.state.entries.values()), ['Stopped']);
	});
});

describe('a permission', () => {
	it('is answered with an offered option only [hazard C5] [acp C74]', async () => {
		const { session, agent } = openFakeSession();
		void session.prompt([text('hi')]);
		await agent.prompted();
		const answered = agent.ask(request);
		session.permissions.answer('p1', 'invented');
		session.permissions.answer('p9', 'yes');
		assert.deepEqual(session.state.pendingPermissions, ['p1']);
		session.permissions.answer('p1', 'yes');
		assert.deepEqual(await answered, { type: 'selected', optionId: 'yes' });
		session.dispose();
	});

	it('can be answered in any order [acp C76] [hazard C2]', async () => {
		const { session, agent } = openFakeSession();
		void session.prompt([text('hi')]);
		await agent.prompted();
		const first = agent.ask(request);
		const second = agent.ask({ ...request, subject: { type: 'tool_call', toolCallId: 't2' } });
		session.permissions.answer('p2', 'no');
		session.permissions.answer('p1', 'yes');
		assert.deepEqual(await second, { type: 'selected', optionId: 'no' });
		assert.deepEqual(await first, { type: 'selected', optionId: 'yes' });
		session.dispose();
	});

	it('that the agent withdraws is closed and still answered [acp C77]', async () => {
		const { session, agent } = openFakeSession();
		void session.prompt([text('hi')]);
		await agent.prompted();
		const controller = new AbortController();
		const answered = agent.ask(request, controller.signal);
		controller.abort();
		assert.deepEqual(await answered, { type: 'cancelled' });
		assert.deepEqual(session.state.pendingPermissions, []);
		session.dispose();
	});

	it('gets exactly one answer whatever races [hazard C1]', async () => {
		for (let seed = 1; seed <= 200; seed++) {
			const { session, agent } = openFakeSession();
			void session.prompt([text('hi')]);
			await agent.prompted();
			const controller = new AbortController();
			let answers = 0;
			void agent.ask(request, controller.signal).then(() => answers++);
			const actions = [
				() => session.permissions.answer('p1', 'yes'),
				() => session.permissions.answer('p1', 'no'),
				() => session.stop(),
				() => controller.abort(),
				() => agent.exit(new AgentError('exited', 'gone')),
			];
			let random = seed;
			for (let step = 0; step < 4; step++) {
				random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
				actions[random % actions.length]?.();
			}
			session.dispose();
			await nextTick();
			assert.equal(answers, 1, `seed ${seed}`);
		}
	});
});

describe('an agent that exits', () => {
	it('ends the turn, settles what is pending, says so, and is started afresh by the next prompt [hazard B3] [acp C61]', async () => {
		const { session, agent } = openFakeSession();
		const first = session.prompt([text('one')]);
		await agent.prompted();
		const asked = agent.ask(request);
		agent.exit(new AgentError('exited', 'Fake ended with exit code 3.\nboom'));
		assert.equal(await first, 'done');
		assert.deepEqual(await asked, { type: 'cancelled' });
		assert.equal(session.state.turn.type, 'idle');
		assert.deepEqual(notices(session.state.entries.values()), ['Fake Agent exited']);
		const second = session.prompt([text('two')]);
		await agent.prompted();
		agent.endTurn('end_turn');
		assert.equal(await second, 'done');
		assert.deepEqual(agent.calls, ['newSession', 'prompt', 'newSession', 'prompt']);
	});

	it('brings its session back with session/load where it can', async () => {
		const { session, agent } = openFakeSession({ loadSession: true });
		const first = session.prompt([text('one')]);
		await agent.prompted();
		agent.endTurn('end_turn');
		await first;
		agent.exit(new AgentError('exited', 'gone'));
		agent.replay = [
			{ type: 'message_chunk', role: 'user', content: text('one') },
			{ type: 'message_chunk', role: 'agent', content: text('answer') },
		];
		const second = session.prompt([text('two')]);
		await agent.prompted();
		agent.endTurn('end_turn');
		await second;
		const said = [...session.state.entries.values()].flatMap((entry) =>
			entry.type === 'message' ? entry.content.map((item) => (item.type === 'text' ? item.text : '')) : [],
		);
		assert.deepEqual(said, ['one', 'answer', 'two']);
		assert.deepEqual(agent.calls, ['newSession', 'prompt', 'loadSession', 'prompt']);
	});
});

describe('an agent that never opens the session', () => {
	it('and prints something else is shown with its first line after 10 s [hazard A2]', async () => {
		const { session, agent, clock } = openFakeSession({ noise: '"Usage: agent [--acp]"' });
		agent.isSilent = true;
		void session.prompt([text('hi')]);
		await nextTick();
		clock.advance(limits.initNoticeMs);
		const [notice] = [...session.state.entries.values()].filter(({ type }) => type === 'notice');
		assert.ok(notice?.type === 'notice');
		assert.match(noticeWords(notice).detail ?? '', /no protocol, such as "Usage: agent \[--acp\]"/u);
		session.dispose();
	});

	it('is mentioned after 10 s and given up after 60 s, and nothing spins on [hazard B5]', async () => {
		const { session, agent, clock } = openFakeSession();
		agent.isSilent = true;
		const done = session.prompt([text('hi')]);
		await nextTick();
		clock.advance(9_999);
		assert.deepEqual(notices(session.state.entries.values()), []);
		clock.advance(1);
		assert.deepEqual(notices(session.state.entries.values()), ['Fake Agent is taking long to start']);
		clock.advance(50_000);
		assert.equal(await done, 'refused');
		assert.equal(notices(session.state.entries.values()).at(-1), 'Fake Agent does not answer');
		assert.equal(session.state.turn.type, 'idle');
		assert.equal(session.state.agent.type, 'exited');
	});
});
