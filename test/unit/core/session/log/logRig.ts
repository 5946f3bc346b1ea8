/** A session state with a journal on it, and its log as it would stand on the disk. */
import * as limits from '../../../../../src/core/base/limits.ts';
import type { SessionEvent } from '../../../../../src/core/session/model/events.ts';
import { Journal } from '../../../../../src/core/session/log/journal.ts';
import type { LogRecord } from '../../../../../src/core/session/log/logRecord.ts';
import { readLog, type StoredConversation } from '../../../../../src/core/session/log/readLog.ts';
import type { SessionState } from '../../../../../src/core/session/model/sessionState.ts';
import { createSessionState } from '../../../../../src/core/session/reducer/createSessionState.ts';
import { reduce } from '../../../../../src/core/session/reducer/reducer.ts';
import type { Random } from '../driver/randomAgent.ts';
import { chunk, permission, prompt, seed, text } from '../driver/play.ts';

const toText = (record: LogRecord): string => `${JSON.stringify(record)}\n`;
const bytesOf = (text: string): number => Buffer.byteLength(text);

export class LogRig {
	readonly state: SessionState = createSessionState(seed);
	readonly journal = new Journal();
	log = '';
	/** Characters of each write. */
	readonly writes: number[] = [];

	play(...events: readonly SessionEvent[]): void {
		for (const event of events) this.journal.note(this.state, reduce(this.state, event, 1000));
	}

	write(): void {
		if (!this.journal.isDirty) return;
		const before = this.log.length;
		if (this.log === '') this.log = this.takeAll();
		else this.log += this.journal.take(this.state).map(toText).join('');
		this.writes.push(this.log.length - before);
	}

	takeAll(maxBytes: number = limits.conversationLogBytes): string {
		return this.journal.takeAll(this.state, { toText, bytesOf }, maxBytes).join('');
	}

	read(): StoredConversation {
		const stored = readLog(this.log, seed.key);
		if (stored === undefined) throw new Error('The log cannot be read.');
		return stored;
	}
}

/** A state with what was stored, as the next window has it. */
export function restored({ entries, terminals, leftOut }: StoredConversation): SessionState {
	const state = createSessionState(seed);
	reduce(state, { type: 'history_restored', entries, terminals, leftOut }, 2000);
	return state;
}

/** One of everything that stands in a transcript. */
export const everything: readonly SessionEvent[] = [
	prompt('Do it'),
	{ type: 'message_chunk', role: 'thought', content: text('Hm. ') },
	{ type: 'message_chunk', role: 'thought', content: text('Well.') },
	{ type: 'plan', planId: 'plan', items: [{ content: 'One', priority: 'high', status: 'in_progress' }] },
	{ type: 'tool_call', toolCallId: 't1', fields: { title: 'Edit', kind: 'edit', status: 'in_progress' } },
	permission('p1'),
	{
		type: 'permission_settled',
		permissionId: 'p1',
		state: {
			type: 'answered',
			option: { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
			rule: { id: 'r1', text: 'Allow edits' },
		},
	},
	{
		type: 'tool_call_update',
		toolCallId: 't1',
		fields: {
			status: 'completed',
			content: [{ type: 'diff', path: '/ws/a.ts', oldText: 'a', newText: 'b' }],
			rawInput: { path: '/ws/a.ts' },
			rawOutput: 'done',
			meta: { secret: 1 },
		},
	},
	{ type: 'terminal_created', terminalId: 'terminal-1', label: 'npm test', cwd: '/ws' },
	{
		type: 'tool_call',
		toolCallId: 't2',
		fields: {
			title: 'Test',
			kind: 'execute',
			status: 'in_progress',
			content: [{ type: 'terminal', terminalId: 'terminal-1' }],
		},
	},
	{ type: 'own_terminal_output', terminalId: 'terminal-1', data: 'ok 1\n' },
	{ type: 'own_terminal_output', terminalId: 'terminal-1', data: 'ok 2\n' },
	{
		type: 'elicitation_requested',
		entryId: 'q1',
		message: 'Which?',
		mode: { type: 'form', fields: [{ type: 'text', name: 'a', isRequired: true }] },
	},
	{ type: 'compaction', compactionId: 'c1', status: 'in_progress' },
	{ type: 'subagent', sessionId: 'child', fields: { title: 'Helper', state: 'running' } },
	{ type: 'in_subagent', sessionId: 'child', event: chunk('inside') as never },
	{ type: 'notice', notice: { severity: 'info', title: 'Note', actions: ['restart', 'show_log'] } },
	chunk('The '),
	chunk('answer'),
];

/** Something that may happen next. */
export function randomEvent(random: Random): SessionEvent {
	const id = `t${random(6)}`;
	const events: readonly SessionEvent[] = [
		chunk(`word${random(1000)} `),
		chunk(`word${random(1000)} `),
		{ type: 'message_chunk', role: 'thought', content: text('hm ') },
		chunk('named ', `m${random(3)}`),
		{ type: 'tool_call', toolCallId: id, fields: { title: id, status: 'in_progress' } },
		{ type: 'tool_call_update', toolCallId: id, fields: { status: 'completed' } },
		{ type: 'tool_call_content', toolCallId: id, content: [{ type: 'content', content: text('out') }] },
		{ type: 'terminal_output', terminalId: id, data: `line ${random(1000)}\n` },
		{ type: 'terminal_replaced', terminalId: id, output: `all ${random(1000)}\n` },
		{ type: 'terminal_exited', terminalId: id, exitCode: random(3), signal: null },
		{ type: 'plan', planId: `p${random(2)}`, items: [] },
		{ type: 'prompt_submitted', content: [text('next')], at: 5 },
		{ type: 'turn_ended', end: { reason: 'end_turn' }, at: 6 },
		{ type: 'notice', notice: { severity: 'info', title: 'Note', actions: [] } },
	];
	if (random(200) === 0) return { type: 'replay_started' };
	return events[random(events.length)] as SessionEvent;
}
