/**
 * Writes a file as it was. The new content is written beside it and then renamed, so that either the one or the other
 * is there; through the open folder where the system can, so that no link that appears meanwhile is followed.
 */
import { randomUUID } from 'node:crypto';
import {
	type BigIntStats,
	closeSync,
	constants,
	existsSync,
	fchmodSync,
	linkSync,
	lstatSync,
	mkdirSync,
	openSync,
	realpathSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeSync,
} from 'node:fs';
import path from 'node:path';
import type { FileState } from '../../core/changes/record.ts';
import { errorCode } from '../errorCode.ts';
import { newFileFlags } from '../newFile.ts';
import type { ContentStore } from './contentStore.ts';
import { isAt, statAt } from './safeRead.ts';

const folderFlags =
	constants.O_RDONLY |
	(constants.O_DIRECTORY ?? 0) |
	(constants.O_NOFOLLOW ?? 0) |
	(constants.O_NONBLOCK ?? 0);

export type Restored =
	| { readonly type: 'file'; readonly mode: number; readonly bytes: Uint8Array }
	| { readonly type: 'link'; readonly target: string };

/**
 * Puts a file, or a link, in the place of what is there, with its folders. Where nothing was, nothing is replaced.
 * @param file absolute, without links
 * @param isUnchanged asked right before the rename
 * @param name of what is written beside it
 * @returns false where it was changed, or its folder was moved; then nothing was written
 * @throws the system's error
 */
export function replaceFile(
	file: string,
	content: Restored,
	isUnchanged: () => boolean,
	name = `.acp-host-${randomUUID()}`,
): boolean {
	const folder = path.dirname(file);
	if (!isMade(folder)) return false;
	return inFolder(folder, (place) => {
		const half = `${place}/${name}`;
		try {
			write(half, content);
			const target = `${place}/${path.basename(file)}`;
			const isNew = statAt(target) === undefined;
			return withOld(target, half, isUnchanged, () =>
				isNew ? isAdded(target, half, content) : renameSync(half, target),
			);
		} finally {
			rmSync(half, { force: true });
		}
	});
}

/**
 * Removes a file, or a link itself.
 * @param file absolute, without links
 * @param isUnchanged asked right before
 * @param name of what is written beside it
 * @returns false where it was changed, or its folder was moved; then it is left
 * @throws the system's error
 */
export function removeFile(
	file: string,
	isUnchanged: () => boolean,
	name = `.acp-host-${randomUUID()}`,
): boolean {
	const folder = path.dirname(file);
	return inFolder(folder, (place) =>
		withOld(`${place}/${path.basename(file)}`, `${place}/${name}`, isUnchanged, rmSync),
	);
}

/** Beside a file that is written: the one that it takes the place of. */
export const oldEnding = '.old';

/**
 * Takes a file away. Who saves it in that moment writes to the one that goes: it is held by another name, and comes back.
 * @param takeAway may answer false where it was changed
 * @returns false where it was changed; then it is there
 */
function withOld(
	target: string,
	half: string,
	isUnchanged: () => boolean,
	takeAway: (target: string) => unknown,
): boolean {
	const old = `${half}${oldEnding}`;
	try {
		const before = held(target, old);
		if (!isUnchanged() || takeAway(target) === false) return false;
		const after = lstatSync(old, { bigint: true, throwIfNoEntry: false });
		if (before === undefined || after === undefined) return true;
		if (after.mtimeNs === before.mtimeNs && after.size === before.size) return true;
		renameSync(old, target);
		return false;
	} finally {
		rmSync(old, { force: true });
	}
}

/** A rename would replace what has come since. @returns false where something has */
function isAdded(target: string, half: string, content: Restored): boolean {
	try {
		// Some systems follow a link to make a second name of it.
		if (content.type === 'link') symlinkSync(content.target, target);
		else linkSync(half, target);
	} catch (error) {
		if (errorCode(error) === 'EEXIST') return false;
		// The disk knows no second names.
		renameSync(half, target);
	}
	return true;
}

/** @returns undefined where there is none, or the disk knows no second name of a file */
function held(target: string, old: string): BigIntStats | undefined {
	try {
		linkSync(target, old);
		return lstatSync(old, { bigint: true, throwIfNoEntry: false });
	} catch {
		return undefined;
	}
}

/** Works in a folder that is the one at that path, and is not replaced meanwhile where the system can tell. */
function inFolder(folder: string, work: (place: string) => boolean): boolean {
	const isWindows = process.platform === 'win32';
	const descriptor = isWindows ? undefined : openSync(folder, folderFlags);
	try {
		if (descriptor !== undefined && !isAt(descriptor, folder)) return false;
		// Nothing can replace an open folder at its own path.
		return work(
			descriptor !== undefined && process.platform === 'linux' ? `/proc/self/fd/${descriptor}` : folder,
		);
	} finally {
		if (descriptor !== undefined) closeSync(descriptor);
	}
}

/**
 * Makes a folder again, and those above it, below one that is where it was.
 * @param folder absolute, without links
 * @returns false where a link, or anything but a folder, stands in the way
 * @throws the system's error
 */
export function makeFolder(folder: string): boolean {
	return isMade(folder) && realpathSync.native(folder) === folder && lstatSync(folder).isDirectory();
}

/** Folders that are gone are made again, below one that is where it was. */
function isMade(folder: string): boolean {
	if (existsSync(folder)) return true;
	let there = path.dirname(folder);
	while (!existsSync(there) && there !== path.dirname(there)) there = path.dirname(there);
	if (realpathSync.native(there) !== there) return false;
	mkdirSync(folder, { recursive: true });
	return true;
}

function write(half: string, content: Restored): void {
	if (content.type === 'link') return symlinkSync(content.target, half);
	const descriptor = openSync(half, newFileFlags, 0o600);
	try {
		for (let at = 0; at < content.bytes.length;) at += writeSync(descriptor, content.bytes, at);
		if (process.platform !== 'win32') fchmodSync(descriptor, content.mode);
	} finally {
		closeSync(descriptor);
	}
}

/** What a file or a link was; undefined for what is neither, and where its content was not kept. */
export function storedContent(store: Pick<ContentStore, 'get'>, state: FileState): Restored | undefined {
	if ((state.type !== 'file' && state.type !== 'link') || state.hash === undefined) return undefined;
	const bytes = store.get(state.hash);
	if (bytes === undefined) return undefined;
	return state.type === 'file'
		? { type: 'file', mode: state.mode, bytes }
		: { type: 'link', target: Buffer.from(bytes).toString('utf8') };
}
