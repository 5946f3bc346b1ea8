/**
 * When a rule speaks of a command line. What allows has to be sure, so anything that could make a second command of
 * it is refused; what denies looks into every part that it can find. A denial by its first words is a courtesy to
 * the user, not a fence: a shell has more ways to say a thing than anybody can list.
 */

/** What can end, join, redirect or compute a command, on any shell, and whatever cannot be seen. */
const joining = /[;&|`$<>(){}\\^%\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;

/** Between two commands of one line. */
const boundaries = /[;&|`\n\r(){}<>]+|\$\(/u;

/** Words before the one that names the program. */
const prefixWords: ReadonlySet<string> = new Set([
	'sudo',
	'env',
	'command',
	'exec',
	'time',
	'nohup',
	'builtin',
]);

/** Exactly that command line, operators and all; blanks around it do not count. */
export function isSameCommand(wanted: string, command: string): boolean {
	return wanted.trim() === command.trim();
}

/** True when the command line is one command, plain to see, and begins with those words. */
export function isPlainStart(start: string, command: string): boolean {
	return !joining.test(command) && startsWithWords(start, command);
}

/** True when any part of the command line begins with those words, as far as can be told. */
export function hasPartStarting(start: string, command: string): boolean {
	const parts = [command, ...command.split(boundaries)];
	return parts.some((part) => startsWithWords(start, part) || startsWithWords(start, programOf(part)));
}

/** A command to which nothing but plain words can be added: such a rule can be made from it. */
export function isPlainCommand(command: string): boolean {
	return command.trim() !== '' && !joining.test(command) && !/["']/u.test(command);
}

/** The words of a command, blanks between them being all the same. */
export function wordsOf(command: string): readonly string[] {
	return command.split(/\s+/u).filter((word) => word !== '');
}

function startsWithWords(start: string, command: string): boolean {
	const wanted = wordsOf(start);
	const given = wordsOf(command);
	return wanted.length > 0 && wanted.every((word, at) => given[at] === word);
}

/** Without assignments and wrappers in front, without the folder of the program and without quotes. */
function programOf(command: string): string {
	const words = wordsOf(command.replaceAll(/["'\\]/gu, ''));
	const at = words.findIndex((word) => !prefixWords.has(word) && !/^\w+=/u.test(word));
	if (at < 0) return '';
	const [program = '', ...rest] = words.slice(at);
	return [program.replace(/^.*[\\/]/u, ''), ...rest].join(' ');
}
