import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SessionEvent } from '../../../../../src/core/session/model/events.ts';
import type { ToolCallPatch } from '../../../../../src/core/session/model/toolContent.ts';
import type { ToolCallEntry } from '../../../../../src/core/session/model/entry.ts';
import { runningTerminals } from './runningTerminals.ts';
import { permission, play, type Played, prompt, text } from '../driver/play.ts';

const call = (fields: ToolCallPatch, toolCallId = 't1'): SessionEvent => ({
	type: 'tool_call',
	toolCallId,
	fields,
});
const update = (fields: ToolCallPatch, toolCallId = 't1'): SessionEvent => ({
	type: 'tool_call_update',
	toolCallId,
	fields,
});
const callsOf = ({ entries }: Played): ToolCallEntry[] =>
	entries.filter((entry) => entry.type === 'tool_call');
const runningIn = ({ state }: Played): string[] =>
	runningTerminals(state).map(({ terminalId }) => terminalId);

describe('tool calls', () => {
	it('are made by an update that comes first [acp C64]', () => {
		const [made] = callsOf(play(prompt('x'), update({ title: 'Late', status: 'in_progress' })));
		assert.deepEqual([made?.title, made?.status, made?.kind], ['Late', 'in_progress', 'other']);
	});

	it('are one card when they are announced twice, or first by a permission', () => {
		assert.equal(callsOf(play(prompt('x'), call({ title: 'a' }), call({ title: 'b' }))).length, 1);
		const asked = callsOf(play(prompt('x'), permission('p1'), call({ title: 'Edited' })));
		assert.deepEqual(
			asked.map(({ title, kind }) => [title, kind]),
			[['Edited', 'edit']],
		);
	});

	it('keep what an update does not name, and take what it does [acp C63]', () => {
		const content = [{ type: 'content', content: text('kept') }] as const;
		const [kept] = callsOf(
			play(
				prompt('x'),
				call({
					title: 'Edit',
					kind: 'edit',
					name: 'Edit',
					content,
					locations: [{ path: '/a' }],
					rawInput: {},
				}),
				update({ title: 'Edit hello.txt', rawInput: { file: 'hello.txt' } }),
			),
		);
		assert.equal(kept?.title, 'Edit hello.txt');
		assert.deepEqual([kept?.kind, kept?.name, kept?.content], ['edit', 'Edit', content]);
		assert.deepEqual([kept?.locations, kept?.rawInput], [[{ path: '/a' }], { file: 'hello.txt' }]);
		const [emptied] = callsOf(play(prompt('x'), call({ content }), update({ content: [] })));
		assert.deepEqual(emptied?.content, []);
	});

	it("keep the agent's _meta untouched [acp C119]", () => {
		const meta = { claudeCode: { toolName: 'Bash', deep: [1, null, { a: '\u0000' }] } };
		const [kept] = callsOf(play(prompt('x'), call({ meta }), update({ status: 'completed' })));
		assert.equal(kept?.meta, meta);
	});

	it('take updates after their end, but ended only once', () => {
		const [ended] = callsOf(
			play(prompt('x'), call({}), update({ status: 'completed' }), update({ rawOutput: 'more' })),
		);
		assert.deepEqual([ended?.status, ended?.rawOutput, ended?.endedAt], ['completed', 'more', 1002]);
	});
});

describe('commands that agents run themselves', () => {
	const output: SessionEvent = { type: 'terminal_output', terminalId: 't1', data: 'hi' };
	const shown = { content: [{ type: 'terminal', terminalId: 't1' }] } as const;

	it('run from their first word to the one that says how they ended', () => {
		const started = [prompt('x'), call(shown), output] as const;
		assert.deepEqual(runningIn(play(...started)), ['t1']);
		const exit: SessionEvent = { type: 'terminal_exited', terminalId: 't1', exitCode: 3, signal: null };
		const ended = play(...started, update({ status: 'failed' }), exit);
		assert.deepEqual(runningIn(ended), []);
		assert.deepEqual(ended.state.terminals.get('t1')?.exit, { exitCode: 3, signal: null });
	});

	it('do not run on when their call has ended and nobody says how', () => {
		const unknown = { exitCode: null, signal: null };
		for (const events of [
			[call(shown), output, update({ status: 'completed' })],
			[call({}), output, update({ status: 'completed' })],
			[call({ ...shown, status: 'completed' }), output],
			[call(shown), output, { type: 'turn_ended', end: { reason: 'end_turn' }, at: 2000 }],
			[call(shown), output, { type: 'cancel_requested', at: 2000 }],
		] satisfies SessionEvent[][]) {
			const played = play(prompt('x'), ...events);
			assert.deepEqual(runningIn(played), []);
			assert.deepEqual(played.state.terminals.get('t1')?.exit, unknown);
		}
	});

	it('of ours go on after the call and the turn have ended', () => {
		const played = play(
			prompt('x'),
			{ type: 'terminal_created', terminalId: 'term', label: 'npm start' },
			call({ content: [{ type: 'terminal', terminalId: 'term' }], status: 'completed' }),
			{ type: 'turn_ended', end: { reason: 'end_turn' }, at: 2000 },
		);
		assert.deepEqual(runningIn(played), ['host:term']);
	});

	it('have their card drawn anew when their first output comes', () => {
		const { changes, entries } = play(prompt('x'), call({}), output, output);
		const drawn = changes.filter((change) => change.type === 'entry' && change.id === entries[1]?.id);
		assert.equal(drawn.length, 2, 'when it was made, and at the first output');
	});

	it('count what is dropped from their start, so that who follows finds the place', () => {
		const big: SessionEvent = { type: 'terminal_output', terminalId: 't1', data: 'x'.repeat(1024 * 1024) };
		const terminal = play(big, big, output).state.terminals.get('t1');
		assert.equal(terminal?.isTruncated, true);
		assert.equal(terminal.dropped + terminal.output.length, 2 * 1024 * 1024 + 2);
		assert.ok(terminal.output.endsWith('xhi'));
	});
});

describe('a call of an agent that counts its calls anew in each turn', () => {
	const turn = (...events: SessionEvent[]): SessionEvent[] => [
		prompt('x'),
		...events,
		{ type: 'turn_ended', end: { reason: 'end_turn' }, at: 600 },
	];

	for (const [what, begin] of [
		['announces', call({ title: 'Second', status: 'pending' })],
		['only updates', update({ title: 'Second', status: 'pending' })],
	] as const) {
		it(`and ${what} them is a card of its own`, () => {
			const played = play(
				...turn(update({ title: 'First', status: 'in_progress' }), update({ status: 'completed' })),
				...turn(begin, update({ status: 'completed' })),
			);
			assert.deepEqual(
				callsOf(played).map(({ title, status, turn: number }) => [title, status, number]),
				[
					['First', 'completed', 1],
					['Second', 'completed', 2],
				],
			);
		});
	}

	it('is not one that the agent updates after its turn [acp C242]', () => {
		const played = play(
			...turn(update({ title: 'First', status: 'in_progress' })),
			prompt('y'),
			update({ status: 'in_progress' }),
			update({ title: 'First, done', status: 'completed' }),
		);
		assert.deepEqual(
			callsOf(played).map(({ title, status }) => [title, status]),
			[['First, done', 'completed']],
		);
	});
});

describe('a call that goes on after it had ended', () => {
	it('has no end until it ends again [acp C59]', () => {
		const stopped = [prompt('x'), update({ status: 'in_progress' }), { type: 'cancel_requested', at: 700 }];
		const open = [...(stopped as SessionEvent[]), update({ status: 'in_progress' })];
		const [running] = callsOf(play(...open));
		assert.deepEqual([running?.status, running?.endedAt], ['in_progress', undefined]);
		const [ended] = callsOf(play(...open, update({ status: 'completed' })));
		assert.deepEqual([ended?.status, ended?.endedAt], ['completed', 1004]);
	});
});
