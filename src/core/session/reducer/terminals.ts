/** Terminals shown in tool cards: ours, and those that agents run themselves and only report. */
import * as limits from '../../base/limits.ts';
import { entryOf, patchEntry, scopedId, type Step } from './draft.ts';
import type { ToolCallEntry } from '../model/entry.ts';
import type { TerminalPatch, TerminalState } from '../model/terminalState.ts';

interface NewTerminal {
	readonly terminalId: string;
	readonly label: string;
	readonly cwd?: string;
}

/** Adds a terminal that we run for the agent. */
export function createTerminal(step: Step, { terminalId, label, cwd }: NewTerminal, at: number): void {
	const known = terminalOf(step, terminalId, at);
	set(step, {
		...known,
		label: label || known.label,
		owner: 'host',
		...(cwd === undefined ? {} : { cwd }),
	});
	step.changes.push({ type: 'session' });
}

/** Adds a terminal that the agent runs, or patches it: absent keeps, null clears. Its output stays. */
export function patchTerminal(step: Step, terminalId: string, fields: TerminalPatch, at: number): void {
	const { exit, isCancelling, cwd, size, ...known } = terminalOf(step, terminalId, at);
	const { isRunning, ...patch } = fields;
	const keptExit = isRunning === true || exit === undefined ? {} : { exit };
	const keptCancel = isCancelling === undefined || patch.canCancel === false ? {} : { isCancelling };
	set(step, {
		...known,
		...keptExit,
		...keptCancel,
		...pick('label', patch.label),
		...pick('canCancel', patch.canCancel),
		...pick('endsItself', patch.endsItself),
		...pick('cwd', patch.cwd === undefined ? cwd : patch.cwd),
		...pick('size', patch.size === undefined ? size : patch.size),
	});
	step.changes.push({ type: 'session' });
}

/** Notes that the agent was asked to stop it, or that it did not take the wish. */
export function setTerminalCancelling(
	{ draft, changes }: Step,
	terminalId: string,
	isCancelling: boolean,
): void {
	const terminal = draft.terminals.get(terminalId);
	if (terminal === undefined || terminal.exit !== undefined) return;
	draft.terminals.set(terminalId, { ...terminal, isCancelling });
	changes.push({ type: 'terminal', terminalId }, { type: 'session' });
}

function pick<K extends string, T>(key: K, value: T | null | undefined): { [P in K]?: T } {
	return (value === undefined || value === null ? {} : { [key]: value }) as { [P in K]?: T };
}

/** Appends output; what is over the bound is dropped from the start. */
export function appendOutput(step: Step, terminalId: string, data: string, at: number): void {
	const terminal = terminalOf(step, terminalId, at);
	set(step, bounded({ ...terminal, output: terminal.output + data }));
}

/** Cut only when well over the bound: cutting on each chunk would cost the whole text each time. */
function bounded(terminal: TerminalState): TerminalState {
	const { output, dropped } = terminal;
	if (output.length <= limits.terminalBytes * 2) return terminal;
	const excess = output.length - limits.terminalBytes;
	return { ...terminal, output: output.slice(excess), dropped: dropped + excess, isTruncated: true };
}

/** Replaces the output as a whole, bounded as well: what was there counts as dropped, unless this continues it. */
export function replaceOutput(step: Step, terminalId: string, output: string, at: number): void {
	const known = terminalOf(step, terminalId, at);
	const isContinued = output.startsWith(known.output);
	// One more than there was, so that nobody who followed takes the new text for what comes next.
	const dropped = isContinued ? known.dropped : known.dropped + known.output.length + 1;
	set(step, bounded({ ...known, output, dropped, isTruncated: false }));
}

/** Notes the end of the command. The output stays, also after the agent released the terminal (acp C91). */
export function endTerminal(
	step: Step,
	terminalId: string,
	{ exitCode, signal }: { exitCode: number | null; signal: string | null },
	at: number,
): void {
	set(step, { ...terminalOf(step, terminalId, at), isCancelling: false, exit: { exitCode, signal } });
	makeRoom(step);
	step.changes.push({ type: 'session' });
}

/**
 * The call is over, so nothing of the agent's runs in it any more. Not every agent says how its own commands ended;
 * if it does after all, that counts.
 */
export function endTerminalsOf(step: Step, { toolCallId, content }: ToolCallEntry): void {
	const shown = content.map((item) => (item.type === 'terminal' ? item.terminalId : toolCallId));
	for (const terminalId of new Set([...shown, toolCallId])) {
		const terminal = step.draft.terminals.get(terminalId);
		if (terminal?.owner !== 'agent' || terminal.exit !== undefined || terminal.endsItself === true) continue;
		set(step, { ...terminal, exit: unknownExit });
		makeRoom(step);
		step.changes.push({ type: 'session' });
	}
}

/** Those of which the agent does not say that they run on, though it says what does. */
export function endUnlistedTerminals(step: Step): void {
	for (const terminal of step.draft.terminals.values()) {
		const { terminalId, owner, exit } = terminal;
		if (owner !== 'agent' || exit !== undefined || isRunningOn(step, terminalId)) continue;
		set(step, { ...terminal, exit: unknownExit });
	}
}

/** Listed itself, or shown by a call that is. */
function isRunningOn({ draft }: Step, terminalId: string): boolean {
	return (
		draft.background?.some((item) => {
			if (item.type === 'terminal') return item.terminalId === terminalId;
			if (item.type !== 'tool_call') return true;
			const call = entryOf(draft, draft.toolCalls.get(item.toolCallId), 'tool_call');
			return (
				call?.content.some((part) => part.type === 'terminal' && part.terminalId === terminalId) === true
			);
		}) === true
	);
}

/** An agent that is gone runs nothing any more: its terminals end without a word of it. */
export function endAgentTerminals(step: Step): void {
	for (const terminal of step.draft.terminals.values()) {
		if (terminal.owner !== 'agent' || terminal.exit !== undefined) continue;
		set(step, { ...terminal, exit: unknownExit });
	}
}

/**
 * Gives the agent's terminals other ids, in the calls that show them as well: another session of the agent may use
 * theirs anew, and must not write into what stands in the transcript.
 */
export function retireTerminals(step: Step): void {
	const { draft } = step;
	const ids = new Map<string, string>();
	for (const terminal of [...draft.terminals.values()]) {
		if (terminal.owner !== 'agent') continue;
		const terminalId = `${terminal.terminalId}\u0000${draft.entryCount}`;
		ids.set(terminal.terminalId, terminalId);
		draft.terminals.delete(terminal.terminalId);
		set(step, { ...terminal, terminalId });
	}
	if (ids.size === 0) return;
	for (const entry of draft.entries.values()) {
		if (entry.type === 'tool_call') showRetired(step, entry, ids);
	}
}

function showRetired(step: Step, call: ToolCallEntry, ids: ReadonlyMap<string, string>): void {
	const { toolCallId, content } = call;
	const isShown = content.some((item) => item.type === 'terminal' && ids.has(item.terminalId));
	if (!isShown && !ids.has(toolCallId)) return;
	// One that is named after its call is shown by it unasked.
	const all = isShown ? content : [...content, { type: 'terminal', terminalId: toolCallId } as const];
	const retired = all.map((item) =>
		item.type === 'terminal' ? { ...item, terminalId: ids.get(item.terminalId) ?? item.terminalId } : item,
	);
	patchEntry(step, call, { content: retired });
}

function set(step: Step, terminal: TerminalState): void {
	step.draft.terminals.set(terminal.terminalId, terminal);
	step.changes.push({ type: 'terminal', terminalId: terminal.terminalId });
}

/** A terminal that was never announced is one of the agent's own. */
function terminalOf(step: Step, terminalId: string, at: number): TerminalState {
	const known = step.draft.terminals.get(terminalId);
	if (known !== undefined) return known;
	const unnamed = { terminalId, label: '', output: '', dropped: 0, isTruncated: false };
	// Agents name their own terminals after the tool call (agents-in-the-wild 19), which has something to show now.
	const call = entryOf(step.draft, step.draft.toolCalls.get(scopedId(step, terminalId)), 'tool_call');
	if (call !== undefined) step.changes.push({ type: 'entry', id: call.id });
	const exit = call?.endedAt === undefined ? {} : { exit: unknownExit };
	return { ...unnamed, owner: 'agent', startedAt: at, ...exit };
}

/** It has ended, and nobody said how. */
const unknownExit = { exitCode: null, signal: null };

/**
 * One bound over the output of all terminals of a session: of the oldest that have ended it is dropped, and they are
 * marked as cut. Those that run keep theirs, which has a bound of its own.
 */
function makeRoom({ draft, changes }: Step): void {
	let chars = 0;
	for (const { output } of draft.terminals.values()) chars += output.length;
	for (const terminal of draft.terminals.values()) {
		if (chars <= limits.sessionOutputChars) return;
		const { terminalId, output, dropped, exit } = terminal;
		if (exit === undefined || output === '') continue;
		chars -= output.length;
		const cut = { output: '', dropped: dropped + output.length, isTruncated: true };
		draft.terminals.set(terminalId, { ...terminal, ...cut });
		changes.push({ type: 'terminal', terminalId });
	}
}
