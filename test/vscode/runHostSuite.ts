/**
 * Runs `test/vscode/hostSuite` inside the extension host of a real VS Code, through `@vscode/test-electron`.
 *   node test/vscode/runHostSuite.ts            all its files
 *   node test/vscode/runHostSuite.ts <file>...  only these
 * With VSCODE_DESKTOP=1 that is a desktop VS Code that test-electron downloads; else our launcher.
 */
import { build } from 'esbuild';
import { cp, glob, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTests } from '@vscode/test-electron';
import { projectFolder } from './launcher/cache.ts';
import { requestedVersion } from './launcher/download.ts';
import { makeTempFolder } from './launcher/tempFolder.ts';

const launcher = fileURLToPath(new URL('launcher/vscode.ts', import.meta.url));
const version = requestedVersion();
// Several may run at the same time.
const bundle = path.join(projectFolder, 'out', `host-${version}`, 'hostSuite.cjs');

/** One bundle: the extension host runs no TypeScript, and every test file registers its tests when it is loaded. */
async function bundleSuite(): Promise<void> {
	const files = process.argv.slice(2);
	if (files.length === 0) {
		for await (const file of glob('test/vscode/hostSuite/*.hostTest.ts', { cwd: projectFolder }))
			files.push(file);
	}
	if (files.length === 0) throw new Error('There is no test in test/vscode/hostSuite.');
	await build({
		stdin: {
			contents: [
				`const { registerFrom } = require('./test/vscode/hostSuite/registry.ts');`,
				...files.toSorted().map((file) => `registerFrom('${file}', () => require('./${file}'));`),
				`exports.run = require('./test/vscode/hostSuite/runRegistered.ts').runRegistered;`,
			].join('\n'),
			resolveDir: projectFolder,
			loader: 'ts',
		},
		bundle: true,
		platform: 'node',
		// The UMD build of jsonc-parser cannot be bundled.
		mainFields: ['module', 'main'],
		format: 'cjs',
		target: 'node22',
		external: ['vscode'],
		sourcemap: 'inline',
		outfile: bundle,
		logLevel: 'warning',
	});
}

const workspace = makeTempFolder('host-suite');
await mkdir(path.join(workspace.path, 'src'));
await writeFile(path.join(workspace.path, 'src', 'greeting.ts'), 'export const greeting = "hello";\n');
await bundleSuite();
// What loads later is looked up beside the bundle that asks for it.
for await (const file of glob('dist/*.cjs', { cwd: projectFolder })) {
	await cp(path.join(projectFolder, file), path.join(path.dirname(bundle), path.basename(file)));
}
const results = path.resolve(process.env['ACP_TEST_RESULTS'] ?? `test-results/host-${version}.jsonl`);
await mkdir(path.dirname(results), { recursive: true });
await rm(results, { force: true });
process.env['ACP_HOST_TEST_RESULTS'] = results;
try {
	process.exitCode = await runTests({
		...(process.env['VSCODE_DESKTOP'] === '1'
			? { version: version === 'oldest' ? '1.106.3' : 'stable' }
			: { vscodeExecutablePath: launcher }),
		extensionDevelopmentPath: projectFolder,
		extensionTestsPath: bundle,
		launchArgs: [workspace.path],
	});
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
} finally {
	workspace.remove();
}
