/** A fenced code block that is still being written: takes text as it comes and finds the closing fence. */

/** What follows an opening fence, and how long the line of the fence was. */
interface FenceOpening {
	readonly length: number;
	readonly info: string;
	readonly marker: string;
}

const opening = /^(?:[ \t]*\n)* {0,3}(`{3,}|~{3,})([^\n]*)\n/;

/** The fence at the start of `source`, if its line is complete. */
export function openingFence(source: string): FenceOpening | undefined {
	const [whole, marker, info] = opening.exec(source) ?? [];
	if (whole === undefined || marker === undefined || info === undefined) return undefined;
	// "```js``` text" is inline code.
	if (marker.startsWith('`') && info.includes('`')) return undefined;
	return { length: whole.length, info, marker };
}

export class OpenFence {
	readonly #write: (text: string) => void;
	readonly #closing: RegExp;
	readonly #maybeClosing: RegExp;
	/** The start of a line that may yet become the closing fence. */
	#undecided = '';
	#isAtLineStart = true;

	constructor(marker: string, write: (text: string) => void) {
		const character = marker.charAt(0);
		this.#closing = new RegExp(`^ {0,3}${character}{${marker.length},}[ \\t]*$`, 'm');
		this.#maybeClosing = new RegExp(`^ {0,3}${character}*[ \\t]*$`);
		this.#write = write;
	}

	/** Takes text. Returns what follows the closing fence, or undefined while the block is open. */
	push(chunk: string): string | undefined {
		const text = this.#undecided + chunk;
		this.#undecided = '';
		// The rest of a line that was begun before cannot hold the closing fence.
		const from = this.#isAtLineStart ? 0 : text.indexOf('\n') + 1;
		if (!this.#isAtLineStart && from === 0) {
			this.#write(text);
			return undefined;
		}
		const complete = text.lastIndexOf('\n') + 1;
		const lines = text.slice(from, complete);
		const closing = this.#closing.exec(lines);
		if (closing !== null) {
			this.#write(text.slice(0, from + closing.index));
			return text.slice(from + closing.index + closing[0].length + 1);
		}
		const partial = text.slice(Math.max(complete, from));
		const isUndecided = this.#maybeClosing.test(partial);
		this.#write(isUndecided ? text.slice(0, text.length - partial.length) : text);
		this.#undecided = isUndecided ? partial : '';
		this.#isAtLineStart = isUndecided;
		return undefined;
	}

	/**
	 * No more text comes: what was held back is code, unless it is the closing fence itself.
	 * @returns true if anything was held back, of which later text could have made something else
	 */
	finish(): boolean {
		const undecided = this.#undecided;
		this.#undecided = '';
		if (!this.#closing.test(undecided)) this.#write(undecided);
		return undecided !== '';
	}
}
