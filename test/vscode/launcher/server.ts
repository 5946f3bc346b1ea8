import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fetchVscode, type VscodeServer, type VscodeVersion } from './download.ts';
import { spawnGroup } from './processGroup.ts';
import { makeTempFolder } from './tempFolder.ts';

export interface ServerOptions {
	readonly version: VscodeVersion;
	/** Where installed extensions are; a fresh empty folder by default. */
	readonly extensionsDir?: string | undefined;
	/** Settings, state and logs of the server; a fresh folder, deleted at the end, by default. */
	readonly dataDir?: string | undefined;
	/** Leaves VS Code's question about trusting a folder switched on. */
	readonly workspaceTrust?: boolean | undefined;
	/** Lets the address load extensions and tests from folders. On by default. */
	readonly automation?: boolean | undefined;
	/**
	 * Starts with the extensions of VS Code's own that have anything to do with ours, and without the others: reading
	 * and starting those of all languages is a fifth of the work of opening a window. On the newest version only.
	 */
	readonly fewBuiltIns?: boolean | undefined;
	readonly port?: number | undefined;
	readonly env?: NodeJS.ProcessEnv | undefined;
}

export interface RunningServer {
	readonly port: number;
	readonly version: VscodeVersion;
	readonly dataDir: string;
	/** Everything that the server printed so far. */
	output(): string;
	/** Replaces the settings that only this machine may set (agents!). */
	writeMachineSettings(settings: object): void;
	/** Replaces the user's settings. */
	writeUserSettings(settings: object): void;
	/** Ends the server with all it started and removes its temp folders. */
	dispose(): Promise<void>;
}

const readyMs = 60_000;

/**
 * What our windows show of VS Code's own: its colours, the languages of the tests' files, Git, logs and pictures; and
 * what a browser's extension host starts by itself, whether it is there or not.
 */
const fewBuiltIns = [
	'theme-defaults',
	'theme-seti',
	'configuration-editing',
	'emmet',
	'extension-editing',
	'github-authentication',
	'merge-conflict',
	'npm',
	'typescript-language-features',
	'json',
	'json-language-features',
	'typescript-basics',
	'javascript',
	'css',
	'html',
	'markdown-basics',
	'markdown-language-features',
	'media-preview',
	'shellscript',
	'yaml',
	'diff',
	'log',
	'search-result',
	'git-base',
	'git',
];

/** Starts a VS Code server on a free port and resolves when it listens. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
	const vscode = await fetchVscode(options.version);
	const temp = makeTempFolder('vscode');
	const dataDir = options.dataDir ?? join(temp.path, 'data');
	const extensionsDir = options.extensionsDir ?? join(temp.path, 'extensions');
	mkdirSync(extensionsDir, { recursive: true });
	const builtIns = join(temp.path, 'built-ins');
	const hasFewBuiltIns = options.fewBuiltIns === true && options.version === 'newest';
	if (hasFewBuiltIns) linkFewBuiltIns(vscode, builtIns);
	const group = spawnGroup(
		vscode.node,
		[
			vscode.serverMain,
			...serverArguments(options, dataDir, extensionsDir),
			...(hasFewBuiltIns ? ['--builtin-extensions-dir', builtIns] : []),
		],
		{
			env: serverEnvironment(options.env),
			foldersToDelete: [temp.path],
		},
	);
	let output = '';
	const dispose = async (): Promise<void> => {
		await group.stop();
		temp.remove();
	};
	try {
		const port = await new Promise<number>((resolve, reject) => {
			const timer = setTimeout(() => reject(new Error(`VS Code is not ready after ${readyMs} ms`)), readyMs);
			const fail = (reason: string) => reject(new Error(`VS Code ${reason}\n${output}`));
			const read = (chunk: Buffer) => {
				output = (output + chunk.toString('utf8')).slice(-200_000);
				const match = /Extension host agent listening on (\d+)/.exec(output);
				if (match === null) return;
				clearTimeout(timer);
				resolve(Number(match[1]));
			};
			group.child.stdout?.on('data', read);
			group.child.stderr?.on('data', read);
			group.child.once('error', (error) => fail(`did not start: ${error.message}`));
			group.child.once('exit', (code) => {
				clearTimeout(timer);
				fail(`ended with code ${code}`);
			});
		});
		return {
			port,
			version: options.version,
			dataDir,
			output: () => output,
			writeMachineSettings: (settings) =>
				writeJson(join(dataDir, 'data', 'Machine', 'settings.json'), settings),
			writeUserSettings: (settings) => writeJson(join(dataDir, 'data', 'User', 'settings.json'), settings),
			dispose,
		};
	} catch (error) {
		await dispose();
		throw error;
	}
}

function linkFewBuiltIns({ serverMain }: VscodeServer, folder: string): void {
	mkdirSync(folder, { recursive: true });
	const all = join(dirname(serverMain), '..', 'extensions');
	for (const name of fewBuiltIns) symlinkSync(join(all, name), join(folder, name), 'junction');
}

function serverArguments(options: ServerOptions, dataDir: string, extensionsDir: string): string[] {
	const args = [
		...['--host', '127.0.0.1', '--port', String(options.port ?? 0), '--without-connection-token'],
		...['--accept-server-license-terms', '--telemetry-level', 'off'],
		...['--server-data-dir', dataDir, '--extensions-dir', extensionsDir],
		// Without this the extension host outlives its closed window by three hours.
		...['--reconnection-grace-time', '1'],
	];
	if (options.automation !== false) args.push('--enable-smoke-test-driver');
	if (options.workspaceTrust !== true) args.push('--disable-workspace-trust');
	return args;
}

/** What a user's VS Code would inherit: nothing of npm's, of the test runner's or of an outer VS Code's. */
function serverEnvironment(extra: NodeJS.ProcessEnv | undefined): NodeJS.ProcessEnv {
	const foreign = /^(npm_|NODE_TEST_CONTEXT$|NODE_OPTIONS$|VSCODE_(?!TEST_VERSION)|ELECTRON_)/i;
	const inherited = Object.entries(process.env).filter(([key]) => !foreign.test(key));
	return { ...Object.fromEntries(inherited), ...extra };
}

function writeJson(file: string, content: object): void {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, JSON.stringify(content, undefined, '\t'));
}
