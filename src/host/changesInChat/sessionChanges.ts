/** What waits in the folders of a session, and what became of the changes of its calls, for chat views. Pure. */
import { createHash } from 'node:crypto';
import type { TurnId } from '../../core/changes/record.ts';
import * as limits from '../../core/base/limits.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import type { ViewChangedFile, ViewChanges } from '../../core/view/viewChanges.ts';
import { isPromptOf } from '../changes/entryNames.ts';
import { isBelow } from '../../node/pathRules.ts';
import type { ChangedFile, ChangeReview } from '../changes/changeReview.ts';
import { factsOf, notKept, notWatched } from '../changes/reviewWords.ts';

/** A session as the review knows it. */
export interface ReviewedSession {
	readonly key: string;
	/** Its folders, without links. */
	readonly roots: readonly string[];
}

/** What waits in the folders of the session, also of other sessions, and what the session changed elsewhere. */
export function filesOf(
	files: readonly ChangedFile[],
	{ key, roots }: ReviewedSession,
): readonly ChangedFile[] {
	return files.filter(
		({ path, turns }) =>
			turns.some(({ session }) => session === key) || roots.some((root) => isBelow(root, path)),
	);
}

/**
 * @param files those of the session
 * @param label how people read a path
 */
export function viewChanges(
	{ gaps }: Pick<ChangeReview, 'gaps'>,
	files: readonly ChangedFile[],
	key: string,
	label: (path: string) => string,
): Omit<ViewChanges, 'revision'> {
	const sum = (count: (file: ChangedFile) => number): number =>
		files.reduce((total, file) => total + count(file), 0);
	return {
		count: files.length,
		added: sum(({ added }) => added),
		removed: sum(({ removed }) => removed),
		undeclared: sum(({ isUndeclared }) => (isUndeclared ? 1 : 0)),
		ofOthers: sum((file) => (isOfOthers(file, key) ? 1 : 0)),
		files: files.slice(0, limits.shownChangedFiles).map((file) => viewFile(file, label)),
		gaps: [notWatched(gaps), notKept(gaps)].flatMap((text) => text ?? []),
	};
}

/** Other sessions changed it, and this one did not. Of a change without a known session that is not said. */
export function isOfOthers({ turns }: ChangedFile, key: string): boolean {
	return turns.length > 0 && turns.every(({ session }) => session !== key);
}

/**
 * True where a call may have had a part in what these turns did: it came after the prompt of one of them. What was kept
 * or undone before that is not theirs any more.
 */
export function isOfTurns({ key, entries }: SessionState, callId: string, turns: readonly TurnId[]): boolean {
	const prompts = new Set(turns.filter(({ session }) => session === key).map(({ turn }) => turn));
	if (prompts.size === 0) return false;
	for (const [id, entry] of entries) {
		if (isPromptOf(entry, prompts)) return true;
		if (id === callId) return false;
	}
	return false;
}

const stamps = new WeakMap<ChangedFile, string>();

/** Differs where something else of the file waits, also where as many lines do. */
export function stampOf(file: ChangedFile): string {
	const known = stamps.get(file);
	if (known !== undefined) return known;
	const lines = file.hunks.map(({ removed, added }) => [removed, added]);
	const stamp = createHash('sha256')
		.update(JSON.stringify([file.content, lines]))
		.digest('base64');
	stamps.set(file, stamp);
	return stamp;
}

function viewFile(file: ChangedFile, label: (path: string) => string): ViewChangedFile {
	const { path, kind, added, removed, isUndoable } = file;
	return { path, label: label(path), kind, added, removed, isUndoable, remarks: factsOf(file, label) };
}
