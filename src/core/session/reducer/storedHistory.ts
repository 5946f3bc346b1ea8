/**
 * The transcript as this side kept it, brought back after a reload or a crash (hazard G1). Nothing of it goes on: open
 * entries are closed, and their buttons are gone.
 */
import { endedAs, endOfCall } from './attempts.ts';
import { saying } from '../model/saying.ts';
import { messageKey, type SessionDraft, type Step } from './draft.ts';
import type { Entry, EntryId, NoticeAction, NoticeEntry, PlanEntry, ToolCallEntry } from '../model/entry.ts';
import type { HostEvent } from '../model/events.ts';
import { terminalOfCall } from '../../base/ofSession.ts';
import { agentTerminalId } from '../../base/terminalId.ts';
import type { TerminalState } from '../model/terminalState.ts';
import { isOver } from '../../base/subagentState.ts';
import { isFinal } from '../../base/toolCall.ts';
import { recountUndone, withUndone } from './restores.ts';
import { recountOutput } from './terminals.ts';

type Restored = Extract<HostEvent, { type: 'history_restored' }>;

/** Of ids that were given here. */
const keptPrefix = 'kept-';

/** Puts it before the entries that are there. Its entries keep their ids unless those are taken, or will be. */
export function restoreHistory(step: Step, { entries, terminals, leftOut }: Restored): void {
	const { draft } = step;
	const ids = new Map(entries.map((entry, at) => [entry.id, freeId(draft, entry, at)]));
	const terminalIds = new Map(terminals.map(({ terminalId }, at) => [terminalId, `${keptPrefix}${at + 1}`]));
	const namedTerminal = terminalsByName(entries, terminalIds);
	// What a line undoes may begin with an entry that found no room.
	const oldest = leftOut > 0 ? ids.get(entries[0]?.id ?? '') : undefined;
	const nameNow = (id: EntryId): EntryId | undefined => ids.get(id) ?? oldest;
	const later = [...draft.entries.values()];
	draft.entries.clear();
	if (leftOut > 0) draft.entries.set(leftOutId, leftOutEntry(leftOut));
	for (const entry of entries) {
		const { parentId, ...rest } = closed(withTerminals(entry, namedTerminal(entry), terminalIds));
		const id = ids.get(entry.id) ?? entry.id;
		const parent = parentId === undefined ? undefined : ids.get(parentId);
		const renamed = { ...rest, id, ...(parent === undefined ? {} : { parentId: parent }) } as Entry;
		draft.entries.set(id, renamed.type === 'notice' ? withUndone(renamed, nameNow) : renamed);
	}
	for (const entry of later) draft.entries.set(entry.id, entry);
	for (const terminal of terminals) {
		const terminalId = terminalIds.get(terminal.terminalId) ?? terminal.terminalId;
		draft.terminals.set(terminalId, ended(terminal, terminalId));
	}
	recountOutput(draft.terminals);
	recountUndone(draft);
	if (later.length === 0) indexStoredEntries(step);
	draft.entryCount = Math.max(draft.entryCount, ...entries.map(({ id }) => countOf(id)));
	draft.turnCount = entries.reduce((count, { turn }) => Math.max(count, turn), draft.turnCount);
	draft.isFromStore = later.length === 0;
	step.changes.push({ type: 'reset' });
}

/** What makes sense in another life of the window, too. */
const lastingActions: ReadonlySet<string> = new Set<NoticeAction>([
	'show_log',
	'open_settings',
	'new_session',
	'resume',
	'redo_restore',
]);

/** Id of the line that older entries were not kept. */
export const leftOutId = `${keptPrefix}0`;

function leftOutEntry(count: number): NoticeEntry {
	return {
		id: leftOutId,
		type: 'notice',
		origin: 'host',
		turn: 0,
		severity: 'info',
		title: saying('entries_left_out', count),
		actions: [],
	};
}

/** The brokers count their requests anew in each life of the window, so what was asked before gets another id. */
function freeId({ entries }: SessionDraft, { id, type }: Entry, at: number): EntryId {
	const isAsked = type === 'permission' || type === 'elicitation';
	return isAsked || entries.has(id) || id.startsWith(keptPrefix) ? `${keptPrefix}${at + 1}` : id;
}

function countOf(id: EntryId): number {
	return Number(/^e(\d{1,12})$/u.exec(id)?.[1] ?? 0);
}

/** The agent's names, by which it goes on with what is there. Those of child sessions begin anew. */
function indexStoredEntries(step: Step): void {
	for (const entry of step.draft.entries.values())
		if (entry.parentId === undefined) indexStoredEntry(step, entry);
}

function indexStoredEntry(step: Step, entry: Entry): void {
	const { draft } = step;
	switch (entry.type) {
		case 'message':
			if (entry.messageId !== undefined)
				draft.messages.set(messageKey(step, entry.role, entry.messageId), entry.id);
			return;
		case 'tool_call':
			if (!isHostCall(entry)) draft.toolCalls.set(entry.toolCallId, entry.id);
			return;
		case 'plan':
			return namePlan(draft, entry);
		case 'compaction':
			draft.compactions.set(entry.compactionId, entry.id);
			return;
		case 'permission':
		case 'elicitation':
		case 'subagent':
		case 'attempt':
		case 'notice':
	}
}

/** The newest plan is the last of the map; one that the agent took back is no plan any more, nor one before it. */
function namePlan({ plans }: SessionDraft, { planId, id, isRemoved }: PlanEntry): void {
	plans.delete(planId);
	if (isRemoved !== true) plans.set(planId, id);
}

/** Version 0.3.0 kept its own questions about files as calls, which are no calls of the agent's. */
function isHostCall({ toolCallId }: ToolCallEntry): boolean {
	return /^acp-host-file-\d+$/u.test(toolCallId);
}

function closed(entry: Entry): Entry {
	switch (entry.type) {
		case 'message':
			return { ...entry, isComplete: true };
		case 'tool_call': {
			const { canCancel: _can, isCancelling: _is, ...call } = entry;
			const status = isFinal(call.status) ? call.status : 'cancelled';
			const tried =
				call.attempts === undefined ? {} : { attempts: endedAs(call.attempts, endOfCall(status)) };
			const endedAt = call.endedAt ?? call.startedAt;
			return { ...call, ...tried, ...(status === call.status ? {} : { status, endedAt }) };
		}
		case 'permission':
			return entry.state.type === 'pending' ? { ...entry, state: { type: 'cancelled', by: 'exit' } } : entry;
		case 'elicitation':
			if (entry.state.type === 'pending') return { ...entry, state: { type: 'cancelled', by: 'exit' } };
			return entry.state.type === 'accepted'
				? { ...entry, state: { type: 'accepted', isWaiting: false } }
				: entry;
		case 'compaction':
			return entry.status === 'in_progress' ? { ...entry, status: 'cancelled' } : entry;
		case 'subagent':
			return { ...entry, state: isOver(entry.state) ? entry.state : 'idle', canCancel: false };
		case 'attempt':
			return { ...entry, attempts: endedAs(entry.attempts, 'stopped') };
		case 'notice':
			return { ...entry, actions: entry.actions.filter((action) => lastingActions.has(action)) };
		case 'plan':
			return entry;
	}
}

function ended(
	{ canCancel: _can, isCancelling: _is, ...terminal }: TerminalState,
	terminalId: string,
): TerminalState {
	return { ...terminal, terminalId, exit: terminal.exit ?? { exitCode: null, signal: null } };
}

/** Finds the terminal that is named after a call, among those that were kept. */
function terminalsByName(
	entries: readonly Entry[],
	kept: ReadonlyMap<string, string>,
): (entry: Entry) => string | undefined {
	const state = { entries: new Map(entries.map((entry) => [entry.id, entry])) };
	const calls = entries.filter((entry) => entry.type === 'tool_call');
	const ofOthers = new Set(calls.flatMap((call) => [terminalOfCall(state, call), ...shownIn(call)]));
	return (entry) => {
		if (entry.type !== 'tool_call') return undefined;
		const terminalId = terminalOfCall(state, entry);
		if (kept.has(terminalId)) return terminalId;
		// Version 0.3.0 kept those of child sessions under their names alone.
		const name = agentTerminalId(entry.toolCallId);
		return kept.has(name) && !ofOthers.has(name) ? name : undefined;
	};
}

function shownIn({ content }: ToolCallEntry): readonly string[] {
	return content.flatMap((item) => (item.type === 'terminal' ? [item.terminalId] : []));
}

/** @param named the terminal that is named after the call, which nothing but the call leads to */
function withTerminals(entry: Entry, named: string | undefined, ids: ReadonlyMap<string, string>): Entry {
	if (entry.type !== 'tool_call') return entry;
	const isShown = named === undefined || shownIn(entry).length > 0;
	const all = isShown ? entry.content : [...entry.content, { type: 'terminal', terminalId: named } as const];
	const content = all.map((item) =>
		item.type === 'terminal'
			? { ...item, terminalId: ids.get(item.terminalId) ?? keptName(item.terminalId) }
			: item,
	);
	return { ...entry, content };
}

/** Name of a terminal that was not kept with its call: an id that was made here must not lead to another. */
function keptName(terminalId: string): string {
	return agentTerminalId(terminalId) === terminalId ? terminalId : leftOutId;
}
