/** What a terminal tab has to write to show a command's output as it is now. Pure. */
import { t } from '../../core/base/l10n.ts';
import type { TerminalState } from '../../core/session/model/terminalState.ts';
import { clearTerminal, TerminalStream } from '../../core/view/terminalStream.ts';

export class TerminalReplay {
	#stream = new TerminalStream();
	/** Characters of the whole output that were taken so far, those that were dropped from its start included. */
	#seen = 0;
	#isFirst = true;
	/** What was said of the end, since it was said. */
	#ending: string | undefined;
	/** The last line is not finished. */
	#isLineOpen = false;

	/**
	 * The text for what is new since the last call: the output that was added, and how the command ended, once, and
	 * again where that was cleared or has turned out to be otherwise.
	 * @param terminal undefined when the session began anew and does not know the command any more
	 */
	next(terminal: TerminalState | undefined): string {
		if (terminal === undefined) return this.#end(t('[the output is not there any more]'));
		const added = this.#output(terminal);
		if (terminal.exit !== undefined) return added + this.#end(exitLine(terminal.exit));
		// It may have run again.
		this.#ending = undefined;
		return added;
	}

	#output({ output, dropped, isTruncated }: TerminalState): string {
		const isContinued = !this.#isFirst && this.#seen >= dropped && this.#seen <= dropped + output.length;
		const before = this.#isFirst ? '' : clearTerminal;
		const start = this.#seen - dropped;
		this.#isFirst = false;
		this.#seen = dropped + output.length;
		if (isContinued) return this.#push(output.slice(start));
		this.#stream = new TerminalStream();
		this.#isLineOpen = false;
		this.#ending = undefined;
		const notice = isTruncated ? muted(t('[the beginning of the output was dropped]')) : '';
		return before + notice + this.#push(output);
	}

	#push(added: string): string {
		const text = this.#stream.push(added);
		if (text !== '') this.#isLineOpen = !text.endsWith('\n');
		return text;
	}

	#end(line: string): string {
		if (this.#ending === line) return '';
		this.#ending = line;
		const before = this.#isLineOpen ? '\r\n' : '';
		this.#isLineOpen = false;
		return before + muted(line);
	}
}

/** On a line of its own, without the colours of what stands before. */
function muted(line: string): string {
	return `\u001B[0;2m${line}\u001B[0m\r\n`;
}

function exitLine({ exitCode, signal }: NonNullable<TerminalState['exit']>): string {
	if (signal !== null) return t('[ended by {0}]', signal.replaceAll(/[^\w+-]/gu, '?'));
	return exitCode === null ? t('[ended]') : t('[exited with code {0}]', exitCode);
}
