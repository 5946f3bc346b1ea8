/** What a restore would do, file by file, and what of it only the user can decide. Pure. */
import type { FileState } from '../record.ts';
import type { BlockedReason, PlannedFile, PlannedPart, PlanState } from './checkpoint.ts';
import type { Track } from './replay.ts';

/** A file with what it is to be, in a state whose content is kept, or why it cannot be put back. */
export interface Placed {
	readonly track: Track;
	readonly target: FileState;
	readonly blocked?: BlockedReason;
}

/** @param isSame true where nothing is to be done */
export function planOf(
	all: readonly Placed[],
	isSame: (part: PlannedPart) => boolean,
): readonly PlannedFile[] {
	const byPath = new Map(all.map((one) => [one.track.path, one]));
	const placesOf = ({ track }: Placed): readonly Placed[] =>
		track.movedTo.flatMap((path) => {
			const place = byPath.get(path);
			return place !== undefined && isOnlyMoved(place) ? [place] : [];
		});
	const places = new Set(all.flatMap(placesOf));
	return all.flatMap((one) => {
		if (places.has(one)) return [];
		const both = [one, ...placesOf(one)];
		const open = both.map(partOf).filter((part) => !isSame(part));
		const [first] = open;
		if (first === undefined) return [];
		const parts = open.length === 1 ? open : open.map((part) => ({ ...part, moved: first.path }));
		const state = stateOf(both);
		return [{ path: first.path, parts, state, isTicked: state.type === 'agent' || state.type === 'merged' }];
	});
}

/** Nothing of its own stands there that would have to stay. */
function isOnlyMoved({ track, target }: Placed): boolean {
	return target.type === 'absent' && track.conflicts === 0;
}

function partOf({ track: { path, now, newFolder }, target }: Placed): PlannedPart {
	return { path, now, target, ...(newFolder === undefined ? {} : { newFolder }) };
}

function stateOf(all: readonly Placed[]): PlanState {
	const reason = all.find(({ blocked }) => blocked !== undefined)?.blocked;
	if (reason !== undefined) return { type: 'blocked', reason };
	if (all.some(({ track }) => track.isUnknown)) return { type: 'unknown' };
	const conflicts = all.reduce((sum, { track }) => sum + track.conflicts, 0);
	if (conflicts > 0) return { type: 'conflict', conflicts };
	return { type: all.some(({ track }) => track.isShared) ? 'merged' : 'agent' };
}
