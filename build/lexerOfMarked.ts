/**
 * The chat view makes nodes out of marked's tokens and never HTML. The file that marked ships makes a global instance
 * when it is loaded, so a bundler keeps all that writes HTML. The modules it was made of stand in its source map: the
 * view is bundled from those of the lexer alone.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

const shipped = fileURLToPath(import.meta.resolve('marked'));
/** Where the modules would stand. */
const folder = path.join(shipped, '../../src');
const entry = `
export { _Lexer as Lexer } from './Lexer.ts';
export { _Tokenizer as Tokenizer } from './Tokenizer.ts';
`;

export const lexerOfMarked: Plugin = {
	name: 'lexer-of-marked',
	setup(build) {
		const modules = readModules();
		const inFolder = (name: string): { path: string; sideEffects: boolean } => ({
			path: path.join(folder, name),
			sideEffects: false,
		});
		// Filters are read by Go, which knows no flags.
		build.onResolve({ filter: /^marked$/ }, () => inFolder('lexer'));
		build.onResolve({ filter: /^\.\/\w+\.ts$/ }, (args) =>
			path.dirname(args.importer) === folder ? inFolder(args.path) : undefined,
		);
		build.onLoad({ filter: /[/\\]marked[/\\]src[/\\]/ }, async (args) => {
			const contents = (await modules).get(args.path);
			// Without it esbuild says what is missing, and stops.
			return contents === undefined ? undefined : { contents, loader: 'ts' };
		});
	},
};

/** The modules of marked by their paths, and one that exports what the view uses. */
async function readModules(): Promise<ReadonlyMap<string, string>> {
	const map = JSON.parse(await readFile(`${shipped}.map`, 'utf8')) as SourceMap;
	const modules = map.sources.map(
		(source, at) => [path.join(shipped, '..', source), map.sourcesContent[at] ?? ''] as const,
	);
	return new Map([[path.join(folder, 'lexer'), entry], ...modules]);
}

interface SourceMap {
	readonly sources: readonly string[];
	readonly sourcesContent: readonly string[];
}
