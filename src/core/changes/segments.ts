/**
 * Three texts side by side, cut where they differ: one that two others come from, as in a three-way merge. Joined, the
 * parts of one side are its text again, so that an answer to one segment changes nothing beside it. Pure.
 */
import { type Edit, editsOf, linesOf } from './lines.ts';

export interface Segment {
	readonly origin: readonly string[];
	readonly ours: readonly string[];
	readonly theirs: readonly string[];
	/** Which sides differ from the origin. */
	readonly differs: 'none' | 'ours' | 'theirs' | 'both';
}

/** Parts of the three texts, in order; no two that are `none` stand side by side. */
export function segmentsOf(origin: string, ours: string, theirs: string): readonly Segment[] {
	const [o, a, b] = [linesOf(origin), linesOf(ours), linesOf(theirs)];
	const segments: Segment[] = [];
	const at = { origin: 0, ours: 0, theirs: 0 };
	const push = (end: number, oursEnd: number, theirsEnd: number, differs: Segment['differs']): void => {
		segments.push({
			origin: o.slice(at.origin, end),
			ours: a.slice(at.ours, oursEnd),
			theirs: b.slice(at.theirs, theirsEnd),
			differs,
		});
		Object.assign(at, { origin: end, ours: oursEnd, theirs: theirsEnd });
	};
	const pushSame = (end: number): void => {
		const count = end - at.origin;
		if (count > 0) push(end, at.ours + count, at.theirs + count, 'none');
	};
	for (const group of groupsOf(editsOf(o, a), editsOf(o, b), [a, b])) {
		pushSame(group.start);
		const { end, ours: left, theirs: right } = group;
		const [oursEnd, theirsEnd] = [endIn(left, at.ours, group), endIn(right, at.theirs, group)];
		push(end, oursEnd, theirsEnd, left.length === 0 ? 'theirs' : right.length === 0 ? 'ours' : 'both');
	}
	pushSame(o.length);
	return segments;
}

/** The text of one side, or of whatever `pick` takes of each segment. */
export function textOf(segments: readonly Segment[], pick: (segment: Segment) => readonly string[]): string {
	return segments.flatMap(pick).join('');
}

export function isSameLines(left: readonly string[], right: readonly string[]): boolean {
	return left.length === right.length && left.every((line, index) => line === right[index]);
}

/** Edits of both sides that cannot be told apart, and the lines of the origin that they cover. */
interface Group {
	readonly start: number;
	end: number;
	readonly ours: Edit[];
	readonly theirs: Edit[];
}

type Side = 'ours' | 'theirs';

function groupsOf(
	ours: readonly Edit[],
	theirs: readonly Edit[],
	[a, b]: readonly [readonly string[], readonly string[]],
): readonly Group[] {
	const isOpenEnded = (lines: readonly string[], { to }: Edit): boolean =>
		lines.length > 0 && to === lines.length && !(lines.at(-1) ?? '').endsWith('\n');
	const all = [
		...ours.map((edit) => ({ edit, side: 'ours' as Side, isOpen: isOpenEnded(a, edit) })),
		...theirs.map((edit) => ({ edit, side: 'theirs' as Side, isOpen: isOpenEnded(b, edit) })),
	].toSorted((x, y) => x.edit.start - y.edit.start || x.edit.end - y.edit.end);
	const groups: Group[] = [];
	let wasOpen = false;
	for (const { edit, side, isOpen } of all) {
		const last: Group | undefined = groups.at(-1);
		// What follows a line without an end would become a part of that line.
		const open: Group | undefined =
			last !== undefined && (overlaps(last, edit) || (last.end === edit.start && (wasOpen || isOpen)))
				? last
				: undefined;
		const group: Group = open ?? { start: edit.start, end: edit.end, ours: [], theirs: [] };
		if (open === undefined) groups.push(group);
		group.end = Math.max(group.end, edit.end);
		group[side].push(edit);
		wasOpen = isOpen || (open !== undefined && wasOpen);
	}
	return groups;
}

/** Lines are shared, or both put lines at the same place: then nothing tells which come first. */
function overlaps(group: Group, { start, end }: Edit): boolean {
	if (group.start === group.end && start === end) return group.start === start;
	return start < group.end && group.start < end;
}

/** Where a group ends in a side: what that side adds or removes before the group's end moves it. */
function endIn(edits: readonly Edit[], at: number, { start, end }: Group): number {
	const moved = edits.reduce((sum, edit) => sum + (edit.to - edit.from) - (edit.end - edit.start), 0);
	return at + (end - start) + moved;
}

interface Conflict {
	/** First line in the merged text, from 0. */
	readonly start: number;
	/** As the merged text has them. */
	readonly ours: readonly string[];
	readonly theirs: readonly string[];
}

interface Merged {
	/** With the changes of both; where they meet, with `ours`. */
	readonly text: string;
	/** Where `theirs` is not in the text. */
	readonly conflicts: readonly Conflict[];
}

/**
 * Merges what an agent wrote to the disk into a text that the user has not saved yet.
 * @param base what both began with
 * @param ours with the user's edits, none of which is lost
 * @param theirs with the agent's
 */
export function merged(base: string, ours: string, theirs: string): Merged {
	const lines: string[] = [];
	const conflicts: Conflict[] = [];
	for (const segment of segmentsOf(base, ours, theirs)) {
		const isConflict = segment.differs === 'both' && !isSameLines(segment.ours, segment.theirs);
		if (isConflict) conflicts.push({ start: lines.length, ours: segment.ours, theirs: segment.theirs });
		// Too many to be arguments of one call.
		for (const line of segment.differs === 'theirs' ? segment.theirs : segment.ours) lines.push(line);
	}
	return { text: lines.join(''), conflicts };
}
