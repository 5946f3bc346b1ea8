/**
 * What stood in folders when they were listed. A folder gets another time when something comes into it, goes, or gets
 * another name, so one with the same times need not be listed again: only its files are looked at. That counts where
 * the times are those of this machine, and were not so young that a later change may have left them as they are.
 */
import { type Dirent, lstatSync, type Stats, statfsSync } from 'node:fs';
import { isSameStat } from './safeRead.ts';

export interface ListedFolder {
	readonly stat: Stats;
	/** Everything but folders. Absolute. */
	readonly files: readonly string[];
	/** The names of folders. */
	readonly folders: readonly string[];
}

/** By absolute path. */
export type ListedFolders = ReadonlyMap<string, ListedFolder>;

/** File systems of Linux that change the times of a folder with each of its entries: ext2 to ext4, XFS, Btrfs, F2FS, ZFS, tmpfs. */
const trusted = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0x01021994]);

/** The file systems of these folders whose times tell what stands in a folder, as `Stats.dev`. */
export function trustedDevices(folders: readonly string[]): ReadonlySet<number> {
	if (process.platform !== 'linux') return new Set();
	return new Set(folders.flatMap(deviceOf));
}

function deviceOf(folder: string): readonly number[] {
	try {
		return trusted.has(statfsSync(folder).type) ? [lstatSync(folder).dev] : [];
	} catch {
		// It is gone, or may not be looked at: the look itself says so.
		return [];
	}
}

/**
 * True where all of what a look does with a folder follows from the kinds of its entries. What has rules in it, is a
 * repository, or has a name that is no text, is listed each time.
 */
export function isPlain(entries: readonly Dirent[]): boolean {
	return !entries.some(({ name }) => name.toLowerCase().startsWith('.git') || name.includes('\uFFFD'));
}

/** True where the folder is the one that was listed, with the same entries. */
export function isAsListed({ stat }: ListedFolder, folder: string): boolean {
	const now = lstatSync(folder, { throwIfNoEntry: false });
	return now !== undefined && now.dev === stat.dev && isSameStat(stat, now);
}
