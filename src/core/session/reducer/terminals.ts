/** Terminals shown in tool cards: ours, and those that agents run themselves and only report. */
import * as limits from '../../base/limits.ts';
import { entryOf, patchEntry, scopedId, type Step } from './draft.ts';
import type { ToolCallEntry } from '../model/entry.ts';
import { terminalOfCall } from '../../base/ofSession.ts';
import { agentTerminalId, hostTerminalId, retiredTerminalId } from '../../base/terminalId.ts';
import type { TerminalPatch, TerminalState } from '../model/terminalState.ts';
import type { ToolContent } from '../model/toolContent.ts';

interface NewTerminal {
	/** As the agent is told. */
	readonly terminalId: string;
	readonly label: string;
	readonly cwd?: string;
}

/** Adds a terminal that we run for the agent. */
export function createTerminal(step: Step, { terminalId, label, cwd }: NewTerminal, at: number): void {
	const known = hostTerminal(step, terminalId, at);
	set(step, { ...known, label, ...(cwd === undefined ? {} : { cwd }) });
	step.changes.push({ type: 'session' });
}

/** Adds a terminal that the agent runs, or patches it: absent keeps, null clears. Its output stays. */
export function patchTerminal(step: Step, terminal: TerminalState, fields: TerminalPatch): void {
	const { exit, isCancelling, cwd, size, ...known } = terminal;
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
export function appendOutput(step: Step, terminal: TerminalState, data: string): void {
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
export function replaceOutput(step: Step, known: TerminalState, output: string): void {
	const isContinued = output.startsWith(known.output);
	// One more than there was, so that a view does not take the new text for a continuation.
	const dropped = isContinued ? known.dropped : known.dropped + known.output.length + 1;
	set(step, bounded({ ...known, output, dropped, isTruncated: false }));
}

/** Notes the end of the command. The output stays, also after the agent released the terminal (acp C91). */
export function endTerminal(
	step: Step,
	terminal: TerminalState,
	{ exitCode, signal }: { exitCode: number | null; signal: string | null },
): void {
	set(step, { ...terminal, isCancelling: false, exit: { exitCode, signal } });
	makeRoom(step);
	step.changes.push({ type: 'session' });
}

/**
 * The call is over, so nothing of the agent's runs in it any more. Not every agent says how its own commands ended;
 * if it does after all, that counts.
 */
export function endTerminalsOf(step: Step, call: ToolCallEntry): void {
	const shown = call.content.flatMap((item) => (item.type === 'terminal' ? [item.terminalId] : []));
	const before = step.changes.length;
	for (const terminalId of new Set([...shown, terminalOfCall(step.draft, call)])) {
		const terminal = step.draft.terminals.get(terminalId);
		if (terminal?.owner !== 'agent' || terminal.exit !== undefined || terminal.endsItself === true) continue;
		set(step, { ...terminal, exit: unknownExit });
	}
	if (step.changes.length === before) return;
	makeRoom(step);
	step.changes.push({ type: 'session' });
}

/** Those of which the agent does not say that they run on, though it says what does. */
export function endUnlistedTerminals(step: Step): void {
	const runningOn = terminalsRunningOn(step);
	if (runningOn === 'any') return;
	for (const terminal of step.draft.terminals.values()) {
		const { terminalId, owner, exit } = terminal;
		if (owner !== 'agent' || exit !== undefined || runningOn.has(terminalId)) continue;
		set(step, { ...terminal, exit: unknownExit });
	}
}

/** Listed themselves, or shown by a listed call. What other work runs is unknown. */
function terminalsRunningOn({ draft }: Step): ReadonlySet<string> | 'any' {
	const ids = new Set<string>();
	for (const item of draft.background ?? []) {
		if (item.type === 'terminal') ids.add(agentTerminalId(item.terminalId));
		else if (item.type !== 'tool_call') return 'any';
		else {
			const call = entryOf(draft, draft.toolCalls.get(item.toolCallId), 'tool_call');
			for (const part of call?.content ?? []) if (part.type === 'terminal') ids.add(part.terminalId);
		}
	}
	return ids;
}

/** An agent that is gone runs nothing any more: its terminals end without a report. */
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
		const terminalId = retiredTerminalId(terminal.terminalId, draft.entryCount);
		ids.set(terminal.terminalId, terminalId);
		draft.terminals.delete(terminal.terminalId);
		kept.set(draft.terminals, keptIn(draft.terminals) - terminal.output.length);
		set(step, { ...terminal, terminalId });
	}
	if (ids.size === 0) return;
	for (const entry of draft.entries.values()) {
		if (entry.type === 'tool_call') showRetired(step, entry, ids);
	}
}

function showRetired(step: Step, call: ToolCallEntry, ids: ReadonlyMap<string, string>): void {
	const { content } = call;
	const terminalId = terminalOfCall(step.draft, call);
	const isShown = content.some((item) => item.type === 'terminal' && ids.has(item.terminalId));
	if (!isShown && !ids.has(terminalId)) return;
	// One that is named after its call is shown by it unasked.
	const all = isShown ? content : [...content, { type: 'terminal', terminalId } as const];
	const retired = all.map((item) =>
		item.type === 'terminal' ? { ...item, terminalId: ids.get(item.terminalId) ?? item.terminalId } : item,
	);
	patchEntry(step, call, { content: retired });
}

/** Drops what is no part of what comes now. What we run goes on, and has to be seen and stopped. */
export function forgetTerminals({ draft }: Step): void {
	for (const { terminalId, owner, exit } of draft.terminals.values()) {
		if (owner !== 'host' || exit !== undefined) draft.terminals.delete(terminalId);
	}
}

function set(step: Step, terminal: TerminalState): void {
	const { terminals } = step.draft;
	const before = terminals.get(terminal.terminalId)?.output.length ?? 0;
	kept.set(terminals, keptIn(terminals) + terminal.output.length - before);
	terminals.set(terminal.terminalId, terminal);
	step.changes.push({ type: 'terminal', terminalId: terminal.terminalId });
}

/** One that we run, by the name that the agent was told. */
export function hostTerminal(step: Step, name: string, at: number): TerminalState {
	const terminalId = hostTerminalId(name);
	return step.draft.terminals.get(terminalId) ?? { ...blank(terminalId, at), owner: 'host' };
}

/** One that the agent runs, by its name for it. It need not have been announced, and is never one of ours. */
export function agentTerminal(step: Step, name: string, at: number): TerminalState {
	const terminalId = agentTerminalId(name, step.scope?.sessionId);
	const known = step.draft.terminals.get(terminalId);
	if (known !== undefined) return known;
	// Agents name their own terminals after the tool call (docs/agents-in-the-wild.md#terminals-that-the-agent-runs),
	// which has something to show now.
	const call = entryOf(step.draft, step.draft.toolCalls.get(scopedId(step, name)), 'tool_call');
	if (call !== undefined) step.changes.push({ type: 'entry', id: call.id });
	const exit = call?.endedAt === undefined ? {} : { exit: unknownExit };
	return { ...blank(terminalId, at), owner: 'agent', ...exit };
}

function blank(terminalId: string, startedAt: number): Omit<TerminalState, 'owner'> {
	return { terminalId, label: '', output: '', dropped: 0, isTruncated: false, startedAt };
}

/** Content as the agent says it, with the ids of the terminals that it means: ours if it was told that name. */
export function namingTerminals(
	{ draft, scope }: Step,
	content: readonly ToolContent[],
): readonly ToolContent[] {
	if (!content.some(({ type }) => type === 'terminal')) return content;
	return content.map((item) => {
		if (item.type !== 'terminal') return item;
		const ours = hostTerminalId(item.terminalId);
		return {
			...item,
			terminalId: draft.terminals.has(ours) ? ours : agentTerminalId(item.terminalId, scope?.sessionId),
		};
	});
}

/** It has ended, and how was not reported. */
export const unknownExit = { exitCode: null, signal: null };

/**
 * One bound over the output of all terminals of a session: of the oldest that have ended it is dropped, and they are
 * marked as cut. Those that run keep theirs, which has a bound of its own.
 */
export function makeRoom({ draft, changes }: Step): void {
	let chars = keptIn(draft.terminals);
	if (chars <= limits.sessionOutputChars) return;
	for (const terminal of draft.terminals.values()) {
		if (chars <= limits.sessionOutputChars) break;
		const { terminalId, output, dropped, exit } = terminal;
		if (exit === undefined || output === '') continue;
		chars -= output.length;
		const cut = { output: '', dropped: dropped + output.length, isTruncated: true };
		draft.terminals.set(terminalId, { ...terminal, ...cut });
		changes.push({ type: 'terminal', terminalId });
	}
	kept.set(draft.terminals, chars);
}

type Terminals = ReadonlyMap<string, TerminalState>;

/** Characters of the output of all terminals: with each that ends, and there may be many, they are asked for. */
const kept = new WeakMap<Terminals, number>();

/** They were changed from elsewhere. */
export function recountOutput(terminals: Terminals): void {
	kept.delete(terminals);
}

function keptIn(terminals: Terminals): number {
	const known = kept.get(terminals);
	if (known !== undefined) return known;
	let chars = 0;
	for (const { output } of terminals.values()) chars += output.length;
	kept.set(terminals, chars);
	return chars;
}
