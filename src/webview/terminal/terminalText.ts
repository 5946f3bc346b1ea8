import * as limits from '../../core/base/limits.ts';
import { element } from '../page/dom.ts';
import { AnsiFilter, type AnsiPiece } from '../../core/view/ansiFilter.ts';
import { AnsiStyle } from './ansiStyle.ts';
import { ChunkedText } from './chunkedText.ts';

interface StyledText {
	readonly text: string;
	readonly classes: string;
}

/** A line longer than this is written out: it cannot be overwritten any more. */
const maxLineChars = 16 * 1024;

/** Terminal output as text with colours. */
export class TerminalText {
	readonly element = element('pre', 'terminal-text');
	readonly #lines: ChunkedText;
	/** The unfinished line, drawn apart because a carriage return may still replace it. */
	readonly #lastLine = element('span', 'terminal-last-line');
	#filter = new AnsiFilter();
	#style = new AnsiStyle();
	#classes = '';
	#line: StyledText[] = [];
	#lineChars = 0;
	#isReturned = false;
	#source = '';

	/**
	 * @param name what a screen reader says of it
	 * @param maxChars the newest so many are kept
	 */
	constructor(name: string, maxChars: number = limits.toolOutputChars) {
		this.#lines = new ChunkedText(element('span', 'terminal-lines'), maxChars);
		this.element.tabIndex = 0;
		this.element.role = 'group';
		this.element.ariaLabel = name;
		this.element.append(this.#lines.element, this.#lastLine);
	}

	/** True once the oldest output was dropped here. */
	get isCut(): boolean {
		return this.#lines.isCut;
	}

	/** Shows exactly `output`. Appends where it can. */
	set(output: string): void {
		if (!output.startsWith(this.#source)) this.#reset();
		this.append(output.slice(this.#source.length));
	}

	append(chunk: string): void {
		if (chunk === '') return;
		this.#source += chunk;
		// Bounded; the price is that a later `set` draws anew.
		if (this.#source.length > 4 * limits.toolOutputChars) this.#source = chunk;
		for (const piece of this.#filter.push(chunk)) this.#take(piece);
		this.#lastLine.replaceChildren(
			...this.#line.map(({ text, classes }) => (classes === '' ? text : element('span', classes, text))),
		);
	}

	#take(piece: AnsiPiece): void {
		switch (piece.type) {
			case 'text':
				this.#write(piece.text);
				break;
			case 'style':
				this.#classes = this.#style.apply(piece.parameters);
				break;
			case 'newline':
				this.#isReturned = false;
				this.#write('\n');
				this.#commitLine();
				break;
			case 'return':
				// Replaces the line only if text follows: CR LF is a plain line end.
				this.#isReturned = true;
				break;
		}
	}

	#write(text: string): void {
		if (this.#isReturned) this.#clearLine();
		this.#line.push({ text, classes: this.#classes });
		this.#lineChars += text.length;
		if (this.#lineChars > maxLineChars) this.#commitLine();
	}

	#commitLine(): void {
		for (const { text, classes } of this.#line) this.#lines.append(text, classes);
		this.#clearLine();
	}

	#clearLine(): void {
		this.#line = [];
		this.#lineChars = 0;
		this.#isReturned = false;
	}

	#reset(): void {
		this.#lines.clear();
		this.#clearLine();
		this.#filter = new AnsiFilter();
		this.#style = new AnsiStyle();
		this.#classes = '';
		this.#source = '';
	}
}
