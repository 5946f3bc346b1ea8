/**
 * What an agent has seen of a file: the text itself, and which parts of it it was given. With it one can tell whether a
 * text holds anything that the agent does not know of (hazard D4). Every line break counts as one character. Pure.
 */
import { lineRange } from './textRange.ts';

/** Offsets in UTF-16 units; `end` is exclusive. */
interface Part {
	readonly start: number;
	readonly end: number;
}

/** A text and the parts of it that an agent was given. Offsets in UTF-16 units. */
export interface SeenText {
	readonly text: string;
	readonly parts: readonly Part[];
}

/** The text with every line break as one character, however its file has them. */
export function plainText(text: string): string {
	return text.includes('\r') ? text.replaceAll(/\r\n?/gu, '\n') : text;
}

/** The agent was given all of the text. */
export function seeAll(text: string): SeenText {
	const plain = plainText(text);
	return { text: plain, parts: [{ start: 0, end: plain.length }] };
}

/** The agent was given these lines of the text, after what it has seen before; lines count as in `sliceLines`. */
export function seeLines(
	before: SeenText | undefined,
	text: string,
	line?: number,
	limit?: number,
): SeenText {
	const plain = plainText(text);
	let part = lineRange(plain, line, limit);
	const apart: Part[] = [];
	for (const known of before === undefined ? [] : carried(before, plain)) {
		if (known.end < part.start || known.start > part.end) apart.push(known);
		else part = { start: Math.min(known.start, part.start), end: Math.max(known.end, part.end) };
	}
	return { text: plain, parts: [...apart, part].toSorted((a, b) => a.start - b.start) };
}

/** True when one part spans the whole text. */
export function isSeenWhole({ text, parts }: SeenText): boolean {
	return parts.some(({ start, end }) => start === 0 && end === text.length);
}

/**
 * True when the agent has seen all that makes `current` differ from `saved`: such as what the user typed and did not
 * save, and what they took out.
 */
export function hasSeenChange(seen: SeenText | undefined, saved: string, current: string): boolean {
	const [from, now] = [plainText(saved), plainText(current)];
	if (from === now) return true;
	if (seen === undefined) return false;
	const { head, tail } = sameEnds(from, now);
	const [start, end] = [head, now.length - tail];
	// Where lines were only taken out, what stands on both sides of them has to be seen together.
	const isBefore = (part: Part): boolean => part.start < start || start === 0;
	const isAfter = (part: Part): boolean => part.end > end || end === now.length;
	return carried(seen, now).some(
		(part) => part.start <= start && part.end >= end && (start < end || (isBefore(part) && isAfter(part))),
	);
}

/** The parts that stand in another text as they were seen: before and after all that differs. */
function carried({ text, parts }: SeenText, now: string): readonly Part[] {
	if (text === now) return parts;
	const { head, tail } = sameEnds(text, now);
	const moved = now.length - text.length;
	// A character less on each side: what was put or taken there is not seen, even where nothing is left of it.
	return parts
		.flatMap(({ start, end }) => [
			{ start, end: Math.min(end, head - 1) },
			{ start: Math.max(start, text.length - tail + 1) + moved, end: end + moved },
		])
		.filter(({ start, end }) => start < end);
}

/**
 * How much two texts have in common at their beginnings and ends. Where a change may be taken for one at several
 * places, as with a line that is doubled, all of them are left out.
 */
function sameEnds(a: string, b: string): { readonly head: number; readonly tail: number } {
	const shorter = Math.min(a.length, b.length);
	let same = 0;
	while (same < shorter && a[same] === b[same]) same++;
	let sameBack = 0;
	while (sameBack < shorter && a[a.length - 1 - sameBack] === b[b.length - 1 - sameBack]) sameBack++;
	return { head: Math.min(same, shorter - sameBack), tail: Math.min(sameBack, shorter - same) };
}
