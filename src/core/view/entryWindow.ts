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
	if (leftOut <= 0) return { shown: [...entries.keys()], older: new Set() };
	const ids = [...entries.keys()];
	const needed = new Set(planIds);
	const older = new Set<EntryId>();
	// From the end, so that what is shown keeps what it belongs to.
	for (let at = ids.length - 1; at >= 0; at--) {
		const id = ids[at];
		const entry = id === undefined ? undefined : entries.get(id);
		if (id === undefined || entry === undefined) continue;
		if (at < leftOut && !needed.has(id) && !isAwaited(entry)) older.add(id);
		else if (entry.parentId !== undefined) needed.add(entry.parentId);
	}
	return { shown: ids.filter((id) => !older.has(id)), older };
}

/** The user has to answer it. */
export function isAwaited(entry: Entry): boolean {
	return (entry.type === 'permission' || entry.type === 'elicitation') && entry.state.type === 'pending';
}
