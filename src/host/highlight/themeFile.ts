import { parse } from 'jsonc-parser';
import { isFields } from '../jsonShapes.ts';
import { packagedFile, type PackagedFile, type ReadPackaged } from './packagedFile.ts';
import { readTokenRules, type TokenRule } from './tokenRule.ts';

/** Files of one theme that include each other; VS Code's own need four. */
const maxIncludes = 16;

/**
 * The rules of a colour theme: JSON with comments, `include` first, then its own.
 * @returns undefined if the rules stand in a file that we do not read, such as a `.tmTheme`
 * @throws if a file cannot be read
 */
export async function readThemeFile(
	file: PackagedFile,
	read: ReadPackaged,
): Promise<readonly TokenRule[] | undefined> {
	const chain: TokenRule[][] = [];
	const seen = new Set<string>();
	for (let next: PackagedFile | undefined = file; next !== undefined;) {
		if (seen.has(next.path) || seen.size >= maxIncludes) break;
		seen.add(next.path);
		const theme: unknown = parse(await read(next));
		if (!isFields(theme)) return undefined;
		const { tokenColors, include } = theme;
		if (typeof tokenColors === 'string') return undefined;
		chain.unshift([...readTokenRules(tokenColors)]);
		next = typeof include === 'string' ? included(next, include) : undefined;
	}
	return chain.flat();
}

function included({ extension, path }: PackagedFile, include: string): PackagedFile | undefined {
	return packagedFile(extension, include, path.slice(0, path.lastIndexOf('/') + 1));
}
