/**
 * What of a file waits to be kept or undone. Three texts tell it: `base`, which the user has accepted; `agent`, which
 * is the base with what agents changed; and the live text, which is that with what the user changed. Hunks are the
 * difference of base and agent, never stored: Keep moves the base, Undo moves the live text, and equal is reviewed.
 * Lines of the user stand in the difference of agent and live text, so that nothing takes them away unasked. Pure.
 */
import { type Edit, editsOf } from './lines.ts';
import { isSameLines, type Segment, segmentsOf, textOf } from './segments.ts';

export interface ReviewTexts {
	/** Accepted by the user. */
	readonly base: string;
	/** The base, with what agents changed since. */
	readonly agent: string;
	/** User and agent changed it at the same time, and nothing tells their lines apart: each Undo asks. */
	readonly isShared?: boolean;
}

/** A change that waits. Lines count from 0 and have their line ends. */
export interface Hunk {
	/** First line in the base. */
	readonly baseStart: number;
	readonly removed: readonly string[];
	/** First line in the live text. */
	readonly liveStart: number;
	/** As the live text has them. */
	readonly added: readonly string[];
	/** The user has edited these lines as well: to undo them takes a decision of the user. */
	readonly hasUserEdits: boolean;
	/** Only how lines end is different. */
	readonly isLineEndsOnly: boolean;
}

/** The texts after an answer. */
export interface Reviewed {
	readonly type: 'done';
	readonly texts: ReviewTexts;
	readonly live: string;
}

export type HunkAnswer =
	| Reviewed
	/** The live text is not the one that the hunk was made of: it is to be drawn again. */
	| { readonly type: 'drifted' }
	/** The user's own lines are among those to be undone. */
	| { readonly type: 'conflict'; readonly hunk: Hunk };

/** A segment with `ours` the base, `origin` the agent's text, and `theirs` the live one; a hunk where one waits. */
interface Part {
	readonly segment: Segment;
	readonly hunk: Hunk | undefined;
}

/** The changes that wait, in order. */
export function hunksOf(texts: ReviewTexts, live: string): readonly Hunk[] {
	return partsOf(texts, live).flatMap(({ hunk }) => hunk ?? []);
}

/** The hunk becomes a part of the base. Lines of the user in it are kept with it. */
export function keepHunk(texts: ReviewTexts, live: string, hunk: Hunk): HunkAnswer {
	return answered(texts, live, hunk, ({ theirs }) => ({ origin: theirs, ours: theirs, theirs }));
}

/**
 * The live text gets back the lines of the base.
 * @param userEdits what becomes of lines of the user in the hunk: `keep` answers with a conflict, `discard` is for a
 *   user who was asked
 */
export function undoHunk(
	texts: ReviewTexts,
	live: string,
	hunk: Hunk,
	userEdits: 'keep' | 'discard' = 'keep',
): HunkAnswer {
	if (hunk.hasUserEdits && userEdits === 'keep') {
		return isThere(partsOf(texts, live), hunk) ? { type: 'conflict', hunk } : { type: 'drifted' };
	}
	return answered(texts, live, hunk, ({ ours }) => ({ origin: ours, ours, theirs: ours }));
}

/**
 * Undoes each hunk. Edits beside hunks stay.
 * @param userEdits as of `undoHunk`; with `keep`, hunks with edits of the user stay and are the `conflicts`
 */
export function undoAll(
	texts: ReviewTexts,
	live: string,
	userEdits: 'keep' | 'discard' = 'keep',
): Omit<Reviewed, 'type'> & { readonly conflicts: readonly Hunk[] } {
	const parts = partsOf(texts, live);
	const isLeft = (hunk: Hunk): boolean => hunk.hasUserEdits && userEdits === 'keep';
	const isUndone = ({ hunk }: Part): boolean => hunk !== undefined && !isLeft(hunk);
	const sides = parts.map((part) => {
		const { origin, ours, theirs } = part.segment;
		return isUndone(part) ? { origin: ours, ours, theirs: ours } : { origin, ours, theirs };
	});
	return {
		...joined(texts, sides),
		conflicts: parts.flatMap(({ hunk }) => (hunk !== undefined && isLeft(hunk) ? [hunk] : [])),
	};
}

/**
 * Takes what the user changed beside hunks into the base: it is theirs. Hunks that the user undid by hand are gone.
 * The hunks that wait are the same before and after.
 */
export function withUserEdits(texts: ReviewTexts, live: string): ReviewTexts {
	const sides = partsOf(texts, live).map(({ segment, hunk }) => {
		const { origin, ours, theirs } = segment;
		return hunk === undefined ? { origin: theirs, ours: theirs, theirs } : { origin, ours, theirs };
	});
	return joined(texts, sides).texts;
}

/**
 * An agent changed the text. What it changed waits from now on; where it wrote over lines of the user that stood in a
 * hunk, that hunk still asks before it is undone.
 * @param before the live text that the agent changed
 */
export function agentChanged(texts: ReviewTexts, before: string, after: string): ReviewTexts {
	const folded = withUserEdits(texts, before);
	const parts = segmentsOf(before, folded.agent, after);
	const agent = textOf(parts, ({ differs, ours, theirs }) => (differs === 'theirs' ? theirs : ours));
	return { ...folded, agent };
}

function partsOf({ base, agent, isShared = false }: ReviewTexts, live: string): readonly Part[] {
	const parts: Part[] = [];
	let [baseStart, liveStart] = [0, 0];
	for (const segment of segmentsOf(agent, base, live)) {
		const { ours, theirs, differs } = segment;
		const waits = (differs === 'ours' || differs === 'both') && !isSameLines(ours, theirs);
		const hunk = {
			baseStart,
			removed: ours,
			liveStart,
			added: theirs,
			hasUserEdits: isShared || hasOwnLines(segment),
			isLineEndsOnly: isSameLines(ours.map(withoutEnd), theirs.map(withoutEnd)),
		};
		parts.push({ segment, hunk: waits ? hunk : undefined });
		baseStart += ours.length;
		liveStart += theirs.length;
	}
	return parts;
}

/** The user changed more than to take back some of what the agent did: that is no text of theirs. */
function hasOwnLines({ origin, ours, theirs }: Segment): boolean {
	if (isSameLines(origin, theirs)) return false;
	const agents = editsOf(ours, origin);
	const isOfAgent = ({ start, end }: Edit): boolean =>
		agents.some(({ from, to }) => from <= start && end <= to);
	let at = 0;
	return editsOf(origin, theirs).some((edit) => {
		if (!isOfAgent(edit)) return true;
		for (const line of theirs.slice(edit.from, edit.to)) {
			at = ours.indexOf(line, at) + 1;
			if (at === 0) return true;
		}
		return false;
	});
}

type Sides = Pick<Segment, 'origin' | 'ours' | 'theirs'>;

function answered(
	texts: ReviewTexts,
	live: string,
	hunk: Hunk,
	answer: (segment: Segment) => Sides,
): HunkAnswer {
	const parts = partsOf(texts, live);
	if (!isThere(parts, hunk)) return { type: 'drifted' };
	const isIt = (part: Part): boolean => part.hunk !== undefined && isSameHunk(part.hunk, hunk);
	return {
		type: 'done',
		...joined(
			texts,
			parts.map((part) => (isIt(part) ? answer(part.segment) : part.segment)),
		),
	};
}

function joined({ isShared }: ReviewTexts, sides: readonly Sides[]): Omit<Reviewed, 'type'> {
	const shared = isShared === true ? { isShared } : {};
	const text = (side: keyof Sides): string => sides.flatMap((part) => part[side]).join('');
	return { texts: { base: text('ours'), agent: text('origin'), ...shared }, live: text('theirs') };
}

function isThere(parts: readonly Part[], hunk: Hunk): boolean {
	return parts.some((part) => part.hunk !== undefined && isSameHunk(part.hunk, hunk));
}

function isSameHunk(left: Hunk, right: Hunk): boolean {
	return (
		left.baseStart === right.baseStart &&
		left.liveStart === right.liveStart &&
		left.hasUserEdits === right.hasUserEdits &&
		isSameLines(left.removed, right.removed) &&
		isSameLines(left.added, right.added)
	);
}

function withoutEnd(line: string): string {
	return line.replace(/\r?\n$/u, '');
}
