/**
 * A new file with its content, made so that no link on the way is followed: another program may put one there after
 * the path was judged (hazard D2).
 */
import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import path from 'node:path';
import { isUnmoved } from './pathGuard.ts';
import { errorCode } from './errorCode.ts';

/** A handle that is good for nothing but going on from it; folders that may not be read can be passed, too. */
const pathOnly = 0x20_0000;
/** Makes a file where nothing is, not even a link. */
export const newFileFlags =
	constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** The way to the file is not what it was when it was judged. */
export class MovedError extends Error {
	constructor(file: string, options?: ErrorOptions) {
		super(`${file} is not where it was: something on the way to it was replaced.`, options);
	}
}

/**
 * Creates a file, and the folders it is in.
 * @param canonical absolute, without links
 * @throws MovedError where a link or a file stands on the way, or at the end of it; else the system's error. Then there
 *   is no such file.
 */
export async function createNewFile(canonical: string, content: Uint8Array): Promise<void> {
	const handle = (await hasFolderHandles()) ? await openStepwise(canonical) : await openAndLook(canonical);
	try {
		await handle.writeFile(content);
	} catch (error) {
		// A half-written text must not stay (hazard D8), but the file at this path now may be another one, if a folder
		// was moved.
		if (await isUnmoved(canonical)) await unlink(canonical);
		throw error;
	} finally {
		await handle.close();
	}
}

let folderHandles: Promise<boolean> | undefined;

/** Only Linux lets Node go on from an open folder. */
function hasFolderHandles(): Promise<boolean> {
	folderHandles ??=
		process.platform === 'linux'
			? access('/proc/self/fd').then(
					() => true,
					() => false,
				)
			: Promise.resolve(false);
	return folderHandles;
}

/** Each folder is opened from the one before, so that nothing which is replaced meanwhile leads anywhere else. */
async function openStepwise(canonical: string): Promise<FileHandle> {
	const segments = canonical.split('/').filter((segment) => segment !== '');
	const name = segments.pop() ?? '';
	let folder = await open('/', pathOnly | constants.O_DIRECTORY);
	try {
		for (const segment of segments) {
			const next = await openFolder(`/proc/self/fd/${folder.fd}/${segment}`);
			await folder.close();
			folder = next;
		}
		return await open(`/proc/self/fd/${folder.fd}/${name}`, newFileFlags, 0o666);
	} catch (error) {
		throw movedOr(error, canonical);
	} finally {
		await folder.close();
	}
}

async function openFolder(place: string): Promise<FileHandle> {
	const flags = pathOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW;
	try {
		return await open(place, flags);
	} catch (error) {
		if (errorCode(error) !== 'ENOENT') throw error;
	}
	await mkdir(place).catch((error: unknown) => {
		if (errorCode(error) !== 'EEXIST') throw error;
	});
	return open(place, flags);
}

/** Elsewhere: the file is opened, and nothing is written to it if the way turns out to have changed. */
async function openAndLook(canonical: string): Promise<FileHandle> {
	await mkdir(path.dirname(canonical), { recursive: true });
	if (!(await isUnmoved(path.dirname(canonical)))) throw new MovedError(canonical);
	const handle = await open(canonical, newFileFlags, 0o666).catch((error: unknown) => {
		throw movedOr(error, canonical);
	});
	if (await isUnmoved(canonical)) return handle;
	await handle.close();
	await unlink(canonical);
	throw new MovedError(canonical);
}

function movedOr(error: unknown, canonical: string): unknown {
	const isMoved = ['ELOOP', 'ENOTDIR', 'EEXIST'].includes(errorCode(error));
	return isMoved ? new MovedError(canonical, { cause: error }) : error;
}
