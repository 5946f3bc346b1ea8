/**
 * Directories that git ignores, by the rules of `.gitignore`. Only directories: a single ignored file, such as `.env`,
 * is changed by agents as any other. The files come from the workspace, so matching takes at most the product of the
 * lengths of rule and path whatever they say (hazard A11): one star is tried at a time, within a segment and over
 * segments. Pure.
 */

interface Rule {
	readonly isKept: boolean;
	/** Matches at the place of its file only, not at any depth. */
	readonly isAnchored: boolean;
	readonly segments: readonly string[];
}

/** The rules of one `.gitignore`, in its order. */
export type IgnoreRules = readonly Rule[];

const mostRules = 2_000;
const mostChars = 500;

export function ignoreRules(text: string): IgnoreRules {
	const rules: Rule[] = [];
	for (const line of text.split(/\r?\n/u)) {
		if (rules.length >= mostRules) break;
		const rule = line.length > mostChars ? undefined : ruleOf(line);
		if (rule !== undefined) rules.push(rule);
	}
	return rules;
}

/**
 * @param levels the rules from the root down, with the directory's path below the folder of each, `/` between names
 * @returns what the last rule that matches says
 */
export function isIgnoredDirectory(
	levels: readonly { readonly rules: IgnoreRules; readonly path: readonly string[] }[],
): boolean {
	for (const { rules, path } of levels.toReversed()) {
		const rule = rules.findLast((one) => matches(one, path));
		if (rule !== undefined) return !rule.isKept;
	}
	return false;
}

function ruleOf(line: string): Rule | undefined {
	const text = line.replace(/(?<!\\)[ \t]+$/u, '');
	if (text === '' || text.startsWith('#')) return undefined;
	const isKept = text.startsWith('!');
	const pattern = (isKept ? text.slice(1) : text).replace(/\/+$/u, '');
	const segments = pattern.split('/').filter((segment) => segment !== '');
	if (segments.length === 0) return undefined;
	return { isKept, isAnchored: pattern.includes('/'), segments };
}

function matches({ isAnchored, segments }: Rule, path: readonly string[]): boolean {
	const [only = ''] = segments;
	if (!isAnchored) return matchesName(only, path.at(-1) ?? '');
	return matchesAll(segments, path, (segment) => segment === '**', matchesName);
}

function matchesName(pattern: string, name: string): boolean {
	if (!/[*?[\\]/u.test(pattern)) return pattern === name;
	return matchesAll(
		tokensOf(pattern),
		name.split(''),
		(token) => token === '*',
		(token, char) => token === '?' || isCharacter(token, char),
	);
}

/** Stars and characters; a class of characters or an escaped one is one token. */
function tokensOf(pattern: string): readonly string[] {
	const tokens = pattern.match(/\*+|\\.|\[(?:!|\^)?\]?[^\]]*\]|[\s\S]/gu) ?? [];
	return tokens.map((token) => (token.startsWith('*') ? '*' : token));
}

function isCharacter(token: string, char: string): boolean {
	if (token.length === 1) return token === char;
	if (token.startsWith('\\')) return token.slice(1) === char;
	const isNot = token[1] === '!' || token[1] === '^';
	const members = token.slice(isNot ? 2 : 1, -1).split('');
	const isMember = members.some((member, index) => {
		if (members[index + 1] === '-' && index + 2 < members.length) {
			return member <= char && char <= (members[index + 2] ?? '');
		}
		return member === char;
	});
	return isMember !== isNot;
}

/** Goes back to the last star only, which is enough: what an earlier one took can be taken by the later one. */
function matchesAll(
	pattern: readonly string[],
	items: readonly string[],
	isStar: (part: string) => boolean,
	isOne: (part: string, item: string) => boolean,
): boolean {
	let [at, part, star, mark] = [0, 0, -1, 0];
	while (at < items.length) {
		const current = pattern[part];
		if (current !== undefined && isStar(current)) {
			[star, mark] = [part, at];
			part++;
		} else if (current !== undefined && isOne(current, items[at] ?? '')) {
			at++;
			part++;
		} else if (star !== -1) {
			part = star + 1;
			at = ++mark;
		} else return false;
	}
	while (part < pattern.length && isStar(pattern[part] ?? '')) part++;
	return part === pattern.length;
}
