/**
 * Directories that git ignores, by the rules of `.gitignore`. Only directories: a single ignored file, such as `.env`,
 * is changed by agents as any other. A `.gitignore` may come with a repository, so the work of its rules is bounded
 * (hazard A11): one star is tried at a time, within a segment and over segments, each step is counted, and a file whose
 * rules take too many steps counts as absent. Pure.
 */

interface Rule {
	readonly isKept: boolean;
	/** Matches at the place of its file only, not at any depth. */
	readonly isAnchored: boolean;
	readonly segments: readonly Segment[];
}

/** A name, or the parts of a pattern for one; of the many rules most are never held against more than a name. */
interface Segment {
	readonly text: string;
	readonly isPattern: boolean;
	tokens?: readonly string[];
}

/** The rules of one `.gitignore`, in its order. */
export type IgnoreRules = readonly Rule[];

/** The rules of a file, and the names from its folder to the one that is looked at. */
export interface IgnoreLevel {
	readonly rules: IgnoreRules;
	readonly path: readonly string[];
}

const mostRules = 2_000;
const mostChars = 500;

/** Steps that matching may take: for one directory, and for all of a look. */
export class IgnoreWork {
	readonly #spent = new Set<IgnoreRules>();
	readonly #most: number;
	readonly #mostEach: number;
	#steps = 0;
	#left = 0;

	/** @param most in all @param mostEach for one directory */
	constructor(most: number, mostEach: number) {
		this.#most = most;
		this.#mostEach = mostEach;
	}

	/** For the next directory. */
	begin(): void {
		this.#left = this.#mostEach;
	}

	/** False where there are too many. */
	takes(steps: number): boolean {
		this.#steps += steps;
		this.#left -= steps;
		return this.#left >= 0 && this.#steps <= this.#most;
	}

	/** From now on these rules are as good as absent. */
	spend(rules: IgnoreRules): void {
		this.#spent.add(rules);
	}

	isSpent(rules: IgnoreRules): boolean {
		return this.#spent.has(rules);
	}
}

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
 * @param levels the rules from the root down, with the directory's path below the folder of each
 * @param work what is left of it; rules that would take more are spent with it
 * @param onSpent told of such rules, once
 * @returns what the last rule that matches says
 */
export function isIgnoredDirectory(
	levels: readonly IgnoreLevel[],
	work: IgnoreWork,
	onSpent: (level: IgnoreLevel) => void = () => undefined,
): boolean {
	work.begin();
	for (const level of levels.toReversed()) {
		const { rules, path } = level;
		if (work.isSpent(rules)) continue;
		const rule = rules.findLast((one) => matches(one, path, work));
		if (!work.takes(0)) {
			work.spend(rules);
			onSpent(level);
			work.begin();
		} else if (rule !== undefined) return !rule.isKept;
	}
	return false;
}

function ruleOf(line: string): Rule | undefined {
	const text = line.replace(/(?<!\\)[ \t]+$/u, '');
	if (text === '' || text.startsWith('#')) return undefined;
	const isKept = text.startsWith('!');
	const pattern = (isKept ? text.slice(1) : text).replace(/\/+$/u, '');
	const texts = pattern.split('/').filter((segment) => segment !== '');
	if (texts.length === 0) return undefined;
	const segments = texts.map((one) => ({ text: one, isPattern: /[*?[\\]/u.test(one) }));
	return { isKept, isAnchored: pattern.includes('/'), segments };
}

function matches({ isAnchored, segments }: Rule, path: readonly string[], work: IgnoreWork): boolean {
	const [only] = segments;
	if (only !== undefined && !isAnchored) return matchesName(only, path.at(-1) ?? '', work);
	return matchesAll(
		segments,
		path,
		(segment) => segment.text === '**',
		(segment, name) => matchesName(segment, name, work),
		work,
	);
}

function matchesName(segment: Segment, name: string, work: IgnoreWork): boolean {
	if (!segment.isPattern) return work.takes(1) && segment.text === name;
	segment.tokens ??= tokensOf(segment.text);
	return matchesAll(
		segment.tokens,
		name.split(''),
		(token) => token === '*',
		(token, char) => token === '?' || isCharacter(token, char),
		work,
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
function matchesAll<Part extends string | Segment>(
	pattern: readonly Part[],
	items: readonly string[],
	isStar: (part: Part) => boolean,
	isOne: (part: Part, item: string) => boolean,
	work: IgnoreWork,
): boolean {
	let [at, part, star, mark] = [0, 0, -1, 0];
	while (at < items.length) {
		const current = pattern[part];
		// A class of characters takes a step for each.
		if (!work.takes(typeof current === 'string' ? current.length : 1)) return false;
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
	return pattern.slice(part).every(isStar);
}
