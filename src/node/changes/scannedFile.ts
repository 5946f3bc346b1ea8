/** What an entry of a scan says of a file, and what its absence says. */
import { lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs';
import path from 'node:path';
import type { FileState } from '../../core/changes/record.ts';
import { errorCode } from '../errorCode.ts';
import { isSameStat } from './safeRead.ts';
import type { ScannedFile, Scan } from './scan.ts';

/**
 * Tells whether a file that is still found at its path is only found there because the disk does not tell names by their
 * case: the same file has come under another spelling.
 */
export function respelled(now: Scan): (file: string, old: ScannedFile) => boolean {
	let spellings: Map<string, string> | undefined;
	return (file, old) => {
		spellings ??= new Map(now.changed.map((one) => [one.toLowerCase(), one]));
		const other = spellings.get(file.toLowerCase());
		return other !== undefined && other !== file && now.manifest.get(other)?.ino === old.ino;
	};
}

/**
 * False for a file that is found at its path only because the disk does not tell names by their case: it stands there
 * under another spelling, and nothing stands under this one.
 */
export function isSpelledSo(file: string, stat: Stats): boolean {
	const [folder, name] = [path.dirname(file), path.basename(file)];
	const other = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
	try {
		// Most disks of Linux know no other spelling, and then nothing has to be listed.
		const isAlone = lstatSync(path.join(folder, other), { throwIfNoEntry: false }) === undefined;
		if (name === other || isAlone) return true;
		const isNamed = process.platform !== 'linux' && !stat.isSymbolicLink();
		const names = isNamed ? [path.basename(realpathSync.native(file))] : readdirSync(folder);
		// Accents may be written in two ways, which is no other spelling.
		return names.includes(name) || !names.some((one) => one.toLowerCase() === name.toLowerCase());
	} catch {
		// A name may be too long for the system in its other case, and a folder may not be read: nothing speaks against it.
		return true;
	}
}

/** As `isSpelledSo`, of a folder that is there, with all that are above it. */
export function isFolderSpelledSo(folder: string): boolean {
	// Elsewhere the system tells the real spelling of a path.
	if (process.platform !== 'linux') return true;
	for (let one = folder; one !== path.dirname(one); one = path.dirname(one)) {
		const stat = lstatSync(one, { throwIfNoEntry: false });
		if (stat === undefined || !isSpelledSo(one, stat)) return false;
	}
	return true;
}

/** New, unless the look before may have missed it. */
export function unseen({ isWhole, skipped }: Scan, file: string): FileState {
	let isMissed = !isWhole;
	for (let folder = path.dirname(file); !isMissed; folder = path.dirname(folder)) {
		isMissed = skipped.has(folder);
		if (folder === path.dirname(folder)) break;
	}
	return isMissed ? { type: 'unknown' } : { type: 'absent' };
}

/** The first folder above a new file that the look before has not seen, unless that may have missed it. */
export function newFolderAbove(
	{ isWhole, skipped, folders }: Scan,
	file: string,
): { readonly newFolder?: string } {
	let made = {};
	for (let folder = path.dirname(file); !folders.has(folder); folder = path.dirname(folder)) {
		if (!isWhole || skipped.has(folder) || folder === path.dirname(folder)) return {};
		made = { newFolder: folder };
	}
	return made;
}

export function stateFrom(entry: ScannedFile | undefined): FileState {
	if (entry === undefined) return { type: 'absent' };
	const { type, mode, size, hash } = entry;
	const content = hash === undefined ? {} : { hash };
	if (type === 'special') return { type };
	return type === 'link' ? { type, ...content } : { type, mode: mode & 0o777, size, ...content };
}

/** True where nothing can have changed: a file that was changed shortly before may have the same times. */
export function isSettled(old: ScannedFile, stat: Stats | undefined): boolean {
	return stat !== undefined && isSameStat(old, stat) && (!old.isYoung || old.hash === undefined);
}

export function scanned(stat: Stats, isYoung = true): ScannedFile {
	const { mode, size, mtimeMs, ctimeMs, ino } = stat;
	const type = stat.isFile() ? 'file' : stat.isSymbolicLink() ? 'link' : 'special';
	return { type, mode, size, mtimeMs, ctimeMs, ino, isYoung };
}

/** At this place itself: what a link on the way leads to is another file. */
export function isThere(file: string): boolean {
	try {
		const folder = path.dirname(file);
		return realpathSync.native(folder) === folder && !lstatSync(file).isDirectory();
	} catch (error) {
		const code = errorCode(error);
		return code !== 'ENOENT' && code !== 'ENOTDIR';
	}
}

export function isFolder(file: string): boolean {
	try {
		return lstatSync(file).isDirectory();
	} catch {
		return false;
	}
}
