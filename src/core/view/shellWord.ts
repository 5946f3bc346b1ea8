/** Agents that write a command once more as a single word of a shell, with whatever quotes that takes. */

/** What a shell would put something else for has no place here. */
const part = /'([^']*)'|"((?:[^"\\$`]|\\[\s\S])*)"|\\([\s\S])|([\w@%+=:,./-]+)/uy;

/** @returns true when `word`, read as a shell reads it, is exactly `text` and no more than one word */
export function isQuotedWord(word: string, text: string): boolean {
	// Each character takes at most five for its quotes: a longer one says something else, and is not looked at.
	if (word === text || word.length > text.length * 5 + 2 || word.length > mostChars) return false;
	let read = '';
	let at = 0;
	while (at < word.length) {
		part.lastIndex = at;
		const found = part.exec(word);
		if (found === null) return false;
		const [whole, single, double, escaped, plain] = found;
		read += single ?? double?.replaceAll(/\\([$`"\\])/gu, '$1') ?? escaped ?? plain ?? '';
		at += whole.length;
	}
	return read === text;
}

const mostChars = 100_000;
