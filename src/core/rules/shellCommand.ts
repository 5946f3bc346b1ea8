/**
 * Whether a rule matches a command line. What allows has to be sure, so anything that could make a second command of it
 * is refused; what denies looks into every part that it can find. A denial by first words helps the user, but does not
 * keep an agent from running the program: a shell has more ways to write a command than a list can have.
 */

import { isExpanded } from './pathWords.ts';
import { isQuotedWord, readShellWord } from '../view/shellWord.ts';

/** What can end, join, redirect or compute a command, on any shell, and whatever cannot be seen. */
const joining =
	/[;&|`$<>(){}\\^%\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u;

/** Between two commands of one line. */
const boundaries = /[;&|`\n\r(){}<>]+|\$\(/u;

/** Words that are followed by a command, with options of their own before it: whatever follows may be its program. */
const launchers: ReadonlySet<string> = new Set(
	[
		'sudo doas su env command exec builtin eval time nohup nice ionice setsid stdbuf timeout watch xargs find ssh',
		'sh bash zsh dash ksh fish ash busybox cmd powershell pwsh',
		'if then else elif while until do !',
	].flatMap((names) => names.split(' ')),
);

/** What is given a text and runs it. */
export const shellName = /(?:^|[\\/])(?:(?:ba|z|fi|c|k|da|a)?sh|pwsh|powershell|cmd)(?:\.exe)?$/iu;

/** What a shell makes a blank of. */
const blankVariable = /\$IFS\b|\$\{IFS\}/gu;

/** Exactly that command line, operators and all; blanks around it do not count. */
export function isSameCommand(wanted: string, command: string): boolean {
	return withoutEdges(wanted) === withoutEdges(command);
}

/** Without what every shell takes for a blank; others, such as U+00A0, are part of a name. */
export function withoutEdges(command: string): string {
	let start = 0;
	let end = command.length;
	while (start < end && isBlankAt(command, start)) start++;
	while (end > start && isBlankAt(command, end - 1)) end--;
	return command.slice(start, end);
}

function isBlankAt(command: string, at: number): boolean {
	return ' \t\r\n'.includes(command.charAt(at));
}

/**
 * True when the command line is one command, plain to see, and begins with those words. What a shell makes names of
 * may be anything, so only the words of the rule itself may have it.
 */
export function isPlainStart(start: string, command: string): boolean {
	if (!isOneCommand(command) || !startsWithWords(start, command)) return false;
	return !wordsOf(command).slice(wordsOf(start).length).some(isExpanded);
}

/** True when nothing in it could end, join, redirect or compute a command. */
export function isOneCommand(command: string): boolean {
	return !joining.test(command);
}

/** True when any part of the command line begins with those words, in whatever case, as far as can be told. */
export function hasPartStarting(start: string, command: string): boolean {
	const wanted = wordsOf(start.toLowerCase());
	const line = command.replaceAll(blankVariable, ' ').toLowerCase();
	return [line, ...line.split(boundaries)].some((part) => beginsWith(wanted, part));
}

/** A command to which nothing but plain words can be added: such a rule can be made from it. */
export function isPlainCommand(command: string): boolean {
	return command.trim() !== '' && !joining.test(command) && !/["']/u.test(command);
}

/** The words of a command, blanks between them being all the same. */
export function wordsOf(command: string): readonly string[] {
	return command.split(/\s+/u).filter((word) => word !== '');
}

/** Looks past assignments and launchers in front, quotes, the folder of the program and its ending. */
function beginsWith(wanted: readonly string[], part: string): boolean {
	if (wanted.length === 0) return false;
	if (startsWithWords(wanted.join(' '), part)) return true;
	const words = wordsOf(part.replaceAll(/["']/gu, ''));
	const first = words.findIndex((word) => !/^\w+=/u.test(word));
	if (first < 0) return false;
	const isLaunched = programsOf(words[first] ?? '').some((program) => launchers.has(program));
	const last = isLaunched ? words.length - 1 : first;
	for (let at = first; at <= last; at++) if (isAt(wanted, words, at)) return true;
	return false;
}

function isAt(wanted: readonly string[], words: readonly string[], at: number): boolean {
	const [program = '', ...rest] = wanted;
	return (
		programsOf(words[at] ?? '').includes(program) &&
		rest.every((word, way) => words[at + 1 + way]?.replaceAll('\\', '') === word)
	);
}

/** The names of programs that a word may run: a backslash in it may escape a letter, or part folders. */
function programsOf(word: string): readonly string[] {
	const name = word.replace(/^.*[\\/]/u, '').replace(/\.(?:exe|cmd|bat|com)$/u, '');
	return [word, name, word.replaceAll('\\', '').replace(/^.*\//u, '')];
}

function startsWithWords(start: string, command: string): boolean {
	const wanted = wordsOf(start);
	const given = wordsOf(command);
	return wanted.length > 0 && wanted.every((word, at) => given[at] === word);
}

/** Shells that read a command alike, from where systems keep them: any other program of that name may be anything. */
const systemShell = /^(?:(?:\/usr(?:\/local)?)?\/bin\/)?(?:ba|z|da)?sh$/u;
const handing = /^(\S+)[ \t]+(?:-l?c|-l[ \t]+-c)[ \t]+([^ \t].*)$/su;

/** A command as an agent says it. */
interface Said {
	/** The line that rules look at. */
	readonly command: string;
	/** Of the tool: the command may stand in it word by word. */
	readonly rawInput: unknown;
	/** Of the call, which says the command without the quotes of a shell where the input has them. */
	readonly title: string;
	/** Of the session. Absolute path: shells of Windows read quotes in other ways. */
	readonly cwd: string;
}

/**
 * A command that does nothing but hand another one to a shell: `bash -lc 'npm test'` runs `npm test`. For rules about
 * exactly one command line both are the same.
 * @returns the command that the shell is given; undefined where the line is anything else, or cannot be told
 */
export function givenScript({ command, rawInput, title, cwd }: Said): string | undefined {
	if (!cwd.startsWith('/')) return undefined;
	const words = wordsIn(rawInput);
	// Quoted anew, words of a list do not say what a shell would read.
	if (words !== undefined) return scriptOf(words);
	const line = withoutEdges(command);
	if (title.trim() !== '' && isQuotedWord(line, title)) return title;
	const [, shell = '', rest = ''] = handing.exec(line) ?? [];
	const script = systemShell.test(shell) ? readShellWord(rest) : undefined;
	return script === undefined || script.trim() === '' ? undefined : script;
}

/** A command that is a list. */
function wordsIn(rawInput: unknown): readonly unknown[] | undefined {
	if (typeof rawInput !== 'object' || rawInput === null || !('command' in rawInput)) return undefined;
	if (!Array.isArray(rawInput.command)) return undefined;
	return 'args' in rawInput ? [] : rawInput.command;
}

function scriptOf(words: readonly unknown[]): string | undefined {
	const [shell, option, script] = words;
	if (words.length !== 3 || typeof shell !== 'string' || typeof option !== 'string') return undefined;
	if (!systemShell.test(shell) || !/^-l?c$/u.test(option)) return undefined;
	return typeof script === 'string' && script.trim() !== '' ? script : undefined;
}
