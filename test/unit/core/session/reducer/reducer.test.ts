import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textOf } from '../../../../../src/core/session/model/content.ts';
import type { Entry, ToolCallEntry } from '../../../../../src/core/session/model/entry.ts';
import { chunk, permission, play, prompt, text } from '../driver/play.ts';

const shape = (entries: readonly Entry[]): string[] =>
	entries.map((entry) => (entry.type === 'message' ? `${entry.role}:${textOf(entry.content)}` : entry.type));

const onlyCall = (entries: readonly Entry[]): ToolCallEntry => {
	const calls = entries.filter((entry) => entry.type === 'tool_call');
	assert.equal(calls.length, 1);
	return calls[0] as ToolCallEntry;
};

describe('messages', () => {
	it('joins chunks of one role and starts anew when the role changes [acp C53]', () => {
		const { entries } = play(
			chunk('a'),
			chunk('b'),
			{ type: 'message_chunk', role: 'thought', content: text('t') },
			chunk('c'),
		);
		assert.deepEqual(shape(entries), ['agent:ab', 'thought:t', 'agent:c']);
	});

	it('starts a new message when the id changes, and goes on with a known id [acp C53]', () => {
		const { entries } = play(chunk('a', 'm1'), chunk('b', 'm2'), chunk('c', 'm1'));
		assert.deepEqual(shape(entries), ['agent:ac', 'agent:b']);
	});

	it('starts a new message after a tool call', () => {
		const { entries } = play(chunk('a'), { type: 'tool_call', toolCallId: 't', fields: {} }, chunk('b'));
		assert.deepEqual(shape(entries), ['agent:a', 'tool_call', 'agent:b']);
	});

	it('shows an echoed prompt once', () => {
		const { entries } = play(
			prompt('hello there'),
			{ type: 'message_chunk', role: 'user', content: text('hello ') },
			{ type: 'message_chunk', role: 'user', content: text('there') },
			chunk('hi'),
		);
		assert.deepEqual(shape(entries), ['user:hello there', 'agent:hi']);
	});

	it('makes no bubble of an empty chunk', () => {
		assert.deepEqual(shape(play(chunk('')).entries), []);
	});

	it('reports appended text as text, so that views need not redraw the message', () => {
		const { changes, entries } = play(chunk('a'), chunk('b'));
		assert.deepEqual(changes, [
			{ type: 'entry', id: entries[0]?.id },
			{ type: 'text', id: entries[0]?.id, text: 'b' },
		]);
	});
});

describe('tool calls', () => {
	it('creates one for an update of an unknown id [acp C64]', () => {
		const { entries } = play({ type: 'tool_call_update', toolCallId: 't', fields: { title: 'Read' } });
		assert.equal(onlyCall(entries).title, 'Read');
	});

	it('keeps fields that an update leaves out, and replaces arrays [acp C63]', () => {
		const { entries } = play(
			{
				type: 'tool_call',
				toolCallId: 't',
				fields: { title: 'Edit', kind: 'edit', locations: [{ path: '/a' }, { path: '/b' }] },
			},
			{ type: 'tool_call_update', toolCallId: 't', fields: { locations: [{ path: '/c' }] } },
		);
		const call = onlyCall(entries);
		assert.deepEqual([call.title, call.kind, call.locations], ['Edit', 'edit', [{ path: '/c' }]]);
	});

	it('treats a second announcement as an upsert', () => {
		const { entries } = play(
			{ type: 'tool_call', toolCallId: 't', fields: { title: 'Edit', status: 'pending' } },
			{ type: 'tool_call', toolCallId: 't', fields: { status: 'completed' } },
		);
		assert.equal(onlyCall(entries).status, 'completed');
		assert.equal(onlyCall(entries).title, 'Edit');
	});

	it('are shown cancelled at once when the user stops [acp C57]', () => {
		const { entries, state } = play(
			prompt('go'),
			{ type: 'tool_call', toolCallId: 't', fields: { status: 'in_progress' } },
			{ type: 'cancel_requested', at: 2000 },
		);
		assert.equal(onlyCall(entries).status, 'cancelled');
		assert.equal(state.turn.type, 'stopping');
	});

	it('still take updates after Stop [acp C59]', () => {
		const { entries } = play(
			prompt('go'),
			{ type: 'tool_call', toolCallId: 't', fields: { status: 'in_progress' } },
			{ type: 'cancel_requested', at: 2000 },
			{ type: 'tool_call_update', toolCallId: 't', fields: { status: 'completed' } },
		);
		assert.equal(onlyCall(entries).status, 'completed');
	});

	it('that the agent forgot are closed with the turn', () => {
		const { entries } = play(
			prompt('go'),
			{ type: 'tool_call', toolCallId: 't', fields: { status: 'pending' } },
			{ type: 'turn_ended', end: { reason: 'end_turn' }, at: 2000 },
		);
		assert.equal(onlyCall(entries).status, 'cancelled');
	});

	it('named like properties of objects are data [hazard A11]', () => {
		const { state, entries } = play(
			{ type: 'tool_call', toolCallId: '__proto__', fields: { title: 'x' } },
			{ type: 'tool_call_update', toolCallId: '__proto__', fields: { status: 'completed' } },
			{ type: 'tool_call', toolCallId: 'constructor', fields: {} },
		);
		assert.equal(state.toolCalls.size, 2);
		assert.equal(entries.length, 2);
	});
});

describe('the turn', () => {
	it('ends only with the answer of the agent [acp C51]', () => {
		const { state } = play(prompt('go'), chunk('The end. Goodbye.'));
		assert.equal(state.turn.type, 'running');
	});

	it('keeps stopping until the agent answers [acp C60]', () => {
		const before = play(prompt('go'), { type: 'cancel_requested', at: 1 }, chunk('still here'));
		assert.equal(before.state.turn.type, 'stopping');
		assert.deepEqual(shape(before.entries), ['user:go', 'agent:still here']);
	});

	it('waits for the user while a permission is pending, and goes on afterwards', () => {
		const pending = play(prompt('go'), permission('p1'));
		assert.equal(pending.state.turn.type, 'requires_action');
		const settled = play(prompt('go'), permission('p1'), {
			type: 'permission_settled',
			permissionId: 'p1',
			state: { type: 'cancelled', by: 'agent' },
		});
		assert.equal(settled.state.turn.type, 'running');
	});

	it('settles what is pending when it ends', () => {
		const { state } = play(prompt('go'), permission('p1'), permission('p2', 't2'), {
			type: 'turn_ended',
			end: { reason: 'end_turn' },
			at: 2000,
		});
		assert.deepEqual(state.pendingPermissions, []);
		assert.equal(state.turn.type, 'idle');
	});
});

describe('permissions', () => {
	it('bring their tool call with them before they are shown [acp C75]', () => {
		const { entries, state } = play(prompt('go'), permission('p1'));
		assert.deepEqual(
			entries.map(({ type }) => type),
			['message', 'tool_call', 'permission'],
		);
		assert.equal(onlyCall(entries).title, 'Edit a.ts');
		assert.equal(state.entries.get('p1')?.parentId, onlyCall(entries).id);
	});

	it('merge what they say of a known call instead of replacing it', () => {
		const { entries } = play(
			prompt('go'),
			{
				type: 'tool_call',
				toolCallId: 't1',
				fields: { content: [{ type: 'diff', path: '/a', oldText: 'a', newText: 'b' }] },
			},
			permission('p1'),
		);
		assert.equal(onlyCall(entries).content.length, 1);
	});

	it('are settled once: a second answer changes nothing [hazard C1]', () => {
		const answer = (optionId: string): Parameters<typeof play>[0] => ({
			type: 'permission_settled',
			permissionId: 'p1',
			state: { type: 'answered', option: { optionId, name: optionId, kind: 'allow_once' } },
		});
		const { state } = play(prompt('go'), permission('p1'), answer('yes'), answer('no'));
		const entry = state.entries.get('p1');
		assert.ok(entry?.type === 'permission' && entry.state.type === 'answered');
		assert.equal(entry.state.option.optionId, 'yes');
	});
});

describe('plans, modes and titles', () => {
	const items = (...contents: string[]): { content: string; priority: 'high'; status: 'pending' }[] =>
		contents.map((content) => ({ content, priority: 'high', status: 'pending' }));

	it('a plan is replaced as a whole [acp C62]', () => {
		const { entries } = play(
			prompt('go'),
			{ type: 'plan', planId: 'p', items: items('a', 'b', 'c') },
			{ type: 'plan', planId: 'p', items: items('d') },
		);
		const plans = entries.filter((entry) => entry.type === 'plan');
		assert.deepEqual(
			plans.map((plan) => plan.items.map(({ content }) => content)),
			[['d']],
		);
	});

	it('a title is cleared by null and kept by omission [acp C67]', () => {
		const title = (...events: Parameters<typeof play>): string => play(...events).state.title;
		assert.equal(title({ type: 'session_info', title: 'T' }, { type: 'session_info' }), 'T');
		assert.equal(title({ type: 'session_info', title: 'T' }, { type: 'session_info', title: null }), '');
	});

	it('commands are replaced at any time [acp C123]', () => {
		const { state } = play(
			{ type: 'commands', commands: [{ name: 'a', description: '' }] },
			{ type: 'commands', commands: [{ name: 'b', description: '' }] },
		);
		assert.deepEqual(
			state.commands.map(({ name }) => name),
			['b'],
		);
	});
});

describe('replay', () => {
	it('rebuilds the transcript without duplicates [acp C46]', () => {
		const replay = [
			{ type: 'replay_started' as const },
			{ type: 'message_chunk' as const, role: 'user' as const, content: text('hi') },
			chunk('hello'),
			{ type: 'replay_ended' as const },
		];
		const { entries } = play(prompt('hi'), chunk('hello'), ...replay, ...replay);
		assert.deepEqual(shape(entries), ['user:hi', 'agent:hello']);
	});
});
