/**
 * Builds everything that ships: the extension host bundle, the chat view, the demo agent and their data files.
 *   node esbuild.mjs           production: minified, no source maps, fails when a bundle is over its budget
 *   node esbuild.mjs --dev     source maps, not minified
 *   node esbuild.mjs --watch   --dev, again after each change
 */
import { context, build } from 'esbuild';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { oneVscode } from './build/oneVscode.ts';
import { pruneSchemas } from './build/pruneSchemas.ts';
import { loadedWith, viewBundle, viewStyles } from './build/viewBundle.ts';

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

/** Scripts that run in Node: entry, file, most KiB, and when it is loaded. */
const nodeScripts = [
	['src/extension.ts', 'extension.cjs', 250, 'with the window'],
	['src/host/chat/chatBundle.ts', 'chat.cjs', 105, 'with the first view'],
	['src/host/wiring/commandsBundle.ts', 'commands.cjs', 36, 'with the first command'],
	['src/host/agents/agentBundle.ts', 'runningAgent.cjs', 200, 'with the first agent'],
	['src/host/login/loginBundle.ts', 'login.cjs', 25, 'with the first login or agent at an address'],
	['src/host/agents/remoteLine.ts', 'remoteAgent.cjs', 80, 'with the first agent at an address'],
	['src/host/wiring/createSession.ts', 'session.cjs', 156, 'with the first session'],
	['src/host/agents/codexBundle.ts', 'codexGateway.cjs', 55, 'with the first app-server of Codex'],
	['src/host/agents/pioneerBundle.ts', 'pioneerGateway.cjs', 46, 'with the first Pioneer gateway'],
	['src/node/watchdog/main.ts', 'watchdog.cjs', 6, 'ends agents when the host is gone'],
	['src/host/conversations/conversationLogs.ts', 'conversationLogs.cjs', 36, 'with the first session'],
	['src/host/diffs/openDiffs.ts', 'diffs.cjs', 35, 'with the first diff'],
	['src/host/mcp/mcpFile.ts', 'mcpFile.cjs', 25, 'with the first mcp.json'],
	['src/host/mentions/mentionSearch.ts', 'mentionSearch.cjs', 26, 'with the first @'],
	[
		'src/host/conversations/conversationDocuments.ts',
		'conversationDocuments.cjs',
		41,
		'with the first document',
	],
	['src/host/permissions/permissionPicker.ts', 'permissionPicker.cjs', 15, 'with the first permission'],
	['src/host/permissions/rulesAtWork.ts', 'permissionRules.cjs', 56, 'with the first rule or answer'],
	['src/host/permissions/ruleWizard.ts', 'ruleWizard.cjs', 20, 'with the first rule that is made'],
	['src/host/highlight/highlighter.ts', 'highlighter.cjs', 30, 'with the first code'],
	['src/host/highlight/worker.ts', 'highlightWorker.cjs', 90, 'its thread'],
	['src/host/review/reviewBundle.ts', 'changeReview.cjs', 109, 'with the first turn'],
	['src/host/changes/gapNotices.ts', 'gapNotices.cjs', 10, 'with the first gap'],
	['src/host/checkpoints/checkpointsBundle.ts', 'checkpoints.cjs', 35, 'with the first restore'],
	['src/node/changes/worker.ts', 'changesWorker.cjs', 114, 'its thread'],
	['src/demo/main.ts', 'demoAgent.cjs', 200, 'the built-in agent, a program of its own'],
];

/** What the view loads at once, and later by itself: file, most KiB, and when. */
const viewScripts = [
	['webview.js', 150, 'with the chat view'],
	['webview-toolBody.js', 20, 'with the first tool call or permission'],
	['webview-panels.js', 20, 'with the first plan, queue, notice, login or command'],
	['webview-conversationFind.js', 10, 'with the first find'],
	['webview-checkpointLine.js', 5, 'with the first change'],
	['webview-attemptLine.js', 5, 'with the first attempt'],
	['webview-readMedia.js', 5, 'with the first image or sound'],
	['webview-fenceColours.js', 5, 'with the first block of code'],
	['webview-meters.js', 10, 'with the first usage or quota'],
	['webview-elicitationControls.js', 20, 'with the first question'],
];

const node = {
	platform: 'node',
	format: 'cjs',
	target: 'node22',
	plugins: [oneVscode],
};
/** Requests of the library for WebSockets are not VS Code's, which would take another way (`plainHttp.ts`). */
const ownNetwork = {
	alias: { http: './src/node/transport/plainHttp.ts', https: './src/node/transport/plainHttp.ts' },
	// Nothing is loaded that may lie beside the extension.
	define: { 'process.env.WS_NO_BUFFER_UTIL': '"1"', 'process.env.WS_NO_UTF_8_VALIDATE': '"1"' },
};
const builds = [
	...nodeScripts.map(([entry, file]) => ({
		...node,
		...(file === 'remoteAgent.cjs' ? ownNetwork : {}),
		entryPoints: [entry],
		outfile: `dist/${file}`,
	})),
	viewBundle,
	viewStyles,
];

async function copyData() {
	pruneSchemas('dist/schema');
	await cp('node_modules/vscode-oniguruma/release/onig.wasm', 'dist/onig.wasm');
	await mkdir('dist/codicons', { recursive: true });
	for (const file of ['codicon.css', 'codicon.ttf']) {
		await cp(`node_modules/@vscode/codicons/dist/${file}`, `dist/codicons/${file}`);
	}
}

/** Prints each script, with what it loads at once, beside its budget; true when all are within. */
function printSizes(outputs) {
	const view = loadedWith({ outputs }, 'dist/webview.js');
	const isOver = [...nodeScripts.map(([, ...rest]) => rest), ...viewScripts].map(([file, budget, when]) => {
		// What the view has loaded at once is there when it loads another script.
		const loaded = [...loadedWith({ outputs }, `dist/${file}`)].filter(
			(path) => file === 'webview.js' || !view.has(path),
		);
		const size = loaded.reduce((sum, path) => sum + outputs[path].bytes, 0);
		const mark = size > budget * kib ? '  OVER BUDGET' : '';
		console.log(
			`${file.padEnd(26)} ${(size / kib).toFixed(1).padStart(7)} KiB of ${budget} KiB${mark}  (${when})`,
		);
		return mark !== '';
	});
	return !isOver.includes(true);
}

for (const folder of ['dist', 'out/meta']) await rm(folder, { recursive: true, force: true });
await copyData();
if (isWatch) {
	for (const options of builds) await (await context({ ...shared, ...options })).watch();
	console.log('Watching for changes.');
} else {
	await mkdir('out/meta', { recursive: true });
	const results = await Promise.all(builds.map((options) => build({ ...shared, ...options })));
	for (const [index, { metafile }] of results.entries()) {
		await writeFile(`out/meta/${index}.json`, JSON.stringify(metafile));
	}
	const outputs = Object.assign({}, ...results.map(({ metafile }) => metafile.outputs));
	if (!printSizes(outputs) && !isDev) process.exitCode = 1;
}
