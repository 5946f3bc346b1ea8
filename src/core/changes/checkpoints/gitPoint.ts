/**
 * The state of a Git repository at a checkpoint (HEAD, stashes, index), and how it differs now. Names are untrusted text.
 * Pure.
 */

/** What cannot be told is absent. */
export interface GitPoint {
	/** Holds `.git`: absolute, without links. */
	readonly folder: string;
	readonly head?: GitHead;
	/** Commits of the stashes, newest first; of a checkpoint up to `keptStashes`. */
	readonly stashes?: readonly string[];
	/** Of what is staged: equal where the same is. */
	readonly index?: string;
}

export interface GitHead {
	/** Without `refs/heads/`; absent where a commit is checked out. */
	readonly branch?: string;
	/** Absent where the branch has none yet. */
	readonly commit?: string;
}

/** The same repository later. */
export interface GitNow extends GitPoint {
	/** The branch that was checked out then, as it is now; absent where nothing tells. */
	readonly oldBranch?: BranchNow;
}

export type BranchNow = { readonly type: 'gone' } | { readonly type: 'at'; readonly commit: string };

/** What of it is another thing now; never empty. */
export interface GitMovement {
	readonly folder: string;
	/** One of both could not be read. */
	readonly isUnknown?: true;
	readonly head?: { readonly before: GitHead; readonly after: GitHead; readonly oldBranch?: BranchNow };
	/** Stashes that came; absent where that cannot be told. */
	readonly added?: number;
	/** Commits of the stashes that went, oldest first. */
	readonly gone?: readonly string[];
	/** Something else is staged, beside what comes with another commit. */
	readonly isIndexChanged?: true;
}

/** The full name of a commit, by SHA-1 or SHA-256. */
export const commitName = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u;

/** So many stashes a checkpoint records; older ones are not recorded. */
export const keptStashes = 16;

/** Compares the two states. @returns undefined where nothing is known to differ */
export function gitMovement(then: GitPoint, now: GitNow): GitMovement | undefined {
	const { folder, head } = then;
	if (head === undefined || now.head === undefined) return { folder, isUnknown: true };
	const isSameHead = head.branch === now.head.branch && head.commit === now.head.commit;
	const { oldBranch } = now;
	const movement: GitMovement = {
		folder,
		...(isSameHead
			? {}
			: { head: { before: head, after: now.head, ...(oldBranch === undefined ? {} : { oldBranch }) } }),
		...stashMovement(then.stashes, now.stashes),
		...(isSameHead && isOther(then.index, now.index) ? { isIndexChanged: true } : {}),
	};
	return Object.keys(movement).length > 1 ? movement : undefined;
}

function stashMovement(
	then: readonly string[] | undefined,
	now: readonly string[] | undefined,
): Pick<GitMovement, 'added' | 'gone'> {
	if (then === undefined || now === undefined) return {};
	const [known, left] = [new Set(then), new Set(now)];
	const first = now.findIndex((commit) => known.has(commit));
	// Where none of those that are known is left, the list may be of older ones: what came is at its top.
	const isTold = first >= 0 || then.length < keptStashes;
	const added = isTold ? (first >= 0 ? first : now.length) : 0;
	const gone = then.filter((commit) => !left.has(commit)).toReversed();
	return { ...(added > 0 ? { added } : {}), ...(gone.length > 0 ? { gone } : {}) };
}

function isOther(then: string | undefined, now: string | undefined): boolean {
	return then !== undefined && now !== undefined && then !== now;
}
