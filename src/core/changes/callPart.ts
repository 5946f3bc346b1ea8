/**
 * What of the changes that wait in a file a single tool call has made, where others had a part in it as well. The call
 * is known by its two texts. Each of its edits is carried over to the base and to the live text: where only the call wrote
 * these lines it is kept or undone by itself, and what other calls did beside it stays as it is. Pure.
 */
import { type Edit, editsOf, linesOf } from './lines.ts';
import { merged, isSameLines } from './segments.ts';
import { type Hunk, hunksOf, type ReviewTexts } from './review.ts';

/** A file right before and right after a call. */
export interface CallTexts {
	readonly before: string;
	readonly after: string;
}

/** What of the change of a call still waits, or what became of it. */
export interface CallPart {
	/** Lines that wait. */
	readonly added: number;
	readonly removed: number;
	/** Others wrote to the same lines later: Undo takes their lines as well, and asks for it. */
	readonly isMixed: boolean;
	/** Nothing of it waits: what is seen of that in the texts; `gone` where neither side has it. */
	readonly settled?: 'kept' | 'undone' | 'kept_and_undone' | 'gone';
}

export type CallAnswer =
	| {
			readonly type: 'done';
			readonly texts: ReviewTexts;
			readonly live: string;
			readonly hunks: readonly Hunk[];
	  }
	/** Lines that came later, of the user or of others, are among those to be undone. */
	| { readonly type: 'conflict' }
	/** Nothing of the call waits. */
	| { readonly type: 'nothing' };

/** Lines `start` to `end`, exclusive. */
interface Range {
	readonly start: number;
	readonly end: number;
}

/** Where lines are in another text. */
interface Place extends Range {
	/** Others wrote to none of these lines, to some of them, or to lines around them in the same edit. */
	readonly others: 'none' | 'inside' | 'around';
}

/** One edit of the call, where it stands now. */
interface Placed {
	readonly old: readonly string[];
	readonly new: readonly string[];
	/** Others are those before the call. */
	readonly base: Place;
	/** Others are those after the call. */
	readonly live: Place;
	/** Lines that it wrote again as they are accepted by now, and were not before it: such as saved by the user meanwhile. */
	readonly hasAccepted: boolean;
	/** The changes that it is in: none where it does not wait. */
	readonly hunks: readonly Hunk[];
}

/** What of the call waits now. @param live the text of the file */
export function callPart(texts: ReviewTexts, live: string, call: CallTexts): CallPart {
	const all = placed(texts, live, call);
	const waiting = all.filter(waits);
	const count = (of: (one: Placed) => readonly string[]): number =>
		waiting.reduce((sum, one) => sum + of(one).length, 0);
	const [added, removed] = [count((one) => one.new), count((one) => one.old)];
	const settled = waiting.length === 0 ? { settled: settledAs(all, texts, live) } : {};
	return { added, removed, isMixed: waiting.some(isMixed), ...settled };
}

/** What the call changed is accepted; of lines that others wrote to before it, all of the change that they are in. */
export function keepCall(texts: ReviewTexts, live: string, call: CallTexts): CallAnswer {
	const waiting = placed(texts, live, call).filter(waits);
	if (waiting.length === 0) return { type: 'nothing' };
	const now = linesOf(live);
	const replacements = waiting.flatMap((one): readonly Replacement[] =>
		one.base.others !== 'around'
			? [{ ...one.base, lines: one.new }]
			: one.hunks.map((hunk) => ({
					start: hunk.baseStart,
					end: hunk.baseStart + hunk.removed.length,
					lines: now.slice(hunk.liveStart, hunk.liveStart + hunk.added.length),
				})),
	);
	const base = replaced(linesOf(texts.base), replacements);
	return { type: 'done', texts: { ...texts, base }, live, hunks: waiting.map(hunkOf) };
}

/**
 * The live text gets back the lines from before the call.
 * @param later what becomes of lines that were written over its own since: `keep` answers with a conflict, `discard` is
 *   for a user who was asked, and undoes all of the change that they are in
 */
export function undoCall(
	texts: ReviewTexts,
	live: string,
	call: CallTexts,
	later: 'keep' | 'discard' = 'keep',
): CallAnswer {
	const waiting = placed(texts, live, call).filter(waits);
	if (waiting.length === 0) return { type: 'nothing' };
	const isAsked = texts.isShared === true || waiting.some(isMixed);
	if (isAsked && later === 'keep') return { type: 'conflict' };
	const isOwn = (one: Placed): boolean => !isMixed(one) && !one.hasAccepted;
	const own = waiting.filter(isOwn);
	const rest = waiting.filter((one) => !isOwn(one)).flatMap(({ hunks }) => hunks);
	const lines = linesOf(live);
	const undone = replaced(lines, [
		...own.map((one) => ({ ...one.live, lines: one.old })),
		...rest.map((hunk) => ({ ...liveRange(hunk), lines: hunk.removed })),
	]);
	// What an earlier call wrote comes back as that call's, which waits: it is no text of the user.
	const earlier = own.filter(({ base }) => base.others !== 'none');
	const before = replaced(
		lines,
		earlier.map((one) => ({ ...one.live, lines: one.old })),
	);
	const agent = earlier.length === 0 ? texts.agent : merged(live, texts.agent, before).text;
	return { type: 'done', texts: { ...texts, agent }, live: undone, hunks: waiting.map(hunkOf) };
}

function placed(texts: ReviewTexts, live: string, { before, after }: CallTexts): readonly Placed[] {
	const [old, now, base, shown] = [before, after, texts.base, live].map(linesOf) as [
		Lines,
		Lines,
		Lines,
		Lines,
	];
	const [toBase, toLive] = [editsOf(old, base), editsOf(now, shown)];
	const hunks = hunksOf(texts, live);
	return editsOf(old, now).map((edit) => {
		const [oldLines, newLines] = [old.slice(edit.start, edit.end), now.slice(edit.from, edit.to)];
		const inBase = placeOf(toBase, { start: edit.start, end: edit.end }, base, newLines);
		const inLive = placeOf(toLive, { start: edit.from, end: edit.to }, shown, oldLines);
		return {
			old: oldLines,
			new: newLines,
			base: inBase,
			live: inLive,
			hasAccepted: base
				.slice(inBase.start, inBase.end)
				.some((line) => newLines.includes(line) && !oldLines.includes(line)),
			hunks: hunks.filter((hunk) => meets(inBase, baseRange(hunk)) && meets(inLive, liveRange(hunk))),
		};
	});
}

type Lines = readonly string[];

/**
 * Where these lines are after the edits; with all that an edit covers which has some of them.
 * @param lines of the text that the edits lead to
 * @param instead is to take their place
 */
function placeOf(edits: readonly Edit[], range: Range, lines: Lines, instead: Lines): Place {
	const over = edits.filter((edit) => isOver(edit, range));
	const start = Math.min(range.start, ...over.map((edit) => edit.start));
	const end = Math.max(range.end, ...over.map((edit) => edit.end));
	const moved = (some: readonly Edit[]): number =>
		some.reduce((sum, edit) => sum + (edit.to - edit.from) - (edit.end - edit.start), 0);
	const first = start + moved(edits.filter((edit) => edit.end <= start && !over.includes(edit)));
	const place = { start: first, end: first + (end - start) + moved(over) };
	const isAround = start < range.start || end > range.end || !fits(lines, place, instead);
	return { ...place, others: isAround ? 'around' : over.length > 0 ? 'inside' : 'none' };
}

/** What follows a line without an end would become a part of that line. */
function fits(lines: Lines, { start, end }: Range, instead: Lines): boolean {
	if (instead.length === 0) return true;
	const isAfterLine = start === 0 || lines[start - 1]?.endsWith('\n') === true;
	return isAfterLine && (end === lines.length || instead.at(-1)?.endsWith('\n') === true);
}

/** Lines are shared, or both put lines at the same place. */
function isOver(one: Range, other: Range): boolean {
	if (one.start === one.end && other.start === other.end) return one.start === other.start;
	return one.start < other.end && other.start < one.end;
}

/** Also where one of them has no lines, at an end of the other: nothing stands between. */
function meets(one: Range, other: Range): boolean {
	const isEmpty = one.start === one.end || other.start === other.end;
	return isEmpty ? one.start <= other.end && other.start <= one.end : isOver(one, other);
}

function baseRange({ baseStart, removed }: Hunk): Range {
	return { start: baseStart, end: baseStart + removed.length };
}

function liveRange({ liveStart, added }: Hunk): Range {
	return { start: liveStart, end: liveStart + added.length };
}

function waits({ hunks }: Placed): boolean {
	return hunks.length > 0;
}

/** With what is accepted of its lines it is undone as the change that it is in, which may be that of others as well. */
function isMixed({ live, hasAccepted, hunks }: Placed): boolean {
	const isWithin = (hunk: Hunk): boolean =>
		hunk.liveStart >= live.start && hunk.liveStart + hunk.added.length <= live.end;
	return live.others !== 'none' || (hasAccepted && !hunks.every(isWithin));
}

function hunkOf({ old, new: now, base, live, hunks }: Placed): Hunk {
	const [whole] = hunks;
	const isAlone = live.others === 'none' && base.others === 'none';
	if (!isAlone && whole !== undefined) return whole;
	return {
		baseStart: base.start,
		removed: old,
		liveStart: live.start,
		added: now,
		hasUserEdits: false,
		isLineEndsOnly: false,
	};
}

function settledAs(
	all: readonly Placed[],
	{ base }: ReviewTexts,
	live: string,
): NonNullable<CallPart['settled']> {
	const [accepted, now] = [linesOf(base), linesOf(live)];
	const isIn = (lines: Lines, { start, end }: Range, part: Lines): boolean =>
		isSameLines(lines.slice(start, end), part);
	const isKept = all.some((one) => one.base.others !== 'none' && isIn(accepted, one.base, one.new));
	const isUndone = all.some((one) => one.live.others !== 'none' && isIn(now, one.live, one.old));
	if (isKept && isUndone) return 'kept_and_undone';
	return isKept ? 'kept' : isUndone ? 'undone' : 'gone';
}

interface Replacement extends Range {
	readonly lines: readonly string[];
}

/** The text with these lines replaced. Of two replacements that meet, the larger one counts. */
function replaced(lines: readonly string[], replacements: readonly Replacement[]): string {
	const sorted = replacements.toSorted((a, b) => a.start - b.start || b.end - a.end);
	const parts: string[] = [];
	let at = 0;
	let last: Replacement | undefined;
	for (const one of sorted) {
		const isInside = last !== undefined && isOver(last, one);
		if (isInside || one.start < at) continue;
		for (const line of lines.slice(at, one.start)) parts.push(line);
		for (const line of one.lines) parts.push(line);
		at = one.end;
		last = one;
	}
	for (const line of lines.slice(at)) parts.push(line);
	return parts.join('');
}
