import { parse } from 'jsonc-parser';
import { isJsonObject } from '../../core/base/json.ts';
import { packagedFile, type PackagedFile, type ReadPackaged } from './contributions.ts';
import { parsePlist } from './plist.ts';
import { readTokenRules, type TokenRule } from './tokenRule.ts';

/** Files of one theme that include each other; VS Code's own need four. */
const maxIncludes = 16;

/**
 * The rules of a colour theme: JSON with comments, `include` first, then its own; or a property list of TextMate, which
 * may also stand in the place of the rules.
 * @returns undefined if it is neither
 * @throws if a file cannot be read
 */
export async function readThemeFile(
	file: PackagedFile,
	read: ReadPackaged,
): Promise<readonly TokenRule[] | undefined> {
	const chain: (readonly TokenRule[])[] = [];
	const seen = new Set<string>();
	for (let next: PackagedFile | undefined = file; next !== undefined;) {
		if (seen.has(next.path) || seen.size >= maxIncludes) break;
		seen.add(next.path);
		if (isPlist(next)) {
			const rules = await readPlistRules(next, read);
			if (rules === undefined) return undefined;
			chain.unshift(rules);
			break;
		}
		const theme: unknown = parse(await read(next));
		if (!isJsonObject(theme)) return undefined;
		const { tokenColors, include } = theme;
		const rules =
			typeof tokenColors === 'string'
				? await readPlistRules(included(next, tokenColors), read)
				: readTokenRules(tokenColors);
		if (rules === undefined) return undefined;
		chain.unshift(rules);
		next = typeof include === 'string' ? included(next, include) : undefined;
	}
	return chain.flat();
}

/** As VS Code tells them apart. */
function isPlist({ path }: PackagedFile): boolean {
	return !path.toLowerCase().endsWith('.json');
}

async function readPlistRules(
	file: PackagedFile | undefined,
	read: ReadPackaged,
): Promise<readonly TokenRule[] | undefined> {
	if (file === undefined) return undefined;
	const theme = parsePlist(await read(file));
	return isJsonObject(theme) && Array.isArray(theme['settings'])
		? readTokenRules(theme['settings'])
		: undefined;
}

function included({ extension, path }: PackagedFile, include: string): PackagedFile | undefined {
	return packagedFile(extension, include, path.slice(0, path.lastIndexOf('/') + 1));
}
