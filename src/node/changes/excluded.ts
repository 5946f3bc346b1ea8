/** Files that nobody looks at, whoever names them. */
import path from 'node:path';
import { type IgnoreRules, IgnoreWork, isIgnoredDirectory } from '../../core/changes/ignoreRules.ts';

/** In a folder that the user does not want to be looked into. @param root that the file is in */
export function isExcluded(file: string, root: string, exclude: IgnoreRules): boolean {
	if (exclude.length === 0) return false;
	const names = path.relative(root, path.dirname(file)).split(path.sep);
	const work = new IgnoreWork(Infinity, Infinity);
	return names.some((_, at) => isIgnoredDirectory([{ rules: exclude, path: names.slice(0, at + 1) }], work));
}

export function isInGit(file: string): boolean {
	return file.split(path.sep).some((name) => name.toLowerCase() === '.git');
}
