/**
 * Reads a file that an agent may replace at any moment. No link is followed, no pipe is waited for, and what was opened
 * is what stands at the path: a folder on the way that has become a link leads nowhere (hazard D2).
 */
import {
	closeSync,
	constants,
	fstatSync,
	openSync,
	readlinkSync,
	readSync,
	realpathSync,
	type Stats,
	lstatSync,
} from 'node:fs';
import type { Gaps } from './gaps.ts';

const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** Reads that start over when the file changes meanwhile. */
const tries = 3;

type ReadResult =
	| { readonly type: 'read'; readonly bytes: Uint8Array; readonly stat: Stats }
	| {
			readonly type: 'failed';
			readonly reason: 'absent' | 'unreadable' | 'moved' | 'too_large' | 'special' | 'changing';
	  };

/**
 * The content of a regular file, whole and of one moment as far as the system tells.
 * @param path absolute, without links
 */
export function safeRead(path: string, maxBytes: number): ReadResult {
	let descriptor: number;
	try {
		descriptor = openSync(path, flags);
	} catch (error) {
		return { type: 'failed', reason: reasonOf(error) };
	}
	try {
		return readOpen(descriptor, path, maxBytes);
	} catch (error) {
		return { type: 'failed', reason: reasonOf(error) };
	} finally {
		closeSync(descriptor);
	}
}

/** True where the open file or folder is the one at the path, with no link on the way. */
export function isAt(descriptor: number, path: string): boolean {
	try {
		if (process.platform === 'linux') return readlinkSync(`/proc/self/fd/${descriptor}`) === path;
		return realpathSync.native(path) === path;
	} catch {
		return false;
	}
}

function readOpen(descriptor: number, path: string, maxBytes: number): ReadResult {
	let before = fstatSync(descriptor);
	if (!before.isFile()) return { type: 'failed', reason: 'special' };
	if (!isAt(descriptor, path)) return { type: 'failed', reason: 'moved' };
	for (let left = tries; left > 0; left--) {
		if (before.size > maxBytes) return { type: 'failed', reason: 'too_large' };
		const bytes = readAll(descriptor, before.size);
		const stat = fstatSync(descriptor);
		if (isSameStat(before, stat) && bytes?.length === stat.size) return { type: 'read', bytes, stat };
		before = stat;
	}
	return { type: 'failed', reason: 'changing' };
}

/** As many bytes as it had when it was looked at. */
function readAll(descriptor: number, size: number): Uint8Array | undefined {
	const bytes = Buffer.allocUnsafeSlow(size);
	let at = 0;
	while (at < size) {
		const count = readSync(descriptor, bytes, at, size - at, at);
		if (count === 0) return undefined;
		at += count;
	}
	return bytes;
}

type StatFacts = Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino' | 'mode'>;

/** True where nothing tells that the file changed. No program can set the time of the last change of a file's node. */
export function isSameStat(left: StatFacts, right: StatFacts): boolean {
	return (
		left.size === right.size &&
		left.mtimeMs === right.mtimeMs &&
		left.ctimeMs === right.ctimeMs &&
		left.ino === right.ino &&
		left.mode === right.mode
	);
}

function reasonOf(error: unknown): 'absent' | 'special' | 'unreadable' {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	if (code === 'ENOENT' || code === 'ENOTDIR') return 'absent';
	// A link, or a socket or pipe without a partner.
	return code === 'ELOOP' || code === 'ENXIO' || code === 'EISDIR' ? 'special' : 'unreadable';
}

/**
 * What stands at a path; of a link itself. Also undefined where a file stands in the place of a folder on the way, which Node throws for.
 * @throws the system's error where that cannot be told
 */
export function statAt(file: string): Stats | undefined {
	try {
		return lstatSync(file, { throwIfNoEntry: false });
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined;
		throw error;
	}
}

/** As `statAt`; what may not be looked at is named: other files are looked at after it. */
export function statOrGap(file: string, gaps: Gaps): Stats | 'unreadable' | undefined {
	try {
		return statAt(file);
	} catch {
		gaps.add('unreadable', file);
		return 'unreadable';
	}
}
