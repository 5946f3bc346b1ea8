/** Keeps the newest part of a text within a number of UTF-8 bytes, cut on a character boundary (acp C88). */
import { isContinuation } from './logLine.ts';

export class OutputBuffer {
	readonly #maxBytes: number;
	readonly #chunks: { readonly text: string; readonly bytes: number }[] = [];
	/** Chunks before it are gone, and are taken out of the list now and then: each time would be quadratic. */
	#start = 0;
	#bytes = 0;
	#isTruncated = false;

	constructor(maxBytes: number) {
		this.#maxBytes = maxBytes;
	}

	append(text: string): void {
		const bytes = Buffer.byteLength(text);
		if (bytes === 0) return;
		this.#chunks.push({ text, bytes });
		this.#bytes += bytes;
		if (this.#bytes > this.#maxBytes) this.#isTruncated = true;
		// Only whole chunks go here; the exact cut is made on reading, once.
		let first = this.#chunks[this.#start];
		while (first !== undefined && this.#bytes - first.bytes >= this.#maxBytes) {
			this.#start++;
			this.#bytes -= first.bytes;
			first = this.#chunks[this.#start];
		}
		if (this.#start * 2 > this.#chunks.length) {
			this.#chunks.splice(0, this.#start);
			this.#start = 0;
		}
	}

	/** Bytes that are kept, of which the last chunk may be over the bound. */
	get bytes(): number {
		return this.#bytes;
	}

	/** Forgets the text so far, which counts as cut off. */
	drop(): void {
		if (this.#bytes > 0) this.#isTruncated = true;
		this.#chunks.length = 0;
		this.#start = 0;
		this.#bytes = 0;
	}

	/** True once anything was cut off. */
	get isTruncated(): boolean {
		return this.#isTruncated;
	}

	/** The newest text: at most the given number of bytes. */
	toString(): string {
		const text = this.#chunks
			.slice(this.#start)
			.map((chunk) => chunk.text)
			.join('');
		if (this.#bytes <= this.#maxBytes) return text;
		const bytes = Buffer.from(text);
		let start = bytes.length - this.#maxBytes;
		while (start < bytes.length && isContinuation(bytes[start])) start++;
		return bytes.toString('utf8', start);
	}
}
