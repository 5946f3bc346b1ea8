import path from 'node:path';
import * as limits from '../../core/base/limits.ts';
import { canonicalPath } from '../../node/pathGuard.ts';

/**
 * Where sessions that an agent reports would work in this window: their own directory if that is one of the folders or
 * lies below one, else undefined. The directory decides which files the agent may touch, so it is not the agent's to
 * choose (hazard D1). Nor is a directory on another machine touched because an agent names it, and of those that are no
 * folder of the workspace the first `limits.unrequestedPaths` only (hazard D11).
 */
export class SessionFolders {
	readonly #folders: readonly string[];
	readonly #known = new Map<string, Promise<string | undefined>>();
	#roots: Promise<readonly string[]> | undefined;

	/** @param folders absolute paths, as VS Code writes them */
	constructor(folders: readonly string[]) {
		this.#folders = folders;
	}

	/** @param cwd as the agent says it */
	async of(cwd: string): Promise<string | undefined> {
		if (!path.isAbsolute(cwd)) return undefined;
		this.#roots ??= Promise.all(this.#folders.map((folder) => canonical(folder, this.#folders)));
		const roots = await this.#roots;
		const written = path.normalize(cwd).replace(/(?<=.)[\\/]$/u, '');
		const at = [...roots, ...this.#folders].indexOf(written);
		return at === -1 ? this.#lookAt(written, roots) : this.#folders[at % roots.length];
	}

	#lookAt(cwd: string, roots: readonly string[]): Promise<string | undefined> {
		const known = this.#known.get(cwd);
		if (known !== undefined) return known;
		if (this.#known.size >= limits.unrequestedPaths) return Promise.resolve(undefined);
		const found = canonical(cwd, this.#folders).then((real) => placeIn(real, roots, this.#folders));
		this.#known.set(cwd, found);
		return found;
	}
}

/** @param roots the folders without links */
function placeIn(real: string, roots: readonly string[], folders: readonly string[]): string | undefined {
	for (const [at, root] of roots.entries()) {
		const relative = path.relative(root, real);
		const folder = folders[at] ?? root;
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
async function canonical(folder: string, own: readonly string[]): Promise<string> {
	const written = path.normalize(folder);
	return (await canonicalPath(written, own)) ?? written;
}
