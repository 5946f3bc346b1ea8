/**
 * The fewest lines to remove and add that lead from one list of lines to another, found by the greedy method of Myers
 * ("An O(ND) Difference Algorithm and Its Variations", 1986): for each number of edits, how far each diagonal of the
 * grid of both lists can be followed. Its work is bounded by counting, not by a clock: the same texts always give the
 * same edits, so that what was shown is what is answered (hazard A11). Pure.
 */
import type { Edit } from './lines.ts';

/** Lines held against each other, and steps between diagonals: well below 200 ms in all. */
const mostSteps = 8_000_000;

/** @returns undefined where there are more than `maxEdits`, or finding them takes too long */
export function shortestEdits(
	before: readonly string[],
	after: readonly string[],
	maxEdits: number,
): readonly Edit[] | undefined {
	if (Math.abs(before.length - after.length) > maxEdits) return undefined;
	const [a, b] = numbered(before, after);
	const trace = furthest(a, b, maxEdits);
	return trace === undefined ? undefined : editsAlong(trace, a.length, b.length);
}

/** Equal lines have equal numbers. */
function numbered(before: readonly string[], after: readonly string[]): readonly [Int32Array, Int32Array] {
	const numbers = new Map<string, number>();
	const numberOf = (line: string): number => {
		const known = numbers.get(line);
		if (known !== undefined) return known;
		numbers.set(line, numbers.size);
		return numbers.size - 1;
	};
	return [Int32Array.from(before, numberOf), Int32Array.from(after, numberOf)];
}

/**
 * For each number of edits, the furthest line of `a` on each diagonal from `-edits` to `edits` in steps of two; the
 * diagonal is the line of `a` less that of `b`. The last one reaches the end of both.
 */
function furthest(a: Int32Array, b: Int32Array, maxEdits: number): readonly Int32Array[] | undefined {
	const most = Math.min(maxEdits, a.length + b.length);
	const trace: Int32Array[] = [];
	let steps = 0;
	let last = Int32Array.of(0);
	for (let edits = 0; edits <= most; edits++) {
		const row = new Int32Array(edits + 1);
		for (let at = 0; at <= edits; at++) {
			const diagonal = 2 * at - edits;
			let line = edits === 0 ? 0 : isRemoval(last, at, edits) ? lineAt(last, at - 1) + 1 : lineAt(last, at);
			const start = line;
			while (line < a.length && line - diagonal < b.length && a[line] === b[line - diagonal]) line++;
			row[at] = line;
			steps += line - start + 1;
			if (line >= a.length && line - diagonal >= b.length) return [...trace, row];
		}
		if (steps > mostSteps) return undefined;
		trace.push(row);
		last = row;
	}
	return undefined;
}

/** True where a diagonal is reached by removing a line, from the one below; else by adding one, from that above. */
function isRemoval(last: Int32Array, at: number, edits: number): boolean {
	if (at === 0) return false;
	return at === edits || lineAt(last, at - 1) >= lineAt(last, at);
}

function lineAt(row: Int32Array, at: number): number {
	return row[at] ?? 0;
}

/** From the end back to the begin. Lines removed and added side by side are one edit. */
function editsAlong(trace: readonly Int32Array[], endOfA: number, endOfB: number): readonly Edit[] {
	const edits: Edit[] = [];
	let open: Edit | undefined;
	let diagonal = endOfA - endOfB;
	for (let count = trace.length - 1; count > 0; count--) {
		const last = trace[count - 1] ?? Int32Array.of(0);
		const at = (diagonal + count) / 2;
		const isRemoved = isRemoval(last, at, count);
		const begin = isRemoved ? lineAt(last, at - 1) : lineAt(last, at);
		diagonal += isRemoved ? -1 : 1;
		const step = {
			start: begin,
			end: isRemoved ? begin + 1 : begin,
			from: begin - diagonal,
			to: isRemoved ? begin - diagonal : begin - diagonal + 1,
		};
		// Lines that both have stand between this one and the next.
		if (open !== undefined && open.start === step.end && open.from === step.to) {
			open = { ...open, start: step.start, from: step.from };
		} else {
			if (open !== undefined) edits.push(open);
			open = step;
		}
	}
	if (open !== undefined) edits.push(open);
	return edits.toReversed();
}
