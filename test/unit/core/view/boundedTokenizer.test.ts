import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Lexer, type Token } from 'marked';
import { BoundedTokenizer } from '../../../../src/webview/markdown/boundedTokenizer.ts';

const bounded = (source: string): Token[] => [
	...new Lexer({ gfm: true, tokenizer: new BoundedTokenizer() }).lex(source),
];
const words = 'some words, '.repeat(70);

describe('the bounded tokenizer', () => {
	it('reads what people write as marked does', () => {
		for (const source of [
			'*a* **b** ***c*** _d_ __e__ ~~f~~ a_b_c 2*3*4 \\*g\\* `*h*` [*i*](https://example.com/_j_)',
			`**${words}** and *${words}*`,
			`me.you_too@example.com, https://example.com/a_b*c, www.example.com/${'path_'.repeat(1000)}`,
			`one  \ntwo, ${'x'.repeat(5000)}  \nthree, ${words} four@example.com`,
			`*${'a'.repeat(900)}* _${'b '.repeat(400)}b_`,
		]) {
			assert.deepEqual(bounded(source), [...Lexer.lex(source)]);
		}
	});

	it('keeps every letter of what it does not read as emphasis', () => {
		const source = `**${words.repeat(3)}**`.replace(', **', '.**');
		const [paragraph] = bounded(source);
		assert.equal(paragraph?.type, 'paragraph');
		assert.ok('tokens' in paragraph);
		assert.deepEqual(
			paragraph.tokens?.map(({ type, raw }) => [type, raw]),
			[['text', source]],
		);
	});

	it('takes time that grows with the length, not with its square [hazard E5]', () => {
		for (const piece of ['_a_b', '_a_b ', '__a_b', 'a_', '*a*b', '**a']) {
			const time = (length: number): number => {
				const source = piece.repeat(length / piece.length);
				const times = Array.from({ length: 4 }, () => {
					const before = process.cpuUsage();
					bounded(source);
					return process.cpuUsage(before).user;
				});
				return Math.min(...times);
			};
			const [short, long] = [time(4 * 1024), time(16 * 1024)];
			// Linear is 4, quadratic 16.
			assert.ok(long < short * 9, `${piece}: ${short} µs, then ${long} µs`);
		}
	});
});
