/** Markdown of others inside of a document of ours, as a renderer reads it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { marked, type TokensList } from 'marked';
import { embeddedMarkdown } from '../../../../src/core/view/conversation/embeddedMarkdown.ts';
import { quoted } from '../../../../src/core/view/conversation/markdownText.ts';
import { checkModel, pick, type Random } from '../../../tools/seeded.ts';
import { sized } from '../../../tools/sized.ts';

const marks = ['- ', '* ', '1. ', '2. ', '10. ', '-', '-\t', '> ', '>', ' ', '  ', '   ', '    ', '\t'];
const contents = [
	'',
	'text',
	'a `b',
	'`',
	'<b>',
	'<!--',
	'-->',
	'# You',
	'You',
	'---',
	'===',
	'```',
	'```ts',
];
const others = ['~~~', '````', '| a | b |', '|---|---|', '[a]: /b', '* * *', '\\', '#', '`<b>`'];

/** A line that begins as the one before it often, so that fences stand in the lists that were begun. */
function lineOf(random: Random, last: string): string {
	const opening = Array.from({ length: random(4) }, () => pick(random, marks)).join('');
	const same = random(2) === 0 ? last.replaceAll(/[^>\t]/gu, ' ').slice(0, random(12)) : '';
	return same + opening + pick(random, [...contents, ...others]);
}

function linesOf(random: Random): string[] {
	const lines: string[] = [];
	const count = 1 + random(8);
	for (let at = 0; at < count; at++) lines.push(lineOf(random, (lines.at(-1) ?? '').slice(0, 12)));
	return lines;
}

/** The headings of a document, and all HTML in it. */
function read(tokens: TokensList): {
	readonly headings: readonly string[];
	readonly html: readonly string[];
} {
	const headings = tokens.flatMap((token) => {
		return token.type === 'heading' && token['depth'] < 3 ? [`${token['depth']} ${token['text']}`] : [];
	});
	const html: string[] = [];
	void marked.walkTokens(tokens, (token) => {
		if (token.type === 'html') html.push(token.raw);
	});
	return { headings, html };
}

/** Some quotes with lists make marked throw. */
function tokensOf(document: string): TokensList | undefined {
	try {
		return marked.lexer(document);
	} catch {
		return undefined;
	}
}

describe('embedded Markdown', () => {
	it('hides, forges and opens nothing in the document around it, however it nests [hazard E1]', async () => {
		await checkModel<string>({
			runs: sized(30_000, 2000),
			steps: linesOf,
			check: (lines) => {
				const text = embeddedMarkdown(lines.join('\n'));
				for (const part of [text, quoted(text), `- before\n  - it\n\n${text}`]) {
					const tokens = tokensOf(`# Title\n\n${part}\n\n## Next\n\nend\n`);
					if (tokens === undefined) continue;
					assert.deepEqual(read(tokens), { headings: ['1 Title', '2 Next'], html: [] }, text);
				}
			},
		});
	});

	it('is as it was where it is well formed', () => {
		const texts = [
			'1. a\n\n   ```ts\n   b<c>\n\n     d\n   ```\n\n2. e\n   - f\n     ~~~\n     <g>\n     ~~~\n\nh',
			'> - a\n>   ```\n>   <b>\n>   ```\n>\n> c',
			'```make\nall:\n\techo <a>\n```',
			'- [ ] a\n- [x] b\n\n| a | b |\n|---|---|\n| c | d |',
			'a\n* b\n  c\n1. d',
		];
		for (const text of texts) assert.equal(embeddedMarkdown(text), text);
	});

	it('is not many times as long as the text', () => {
		for (const opening of [
			'- '.repeat(16),
			'> '.repeat(16),
			'123456789.    '.repeat(16),
			'- - - ```\n      ',
			'',
		]) {
			const text = opening + 'x\n'.repeat(1000);
			assert.ok(embeddedMarkdown(text).length < 10 * text.length, opening);
		}
	});

	it('says what it reads in a way that every renderer reads', () => {
		const cases = [
			['- a\nlazy', '- a\n  lazy'],
			['> a\nlazy', '> a\n> lazy'],
			['the year\n1986. was', 'the year\n1986\\. was'],
			['- ```\n  a\nb', '- ```\n  a\n  ```\n\nb'],
			['  ```\na\n```', '[//]: #\n\n  ```\n  a\n  ```'],
			['-\t```\n\ta', '-   ```\n    a\n    ```'],
			['- # a\n\n  b\n  ===', '- ### a\n\n  b\n\n  ==='],
		];
		for (const [text = '', made] of cases) assert.equal(embeddedMarkdown(text), made);
	});
});
