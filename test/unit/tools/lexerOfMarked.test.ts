import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { build } from 'esbuild';
import * as marked from 'marked';
import { lexerOfMarked } from '../../../build/lexerOfMarked.ts';

const sample = `# Title *a*

- [ ] one
- two
  1. nested \`code\`

| a | b |
|---|--:|
| 1 | **2** |

> quote with <b>html</b>, ~~del~~ and https://example.org

\`\`\`ts
let x = 1;
\`\`\`

[link][ref] ![image](a.png)

[ref]: https://example.org 'Title'
`;

async function bundled(): Promise<typeof marked> {
	const { outputFiles } = await build({
		stdin: { contents: "export * from 'marked';", resolveDir: import.meta.dirname },
		plugins: [lexerOfMarked],
		bundle: true,
		minify: true,
		format: 'esm',
		write: false,
	});
	const [file] = outputFiles;
	assert.ok(file);
	const url = `data:text/javascript;base64,${Buffer.from(file.contents).toString('base64')}`;
	return (await import(url)) as typeof marked;
}

describe('marked in the chat view', () => {
	it('is its lexer and nothing that writes HTML by itself', async () => {
		const { Lexer, Tokenizer, ...others } = await bundled();
		assert.deepEqual(others, {});
		assert.equal(Lexer.lex('# Title\n\n- one')[0]?.type, 'heading');
		assert.equal(typeof new Tokenizer().code, 'function');
	});

	it('reads what the file that marked ships reads', async () => {
		const { Lexer } = await bundled();
		assert.deepEqual(Lexer.lex(sample), marked.Lexer.lex(sample));
	});
});
