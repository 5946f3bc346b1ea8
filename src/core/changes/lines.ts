/**
 * Lines of a text, and the edits that lead from one list of lines to another. A line has its line end, so that joined
 * lines are the text again, byte for byte: CR LF, mixed ends and a missing last end included. Pure.
 */
import * as limits from '../base/limits.ts';
import { shortestEdits } from './shortestEdits.ts';

/** Lines `start` to `end` of the old list become lines `from` to `to` of the new one. Ends are exclusive. */
export interface Edit {
	readonly start: number;
	readonly end: number;
	readonly from: number;
	readonly to: number;
}

/** Every line with its end; the last one may have none. Of an empty text: no line. */
export function linesOf(text: string): readonly string[] {
	const lines: string[] = [];
	let start = 0;
	while (start < text.length) {
		const end = text.indexOf('\n', start);
		const next = end === -1 ? text.length : end + 1;
		lines.push(text.slice(start, next));
		start = next;
	}
	return lines;
}

/**
 * The edits from `before` to `after`, in order; between two of them is at least one line that both have.
 * @param maxEdits lines added and removed; with more of them, or where it takes too long, all that differs is one edit
 */
export function editsOf(
	before: readonly string[],
	after: readonly string[],
	maxEdits: number = limits.changeEdits,
): readonly Edit[] {
	const shorter = Math.min(before.length, after.length);
	let head = 0;
	while (head < shorter && before[head] === after[head]) head++;
	let tail = 0;
	while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
	const [end, to] = [before.length - tail, after.length - tail];
	if (head === end && head === to) return [];
	const all = { start: head, end, from: head, to };
	if (head === end || head === to) return [all];
	const inner = shortestEdits(before.slice(head, end), after.slice(head, to), maxEdits);
	if (inner === undefined) return [all];
	return inner.map((edit) => ({
		start: edit.start + head,
		end: edit.end + head,
		from: edit.from + head,
		to: edit.to + head,
	}));
}
