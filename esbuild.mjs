/**
 * Builds everything that ships: the extension host bundle, the chat view, the demo agent and their data files.
 *   node esbuild.mjs           production: minified, no source maps, fails when a bundle is over its budget
 *   node esbuild.mjs --dev     source maps, not minified
 *   node esbuild.mjs --watch   --dev, again after each change
 */
import { context, build } from 'esbuild';
import { cp, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { lexerOfMarked } from './test/tools/lexerOfMarked.ts';
import { oneVscode } from './test/tools/oneVscode.ts';
import { plainTemplates } from './test/tools/plainTemplates.ts';
import { pruneSchemas } from './test/tools/pruneSchemas.ts';

const isWatch = process.argv.includes('--watch');
const isDev = isWatch || process.argv.includes('--dev');
const kib = 1024;

const shared = {
	bundle: true,
	minify: !isDev,
	sourcemap: isDev ? 'linked' : false,
	legalComments: 'none',
	metafile: true,
	logLevel: 'warning',
	// The UMD build of jsonc-parser cannot be bundled.
	mainFields: ['module', 'main'],
};

const bundles = [
	{
		name: 'extension host',
		budget: 300 * kib,
		options: {
			entryPoints: ['src/extension.ts'],
			outfile: 'dist/extension.cjs',
			platform: 'node',
			format: 'cjs',
			target: 'node22',
			plugins: [oneVscode],
		},
	},
	{
		name: 'with the first agent',
		budget: 200 * kib,
		options: {
			entryPoints: ['src/host/runningAgent.ts'],
			outfile: 'dist/runningAgent.cjs',
			platform: 'node',
			format: 'cjs',
			target: 'node22',
			plugins: [oneVscode],
		},
	},
	{
		name: 'with the first @',
		budget: 25 * kib,
		options: {
			entryPoints: ['src/host/mentions/mentionSearch.ts'],
			outfile: 'dist/mentionSearch.cjs',
			platform: 'node',
			format: 'cjs',
			target: 'node22',
			plugins: [oneVscode],
		},
	},
	{
		name: 'with the first document',
		budget: 40 * kib,
		options: {
			entryPoints: ['src/host/conversationDocuments.ts'],
			outfile: 'dist/conversationDocuments.cjs',
			platform: 'node',
			format: 'cjs',
			target: 'node22',
		},
	},
	{
		name: 'with the first code',
		budget: 30 * kib,
		options: {
			entryPoints: ['src/host/highlight/highlighter.ts'],
			outfile: 'dist/highlighter.cjs',
			platform: 'node',
			format: 'cjs',
			target: 'node22',
			plugins: [oneVscode],
		},
	},
	{
		name: 'its thread',
		budget: 90 * kib,
		options: {
			entryPoints: ['src/host/highlight/worker.ts'],
			outfile: 'dist/highlightWorker.cjs',
			platform: 'node',
			format: 'cjs',
			target: 'node22',
		},
	},
	{
		name: 'chat view',
		budget: 180 * kib,
		options: {
			entryPoints: ['src/webview/main.ts'],
			plugins: [plainTemplates, lexerOfMarked],
			outfile: 'dist/webview.js',
			platform: 'browser',
			format: 'iife',
			target: 'chrome138',
		},
	},
	{
		name: 'demo agent',
		options: {
			entryPoints: ['src/demo/main.ts'],
			outfile: 'dist/demoAgent.cjs',
			platform: 'node',
			format: 'cjs',
			target: 'node22',
		},
	},
];

async function copyData() {
	pruneSchemas('dist/schema');
	await cp('node_modules/vscode-oniguruma/release/onig.wasm', 'dist/onig.wasm');
	await mkdir('dist/codicons', { recursive: true });
	for (const file of ['codicon.css', 'codicon.ttf']) {
		await cp(`node_modules/@vscode/codicons/dist/${file}`, `dist/codicons/${file}`);
	}
}

/** Prints each file beside its budget; true when all are within. */
async function printSizes() {
	let isWithin = true;
	for (const { name, budget, options } of bundles) {
		const { size } = await stat(options.outfile);
		const isOver = budget !== undefined && size > budget;
		const of = budget === undefined ? '' : ` of ${budget / kib} KiB${isOver ? '  OVER BUDGET' : ''}`;
		console.log(`${options.outfile.padEnd(22)} ${(size / kib).toFixed(1).padStart(7)} KiB${of}  (${name})`);
		if (isOver && !isDev) isWithin = false;
	}
	return isWithin;
}

await rm('dist', { recursive: true, force: true });
await copyData();
if (isWatch) {
	for (const { options } of bundles) await (await context({ ...shared, ...options })).watch();
	console.log('Watching for changes.');
} else {
	await mkdir('out/meta', { recursive: true });
	for (const { options } of bundles) {
		const { metafile } = await build({ ...shared, ...options });
		const name = options.outfile.replace('dist/', '');
		await writeFile(`out/meta/${name}.json`, JSON.stringify(metafile));
	}
	if (!(await printSizes())) process.exitCode = 1;
}
