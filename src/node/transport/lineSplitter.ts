/**
 * Cuts a byte stream into lines at 0x0A and nowhere else, so U+2028, U+0085 and a lone CR stay inside a line.
 * Each byte is searched once and copied at most once, so the cost is linear in the bytes, however they are
 * chunked (hazards A1, A4). It works on bytes, so a character split between chunks is whole again in the line.
 */
import { AgentError } from '../../core/base/errors.ts';
import { sentence } from '../../core/base/sentence.ts';
import * as limits from '../../core/base/limits.ts';

const newline = 0x0a;

export class LineSplitter {
	readonly #maxBytes: number;
	/** Chunks, or what is left of them, that were not searched yet. */
	readonly #unsearched: Buffer[] = [];
	/** Pieces of the line that has no end yet. */
	#pieces: Buffer[] = [];
	#pieceBytes = 0;

	/** @param maxBytes longest line accepted, without its newline (hazard A3, acp C14) */
	constructor(maxBytes: number = limits.lineBytes) {
		this.#maxBytes = maxBytes;
	}

	push(chunk: Buffer): void {
		if (chunk.length > 0) this.#unsearched.push(chunk);
	}

	/**
	 * The next complete line without its newline, or nothing until more is pushed. A trailing CR is left in.
	 * Throws AgentError `tooLarge` when a line, finished or not, is above the limit.
	 */
	next(): Buffer | undefined {
		let chunk = this.#unsearched[0];
		while (chunk !== undefined) {
			const end = chunk.indexOf(newline);
			if (end >= 0) {
				if (end + 1 < chunk.length) this.#unsearched[0] = chunk.subarray(end + 1);
				else this.#unsearched.shift();
				this.#keep(chunk.subarray(0, end));
				return this.#takeLine();
			}
			this.#unsearched.shift();
			this.#keep(chunk);
			chunk = this.#unsearched[0];
		}
		return undefined;
	}

	/** What follows the last newline, for the end of the stream; call it when `next` has nothing more. */
	takeRest(): Buffer | undefined {
		return this.#pieceBytes === 0 ? undefined : this.#takeLine();
	}

	#keep(piece: Buffer): void {
		this.#pieceBytes += piece.length;
		if (this.#pieceBytes > this.#maxBytes) {
			this.#pieces = [];
			this.#unsearched.length = 0;
			throw new AgentError(
				'tooLarge',
				sentence('The agent sent a line longer than {0} bytes', this.#maxBytes),
			);
		}
		this.#pieces.push(piece);
	}

	#takeLine(): Buffer {
		const [first] = this.#pieces;
		const line =
			this.#pieces.length === 1 && first !== undefined
				? first
				: Buffer.concat(this.#pieces, this.#pieceBytes);
		this.#pieces = [];
		this.#pieceBytes = 0;
		return line;
	}
}
