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
	const cut = [...words, ...quoted].flatMap((word) => (word === undefined ? [] : [word, ...attached(word)]));
	return [...new Set(cut.flatMap(waysToRead))].filter((word) => word !== '' && !isOption(word));
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
	if (!wildcard.test(word)) return [word];
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
	const ways = [word, shortest, isRooted && steady === '' ? '/' : steady, ...word.split(/[{},]+/u)];
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

/** True for what a shell makes names of. */
export function hasWildcard(text: string): boolean {
	return /[*?[\]]/u.test(text);
}

/** An address of something else. With `..` in it it may still be a path, as may one of a file. */
function isAddress(word: string): boolean {
	return /^[a-z][a-z0-9+.-]+:\/\//iu.test(word) && !/^file:/iu.test(word) && !word.includes('..');
}

/** Such as `-t/root` and `-Cfolder`: the value stands right behind the letter; and `@file`, as some programs have it. */
function attached(word: string): readonly string[] {
	const [, value] = /^(?:-{1,2}[a-z]+?|-\w|@|\+)((?:[\\/~.@]|[a-z]:[\\/]).*)$/iu.exec(word) ?? [];
	const [, rest] = /^-\w([^-=\s].*)$/u.exec(word) ?? [];
	// Whatever sign a program wants before a path.
	const [signed] = isAddress(word) ? [] : (/(?<=[^\w./\\~-])(?:\.\.(?=\/|$)|\/).*$/u.exec(word) ?? []);
	return [value, rest, value?.replace(/^@/u, ''), signed].filter((part) => part !== undefined);
}

/** An option that holds no path. */
function isOption(word: string): boolean {
	return /^-{1,2}[\w-]*$/u.test(word) && !/[\\/]/u.test(word);
}
