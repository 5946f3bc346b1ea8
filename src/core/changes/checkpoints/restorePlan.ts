/** What a restore would do, file by file, and what of it only the user can decide. Pure. */
import { type FileState, contentsOf } from '../record.ts';
import type { BlockedReason, PlannedFile, PlannedPart, PlanState } from './checkpoint.ts';
import type { Track } from './replay.ts';

/** A file with what it is to be, in a state whose content is kept, or why it cannot be put back. */
export interface Placed {
	readonly track: Track;
	readonly target: FileState;
	readonly blocked?: BlockedReason;
}

/**
 * Groups files that moved together and plans what a restore does with each group.
 * @param isSame true for a part that already is as it was
 */
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
	const groups = all.filter((one) => !places.has(one)).map((one) => [one, ...placesOf(one)]);
	const holders = holdersOf(groups, byPath);
	const isLeft = leftWith(groups, holders);
	const held = new Map<Group, string[]>();
	for (const group of groups)
		for (const holder of holders(group))
			held.set(holder, [...(held.get(holder) ?? []), ...group.map(({ track }) => track.path)]);
	return groups.flatMap((both) => {
		const open = both.map(partOf).filter((part) => !isSame(part));
		const [first] = open;
		if (first === undefined) return [];
		const holds = held.get(both);
		const parts = open.map((part) => ({
			...part,
			...(open.length === 1 ? {} : { moved: first.path }),
			...(holds === undefined ? {} : { holds }),
		}));
		const state = stateOf(both);
		const isHeld = isTickable(state) && isLeft(both);
		const ticked = { isTicked: isTickable(state) && !isHeld };
		return [{ path: first.path, parts, state, ...(isHeld ? { isHeld } : {}), ...ticked }];
	});
}

type Group = readonly Placed[];

/** Content of more files than this is ignored when copies are looked for: each would be compared with all others. */
const mostCopies = 64;

/**
 * What stands in the place of a file may be another one that was moved there.
 * @param groups files that go back together
 * @returns asked for a group, the others that may hold the only copy of what belongs there
 */
function holdersOf(
	groups: readonly Group[],
	byPath: ReadonlyMap<string, Placed>,
): (group: Group) => ReadonlySet<Group> {
	const groupOf = new Map(groups.flatMap((group) => group.map((one) => [one, group] as const)));
	const holding = new Map<string, Set<Group>>();
	for (const group of groups)
		for (const hash of group.flatMap(({ track }) => [...track.had, ...contentsOf(track.now)]))
			holding.set(hash, (holding.get(hash) ?? new Set()).add(group));
	return (group) => {
		const found = new Set<Group>();
		for (const path of group.flatMap(({ track }) => track.carriedTo)) {
			const over = byPath.get(path);
			const other = over === undefined ? undefined : groupOf.get(over);
			if (other !== undefined) found.add(other);
		}
		// What a restore has moved is told by no move, nor one over another file: where the content of this one was put,
		// and may have been changed since, it is the only copy.
		const here = new Set(group.flatMap(({ track }) => contentsOf(track.now)));
		for (const hash of group.flatMap(({ track, target }) => [...track.own, ...contentsOf(target)])) {
			const others = holding.get(hash);
			if (others === undefined || others.size > mostCopies || here.has(hash)) continue;
			for (const other of others) found.add(other);
		}
		found.delete(group);
		return found;
	};
}

/** @returns asked for a group, true where it has to be left: it is not written over unless what it holds goes back */
function leftWith(
	groups: readonly Group[],
	holders: (group: Group) => ReadonlySet<Group>,
): (group: Group) => boolean {
	const left = new Set(groups.filter((group) => !isTickable(stateOf(group))));
	// A group that is left for another may itself hold back a third one: it is come upon here, too.
	for (const one of left) for (const other of holders(one)) left.add(other);
	return (group) => left.has(group);
}

function isTickable({ type }: PlanState): boolean {
	return type === 'agent' || type === 'merged';
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
