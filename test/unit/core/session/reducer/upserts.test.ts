/** Messages, tool calls, plans, terminals and usage as upserts (docs/protocol.md#upserts). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textOf } from '../../../../../src/core/session/model/content.ts';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { SessionEvent } from '../../../../../src/core/session/model/events.ts';
import type { ToolCallPatch } from '../../../../../src/core/session/model/toolContent.ts';
import type { ToolCallEntry } from '../../../../../src/core/session/model/entry.ts';
import type { SessionState } from '../../../../../src/core/session/model/sessionState.ts';
import { chunk, play, text } from '../driver/play.ts';

const whole = (...values: string[]): AgentEvent => ({
	type: 'message',
	role: 'agent',
	messageId: 'm',
	content: values.map(text),
});
const onlyName: AgentEvent = { type: 'message', role: 'agent', messageId: 'm' };
const messagesOf = ({ entries }: SessionState): string[] =>
	[...entries.values()].flatMap((entry) => (entry.type === 'message' ? [textOf(entry.content)] : []));

describe('a message', () => {
	const table: [string, SessionEvent[], string[]][] = [
		[
			'the example of the founding document',
			[whole('A'), chunk('B', 'm'), whole('C'), chunk('D', 'm')],
			['CD'],
		],
		['a chunk after a whole', [whole('A'), chunk('B', 'm')], ['AB']],
		['no content keeps', [chunk('A', 'm'), onlyName], ['A']],
		['no content makes nothing', [onlyName], []],
		['an empty list clears', [chunk('A', 'm'), whole()], ['']],
		['a chunk after clearing', [chunk('A', 'm'), whole(), chunk('B', 'm')], ['B']],
		['an empty list of a new one, then a chunk', [whole(), chunk('B', 'm')], ['B']],
		['an empty first part', [whole('', 'A', 'B')], ['AB']],
		['a whole replaces a whole', [whole('A', 'B'), whole('C')], ['C']],
	];
	for (const [name, events, expected] of table) {
		it(`follows the rule of upserts: ${name} [acp C246]`, () => {
			assert.deepEqual(messagesOf(play(...events).state), expected);
		});
	}

	it('grows beside others whose chunks come in between [acp C247]', () => {
		const { state } = play(
			chunk('a', 'x'),
			chunk('1', 'y'),
			chunk('b', 'x'),
			chunk('2', 'y'),
			chunk('c', 'x'),
		);
		assert.deepEqual(messagesOf(state), ['abc', '12']);
		const open = [...state.entries.values()].filter((entry) => entry.type === 'message' && !entry.isComplete);
		assert.equal(open.length, 1);
	});
});

describe('a tool call', () => {
	const update = (fields: ToolCallPatch): AgentEvent => ({
		type: 'tool_call_update',
		toolCallId: 't',
		fields,
	});
	const more = (...values: string[]): AgentEvent => ({
		type: 'tool_call_content',
		toolCallId: 't',
		content: values.map((value) => ({ type: 'content', content: text(value) })),
	});
	const call = (...events: SessionEvent[]): ToolCallEntry => {
		const [entry] = play(...events).entries;
		assert.ok(entry?.type === 'tool_call');
		return entry;
	};
	const full: ToolCallPatch = {
		name: 'Bash',
		title: 'Run',
		kind: 'execute',
		status: 'completed',
		rawInput: { a: 1 },
		rawOutput: 'out',
		meta: { a: 1, b: 2 },
		canCancel: true,
	};

	it('keeps what is omitted and clears what is null [acp C248]', () => {
		const kept = call(update(full), update({}));
		assert.deepEqual(
			[kept.title, kept.kind, kept.status, kept.name],
			['Run', 'execute', 'completed', 'Bash'],
		);
		const nulls = { name: null, title: null, kind: null, status: null, rawInput: null, rawOutput: null };
		const cleared = call(update(full), update(nulls));
		assert.deepEqual([cleared.title, cleared.kind, cleared.status], ['', 'other', 'pending']);
		assert.deepEqual([cleared.name, cleared.rawInput, cleared.rawOutput], [undefined, undefined, undefined]);
		assert.equal(cleared.canCancel, true);
	});

	it('merges its _meta by key [acp C249]', () => {
		const merged = call(update(full), update({ metaPatch: { b: null, c: { d: 3 } } }));
		assert.deepEqual(merged.meta, { a: 1, c: { d: 3 } });
		assert.equal(call(update(full), update({ metaPatch: null })).meta, undefined);
	});

	it('takes more content after what is there, and a list in its place [acp C250]', () => {
		const values = ({ content }: ToolCallEntry): string[] =>
			content.map((item) => (item.type === 'content' ? textOf([item.content]) : item.type));
		assert.deepEqual(values(call(more('a'), more('b', 'c'))), ['a', 'b', 'c']);
		const replaced = update({ content: [{ type: 'content', content: text('z') }] });
		assert.deepEqual(values(call(more('a'), replaced, more('b'))), ['z', 'b']);
		assert.deepEqual(values(call(more('a'), update({ content: [] }))), []);
	});

	it('with a status that we do not know is still in progress [acp C251]', () => {
		const odd = call(update({ status: 'in_progress', statusName: 'queued' }));
		assert.deepEqual([odd.status, odd.statusName, odd.endedAt], ['in_progress', 'queued', undefined]);
		const done = call(
			update({ status: 'in_progress', statusName: 'queued' }),
			update({ status: 'completed' }),
		);
		assert.deepEqual([done.status, done.statusName], ['completed', undefined]);
	});
});

describe('a terminal of the agent', () => {
	const output = (data: string): AgentEvent => ({ type: 'terminal_output', terminalId: 'x', data });
	const snapshot = (value: string): AgentEvent => ({
		type: 'terminal_replaced',
		terminalId: 'x',
		output: value,
	});

	it('has what a snapshot says, and what comes after it, and nothing from before [acp C256]', () => {
		const { state } = play(output('old'), snapshot('new'), output(' more'));
		assert.equal(state.terminals.get('x')?.output, 'new more');
		assert.equal(play(output('ab'), snapshot('abc')).state.terminals.get('x')?.output, 'abc');
		assert.equal(play(output('ab'), snapshot('')).state.terminals.get('x')?.output, '');
	});
});

describe('plans', () => {
	const plan = (planId: string, content: string): AgentEvent => ({
		type: 'plan',
		planId,
		items: [{ content, priority: 'high', status: 'pending' }],
	});

	it('are replaced each by its id, and stand beside each other [acp C263]', () => {
		const { entries } = play(plan('a', '1'), plan('b', '2'), plan('a', '3'));
		assert.deepEqual(
			entries.map((entry) => entry.type === 'plan' && [entry.planId, entry.items[0]?.content]),
			[
				['a', '3'],
				['b', '2'],
			],
		);
	});

	it('that become plans of another kind keep nothing of the one before [acp C62]', () => {
		const written: AgentEvent = {
			type: 'plan',
			planId: 'a',
			items: [],
			document: { type: 'markdown', text: 'x' },
		};
		const [entry, ...others] = play(written, plan('a', '1')).entries;
		assert.deepEqual([entry?.type, others.length], ['plan', 0]);
		assert.ok(entry?.type === 'plan' && entry.document === undefined && entry.items.length === 1);
	});

	it('of a kind that we do not know are there, by their id [acp C264]', () => {
		const odd: AgentEvent = {
			type: 'plan',
			planId: 'a',
			items: [],
			document: { type: 'other', kind: 'graph' },
		};
		const [entry] = play(odd).entries;
		assert.ok(entry?.type === 'plan');
		assert.deepEqual([entry.planId, entry.document], ['a', { type: 'other', kind: 'graph' }]);
	});
});

describe('the cost of a session', () => {
	it('is kept by omission and cleared by null [acp C270]', () => {
		const cost = { amount: 1, currency: 'credits' };
		const usage = { type: 'usage', used: 1, size: 2 } as const;
		assert.deepEqual(play({ ...usage, cost }, usage).state.usage?.cost, cost);
		const cleared = play({ ...usage, cost }, { ...usage, cost: null }).state.usage;
		assert.deepEqual(cleared, { used: 1, size: 2 });
	});
});
