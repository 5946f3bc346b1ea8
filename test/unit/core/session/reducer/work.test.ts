/** What an agent says of its work, and what the user sees of it (docs/protocol.md#turn-shapes). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { PermissionRequest } from '../../../../../src/core/session/model/permission.ts';
import { openFakeSession } from '../driver/fakeAgentPort.ts';
import { text } from '../driver/play.ts';
import { idle, userMessage, working } from '../driver/shapes.ts';
import { bubbles, settle, transcript } from '../driver/transcript.ts';

const odd = (name: string): AgentEvent => ({ type: 'work', work: { type: 'other', name } });
const request: PermissionRequest = {
	title: 'Delete the database?',
	subject: { type: 'other', kind: '_db' },
	options: [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }],
};

describe('work that the agent begins by itself', () => {
	it('shows as a turn that can be stopped [acp C236] [acp C238]', async () => {
		const { session, agent } = openFakeSession();
		await session.start();
		agent.say(working());
		assert.equal(session.state.turn.type, 'running');
		agent.say({ type: 'tool_call_update', toolCallId: 't', fields: { status: 'in_progress' } });
		session.stop();
		assert.deepEqual(agent.calls, ['newSession', 'cancel']);
		agent.say(idle('cancelled'));
		assert.equal(session.state.turn.type, 'idle');
		assert.deepEqual(transcript(session.state), ['tool t: cancelled', 'notice: Stopped']);
	});

	it('does not take the end of the turn from a prompt that came just then [acp C228] [acp C236]', async () => {
		const { session, agent } = openFakeSession();
		const done = session.prompt([text('one')]);
		await settle();
		agent.say(working(), idle());
		assert.equal(session.state.turn.type, 'running');
		agent.say(userMessage('m1', [text('one')]), working());
		agent.sent[0]?.answer.resolve({ type: 'taken', messageId: 'm1' });
		await settle();
		assert.equal(session.state.turn.type, 'running');
		agent.say(idle());
		assert.equal(await done, 'done');
		assert.deepEqual(bubbles(session.state), ['user: one']);
	});

	it('goes on when the prompt that came just then is refused [acp C232]', async () => {
		const { session, agent } = openFakeSession();
		const done = session.prompt([text('one')]);
		await settle();
		agent.say(working());
		agent.failTurn(new AgentError('refused', 'No', { code: -32602 }));
		assert.equal(await done, 'refused');
		assert.equal(session.state.turn.type, 'running');
		agent.say(idle());
		assert.equal(session.state.turn.type, 'idle');
	});
});

describe('a state that we do not know', () => {
	for (const name of ['zzz', '_waiting', 'unknown']) {
		it(`such as ${name} is not idle, nor the state before it [acp C209] [acp C233] [acp C277]`, async () => {
			const { session, agent } = openFakeSession();
			await session.start();
			const seen = (): unknown => {
				const { turn } = session.state;
				return turn.type === 'running' ? (turn.stateName ?? turn.type) : turn.type;
			};
			agent.say(odd(name));
			assert.equal(seen(), name);
			agent.say(working('requires_action'), odd(name));
			assert.equal(seen(), name);
			agent.say(working());
			assert.equal(seen(), 'running');
			agent.say(odd(name), idle());
			assert.equal(seen(), 'idle');
			assert.equal(session.state.turnCount, 1);
		});
	}
});

describe('an agent that waits for the user', () => {
	it('shows so before, while and although nothing is asked [acp C237]', async () => {
		const { session, agent } = openFakeSession();
		await session.start();
		agent.say(working(), working('requires_action'));
		assert.equal(session.state.turn.type, 'requires_action');
		const asked = agent.ask(request);
		assert.deepEqual(session.state.pendingPermissions, ['p1']);
		session.permissions.answer('p1', 'yes');
		assert.deepEqual(await asked, { type: 'selected', optionId: 'yes' });
		const after = (...events: AgentEvent[]): string => {
			agent.say(...events);
			return session.state.turn.type;
		};
		assert.equal(after(), 'running');
		assert.equal(after(working('requires_action'), working()), 'running');
		assert.equal(after(working('requires_action'), idle()), 'idle');
	});

	it('waits on when it says that it runs, as long as a question is open [acp C237]', async () => {
		const { session, agent } = openFakeSession();
		await session.start();
		agent.say(working());
		const asked = agent.ask(request);
		agent.say(working());
		assert.equal(session.state.turn.type, 'requires_action');
		agent.say(idle());
		assert.deepEqual(await asked, { type: 'cancelled' });
		assert.deepEqual(session.state.pendingPermissions, []);
	});
});

describe('a permission', () => {
	it('about something that we do not know waits for the user [acp C253]', async () => {
		const { session, agent } = openFakeSession();
		await session.start();
		void agent.ask(request);
		const entry = session.state.entries.get('p1');
		assert.ok(entry?.type === 'permission' && entry.state.type === 'pending');
		assert.deepEqual([entry.title, entry.subject], ['Delete the database?', { type: 'other', kind: '_db' }]);
		session.dispose();
	});

	it('brings what it says of its tool call with it, before it is shown [acp C252]', async () => {
		const { session, agent } = openFakeSession();
		await session.start();
		const titles: unknown[] = [];
		session.onDidChange(() => {
			if (session.state.pendingPermissions.length === 0) return;
			const call = [...session.state.entries.values()].find(({ type }) => type === 'tool_call');
			titles.push(call?.type === 'tool_call' ? call.title : undefined);
		});
		const subject = { type: 'tool_call', toolCallId: 't' } as const;
		void agent.ask({ ...request, subject, fields: { title: 'DROP TABLE' } });
		assert.deepEqual([...new Set(titles)], ['DROP TABLE']);
		session.dispose();
	});
});

describe('a permission about a call that is known', () => {
	it('changes the call like any update of it, before anybody sees the question [acp C252]', async () => {
		const { session, agent } = openFakeSession();
		await session.start();
		const location = { path: '/work/a.ts' };
		agent.say({
			type: 'tool_call_update',
			toolCallId: 't',
			fields: { title: 'Look', kind: 'read', rawInput: { a: 1 }, locations: [location] },
		});
		const seen: unknown[] = [];
		session.onDidChange(() => {
			const { pendingPermissions, entries } = session.state;
			const call = [...entries.values()].find(({ type }) => type === 'tool_call');
			if (pendingPermissions.length === 0 || call?.type !== 'tool_call') return;
			const { title, kind, rawInput, locations } = call;
			const permission = entries.get(pendingPermissions[0] ?? '');
			const asked = permission?.type === 'permission' ? permission.title : undefined;
			seen.push({ title, kind, rawInput, locations, asked });
		});
		const subject = { type: 'tool_call', toolCallId: 't' } as const;
		const fields = { title: 'DROP TABLE', kind: null, rawInput: { b: 2 } };
		const { title: _title, ...untitled } = request;
		void agent.ask({ ...untitled, subject, fields });
		const shown = {
			title: 'DROP TABLE',
			kind: 'other',
			rawInput: { b: 2 },
			locations: [location],
			asked: 'DROP TABLE',
		};
		assert.ok(seen.length > 0);
		for (const look of seen) assert.deepEqual(look, shown);
		session.dispose();
	});
});

describe('a session that is opened while its agent is at work', () => {
	it('as a new one is still at work after the answer [acp C220]', async () => {
		const { session, agent } = openFakeSession();
		agent.early = [working()];
		await session.start();
		assert.equal(session.state.turn.type, 'running');
		agent.say(idle());
		assert.equal(session.state.turn.type, 'idle');
	});

	it('as a new one that is idle ends nothing [acp C220] [acp C234]', async () => {
		const { session, agent } = openFakeSession();
		agent.early = [idle('cancelled')];
		const done = session.prompt([text('one')]);
		await settle();
		assert.equal(session.state.turn.type, 'running');
		assert.deepEqual(transcript(session.state), ['user: one']);
		agent.endTurn('end_turn');
		await done;
	});

	for (const early of [[working()], [working('requires_action')], [odd('zzz')]]) {
		it(`is not idle because it was resumed: ${JSON.stringify(early[0])} [acp C221]`, async () => {
			const { session, agent } = openFakeSession();
			agent.capabilities = { resumeSession: true };
			const first = session.prompt([text('one')]);
			await settle();
			agent.endTurn('end_turn');
			await first;
			session.detach();
			agent.early = early;
			await session.start();
			assert.deepEqual(agent.calls, ['newSession', 'prompt', 'resumeSession']);
			assert.notEqual(session.state.turn.type, 'idle');
			agent.say(idle());
			assert.equal(session.state.turn.type, 'idle');
		});
	}

	it('is at work after its history, and what its history says of work is no turn [acp C221] [acp C234]', async () => {
		for (const [last, turn] of [
			[working(), 'running'],
			[idle('refusal'), 'idle'],
		] as const) {
			const { session, agent } = openFakeSession({ loadSession: true, seed: { sessionId: 'a1' } });
			agent.replay = [
				working(),
				userMessage('m1', [text('one')]),
				{ type: 'message_chunk', role: 'agent', messageId: 'a1', content: text('ok') },
				idle('refusal'),
				last,
			];
			await session.start();
			assert.equal(session.state.turn.type, turn);
			assert.deepEqual(transcript(session.state), ['user: one', 'agent: ok']);
		}
	});

	it('has calls at work when the agent is, and none that hang when it is not [acp C221]', async () => {
		for (const [work, status] of [
			[working(), 'in_progress'],
			[idle(), 'cancelled'],
		] as const) {
			const { session, agent } = openFakeSession({ loadSession: true, seed: { sessionId: 'a1' } });
			agent.replay = [
				userMessage('m1', [text('one')]),
				{ type: 'tool_call_update', toolCallId: 't1', fields: { status: 'in_progress' } },
				work,
			];
			await session.start();
			assert.deepEqual(transcript(session.state), ['user: one', `tool t1: ${status}`]);
		}
	});

	it('does not end the prompt that waited for the history', async () => {
		const { session, agent } = openFakeSession({ loadSession: true, seed: { sessionId: 'a1' } });
		agent.replay = [userMessage('m1', [text('one')]), working(), idle('max_tokens')];
		const done = session.prompt([text('two')]);
		await settle();
		assert.equal(session.state.turn.type, 'running');
		agent.sent[0]?.answer.resolve({ type: 'taken', messageId: 'm2' });
		agent.say(userMessage('m2', [text('two')]), working(), idle());
		assert.equal(await done, 'done');
		assert.deepEqual(transcript(session.state), ['user: one', 'user: two']);
	});
});
