import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { growth } from '../../../tools/growth.ts';
import { Lexer, type Token } from 'marked';
import { BoundedTokenizer } from '../../../../src/webview/markdown/boundedTokenizer.ts';
import { sized } from '../../../tools/sized.ts';

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
		for (const piece of ['_a_b', 'a_', '**a', ...sized(['_a_b ', '__a_b', '*a*b'], [])]) {
			const times = growth((length) => bounded(piece.repeat(length / piece.length)), 2 * 1024);
			// Linear is 8, quadratic 64.
			assert.ok(times < 24, `${piece}: ${times} times as long for eight times the length`);
		}
	});
});
