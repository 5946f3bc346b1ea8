/** A command that stands in quotes is told from another command. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isQuotedWord } from '../../../../src/core/view/shellWord.ts';

const command = 'echo $((1+1)) "$(printf \'a  b\')" `echo c` | cat';

describe('a command in quotes', () => {
	it('is the same one, as codex writes it and in other ways', () => {
		for (const word of [
			`'echo $((1+1)) "$(printf '"'a  b')\\" "'\`echo c\` | cat'`,
			`'${command.replaceAll("'", String.raw`'\''`)}'`,
			`"${command.replaceAll(/["$`\\]/gu, String.raw`\$&`)}"`,
		])
			assert.ok(isQuotedWord(word, command), word);
	});

	it('is another one where it says anything else, is more than a word, or is never closed', () => {
		for (const [word, text] of [
			["'ls' -l", 'ls -l'],
			["'ls -l' ", 'ls -l'],
			["'ls -l'; rm x", 'ls -l'],
			["'ls -L'", 'ls -l'],
			["'ls -l", 'ls -l'],
			['"ls -l\\', 'ls -l'],
			["'ls'$(x)", 'ls$(x)'],
			['"ls $(x)"', 'ls $(x)'],
			['ls', 'ls'],
			// A program of that name in the folder that is named before the last slash.
			["'cat README.md; ls src/x'", 'cat README.md; ls src/x'],
			["'~/bin/x'", '~/bin/x'],
			["'$HOME/bin/x y'", '$HOME/bin/x y'],
			[String.raw`'bin\x y'`, String.raw`bin\x y`],
			// A shell leaves out the end of the line, and so runs one program of both names.
			['ls\\\nx', 'ls\nx'],
			['"ls\\\nx"', 'ls\\\nx'],
		] as const)
			assert.equal(isQuotedWord(word, text), false, word);
	});

	it('is not looked at when it is much longer than the other', () => {
		const start = performance.now();
		assert.equal(isQuotedWord('"'.repeat(1_000_000), 'ls'), false);
		assert.equal(isQuotedWord(`"${'\\'.repeat(99_000)}`, 'x'.repeat(90_000)), false);
		assert.ok(performance.now() - start < 500);
	});
});
