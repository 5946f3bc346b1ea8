/** What a terminal tab has to write to show a command's output as it is now. Pure. */
import type { TerminalState } from '../core/session/model.ts';
import { clearTerminal, TerminalStream } from '../core/view/terminalStream.ts';

export class TerminalReplay {
	#stream = new TerminalStream();
	/** Characters of the whole output that were taken so far, those that were dropped from its start included. */
	#seen = 0;
	#isFirst = true;
	#hasEnded = false;
	/** The last line is not finished. */
	#isLineOpen = false;

	/**
	 * The text for what is new since the last call: the output that was added, and how the command ended, once.
	 * @param terminal undefined when the session began anew and does not know the command any more
	 */
	next(terminal: TerminalState | undefined): string {
		if (terminal === undefined) return this.#end('[the output is not there any more]');
		const added = this.#output(terminal);
		return terminal.exit === undefined ? added : added + this.#end(exitLine(terminal.exit));
	}

	#output({ output, dropped, isTruncated }: TerminalState): string {
		const isContinued = !this.#isFirst && this.#seen >= dropped && this.#seen <= dropped + output.length;
		const before = this.#isFirst ? '' : clearTerminal;
		const start = this.#seen - dropped;
		this.#isFirst = false;
		this.#seen = dropped + output.length;
		if (isContinued) return this.#push(output.slice(start));
		this.#stream = new TerminalStream();
		const notice = isTruncated ? muted('[the beginning of the output was dropped]') : '';
		return before + notice + this.#push(output);
	}

	#push(added: string): string {
		const text = this.#stream.push(added);
		if (text !== '') this.#isLineOpen = !text.endsWith('\n');
		return text;
	}

	#end(line: string): string {
		if (this.#hasEnded) return '';
		this.#hasEnded = true;
		return `${this.#isLineOpen ? '\r\n' : ''}${muted(line)}`;
	}
}

/** On a line of its own, without the colours of what stands before. */
function muted(line: string): string {
	return `\u001B[0;2m${line}\u001B[0m\r\n`;
}

function exitLine({ exitCode, signal }: NonNullable<TerminalState['exit']>): string {
	if (signal !== null) return `[ended by ${signal.replaceAll(/[^\w+-]/gu, '?')}]`;
	return exitCode === null ? '[ended]' : `[exited with code ${exitCode}]`;
}
