/** Notifications of VS Code make links of `[text](command:…)`, and a click on one runs the command. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { messageText } from '../../../../src/host/common/displayText.ts';

const files = globSync('src/host/**/*.ts');

/** As VS Code finds links in a message (base/common/linkedText.ts). */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/giu;

describe('a message of VS Code with foreign text in it', () => {
	it('has no links, and hides nothing [hazard C7] [hazard E3]', () => {
		for (const text of [
			'[ok](command:workbench.action.quit)',
			'a [b](https://evil.example "c") d',
			'[[x](command:y)](command:z)',
			'[\u202Ex\n](file:///etc/passwd)',
		]) {
			assert.deepEqual([...messageText(text).matchAll(link)], [], text);
			assert.doesNotMatch(messageText(text), /[\u202E\n]/u);
		}
		assert.equal(messageText('src/[id]/page (1).ts'), 'src/[id]/page (1).ts');
	});

	it('is never shown otherwise', () => {
		const shown = /\.show(?:Information|Warning|Error)Message\(\s*(['"\w]+(?:\(\s*'[^']*',?\s*\))?|.)/gu;
		assert.ok(files.length > 50);
		for (const file of files) {
			const source = readFileSync(file, 'utf8');
			const isSafe = (first: string): boolean =>
				// A sentence of ours without arguments has nothing foreign in it.
				/^['"]|^messageText$|^t\(\s*'[^']*',?\s*\)$/u.test(first) ||
				source.includes(`const ${first} = messageText(`);
			const found = [...source.matchAll(shown)].map(([, first = '']) => first);
			assert.deepEqual(
				found.filter((first) => !isSafe(first)),
				[],
				file,
			);
		}
	});

	it('does not become an icon of the status bar [hazard C7]', () => {
		for (const file of files) {
			const source = readFileSync(file, 'utf8');
			assert.doesNotMatch(source, /setStatusBarMessage\([^;]*visibleText/u, file);
		}
	});
});
