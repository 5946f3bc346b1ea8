import type { Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';

/** Passes each module of ours through `transforms`, in their order, before it is bundled. */
export function ownSources(...transforms: readonly ((source: string) => string)[]): Plugin {
	return {
		name: 'own-sources',
		setup(build) {
			// Read by Go, which knows no flags.
			build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
				if (path.includes('node_modules')) return undefined;
				const source = await readFile(path, 'utf8');
				return { contents: transforms.reduce((text, transform) => transform(text), source), loader: 'ts' };
			});
		},
	};
}
