/**
 * Which parts of a text may be paths, for what allows: each is then looked at on the disk. To find one too many costs
 * a question; to miss one would let a rule for a folder reach out of it.
 */

/** Longer ones are texts: no system takes them for a path. */
const maxPathChars = 4_096;
/** What stands between two words. A colon may be the end of a name, but not that of an address. */
const between = /[\s"'`=,;|&<>()]+|:(?!\/\/)/u;
const wildcard = /[*?[\]{}]/u;

/** The words of a command that may name a file, in every way they can be cut: `-t/root`, `--to=a`, `"my dir/a"`. */
export function pathWords(command: string): readonly string[] {
	const quoted = [...command.matchAll(/"([^"]*)"|'([^']*)'/gu)].map(([, double, single]) => double ?? single);
	const words = [command, command.replaceAll(/["'\\]/gu, '')].flatMap((text) => [
		...text.split(/\s+/u),
		...text.split(between),
	]);
	const whole = shellWords(command);
	const all = [...words, ...quoted, ...whole, ...whole.flatMap(endings)];
	const cut = new Set(
		[...new Set(all)].flatMap((word) => (word === undefined ? [] : [word, ...attached(word)])),
	);
	// Behind `--` nothing is an option.
	const mayBeOptions = !whole.includes('--');
	return [...new Set([...cut].flatMap(waysToRead))].filter(
		(word) => word !== '' && !(mayBeOptions && isOption(word)),
	);
}

/** Split as a shell splits them: blanks inside of quotes of either kind do not separate. */
function shellWords(command: string): readonly string[] {
	const words = command.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/gu) ?? [];
	return words.map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/gu, '$1$2'));
}

/** Ways to cut one word; one that can be cut in more ways counts as unreadable. */
const maxEndings = 32;

/** What stands behind any sign in a word, and behind each letter of options in one: `--to=a,b`, `x@a`, `-rta`. */
function endings(word: string): readonly string[] {
	if (isAddress(word)) return [];
	const signs = [...word.matchAll(/[^\p{L}\p{M}\p{N}\s_./\\~-]/gu)].map(({ index }) => index);
	const letters = /^-[a-z\d]{2,}/iu.exec(word)?.[0].length ?? 0;
	const starts = [...signs, ...Array.from({ length: Math.max(0, letters - 2) }, (_none, at) => at + 1)];
	return starts.length > maxEndings ? ['/'] : starts.map((at) => word.slice(at + 1));
}

/** The paths that a text speaks of in so many words: absolute, at home, or on their way up. */
export function explicitPaths(text: string): readonly string[] {
	if (!/[\\/~]|\.\./u.test(text)) return [];
	const words = [text, text.replaceAll(/["'`]/gu, '')].flatMap((one) => one.split(between));
	return [...new Set(words.flatMap(waysToRead))].filter(isExplicit);
}

/** All that one value can mean as a path. Empty for one that can be none. */
export function waysToRead(value: string): readonly string[] {
	const word = value.trim();
	if (word === '' || word.length > maxPathChars || isAddress(word)) return [];
	// A blank at its edge may be part of a name.
	const whole = value === word ? [word] : [word, value];
	if (!wildcard.test(word)) return whole;
	const segments = word.split('/');
	const steady = segments
		.slice(
			0,
			segments.findIndex((segment) => wildcard.test(segment)),
		)
		.join('/');
	// `**` may stand for no folder at all, and of what stands in braces each may be meant.
	const shortest = segments.filter((segment) => segment !== '**').join('/');
	const isRooted = word.startsWith('/');
	const ways = [...whole, shortest, isRooted && steady === '' ? '/' : steady, ...word.split(/[{},]+/u)];
	return ways.filter((way) => way !== '');
}

/** Absolute, at home, or on its way up, on any system. */
export function isExplicit(word: string): boolean {
	return (
		(/^(?:[\\/~]|[a-z]:[\\/]|file:)/iu.test(word) || /(?:^|[\\/])\.\.(?:[\\/]|$)/u.test(word)) &&
		word.length <= maxPathChars
	);
}

/** A value that as a whole looks like a path. */
export function looksLikePath(value: string): boolean {
	const whole = value.trim();
	return isExplicit(whole) || (/[\\/]/u.test(whole) && !/\s/u.test(whole));
}

/**
 * True for a word that a shell makes names of: by wildcards, or zsh of `=node` where that program is. And for one that is
 * longer than a path can be: a program may shorten it before it uses it as one.
 */
export function isExpanded(word: string): boolean {
	return /[*?[\]]|^=./u.test(word) || word.length > maxPathChars;
}

/** An address of something else. With `..` in it it may still be a path, as may one of a file, such as `git+file:`. */
function isAddress(word: string): boolean {
	return /^[a-z][a-z0-9+.-]+:\/\//iu.test(word) && !/^[a-z0-9+.-]*file:/iu.test(word) && !word.includes('..');
}

/** Such as `-t/root` and `-Cfolder`: the value stands right behind the letter; and `@file`, as some programs have it. */
function attached(word: string): readonly string[] {
	const [, value] = /^(?:-{1,2}[a-z]+?|-\w|@|\+)((?:[\\/~.@]|[a-z]:[\\/]).*)$/iu.exec(word) ?? [];
	const [, rest] = /^-\w([^-=\s].*)$/u.exec(word) ?? [];
	// Signs that programs want before a path.
	const [signed] = isAddress(word) ? [] : (/(?<=[^\w./\\~-])(?:\.\.(?=\/|$)|\/).*$/u.exec(word) ?? []);
	return [value, rest, value?.replace(/^@/u, ''), signed].filter((part) => part !== undefined);
}

/** An option that holds no path. */
function isOption(word: string): boolean {
	return /^-{1,2}[\w-]*$/u.test(word) && !/[\\/]/u.test(word);
}
