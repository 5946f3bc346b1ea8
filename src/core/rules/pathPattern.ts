import { matchesGlob } from './pathGlob.ts';
import type { RulePattern } from './rule.ts';

/** The patterns of rules that are about paths. */
export type PathPattern = Extract<RulePattern, { type: 'file' | 'folder' | 'glob' }>;

/**
 * @param path absolute: canonical, or as the agent names it where a denial must not be got around by a link
 * @param folder what a glob is relative to, absolute as well
 */
export function matchesPath(
	pattern: PathPattern,
	path: string,
	folder: string,
	isCaseSensitive: boolean,
): boolean {
	switch (pattern.type) {
		case 'file':
			return names(pattern.path, isCaseSensitive) === names(path, isCaseSensitive);
		case 'folder':
			return isWithin(pattern.path, path, isCaseSensitive);
		case 'glob': {
			const root = `${names(folder, isCaseSensitive).replace(/\/$/u, '')}/`;
			const whole = names(path, isCaseSensitive);
			return (
				whole.startsWith(root) && matchesGlob(names(pattern.glob, isCaseSensitive), whole.slice(root.length))
			);
		}
	}
}

/** True for the folder itself and all below it. Both are absolute and canonical. */
export function isWithin(folder: string, path: string, isCaseSensitive: boolean): boolean {
	const root = names(folder, isCaseSensitive).replace(/\/$/u, '');
	const whole = names(path, isCaseSensitive);
	return whole === root || whole.startsWith(`${root}/`);
}

/** On Windows both separators are one; elsewhere a backslash is part of a name. */
function names(path: string, isCaseSensitive: boolean): string {
	const slashed = /^(?:[a-z]:|\\\\)/iu.test(path) ? path.replaceAll('\\', '/') : path;
	return isCaseSensitive ? slashed : slashed.toLowerCase();
}
