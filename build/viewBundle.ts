/**
 * How the chat view is bundled: what each view needs at once is `webview.js`, which loads `webview-chunk.js`; what is
 * loaded with `import()` is a file of its own.
 */
import type { BuildOptions, Metafile } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { lexerOfMarked } from './lexerOfMarked.ts';

const project = fileURLToPath(new URL('../', import.meta.url));

export const viewBundle = {
	absWorkingDir: project,
	entryPoints: { webview: 'src/webview/main.ts' },
	// As if each module imported the first one: what a lazy script has in common with the rest is loaded by then, so all
	// of that stays in one chunk. Else each set of scripts that have a module in common would get a chunk of its own.
	inject: ['src/webview/main.ts'],
	plugins: [lexerOfMarked],
	outdir: 'dist',
	splitting: true,
	chunkNames: 'webview-[name]',
	bundle: true,
	platform: 'browser',
	format: 'esm',
	target: 'chrome138',
	legalComments: 'none',
} as const satisfies BuildOptions;

/**
 * The style sheet: one file for each component, joined in the order of `chat.css`. Its rules stay as they are written,
 * only their white space goes.
 */
export const viewStyles = {
	absWorkingDir: project,
	entryPoints: { chat: 'src/webview/styles/chat.css' },
	outdir: 'dist',
	bundle: true,
	minify: false,
	minifyWhitespace: true,
	target: 'chrome138',
	legalComments: 'none',
} as const satisfies BuildOptions;

/** Paths of what is loaded together with `file`: itself, and what it imports at once. */
export function loadedWith({ outputs }: Metafile, file: string, found = new Set<string>()): Set<string> {
	if (found.has(file)) return found;
	found.add(file);
	for (const { path, kind } of outputs[file]?.imports ?? []) {
		if (kind === 'import-statement') loadedWith({ inputs: {}, outputs }, path, found);
	}
	return found;
}
