import { AnsiFilter, type AnsiPiece } from './ansiFilter.ts';

/**
 * Output of a command, made safe for a real terminal (hazard E10): text, colours and line ends are written anew,
 * nothing else gets through. So a command can neither set titles, write the clipboard, place links, move the cursor
 * over what was there, nor make the terminal answer a query. Works on a stream, cut anywhere.
 */
export class TerminalStream {
	readonly #filter = new AnsiFilter();
	/** A carriage return came last: what follows on the line replaces it, unless that is the line's end. */
	#isReturned = false;

	/** What to write for the next chunk. Line ends become CR LF, whatever they were. */
	push(chunk: string): string {
		return this.#filter
			.push(chunk)
			.map((piece) => this.#write(piece))
			.join('');
	}

	#write(piece: AnsiPiece): string {
		switch (piece.type) {
			case 'text': {
				const before = this.#isReturned ? clearLine : '';
				this.#isReturned = false;
				return before + piece.text;
			}
			case 'style':
				return `\u001B[${piece.parameters}m`;
			case 'newline':
				this.#isReturned = false;
				return '\r\n';
			case 'return':
				this.#isReturned = true;
				return '';
		}
	}
}

const clearLine = '\r\u001B[2K';

/** Takes away everything a terminal shows, its scrollback too, and its colours. */
export const clearTerminal = '\u001B[0m\u001B[2J\u001B[3J\u001B[H';
