/** What two snapshots tell of the files: which changed, and which of those were only moved. Pure. */
import type { FileState } from './record.ts';

/** A difference between two snapshots, as the disk shows it. */
export interface Observed {
	readonly path: string;
	readonly movedFrom?: string;
	readonly before: FileState;
	readonly after: FileState;
	/** When the system says that it changed, in milliseconds since 1970; absent for a file that is gone. */
	readonly changedAt?: number;
	/** How many words had been said of authors when it was seen; absent: all that are known (`EvidenceLog`). */
	readonly said?: number;
}

/**
 * Joins a file that is gone and one that is new into a move, where the content is that of no other: two files with
 * the same content may have changed places with anything, so nothing is guessed. Empty files are no evidence.
 */
export function withMoves(all: readonly Observed[]): readonly Observed[] {
	const gone = byContent(
		all.filter(({ before, after }) => after.type === 'absent' && before.type !== 'absent'),
	);
	const made = byContent(
		all.filter(({ before, after }) => before.type === 'absent' && after.type !== 'absent'),
	);
	const sources = new Map<Observed, Observed>();
	for (const [content, [target, ...others]] of made) {
		const [source, ...rest] = gone.get(content) ?? [];
		const isOnly = others.length === 0 && rest.length === 0;
		if (target !== undefined && source !== undefined && isOnly) sources.set(target, source);
	}
	const moved = new Set(sources.values());
	return all.flatMap((one) => {
		if (moved.has(one)) return [];
		const source = sources.get(one);
		return source === undefined ? [one] : [{ ...one, movedFrom: source.path, before: source.before }];
	});
}

function byContent(all: readonly Observed[]): ReadonlyMap<string, readonly Observed[]> {
	const found = new Map<string, Observed[]>();
	for (const one of all) {
		const state = one.after.type === 'absent' ? one.before : one.after;
		if ((state.type !== 'file' && state.type !== 'link') || state.hash === undefined) continue;
		if (state.type === 'file' && state.size === 0) continue;
		const key = `${state.type} ${state.hash}`;
		found.set(key, [...(found.get(key) ?? []), one]);
	}
	return found;
}
