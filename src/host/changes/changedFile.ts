/** A file of which something waits, made of what the engine says of it. Pure. */
import { basename } from 'node:path';
import * as limits from '../../core/base/limits.ts';
import type { Pending } from '../../core/changes/journalLine.ts';
import { type ChangeRecord, isSameState, type TurnId } from '../../core/changes/record.ts';
import { isSecretName } from '../../core/changes/secretNames.ts';
import type { Review } from '../../node/changes/changeEngine.ts';
import type { ChangedFile } from './changeReview.ts';

/** Lines of a file that is created or deleted; undefined where they cannot be told. */
export type SideLineCounts = { readonly base: number | undefined; readonly agent: number | undefined };

/**
 * @param records of the path, and of where it was before, oldest first
 * @param counts of what is kept or undone as a whole
 * @param maxFileBytes of a file that is copied
 * @returns undefined where nothing waits any more
 */
export function changedFile(
	pending: Pending,
	review: Review,
	records: readonly ChangeRecord[],
	counts: SideLineCounts,
	maxFileBytes: number = limits.changeFileBytes,
): ChangedFile | undefined {
	if (review.type === 'nothing') return undefined;
	const { path, movedFrom } = pending;
	const hunks = review.type === 'text' && !isNotebook(path) ? review.hunks : [];
	const isSame = review.type === 'text' && review.hunks.length === 0;
	if (isSame && movedFrom === undefined) return undefined;
	const isText = hunks.length > 0;
	const sum = (lines: (hunk: (typeof hunks)[number]) => readonly string[]): number =>
		hunks.reduce((count, hunk) => count + lines(hunk).length, 0);
	const kind = kindOf(pending);
	return {
		path,
		...(movedFrom === undefined ? {} : { movedFrom }),
		kind,
		type: isText ? 'text' : 'whole',
		...(isText ? {} : contentOf(pending)),
		hunks,
		added: isText ? sum(({ added }) => added) : kind === 'created' ? (counts.agent ?? 0) : 0,
		removed: isText ? sum(({ removed }) => removed) : kind === 'deleted' ? (counts.base ?? 0) : 0,
		isUndoable: review.type === 'text' || review.isUndoable,
		...(review.type === 'text' || review.isUndoable ? {} : notCopied(pending, maxFileBytes)),
		...historyOf(pending, records),
	};
}

function contentOf({ agent }: Pending): Pick<ChangedFile, 'content'> {
	return 'hash' in agent && agent.hash !== undefined ? { content: agent.hash } : {};
}

/** What the engine never copies. */
function notCopied(
	{ path, movedFrom = path, base }: Pending,
	maxFileBytes: number,
): Pick<ChangedFile, 'notCopied'> {
	if (isSecretName(basename(movedFrom))) return { notCopied: 'secret' };
	return base.type === 'file' && base.size > maxFileBytes ? { notCopied: 'too_large' } : {};
}

function kindOf({ movedFrom, base, agent }: Pending): ChangedFile['kind'] {
	if (movedFrom !== undefined) return 'moved';
	if (base.type === 'absent') return 'created';
	if (agent.type === 'absent') return 'deleted';
	const isMode =
		base.type === 'file' && agent.type === 'file' && base.hash !== undefined && base.hash === agent.hash;
	return isMode ? 'mode' : 'modified';
}

/** Of the records since what the user accepted. Where they kept a part meanwhile no record says that: all count. */
function historyOf(
	{ base }: Pending,
	records: readonly ChangeRecord[],
): Pick<ChangedFile, 'isUndeclared' | 'turns' | 'commands'> {
	// What a restore has brought again is the work of the turn that made it.
	const first = records.findLastIndex(
		({ before, evidence }) => isSameState(before, base) && !evidence.includes('restored'),
	);
	const own = records
		.slice(Math.max(first, 0))
		.filter(({ author, evidence }) => author !== 'user' && !evidence.includes('outside_turns'));
	const turns = new Map<string, TurnId>();
	for (const { turn } of own) if (turn !== undefined) turns.set(`${turn.session} ${turn.turn}`, turn);
	return {
		isUndeclared: own.length > 0 && own.every(({ evidence }) => evidence.includes('undeclared')),
		turns: [...turns.values()],
		commands: [...new Set(own.flatMap(({ command }) => command ?? []))],
	};
}

/** Lines of JSON, which no reader of a notebook sees: it is kept or undone as a whole. */
export function isNotebook(path: string): boolean {
	return path.endsWith('.ipynb');
}

/** As an editor counts them, without the empty one at the end. */
export function lineCount(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const breaks = text.split('\n').length - 1;
	return text === '' || text.endsWith('\n') ? breaks : breaks + 1;
}
