/**
 * Fetches VS Code from the npm registry: the package `code-server` carries the complete server and workbench
 * in `lib/vscode`. Only that part is used; code-server's own front end is never started.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cached } from './cache.ts';
import { runNpm, unpackPackage } from './npmPackage.ts';

export type VscodeVersion = 'newest' | 'oldest';

export interface VscodeServer {
	readonly version: VscodeVersion;
	/** The Node binary that this VS Code runs on. */
	readonly node: string;
	readonly serverMain: string;
}

/** code-server 4.x.y carries VS Code 1.x.y. The oldest is the first version that `engines.vscode` allows. */
const packages = { newest: 'code-server@4.139.1', oldest: 'code-server@4.106.3' } as const;

/** The version that the environment asks for (`VSCODE_TEST_VERSION`), else the newest. */
export function requestedVersion(): VscodeVersion {
	const asked = process.env['VSCODE_TEST_VERSION'] ?? 'newest';
	if (asked === 'newest' || asked === 'oldest') return asked;
	throw new Error(`VSCODE_TEST_VERSION must be "newest" or "oldest", not "${asked}"`);
}

/** Makes sure that the asked VS Code is in the cache and says how to start it. */
export async function fetchVscode(version: VscodeVersion): Promise<VscodeServer> {
	const spec = packages[version];
	const folder = await cached(spec.replace('@', '-'), async (partial) => {
		await unpackPackage(spec, partial);
		const vscode = join(partial, 'lib', 'vscode');
		if (version === 'oldest') replaceGitDependency(vscode);
		await runNpm(['install', '--ignore-scripts', '--omit=dev'], vscode);
	});
	const serverMain = join(folder, 'lib', 'vscode', 'out', 'server-main.js');
	return { version, serverMain, node: version === 'oldest' ? await fetchNode22() : process.execPath };
}

/** 1.106 pins @parcel/watcher to a git address; the published release does the same and needs no git host. */
function replaceGitDependency(vscode: string): void {
	const manifest = join(vscode, 'package.json');
	const content = JSON.parse(readFileSync(manifest, 'utf8')) as { dependencies: Record<string, string> };
	content.dependencies['@parcel/watcher'] = '^2.5.1';
	writeFileSync(manifest, JSON.stringify(content, undefined, '\t'));
	rmSync(join(vscode, 'npm-shrinkwrap.json'), { force: true });
}

/** On Node 24 the window of 1.106 opens but its extension host hangs. */
async function fetchNode22(): Promise<string> {
	if (process.platform !== 'linux') throw new Error('The oldest VS Code is tested on Linux only');
	const folder = await cached(`node-22-${process.arch}`, (partial) =>
		unpackPackage(`node-linux-${process.arch}@22`, partial),
	);
	return join(folder, 'bin', 'node');
}
