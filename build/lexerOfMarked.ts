/**
 * The chat view makes nodes out of marked's tokens and never HTML, but the convenience functions at the end of its
 * module keep all that writes HTML in the bundle. They are left out, so that the bundler can drop the rest.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const used = ['Lexer', 'Tokenizer'] as const;
/** From the instance that everybody shares to the end. Names are those of a minifier. */
const convenience =
	/var [\w$]+=new [\w$]+;function [\w$]+\([\w$]+,[\w$]+\)\{return [\w$]+\.parse\([\s\S]*export\{([^}]*)\};/u;

export const lexerOfMarked: Plugin = {
	name: 'lexer-of-marked',
	setup(build) {
		// Read by Go, which knows no flags.
		build.onLoad({ filter: /marked\.esm\.js$/ }, async ({ path }) => {
			return { contents: withoutConvenience(await readFile(path, 'utf8')), loader: 'js' };
		});
	},
};

/** @throws when marked is built in another way than we know */
export function withoutConvenience(source: string): string {
	const [found, exports] = convenience.exec(source) ?? [];
	const kept = used.map((name) => exports?.split(',').find((one) => one.endsWith(` as ${name}`)));
	if (found === undefined || kept.includes(undefined)) {
		throw new Error('marked is built in another way than before: see build/lexerOfMarked.ts.');
	}
	return source.replace(found, () => `export{${kept.join(',')}};`);
}
