/** From the model to what the view shows. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import type { SessionEvent } from '../../../../src/core/session/model/events.ts';
import { summarizeDiff } from '../../../../src/core/view/diffSummary.ts';
import { permissionDetails } from '../../../../src/core/view/permissionSubject.ts';
import { projectEntry } from '../../../../src/core/view/project.ts';
import type { Projector } from '../../../../src/core/view/projector.ts';
import { projectSession } from '../../../../src/core/view/projectSession.ts';
import { formatRaw } from '../../../../src/core/view/rawText.ts';
import { urlTarget } from '../../../../src/host/common/urlTarget.ts';
import type { ViewEntry } from '../../../../src/core/view/viewEntry.ts';
import { permission, play, prompt } from '../session/driver/play.ts';

const projector: Projector = {
	label: (path) => path.replace('/ws/', ''),
	summarize: summarizeDiff,
	urlTarget,
};

function project(...events: SessionEvent[]): ViewEntry[] {
	const { state, entries } = play(...events);
	return entries.map((entry) => projectEntry(state, entry, projector));
}

function toolCall(fields: Extract<SessionEvent, { type: 'tool_call' }>['fields']): SessionEvent {
	return { type: 'tool_call', toolCallId: 't1', fields };
}

/** The one tool call of what was projected. */
function cardOf(entries: readonly ViewEntry[]): Extract<ViewEntry, { type: 'tool_call' }> {
	const card = entries.find((entry) => entry.type === 'tool_call');
	assert.ok(card?.type === 'tool_call');
	return card;
}

describe('a tool card', () => {
	it('numbers its diffs among other content and counts their lines', () => {
		const card = cardOf(
			project(
				toolCall({
					title: 'Edit',
					locations: [{ path: '/ws/a.ts', line: 3 }],
					content: [
						{ type: 'content', content: { type: 'text', text: 'note' } },
						{ type: 'diff', path: '/ws/a.ts', oldText: 'a\nb\n', newText: 'a\nc\nd\n' },
						{ type: 'diff', path: '/ws/b.ts', oldText: null, newText: 'x\n' },
						{ type: 'diff', path: '/ws/c.ts', oldText: 'y\n', newText: null },
					],
				}),
			),
		);
		assert.deepEqual(card.locations, [{ path: '/ws/a.ts', line: 3, label: 'a.ts' }]);
		const diffs = card.content.filter((item) => item.type === 'diff');
		assert.deepEqual(
			diffs.map(({ index, kind, label, added, removed }) => [index, kind, label, added, removed]),
			[
				[0, 'modify', 'a.ts', 2, 1],
				[1, 'create', 'b.ts', 1, 0],
				[2, 'delete', 'c.ts', 0, 1],
			],
		);
	});

	it('carries no raw data, only that there is some', () => {
		const card = cardOf(project(toolCall({ rawInput: { secret: 'much data' } })));
		assert.equal(card.hasRaw, true);
		assert.doesNotMatch(JSON.stringify(card), /much data/u);
		assert.equal(cardOf(project(toolCall({ title: 'x' }))).hasRaw, false);
	});

	it('shows a bounded part of a huge text and says how much is missing [hazard E11]', () => {
		const text = 'x'.repeat(limits.toolOutputChars + 77);
		const card = cardOf(
			project(toolCall({ content: [{ type: 'content', content: { type: 'text', text } }] })),
		);
		const [item] = card.content;
		assert.ok(item?.type === 'content' && item.content.type === 'text');
		assert.ok(item.content.text.length < limits.toolOutputChars + 100);
		assert.match(item.content.text, /77 more characters$/u);
	});

	it('shows the newest part of a long output [hazard E11]', () => {
		const output = `${'old '.repeat(limits.toolOutputChars)}newest`;
		const card = cardOf(
			project(
				{ type: 'terminal_created', terminalId: 'x', label: 'make' },
				{ type: 'own_terminal_output', terminalId: 'x', data: output },
				toolCall({ content: [{ type: 'terminal', terminalId: 'x' }] }),
			),
		);
		const [item] = card.content;
		assert.ok(item?.type === 'terminal');
		assert.equal(item.output.length, limits.toolOutputChars);
		assert.ok(item.output.endsWith('newest'));
		assert.equal(item.isTruncated, true);
		assert.equal(item.label, 'make');
	});

	it('shows a terminal that nobody knows as empty', () => {
		const [item] = cardOf(
			project(toolCall({ content: [{ type: 'terminal', terminalId: 'ghost' }] })),
		).content;
		assert.ok(item?.type === 'terminal');
		assert.deepEqual([item.terminalId, item.output, item.isTruncated], ['ghost', '', false]);
	});
});

describe('what a permission shows before it is answered [hazard C7]', () => {
	const asked = { subject: { type: 'tool_call', toolCallId: 't1' } } as const;
	const detailsOf = (fields: Parameters<typeof toolCall>[0]): string => {
		const { state, entries } = play(toolCall(fields));
		const call = entries[0];
		assert.ok(call?.type === 'tool_call' && state.entries.size === 1);
		return permissionDetails(asked, call);
	};

	it('is the whole command, of any length', () => {
		const command = `echo ${'x'.repeat(100_000)}`;
		assert.equal(detailsOf({ rawInput: { command } }), command);
		assert.equal(detailsOf({ rawInput: { command: ['rm', '-rf', 'a b'] } }), '"rm" "-rf" "a b"');
		assert.equal(detailsOf({ rawInput: { command: 'rm', args: ['-rf', 'a b'] } }), 'rm "-rf" "a b"');
	});

	it('is shown however deep it is nested: nobody waits for a question that cannot be drawn [hazard A11]', () => {
		const deep = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
		for (const depth of [65, 1_000]) assert.equal(detailsOf({ rawInput: deep(depth) }).length, 2 * depth);
		assert.equal(detailsOf({ rawInput: deep(100_000) }), 'Nested too deeply to be shown');
		const command = ['rm', deep(100_000)];
		assert.equal(detailsOf({ rawInput: { command } }), '"rm" Nested too deeply to be shown');
	});

	it('else the files, each once, else the raw input, else that nothing was said', () => {
		assert.equal(
			detailsOf({
				content: [{ type: 'diff', path: '/ws/a', oldText: '', newText: '' }],
				locations: [{ path: '/ws/a' }, { path: '/ws/b' }],
				rawInput: { x: 1 },
			}),
			'/ws/a\n/ws/b',
		);
		assert.equal(detailsOf({ rawInput: { url: 'https://a' } }), 'Address: https://a');
		assert.equal(detailsOf({ rawInput: { what: 'https://a' } }), '{\n  "what": "https://a"\n}');
		assert.equal(detailsOf({ rawInput: { command: 7 } }), '{\n  "command": 7\n}');
		assert.match(detailsOf({}), /did not say/u);
		assert.match(permissionDetails(asked, undefined), /did not say/u);
	});

	it('follows the tool call while it is pending [hazard C9]', () => {
		const { state, entries, changes } = play(prompt('go'), permission('p1', 't1'), {
			type: 'tool_call_update',
			toolCallId: 't1',
			fields: { rawInput: { command: 'rm -rf /' } },
		});
		const entry = entries.find(({ type }) => type === 'permission');
		assert.ok(entry?.type === 'permission');
		const view = projectEntry(state, entry, projector);
		assert.ok(view.type === 'permission');
		assert.equal(view.details, 'rm -rf /');
		// Listeners are called after the patch.
		const last = changes.findLastIndex((change) => change.type === 'entry' && change.id === 'p1');
		const call = changes.findLastIndex((change) => change.type === 'entry' && change.id === entry.parentId);
		assert.ok(last >= 0 && call >= 0 && last > call - 2, JSON.stringify(changes));
		const announced = changes.filter((change) => change.type === 'entry' && change.id === 'p1').length;
		assert.ok(announced >= 2, 'once when it was asked, once when its call changed');
	});
});

describe('what a permission shows after it was answered', () => {
	const option = { optionId: 'yes', name: 'Allow', kind: 'allow_once' } as const;
	const change = (newText: string): SessionEvent => ({
		type: 'tool_call_update',
		toolCallId: 't1',
		fields: {
			content: [{ type: 'diff', path: '/ws/a.ts', oldText: 'a\n', newText }],
			rawInput: { command: newText },
		},
	});

	it('is what was asked, with its changes, whatever the agent says of the call later', () => {
		const settled = { type: 'answered', option, by: 'card' } as const;
		const entries = project(
			prompt('go'),
			permission('p1', 't1'),
			change('b\n'),
			{ type: 'permission_settled', permissionId: 'p1', state: settled },
			{
				type: 'tool_call_update',
				toolCallId: 't1',
				fields: { content: [], rawInput: { command: 'harmless' } },
			},
		);
		const view = entries.find((entry) => entry.type === 'permission');
		assert.ok(view?.type === 'permission');
		assert.equal(view.details, 'b\n\na.ts');
		const changes = (view.changes ?? []).map((item) =>
			item.type === 'diff' ? [item.label, item.index, item.preview] : item.type,
		);
		assert.deepEqual(changes, [['a.ts', 0, ['-a', '+b']]]);
		assert.deepEqual(view.state, settled);
	});

	it('has no changes of its own while it waits: the card of the call shows them', () => {
		const view = project(prompt('go'), permission('p1', 't1'), change('b\n')).find(
			(entry) => entry.type === 'permission',
		);
		assert.ok(view?.type === 'permission');
		assert.equal(view.changes, undefined);
		assert.equal(view.hasDiff, true);
	});
});

describe('the rest', () => {
	it('raw data is text as it is, anything else as JSON', () => {
		assert.equal(formatRaw(undefined), '');
		assert.equal(formatRaw('a\nb'), 'a\nb');
		assert.equal(formatRaw(null), 'null');
		assert.equal(formatRaw({ a: [1] }), '{\n  "a": [\n    1\n  ]\n}');
	});

	it('a session names its pending permissions in order and its newest plan', () => {
		const { state } = play(
			prompt('go'),
			permission('p1', 't1'),
			permission('p2', 't2'),
			{ type: 'plan', planId: 'a', items: [] },
			{ type: 'plan', planId: 'b', items: [] },
		);
		const session = projectSession(state);
		assert.deepEqual(session.pendingPermissions, ['p1', 'p2']);
		assert.equal(state.entries.get(session.planIds?.at(-1) ?? '')?.type, 'plan');
		assert.deepEqual(session.planIds, [...state.plans.values()]);
		assert.equal(session.turn.type, 'requires_action');
	});

	it('a message waits for a login although the agent has put other words in its place', () => {
		const [first] = play(prompt('go')).entries;
		assert.ok(first?.type === 'message');
		const waits = (...later: readonly SessionEvent[]): unknown => {
			const [message] = project(prompt('go'), ...later);
			return message?.type === 'message' && [message.isUnsent, message.isAwaitingLogin];
		};
		const echo = {
			type: 'message',
			role: 'user',
			messageId: 'm1',
			content: [{ type: 'text', text: 'gone' }],
		} as const;
		const refused = {
			type: 'prompt_awaiting_login',
			content: first.content,
			entryId: first.id,
		} as const;
		assert.deepEqual(waits({ type: 'prompt_sent', entryId: first.id }, echo, refused), [true, true]);
		assert.deepEqual(waits({ type: 'prompt_sent', entryId: first.id }, echo), [false, undefined]);
	});

	it('a huge diff is summarised without being computed', () => {
		const big = 'line\n'.repeat(100_000);
		const started = performance.now();
		const summary = summarizeDiff({ type: 'diff', path: '/ws/a', oldText: big, newText: `${big}more\n` });
		assert.ok(performance.now() - started < 500);
		assert.deepEqual([summary.added, summary.removed, summary.preview], [100_001, 100_000, []]);
	});
});
