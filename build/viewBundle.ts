/**
 * How the chat view is bundled: what each view needs is `webview.js` and `webview-chunk.js`; what few need is loaded
 * with `import()` and is a file of its own.
 */
import type { BuildOptions, Metafile } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { lexerOfMarked } from './lexerOfMarked.ts';
import { ownSources } from './ownSources.ts';
import { withoutIndentation } from './plainTemplates.ts';

const project = fileURLToPath(new URL('../', import.meta.url));

export const viewBundle = {
	absWorkingDir: project,
	entryPoints: { webview: 'src/webview/main.ts' },
	plugins: [ownSources(withoutIndentation), lexerOfMarked],
	outdir: 'dist',
	splitting: true,
	chunkNames: 'webview-[name]',
	bundle: true,
	platform: 'browser',
	format: 'esm',
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
