/** Words of the review that more than one surface says. */
import { t } from '../../core/base/l10n.ts';
import type { Hunk } from '../../core/changes/review.ts';
import type { Gap, GapReason } from '../../node/changes/gaps.ts';
import type { ChangedFile } from './changeReview.ts';

/** `+3 -1`; of what is told by no lines, nothing. */
export function countsText({ added, removed }: Pick<ChangedFile, 'added' | 'removed'>): string {
	return added === 0 && removed === 0 ? '' : `+${added} -${removed}`;
}

/** The same for those who listen. */
export function spokenCounts({ added, removed }: Pick<ChangedFile, 'added' | 'removed'>): string {
	return added === 0 && removed === 0 ? '' : t('lines: {0} added, {1} removed', added, removed);
}

/** What happened to a file, but for lines that were changed. */
export function kindText({ kind, type, movedFrom }: ChangedFile, nameOf: (path: string) => string): string {
	switch (kind) {
		case 'created':
			return t('new file');
		case 'deleted':
			return t('deleted');
		case 'moved':
			return movedFrom === undefined ? '' : t('moved from {0}', nameOf(movedFrom));
		case 'mode':
			return t('only its permissions changed');
		case 'modified':
			return type === 'whole' ? t('changed as a whole') : '';
	}
}

/** What happened to a file and what to know of it; first what a narrow side bar must not hide. */
export function factsOf(file: ChangedFile, nameOf: (path: string) => string): readonly string[] {
	const kind = kindText(file, nameOf);
	const remarks = remarksOf(file);
	return (file.isUndoable ? [kind, ...remarks] : [...remarks, kind]).filter((text) => text !== '');
}

/** What a user has to know of a file before answering. */
export function remarksOf({ isUndeclared, isUndoable, notCopied }: ChangedFile): readonly string[] {
	return [
		...(isUndoable ? [] : [notUndoable(notCopied)]),
		...(isUndeclared ? [t('not told by any tool call')] : []),
	];
}

function notUndoable(why: ChangedFile['notCopied']): string {
	switch (why) {
		case 'secret':
			return t('cannot be undone: no copy is made of likely secrets');
		case 'too_large':
			return t('cannot be undone: too large to be copied');
		case undefined:
			return t('cannot be undone: no copy of what was there');
	}
}

/** What a user has to know of a change before answering. */
export function hunkRemarks({ hasUserEdits, isLineEndsOnly }: Hunk): readonly string[] {
	return [...(hasUserEdits ? [t('with your edits')] : []), ...(isLineEndsOnly ? [t('line ends only')] : [])];
}

/** Reasons for which a change would not be seen; of the others it is seen and cannot be undone. */
const unseen: ReadonlySet<GapReason> = new Set([
	'ignored',
	'unreadable',
	'moved',
	'special',
	'too_many',
	'too_wide',
]);

/** What is not looked at, in one sentence; undefined where that is nothing. */
export function notWatched(gaps: readonly Gap[]): string | undefined {
	const parts = gaps.filter(({ reason }) => unseen.has(reason)).map(gapText);
	return parts.length === 0 ? undefined : t('Not watched: {0}', parts.join(', '));
}

/** What is looked at without keeping its content, in one sentence; undefined where that is nothing. */
export function notKept(gaps: readonly Gap[]): string | undefined {
	const parts = gaps.filter(({ reason }) => !unseen.has(reason)).map(gapText);
	return parts.length === 0 ? undefined : t('Seen, but cannot be undone: {0}', parts.join(', '));
}

function gapText({ reason, count }: Gap): string {
	return `${gapReason(reason)} (${count})`;
}

function gapReason(reason: GapReason): string {
	switch (reason) {
		case 'ignored':
			return t('ignored by Git');
		case 'unreadable':
			return t('no right to read');
		case 'moved':
			return t('replaced meanwhile');
		case 'special':
			return t('pipes and devices');
		case 'too_many':
			return t('too many files');
		case 'too_wide':
			return t('folder too wide: only files that agents name are watched');
		case 'too_large':
			return t('too large');
		case 'secret':
			return t('secrets, by their name');
		case 'not_copied':
			return t('not copied before');
		case 'low_disk':
			return t('not copied: less than 2 GiB are free on the disk');
		case 'store_failed':
			return t('could not be stored');
	}
}
