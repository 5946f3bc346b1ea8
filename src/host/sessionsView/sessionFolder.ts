import { realpathSync } from 'node:fs';
import path from 'node:path';
import { placeBeyondSync, walkHere } from '../../node/linkWalk.ts';

/**
 * Where a session that an agent reports would work in this window: its own directory if that is one of the folders or
 * lies below one, else undefined. The directory decides which files the agent may touch, so it is not the agent's to
 * choose (hazard D1). Nor is a directory on another machine touched because an agent names it.
 * @param folders absolute paths, as VS Code writes them
 */
export function folderOf(cwd: string, folders: readonly string[]): string | undefined {
	if (!path.isAbsolute(cwd) || placeBeyondSync(walkHere(path.normalize(cwd), folders)) !== undefined)
		return undefined;
	const real = canonical(cwd);
	for (const folder of folders) {
		const relative = path.relative(canonical(folder), real);
		// The folder goes by the name we gave it, which is the one its process and its other sessions have.
		if (relative === '') return folder;
		if (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)) {
			return path.join(folder, relative);
		}
	}
	return undefined;
}

/**
 * What tells sessions of several folders apart: the name of the folder that a session works in. Empty when the
 * window has one folder only.
 * @param cwd as `folderOf` writes it
 */
export function folderNameOf(
	cwd: string,
	folders: readonly { readonly name: string; readonly path: string }[],
): string {
	if (folders.length < 2) return '';
	const holding = folders.filter((folder) => cwd === folder.path || cwd.startsWith(folder.path + path.sep));
	// One folder may lie in another.
	const [closest] = holding.toSorted((a, b) => b.path.length - a.path.length);
	return closest?.name ?? path.basename(cwd);
}

/** Agents report the real path of a folder that is opened through a link. One that is gone stays as it is. */
function canonical(folder: string): string {
	try {
		return realpathSync.native(folder);
	} catch {
		return path.normalize(folder);
	}
}
