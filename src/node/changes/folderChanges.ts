/**
 * Folders that came or went between two looks. A folder that holds files is told by them as well, an empty one by
 * nothing else; of which folder only an empty one is left is known only if all of them are told.
 */
import path from 'node:path';
import type { Observed } from '../../core/changes/observed.ts';
import { isBelow } from '../pathRules.ts';
import type { Scan } from './scan.ts';
import { isFolder, isFolderSpelledSo, newFolderAbove, unseen } from './scannedFile.ts';

interface FolderChanges {
	readonly gone: readonly Observed[];
	readonly made: readonly Observed[];
}

/**
 * @param roots folders of the workspace: they are not told
 * @param most of each kind: more of them are left out
 */
export function addedAndRemovedFolders(
	before: Scan,
	now: Scan,
	roots: readonly string[],
	most: number,
): FolderChanges {
	const [gone, made]: [Observed[], Observed[]] = [[], []];
	if (before.folders.size === 0) return { gone, made };
	for (const path of before.folders)
		if (gone.length < most && !now.folders.has(path) && !isSameFolder(path) && !roots.includes(path))
			gone.push({ path, before: { type: 'folder' }, after: { type: 'absent' } });
	for (const path of now.folders)
		if (made.length < most && !before.folders.has(path) && unseen(before, path).type === 'absent')
			made.push({
				path,
				before: { type: 'absent' },
				after: { type: 'folder' },
				...newFolderAbove(before, path),
			});
	return { gone, made };
}

function isSameFolder(folder: string): boolean {
	return isFolder(folder) && isFolderSpelledSo(folder);
}

/** Sets a folder, and those above it, to what stands there now: what this side made or removed is no change. */
export function adoptFolder(folders: Set<string>, folder: string, roots: readonly string[]): void {
	const isInside = (one: string): boolean => roots.some((root) => isBelow(root, one));
	for (let one = folder; isInside(one); one = path.dirname(one)) {
		if (!isSameFolder(one)) folders.delete(one);
		else if (folders.has(one)) return;
		else folders.add(one);
	}
}
