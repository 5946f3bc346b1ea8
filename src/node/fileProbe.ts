/** What stands at a path, asked before anything is opened: a FIFO or a device would block for ever (hazard D6). */
import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { errorCode } from './errorCode.ts';

/** The kind of thing at a path; `special` is anything that is no regular file or folder. */
export type FileProbe =
	/** @property changedAt epoch milliseconds */
	| { readonly type: 'file'; readonly size: number; readonly changedAt: number }
	| { readonly type: 'missing' }
	| { readonly type: 'directory' }
	| { readonly type: 'special' };

/** What the system makes up when it is read: it may block, never end, or do something. */
const systemFolders = /^\/(?:proc|sys|dev(?!\/shm\/))\//u;

/** Looks at a path, links followed. Rejects with the system's error for anything but "not found". */
export async function probeFile(absolute: string): Promise<FileProbe> {
	try {
		const found = await stat(absolute);
		if (found.isFile() && systemFolders.test(absolute)) return { type: 'special' };
		if (found.isFile()) return { type: 'file', size: found.size, changedAt: found.mtimeMs };
		return { type: found.isDirectory() ? 'directory' : 'special' };
	} catch (error) {
		if (errorCode(error) === 'ENOENT') return { type: 'missing' };
		throw error;
	}
}

/**
 * The bytes of a regular file; undefined for anything else, and for a larger one. A pipe that has come to the path since
 * it was looked at is not waited for, and a link there is not followed. Rejects with the system's error.
 */
export async function readRegular(absolute: string, maxBytes: number): Promise<Buffer | undefined> {
	const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
	const file = await open(absolute, flags);
	try {
		const found = await file.stat();
		return found.isFile() && found.size <= maxBytes ? await file.readFile() : undefined;
	} finally {
		await file.close();
	}
}

/** True for bytes that are no text: a NUL early on, unless a byte order mark says UTF-16. */
export function looksBinary(bytes: Uint8Array): boolean {
	return !isUtf16(bytes) && bytes.subarray(0, 8192).includes(0);
}

/** True for bytes that begin with a byte order mark of UTF-16. */
export function isUtf16(bytes: Uint8Array): boolean {
	return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

/** Bytes of a file as a text, where that loses none of them: byte order mark and line ends are part of it. */
export function textOfBytes(bytes: Uint8Array): string | undefined {
	if (bytes.includes(0)) return undefined;
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return undefined;
	}
}
