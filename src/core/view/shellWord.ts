/** Agents that write a command once more as a single word of a shell, with whatever quotes that takes. */

/** What a shell would put something else for, or would leave out as it does the end of a line after `\`, has no place here. */
const part = /'([^']*)'|"((?:[^"\\$`]|\\[^\n])*)"|\\([^\n])|([\w@%+=:,.-]+)/uy;

/**
 * @returns true when `word`, read as a shell reads it, is exactly `text` and no more than one word. Never for a path: a
 * shell that is given the word runs the file of that name, `'ls ./x'` the one in the folder `ls .`, and not `text`.
 */
export function isQuotedWord(word: string, text: string): boolean {
	if (/[\\/]/u.test(text)) return false;
	// Each character takes at most five for its quotes: a longer one says something else, and is not looked at.
	if (word === text || word.length > text.length * 5 + 2) return false;
	return readShellWord(word) === text;
}

/**
 * What a shell makes of `word`, before it looks for a path or a program in it.
 * @returns undefined for what is more than one word, says something that is computed, or is too long to be looked at
 */
export function readShellWord(word: string): string | undefined {
	if (word === '' || word.length > mostChars) return undefined;
	let read = '';
	let at = 0;
	while (at < word.length) {
		part.lastIndex = at;
		const found = part.exec(word);
		if (found === null) return undefined;
		const [whole, single, double, escaped, plain] = found;
		read += single ?? double?.replaceAll(/\\([$`"\\])/gu, '$1') ?? escaped ?? plain ?? '';
		at += whole.length;
	}
	return read;
}

const mostChars = 100_000;
