/**
 * Which entries of a conversation are shown: the newest, and of the older ones those that wait for an answer, with what
 * they belong to.
 */
import type { Entry, EntryId } from '../session/model/entry.ts';
import type { SessionState } from '../session/model/sessionState.ts';

interface EntryWindow {
	/** In the order of the conversation. */
	readonly shown: readonly EntryId[];
	/** Left out. */
	readonly older: ReadonlySet<EntryId>;
}

/** @param leftOut entries at the start that are shown only if they have to be */
export function entryWindow(
	{ entries }: SessionState,
	leftOut: number,
	planIds: readonly EntryId[] = [],
): EntryWindow {
	const needed = new Set(planIds);
	const older = new Set<EntryId>();
	if (leftOut <= 0) return { shown: [...entries.keys()], older };
	// From the end, so that what is shown keeps what it belongs to.
	let at = entries.size;
	for (const [id, entry] of [...entries].reverse()) {
		at -= 1;
		if (at < leftOut && !needed.has(id) && !isAwaited(entry)) older.add(id);
		else if (entry.parentId !== undefined) needed.add(entry.parentId);
	}
	return { shown: [...entries.keys()].filter((id) => !older.has(id)), older };
}

/** The user has to answer it. */
export function isAwaited(entry: Entry): boolean {
	return (entry.type === 'permission' || entry.type === 'elicitation') && entry.state.type === 'pending';
}
