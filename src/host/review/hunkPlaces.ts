/** Where the changes of a file stand in its editor, and which one comes next. Pure. */
import type { Hunk } from '../../core/changes/review.ts';
import type { ChangedFile } from '../changes/changeReview.ts';

/** Lines of a document, from 0, the last one included. */
export interface LineRange {
	readonly start: number;
	readonly end: number;
}

/** A place to go to: a change, or the top of a file that is kept and undone as a whole. */
export interface ReviewStop {
	readonly path: string;
	readonly hunk?: Hunk;
}

/**
 * The lines that show a change: those that were added, or, where lines were only removed, the line that now stands at
 * their place.
 * @param lineCount of the document; a change behind its last line is shown there
 */
export function linesOfHunk({ liveStart, added }: Hunk, lineCount: number): LineRange {
	const last = Math.max(lineCount - 1, 0);
	const start = Math.min(liveStart, last);
	return { start, end: Math.max(start, Math.min(liveStart + added.length - 1, last)) };
}

/** The change that is shown at a line. */
export function hunkAtLine(file: ChangedFile, line: number, lineCount: number): Hunk | undefined {
	const isThere = (hunk: Hunk): boolean => {
		const { start, end } = linesOfHunk(hunk, lineCount);
		return start <= line && line <= end;
	};
	// Where removed lines and added ones share a line, the added ones are what the user sees there.
	return file.hunks.find((hunk) => hunk.added.length > 0 && isThere(hunk)) ?? file.hunks.find(isThere);
}

/** All that can be gone to, in the order of files and lines. */
export function stopsOf(files: readonly ChangedFile[]): readonly ReviewStop[] {
	return files.flatMap(({ path, hunks }): ReviewStop[] =>
		hunks.length === 0 ? [{ path }] : hunks.map((hunk) => ({ path, hunk })),
	);
}

/** A place that the next or previous change is told from. */
export interface Position {
	readonly path: string;
	/** From 0; -1 for the place before the first line. */
	readonly line: number;
}

/**
 * The next change behind a place, or the one before it; behind the last comes the first.
 * @param from absent for the first, or the last
 */
export function stepFrom(
	files: readonly ChangedFile[],
	from: Position | undefined,
	step: 'next' | 'previous',
): ReviewStop | undefined {
	const stops = stopsOf(files);
	if (step === 'next') {
		return (from === undefined ? undefined : stops.find((stop) => distance(stop, from) > 0)) ?? stops[0];
	}
	const before = from === undefined ? undefined : stops.findLast((stop) => isBefore(stop, from));
	return before ?? stops.at(-1);
}

/**
 * Where to go after a change was answered: to what now stands at its place or behind it in the file, else to the first
 * that is left in the file, else to the next file.
 */
export function stopAfter(files: readonly ChangedFile[], answered: Position): ReviewStop | undefined {
	const stops = stopsOf(files);
	const inFile = stops.filter(({ path }) => path === answered.path);
	const candidates = inFile.length === 0 ? stops : inFile;
	return candidates.find((stop) => distance(stop, answered) >= 0) ?? candidates[0];
}

/** Below 0 in front of the place. */
function distance({ path, hunk }: ReviewStop, at: Position): number {
	if (path !== at.path) return path < at.path ? -1 : 1;
	return (hunk?.liveStart ?? 0) - at.line;
}

/** The change that the cursor stands in does not come before it. */
function isBefore({ path, hunk }: ReviewStop, at: Position): boolean {
	if (path !== at.path) return path < at.path;
	const start = hunk?.liveStart ?? 0;
	return start + Math.max((hunk?.added.length ?? 0) - 1, 0) < at.line;
}
