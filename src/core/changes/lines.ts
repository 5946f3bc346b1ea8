/**
 * Lines of a text, and the edits that lead from one list of lines to another. A line has its line end, so that joined
 * lines are the text again, byte for byte: CR LF, mixed ends and a missing last end included. Pure.
 */
import { diffArrays } from 'diff';
import * as limits from '../base/limits.ts';

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
 * @param maxEdits lines added and removed above which all that differs is one edit
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
	const parts = diffArrays(before.slice(head, end), after.slice(head, to), { maxEditLength: maxEdits });
	return parts === undefined ? [all] : joined(parts, head);
}

interface Part {
	readonly count: number;
	readonly added: boolean;
	readonly removed: boolean;
}

/** Removed and added lines that stand side by side are one edit. */
function joined(parts: readonly Part[], head: number): readonly Edit[] {
	const edits: Edit[] = [];
	let open: Edit = { start: head, end: head, from: head, to: head };
	const close = (): void => {
		if (open.start < open.end || open.from < open.to) edits.push(open);
	};
	for (const { count, added, removed } of parts) {
		if (removed) open = { ...open, end: open.end + count };
		else if (added) open = { ...open, to: open.to + count };
		else {
			close();
			const [start, from] = [open.end + count, open.to + count];
			open = { start, end: start, from, to: from };
		}
	}
	close();
	return edits;
}
