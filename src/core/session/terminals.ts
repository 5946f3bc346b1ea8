/** Terminals shown in tool cards: ours, and those that agents run themselves and only report. */
import { limits } from '../base/limits.ts';
import type { Step } from './draft.ts';
import type { TerminalState } from './model.ts';

/** Adds a terminal we run. */
export function createTerminal(step: Step, terminalId: string, label: string, cwd: string | undefined): void {
	set(step, { ...emptyTerminal(terminalId), label, ...(cwd === undefined ? {} : { cwd }) });
}

/** Appends output; what is over the bound is dropped from the start. */
export function appendOutput(step: Step, terminalId: string, data: string): void {
	const terminal = step.draft.terminals.get(terminalId) ?? emptyTerminal(terminalId);
	const output = terminal.output + data;
	// Cut only when well over the bound: cutting on each chunk would cost the whole text each time.
	const isOver = output.length > limits.terminalBytes * 2;
	set(step, {
		...terminal,
		output: isOver ? output.slice(-limits.terminalBytes) : output,
		isTruncated: terminal.isTruncated || isOver,
	});
}

/** Replaces the output as a whole. */
export function replaceOutput(step: Step, terminalId: string, output: string, isTruncated: boolean): void {
	set(step, { ...(step.draft.terminals.get(terminalId) ?? emptyTerminal(terminalId)), output, isTruncated });
}

/** Notes the end of the command. The output stays, also after the agent released the terminal (acp C91). */
export function endTerminal(
	step: Step,
	terminalId: string,
	exit: { exitCode: number | null; signal: string | null },
): void {
	set(step, { ...(step.draft.terminals.get(terminalId) ?? emptyTerminal(terminalId)), exit });
}

function set(step: Step, terminal: TerminalState): void {
	step.draft.terminals.set(terminal.terminalId, terminal);
	step.changes.push({ type: 'terminal', terminalId: terminal.terminalId });
}

function emptyTerminal(terminalId: string): TerminalState {
	return { terminalId, label: '', output: '', isTruncated: false };
}
