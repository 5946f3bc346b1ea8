/** What two snapshots tell of the files: which changed, and which of those were only moved. Pure. */
import { type FileState, isSameState } from './record.ts';

/** A file of a disk keeps its number and its `mtimeMs` when it is renamed, and its `ctimeMs` when a folder above it is. */
export interface FileNode {
	readonly ino: number;
	readonly ctimeMs: number;
	readonly mtimeMs: number;
}

/** A difference between two snapshots, as the disk shows it. */
export interface Observed {
	readonly path: string;
	readonly movedFrom?: string;
	readonly before: FileState;
	readonly after: FileState;
	/** The first folder above a new file that was not there before it. */
	readonly newFolder?: string;
	/** When the system says that it changed, in milliseconds since 1970; absent for a file that is gone. */
	readonly changedAt?: number;
	/** What the system calls the file, whatever its name: of one that is gone, as it was; 0 where it has none. */
	readonly node?: FileNode;
	/** How many words had been said of authors when it was seen; absent: all that are known (`EvidenceLog`). */
	readonly said?: number;
}

/**
 * Joins a file that is gone and one that is new into a move, where both are the same file of the disk with the same
 * content, or where the content is that of no other: two files with the same content may have changed places with
 * anything, so nothing is guessed. Empty files are no evidence but by their name: the disk uses its numbers again.
 * Where the content of one that is gone is not known, the new one may be all that is left of it: it is no addition.
 * @param all in the order in which they were seen; a path may be among them several times
 */
export function withMoves(all: readonly Observed[]): readonly Observed[] {
	const firsts = new Map(all.toReversed().map((one) => [one.path, one]));
	const lasts = new Map(all.map((one) => [one.path, one]));
	const order = new Map(all.map((one, index) => [one, index]));
	// What came at the old path afterwards, or stood at the new one before, is another file.
	const sources = all.filter((one) => isGone(one) && lasts.get(one.path) === one);
	const targets = all.filter((one) => {
		const last = lasts.get(one.path);
		return one.before.type === 'absent' && firsts.get(one.path) === one && !(last && isGone(last));
	});
	const moves = new Map<Observed, Observed | undefined>();
	const join = (source: Observed, target: Observed): void => {
		const { changedAt, ...found } = target;
		// The time of a file in a folder that was renamed is that of an earlier change.
		const isOld = source.node !== undefined && source.node.ctimeMs === target.node?.ctimeMs;
		const at = changedAt === undefined || isOld ? {} : { changedAt };
		const before = isUntouched(source, target) ? { ...target.after, ...source.before } : source.before;
		const move = { ...found, ...at, movedFrom: source.path, before };
		const isLast = (order.get(target) ?? 0) > (order.get(source) ?? 0);
		moves.set(source, isLast ? undefined : move).set(target, isLast ? move : undefined);
	};
	const nodes = new Map(sources.flatMap((one) => (one.node?.ino ? [[one.node.ino, one] as const] : [])));
	for (const target of targets) {
		const source = nodes.get(target.node?.ino ?? 0);
		const isSame = source !== undefined && (isSameFile(source, target) || isRespelled(source, target));
		if (isSame && !moves.has(source)) join(source, target);
		else if (source !== undefined && isUnread(source.before))
			moves.set(target, { ...target, before: { type: 'unknown' } });
	}
	const isOpen = (one: Observed): boolean => !moves.has(one);
	const gone = byContent(sources.filter(isOpen));
	for (const [content, [target, ...others]] of byContent(targets.filter(isOpen))) {
		const [source, ...rest] = gone.get(content) ?? [];
		if (target === undefined || source === undefined || others.length > 0 || rest.length > 0) continue;
		join(source, target);
	}
	return moves.size === 0 ? all : all.flatMap((one) => (moves.has(one) ? (moves.get(one) ?? []) : [one]));
}

function isSameFile(source: Observed, target: Observed): boolean {
	if (!isSameState(source.before, target.after) && !isUntouched(source, target)) return false;
	const isEmpty = target.after.type === 'file' && target.after.size === 0;
	return !isEmpty || nameOf(source.path) === nameOf(target.path);
}

/** By its size and time, where a content was not read. Both have the same number. */
function isUntouched({ before, node }: Observed, { after, node: to }: Observed): boolean {
	if (before.type !== 'file' || after.type !== 'file' || before.size !== after.size) return false;
	return (before.hash === undefined || after.hash === undefined) && node?.mtimeMs === to?.mtimeMs;
}

/** An empty file has nothing that could be lost. */
function isUnread(state: FileState): boolean {
	return state.type === 'file' && state.hash === undefined && state.size > 0;
}

/** Only the case of its name is another one: nothing else can stand there on most disks of macOS and Windows. */
export function isRespelled(
	{ path }: { readonly path: string },
	{ path: to }: { readonly path: string },
): boolean {
	return path !== to && path.toLowerCase() === to.toLowerCase();
}

function nameOf(path: string): string {
	return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

function isGone({ after }: Observed): boolean {
	return after.type === 'absent';
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
