/**
 * Writes a file as it was. The new content is written beside it and then renamed, so that either the one or the other
 * is there; through the open folder where the system can, so that no link that appears meanwhile is followed.
 */
import { randomUUID } from 'node:crypto';
import {
	closeSync,
	constants,
	existsSync,
	fchmodSync,
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
import { newFileFlags } from '../newFile.ts';
import type { ContentStore } from './contentStore.ts';
import { isAt } from './safeRead.ts';

const folderFlags =
	constants.O_RDONLY |
	(constants.O_DIRECTORY ?? 0) |
	(constants.O_NOFOLLOW ?? 0) |
	(constants.O_NONBLOCK ?? 0);

export type Restored =
	| { readonly type: 'file'; readonly mode: number; readonly bytes: Uint8Array }
	| { readonly type: 'link'; readonly target: string };

/**
 * Puts a file, or a link, in the place of what is there, with its folders.
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
			if (!isUnchanged()) return false;
			renameSync(half, `${place}/${path.basename(file)}`);
			return true;
		} finally {
			rmSync(half, { force: true });
		}
	});
}

/**
 * Removes a file, or a link itself.
 * @param file absolute, without links
 * @param isUnchanged asked right before
 * @returns false where it was changed, or its folder was moved; then it is left
 * @throws the system's error
 */
export function removeFile(file: string, isUnchanged: () => boolean): boolean {
	const folder = path.dirname(file);
	return inFolder(folder, (place) => {
		if (!isUnchanged()) return false;
		rmSync(`${place}/${path.basename(file)}`);
		return true;
	});
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
