/** What is another thing now than at a checkpoint, or at a later one, of what agents changed: both sides of each file. Pure. */
import {
	isFolderPart,
	type PlannedFile,
	type PlannedPart,
} from '../../core/changes/checkpoints/checkpoint.ts';
import { type FileState, isSameState } from '../../core/changes/record.ts';

export type ComparedSide =
	| { readonly type: 'none' }
	/** The file itself. */
	| { readonly type: 'live'; readonly path: string; readonly hash?: string }
	/** A content of the store; none where nothing is kept of it. */
	| { readonly type: 'kept'; readonly path: string; readonly hash?: string };

export interface ComparedFile {
	readonly path: string;
	readonly before: ComparedSide;
	readonly after: ComparedSide;
}

/** @param files of the plan to go back to the checkpoint */
export function changedSince(files: readonly PlannedFile[]): readonly ComparedFile[] {
	return withoutFolders(files).flatMap(({ parts }) => {
		const from = parts.find(({ target }) => target.type !== 'absent');
		const to = parts.find(({ now }) => now.type !== 'absent');
		if (parts.length === 2 && from !== undefined && to !== undefined && from !== to) {
			return [{ path: to.path, before: kept(from.path, from.target), after: live(to) }];
		}
		return parts.map((part) => ({
			path: part.path,
			before: kept(part.path, part.target),
			after: live(part),
		}));
	});
}

/** @param older files of the plan to go back to the one checkpoint @param newer to the other */
export function changedBetween(
	older: readonly PlannedFile[],
	newer: readonly PlannedFile[],
): readonly ComparedFile[] {
	const [before, after] = [partsOf(older), partsOf(newer)];
	return [...new Set([...before.keys(), ...after.keys()])].flatMap((path) => {
		const [then, later] = [before.get(path), after.get(path)];
		// What is in no plan is now as it was then.
		if (then === undefined)
			return later === undefined ? [] : [{ path, before: live(later), after: kept(path, later.target) }];
		if (later === undefined) return [{ path, before: kept(path, then.target), after: live(then) }];
		if (isSameState(then.target, later.target)) return [];
		return [{ path, before: kept(path, then.target), after: kept(path, later.target) }];
	});
}

/** There is nothing in them to compare. */
export function withoutFolders(files: readonly PlannedFile[]): readonly PlannedFile[] {
	return files.filter(({ parts }) => !parts.some(isFolderPart));
}

function partsOf(files: readonly PlannedFile[]): ReadonlyMap<string, PlannedPart> {
	return new Map(
		withoutFolders(files).flatMap(({ parts }) => parts.map((part) => [part.path, part] as const)),
	);
}

function kept(path: string, state: FileState): ComparedSide {
	if (state.type === 'absent') return { type: 'none' };
	return { type: 'kept', path, ...hashIn(state) };
}

/** What an editor can read is shown as it is; a link would show what it leads to. */
function live({ path, now }: PlannedPart): ComparedSide {
	return now.type === 'file' ? { type: 'live', path, ...hashIn(now) } : kept(path, now);
}

function hashIn(state: FileState): { readonly hash?: string } {
	return 'hash' in state && state.hash !== undefined ? { hash: state.hash } : {};
}
