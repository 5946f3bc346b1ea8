import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type * as Marked from 'marked';
import { withoutConvenience } from '../../../build/lexerOfMarked.ts';

const marked = new URL('../../../node_modules/marked/lib/marked.esm.js', import.meta.url);

describe('marked in the chat view', () => {
	it('is its lexer and nothing that writes HTML by itself', async () => {
		const source = withoutConvenience(await readFile(marked, 'utf8'));
		const { Lexer, Tokenizer, ...others } = (await import(
			`data:text/javascript;base64,${Buffer.from(source).toString('base64')}`
		)) as typeof Marked;
		assert.deepEqual(others, {});
		assert.equal(Lexer.lex('# Title\n\n- one')[0]?.type, 'heading');
		assert.equal(typeof new Tokenizer().code, 'function');
	});

	it('stops the build when it is built in another way', () => {
		assert.throws(() => withoutConvenience('export { Lexer };'), /another way/u);
	});
});
