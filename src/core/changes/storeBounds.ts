/** Which stored contents go when the store is full: the oldest first, never one that is needed. Pure. */

interface StoredContent {
	readonly hash: string;
	/** On the disk, compressed or not. */
	readonly bytes: number;
}

interface Room {
	/** Enough room is there, or is once these are gone. */
	readonly fits: boolean;
	readonly evicted: readonly string[];
}

/**
 * Makes room for `bytes` more. Nothing goes in vain: where there is not enough to evict, nothing is.
 * @param stored oldest use first
 * @param isPinned what waits for the user, or is the only copy of a file as it was before a change
 */
export function roomFor(
	bytes: number,
	stored: Iterable<StoredContent>,
	used: number,
	most: number,
	isPinned: (hash: string) => boolean,
): Room {
	let missing = used + bytes - most;
	if (missing <= 0) return { fits: true, evicted: [] };
	if (bytes > most) return { fits: false, evicted: [] };
	const evicted: string[] = [];
	for (const one of stored) {
		if (isPinned(one.hash)) continue;
		evicted.push(one.hash);
		missing -= one.bytes;
		if (missing <= 0) return { fits: true, evicted };
	}
	return { fits: false, evicted: [] };
}
