import type { Plugin } from 'esbuild';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const runtimeName = /^\texport (?:class|enum|namespace|function|const|let) (\w+)/gmu;

/**
 * One door to the VS Code API. Left alone, a bundle copies the whole API object, hundreds of names, for each file that
 * imports it, and pays for that at activation. Here each name that is used is read once.
 */
export const oneVscode: Plugin = {
	name: 'one-vscode',
	setup(build) {
		build.onResolve({ filter: /^vscode$/ }, ({ namespace }) =>
			namespace === 'vscode-api'
				? { path: 'vscode', external: true }
				: { path: 'vscode', namespace: 'vscode-api' },
		);
		build.onLoad({ filter: /.*/, namespace: 'vscode-api' }, () => ({ contents: namesOfVscode() }));
	},
};

/** An ES module with the exports that the types name; those that are not imported are dropped. */
function namesOfVscode(): string {
	const types = createRequire(import.meta.url)
		.resolve('@types/vscode/package.json')
		.replace('package.json', 'index.d.ts');
	const names = [...readFileSync(types, 'utf8').matchAll(runtimeName)].map(([, name]) => name);
	const exported = [...new Set(names)].map(
		(name) => `export const ${name} = /* @__PURE__ */ (() => api.${name})();`,
	);
	return `const api = require('vscode');\n${exported.join('\n')}`;
}
