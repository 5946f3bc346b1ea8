/** Why a path is not covered by the engine. The user is told of it: a path without a change may be one without a look. */
export type GapReason =
	/** A directory that git ignores, or `.git` itself. */
	| 'ignored'
	/** No right to read it, or a name that is no text. */
	| 'unreadable'
	/** Something on its way was replaced while it was looked at. */
	| 'moved'
	/** Pipe, socket, device. */
	| 'special'
	/** More files, more levels, or more rules of what to ignore, than are looked at. */
	| 'too_many'
	/** The user's home, or all of a disk: only files that are named are looked at. */
	| 'too_wide'
	/** A file larger than are copied. */
	| 'too_large'
	/** Never copied: its content is likely a secret. */
	| 'secret'
	/** Its content before a change is not kept: there was no room, or no time yet. */
	| 'not_copied'
	/** The disk has too little room left for copies. */
	| 'low_disk'
	/** The store could not be written. */
	| 'store_failed';

export interface Gap {
	readonly reason: GapReason;
	readonly count: number;
	/** The first of them. */
	readonly paths: readonly string[];
}

const namedPaths = 20;

/** As one list: what both name is in it once, as far as their first paths tell. */
export function joinedGaps(left: readonly Gap[], right: readonly Gap[]): readonly Gap[] {
	const others = new Map(right.map((gap) => [gap.reason, gap]));
	const joined = left.map((gap): Gap => {
		const other = others.get(gap.reason);
		others.delete(gap.reason);
		if (other === undefined) return gap;
		const paths = [...new Set([...gap.paths, ...other.paths])];
		const isWhole = [gap, other].every(({ count, paths: named }) => count === named.length);
		const count = isWhole ? paths.length : Math.max(gap.count, other.count);
		return { reason: gap.reason, count, paths: paths.slice(0, namedPaths) };
	});
	return [...joined, ...others.values()];
}

/** Collects what one look at the disk does not cover, with a count and the first paths for each reason. */
export class Gaps {
	readonly #found = new Map<GapReason, { count: number; paths: string[] }>();

	add(reason: GapReason, path: string): void {
		const gap = this.#found.get(reason) ?? { count: 0, paths: [] };
		gap.count++;
		if (gap.paths.length < namedPaths) gap.paths.push(path);
		this.#found.set(reason, gap);
	}

	list(): readonly Gap[] {
		return [...this.#found].map(([reason, { count, paths }]) => ({ reason, count, paths: [...paths] }));
	}
}

/** A root that is not walked: only files in it that are named are looked at. */
export function tooWideGap(root: string): Gap {
	return { reason: 'too_wide', count: 1, paths: [root] };
}
