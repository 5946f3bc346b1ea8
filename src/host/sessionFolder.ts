import { realpathSync } from 'node:fs';
import path from 'node:path';

/**
 * Where a session that an agent reports would work in this window: its own directory if that is one of the folders or
 * lies below one, else undefined. The directory decides which files the agent may touch, so it is not the agent's to
 * choose (hazard D1).
 * @param folders absolute paths, as VS Code writes them
 */
export function folderOf(cwd: string, folders: readonly string[]): string | undefined {
	if (!path.isAbsolute(cwd)) return undefined;
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

/** Agents report the real path of a folder that is opened through a link. One that is gone stays as it is. */
function canonical(folder: string): string {
	try {
		return realpathSync.native(folder);
	} catch {
		return path.normalize(folder);
	}
}
