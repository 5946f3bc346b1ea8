/**
 * Which folders of the workspace are looked at, and which are too large, or too private, for that; and which files are
 * never looked at, even when an agent names them.
 */
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { isBelow } from '../pathRules.ts';
import { type IgnoreRules, IgnoreWork, isIgnoredDirectory } from '../../core/changes/ignoreRules.ts';

interface Roots {
	/** Absolute, without links; none is inside of another. */
	readonly all: readonly string[];
	/** Those, and all of them as they were named: editors and agents may know a folder by a link. */
	readonly named: readonly string[];
	readonly walked: readonly string[];
	/** Home, what holds it, and all of a disk: only files that are named are looked at. */
	readonly unwalked: readonly string[];
}

export function rootsOf(roots: readonly string[], home: string): Roots {
	const canonicalHome = canonical(home);
	const all = withoutInner(roots.map(canonical));
	const isTooWide = (root: string): boolean =>
		path.parse(root).root === root ||
		isBelow(root, canonicalHome) ||
		['Desktop', 'Downloads'].some((name) => root === path.join(canonicalHome, name));
	const walked = all.filter((root) => !isTooWide(root));
	return { all, named: [...roots, ...all], walked, unwalked: all.filter(isTooWide) };
}

/** As the system spells it: the same as what is asked of an open file (`safeRead.ts`). */
export function canonical(folder: string): string {
	try {
		return realpathSync.native(folder);
	} catch {
		return path.normalize(folder);
	}
}

/** Each file once: what is in another folder of the list is walked with it. */
function withoutInner(folders: readonly string[]): readonly string[] {
	const all = [...new Set(folders)];
	return all.filter((one) => !all.some((other) => other !== one && isBelow(other, one)));
}

/** In a folder that the user does not want to be looked into. @param root that the file is in */
export function isExcluded(file: string, root: string, exclude: IgnoreRules): boolean {
	if (exclude.length === 0) return false;
	const names = path.relative(root, path.dirname(file)).split(path.sep);
	const work = new IgnoreWork(Infinity, Infinity);
	return names.some((_, at) => isIgnoredDirectory([{ rules: exclude, path: names.slice(0, at + 1) }], work));
}

/** In a folder of Git's own. */
export function isInGit(file: string): boolean {
	return file.split(path.sep).some((name) => name.toLowerCase() === '.git');
}
