/** The text of some lines, and how they are found again after lines above them came or went. Pure. */
import { createHash } from 'node:crypto';
import type { LineRange } from './contextIds.ts';

/** A text of which lines are asked for by number. */
export class Lines {
	readonly #text: string;
	/** Where each line begins; behind the last, where the next one would. */
	readonly #starts: readonly number[];

	constructor(text: string) {
		this.#text = text.replaceAll(/\r\n?/gu, '\n');
		const starts = [0];
		for (let at = this.#text.indexOf('\n'); at !== -1; at = this.#text.indexOf('\n', at + 1))
			starts.push(at + 1);
		this.#starts = [...starts, this.#text.length + 1];
	}

	get count(): number {
		return this.#starts.length - 1;
	}

	/** The lines without the break after the last; what is beyond the end counts for nothing. */
	text(range: LineRange): string {
		return this.#text.slice(this.#start(range.startLine), this.#start(range.endLine + 1) - 1);
	}

	/** Length of that text. */
	length({ startLine, endLine }: LineRange): number {
		return Math.max(0, this.#start(endLine + 1) - 1 - this.#start(startLine));
	}

	#start(line: number): number {
		return this.#starts[Math.min(line, this.#starts.length) - 1] ?? 0;
	}
}

/** Tells one text from another, in a few letters. */
export function fingerprintOf(text: string): string {
	return `${text.length}-${createHash('sha256').update(text).digest('base64url').slice(0, 12)}`;
}

/**
 * Where the lines are now that once had this fingerprint: there, or at the nearest place that has the same text. When
 * no place has that text any more it was changed, and the lines count as they are; those beyond the end are cut.
 */
export function findAgain(lines: Lines, range: LineRange, fingerprint: string | undefined): LineRange {
	if (fingerprint !== undefined) {
		for (const moved of nearby(lines, range)) if (isSame(lines, moved, fingerprint)) return moved;
	}
	const startLine = Math.min(range.startLine, lines.count);
	return { startLine, endLine: Math.min(range.endLine, lines.count) };
}

/** All places of that many lines, the nearest first. */
function* nearby({ count }: Lines, { startLine, endLine }: LineRange): Generator<LineRange> {
	const at = (start: number): LineRange => ({ startLine: start, endLine: start + endLine - startLine });
	const isInside = (start: number): boolean => start >= 1 && start + endLine - startLine <= count;
	for (let distance = 0; distance <= Math.max(count, startLine); distance++) {
		if (isInside(startLine - distance)) yield at(startLine - distance);
		if (distance > 0 && isInside(startLine + distance)) yield at(startLine + distance);
	}
}

/** The length is part of the fingerprint, so hardly any text has to be hashed. */
function isSame(lines: Lines, range: LineRange, fingerprint: string): boolean {
	return (
		fingerprint.startsWith(`${lines.length(range)}-`) && fingerprintOf(lines.text(range)) === fingerprint
	);
}
