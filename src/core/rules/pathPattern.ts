import type { RulePattern } from './rule.ts';

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

/**
 * The wildcards of a rule: `*` is any text within a name, `?` one character of it, and a name that is `**` stands for
 * any number of folders, none included. Nothing else is special: brackets, braces and `!` occur in names of files
 * (`[id].ts`), and a rule must not mean more than it says.
 * @param glob relative, with `/` between names
 * @param path relative, with `/` between names; no part of it is `.` or `..`
 */
export function matchesGlob(glob: string, path: string): boolean {
	return matchesNames(glob.split('/'), path.split('/'));
}

/** Row by row, so that the time is bounded by the product of both lengths whatever the pattern is. */
function matchesNames(globs: readonly string[], names: readonly string[]): boolean {
	let reached = new Set([0]);
	for (const glob of globs) {
		const next = new Set<number>();
		for (const at of reached) {
			if (glob === '**') for (let end = at; end <= names.length; end++) next.add(end);
			else if (at < names.length && matchesName(glob, names[at] ?? '')) next.add(at + 1);
		}
		reached = next;
	}
	return reached.has(names.length);
}

function matchesName(glob: string, name: string): boolean {
	const wanted = Array.from(glob);
	const given = Array.from(name);
	let at = 0;
	let from = 0;
	/** Where the last `*` stands, and where what it covers ends so far. */
	let star = -1;
	let covered = 0;
	while (from < given.length) {
		if (wanted[at] === '*') {
			star = at++;
			covered = from;
		} else if (wanted[at] === '?' || wanted[at] === given[from]) {
			at++;
			from++;
		} else if (star >= 0) {
			at = star + 1;
			from = ++covered;
		} else return false;
	}
	return wanted.slice(at).every((rest) => rest === '*');
}
