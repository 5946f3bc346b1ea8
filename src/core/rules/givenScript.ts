/**
 * A command that does nothing but hand another one to a shell: `bash -lc 'npm test'` runs `npm test`. For rules about
 * exactly one command line both are the same.
 */
import { isQuotedWord, readShellWord } from '../view/shellWord.ts';
import { withoutEdges } from './shellCommand.ts';

/** Shells that read a command alike, from where systems keep them: any other program of that name may be anything. */
const systemShell = /^(?:(?:\/usr(?:\/local)?)?\/bin\/)?(?:ba|z|da)?sh$/u;
const handing = /^(\S+)[ \t]+(?:-l?c|-l[ \t]+-c)[ \t]+([^ \t].*)$/su;

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

/** @returns the command that the shell is given; undefined where the line is anything else, or cannot be told */
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
