import { element } from '../page/dom.ts';

/** Characters after which the next line opens a new chunk. */
const chunkChars = 4096;
/** A chunk without any line break ends here all the same. */
const hardChunkChars = 64 * 1024;

/**
 * Long text in blocks of some lines each. Appending lays out the last block only: the cost of a line does not grow
 * with what stands above it. Bounded if a limit is given: the oldest blocks go first.
 */
export class ChunkedText {
	readonly element: HTMLElement;
	readonly #limit: number;
	readonly #sizes: number[] = [];
	#chunk: HTMLElement | undefined;
	#chars = 0;
	#isCut = false;

	constructor(host: HTMLElement, limit = Number.POSITIVE_INFINITY) {
		this.element = host;
		this.#limit = limit;
	}

	/** True once old text was dropped. */
	get isCut(): boolean {
		return this.#isCut;
	}

	/** Appends text, split at line breaks where a chunk is full. Equal classes in a row share one node. */
	append(text: string, classes = ''): void {
		let rest = text;
		while (rest !== '') {
			const end = this.#endOfChunk(rest);
			this.#write(end === undefined ? rest : rest.slice(0, end), classes);
			if (end !== undefined) this.#chunk = undefined;
			rest = end === undefined ? '' : rest.slice(end);
		}
		while (this.#chars > this.#limit && this.#sizes.length > 1) this.#dropOldest();
	}

	clear(): void {
		this.element.replaceChildren();
		this.#sizes.length = 0;
		this.#chunk = undefined;
		this.#chars = 0;
		this.#isCut = false;
	}

	/** Where the current chunk ends in `text`: after the first line break beyond its room, if there is one. */
	#endOfChunk(text: string): number | undefined {
		const size = this.#chunk === undefined ? 0 : (this.#sizes.at(-1) ?? 0);
		const lineBreak = text.indexOf('\n', Math.max(0, chunkChars - size));
		if (lineBreak !== -1) return lineBreak + 1;
		return size + text.length > hardChunkChars ? Math.max(1, hardChunkChars - size) : undefined;
	}

	#write(text: string, classes: string): void {
		if (this.#chunk === undefined) {
			this.#chunk = element('span', 'chunk');
			this.element.append(this.#chunk);
			this.#sizes.push(0);
		}
		this.#sizes[this.#sizes.length - 1] = (this.#sizes.at(-1) ?? 0) + text.length;
		this.#chars += text.length;
		const last = this.#chunk.lastChild;
		if (classes === '') {
			if (last instanceof Text) last.appendData(text);
			else this.#chunk.append(text);
		} else if (last instanceof HTMLElement && last.className === classes && last.firstChild instanceof Text) {
			last.firstChild.appendData(text);
		} else {
			this.#chunk.append(element('span', classes, text));
		}
	}

	#dropOldest(): void {
		this.element.firstElementChild?.remove();
		this.#chars -= this.#sizes.shift() ?? 0;
		this.#isCut = true;
	}
}
