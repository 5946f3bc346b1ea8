/** The newest lines of an agent's stderr, readable and bounded however much is printed (hazard B9). */
import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';
import * as limits from '../core/base/limits.ts';
import { RingBuffer } from '../core/base/ringBuffer.ts';

/** A longer line, in UTF-16 units, is broken: somebody prints without newlines. */
const maxLine = 16 * 1024;

export class StderrTail {
	readonly #decoder = new StringDecoder('utf8');
	readonly #lines = new RingBuffer<string>(limits.stderrLines, limits.stderrBytes, (line) =>
		Buffer.byteLength(line),
	);
	readonly #onLine: (line: string) => void;
	readonly #redact: (text: string) => string;
	#partial = '';

	/**
	 * @param onLine gets each line, free of escape sequences and secrets
	 * @param redact takes secrets out of one line
	 */
	constructor(onLine: (line: string) => void, redact: (text: string) => string = (text) => text) {
		this.#onLine = onLine;
		this.#redact = redact;
	}

	push(chunk: Buffer): void {
		const lines = (this.#partial + this.#decoder.write(chunk)).split('\n');
		this.#partial = lines.pop() ?? '';
		for (const line of lines) this.#add(line);
		while (this.#partial.length > maxLine) {
			this.#add(this.#partial.slice(0, maxLine));
			this.#partial = this.#partial.slice(maxLine);
		}
	}

	/** Takes what follows the last newline as a line; for the end of the stream. */
	end(): void {
		const rest = this.#partial + this.#decoder.end();
		this.#partial = '';
		if (rest !== '') this.#add(rest);
	}

	/** The kept lines, oldest first, joined by newlines. */
	toString(): string {
		return this.#lines.toArray().join('\n');
	}

	#add(raw: string): void {
		const line = this.#redact(
			// oxlint-disable-next-line no-control-regex -- tabs stay, every other control character goes
			stripVTControlCharacters(raw).replace(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/g, ''),
		);
		this.#lines.push(line);
		this.#onLine(line);
	}
}
