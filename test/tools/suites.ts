/** Every suite of the project: what it runs and what it needs. */
import path from 'node:path';
import { isLongRun, sized } from './sized.ts';

export interface Suite {
	readonly name: string;
	readonly command: string;
	readonly args: readonly string[];
	/** Test files, or globs of them, to follow `args`; absent: all that the command finds by itself. */
	readonly files?: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	/** It writes test results; a check such as the type check does not. */
	readonly hasResults: boolean;
	/** Its files share a browser. */
	readonly hasBrowser?: boolean;
	/** Files with failures run once more, alone (`secondTry.ts`). */
	readonly hasSecondTry?: boolean;
}

/** A browser on a shared machine can fail a test by no fault of the code. */
const drivesBrowser = { hasBrowser: true, hasSecondTry: true };

type More = Pick<Suite, 'env' | 'hasBrowser' | 'hasSecondTry'>;

/**
 * One file after the other in one process, which saves loading the sources again for each of them.
 * @param files globs of test files
 */
function inOneProcess(name: string, files: readonly string[], more: More = {}): Suite {
	return {
		name,
		command: 'node',
		args: [
			// Thousands of tests leave much behind that is garbage at once: a larger place for it is emptied less often.
			'--max-semi-space-size=128',
			'--test',
			'--test-isolation=none',
			// A page that never answers must not keep the run from its end.
			'--test-timeout=480000',
			'--test-reporter=./test/tools/resultsReporter.ts',
			'--test-reporter-destination=stdout',
		],
		files,
		hasResults: true,
		...more,
	};
}

/**
 * Each file in a process of its own.
 * @param files globs of test files
 * @param atOnce files at a time
 * @param longest names of files without their endings, the longest first: begun last, they would keep a run from its
 *     end while nothing else is left to do
 */
function inOwnProcesses(
	name: string,
	files: readonly string[],
	atOnce: number,
	{ longest = [], ...more }: More & { readonly longest?: readonly string[] } = {},
): Suite {
	const ending = path.basename(files[0] ?? '').replace(/^[^.]*/u, '');
	const first = longest.map((file) => `${file}${ending}`).join(',');
	return {
		name,
		command: 'node',
		args: ['test/tools/orderedTests.ts', `--at-once=${atOnce}`, `--first=${first}`],
		files,
		hasResults: true,
		...more,
	};
}

/** Globs of the unit tests in these folders. */
const unitTests = (...folders: string[]): string[] =>
	folders.map((folder) => `test/unit/${folder}/**/*.test.ts`);

const check = (name: string, command: string, ...args: string[]): Suite => ({
	name,
	command,
	args,
	hasResults: false,
});

/** One after the other in one process, which bundles the view once and has one browser. */
const webviewTests = (name: string): Suite =>
	inOneProcess(name, ['test/webview/*.webviewTest.ts'], { hasSecondTry: true });

/** @param files of `test/vscode/hostSuite`; all of them when none is named */
const hostTests = (name: string, env: Record<string, string> = {}, ...files: string[]): Suite => ({
	name,
	command: 'node',
	args: ['test/vscode/runHostSuite.ts'],
	...(files.length === 0 ? {} : { files: files.map((file) => `test/vscode/hostSuite/${file}.hostTest.ts`) }),
	env,
	hasResults: true,
	...drivesBrowser,
});

const oldest = { VSCODE_TEST_VERSION: 'oldest' };
/** What is most likely to differ on the oldest VS Code: starting, files, pickers, diffs, virtual documents, proxies. */
const oldestSmoke = [
	'activation',
	'workspaceFiles',
	'permissionPicker',
	'readonlyDocuments',
	'runningAgent',
	'remoteAgents',
];

/** Suites that run one after the other. */
type Lane = readonly Suite[];

/** Lanes that run at the same time. */
type Group = readonly Lane[];

const hostSuites: Lane = [
	hostTests('host-newest'),
	hostTests('host-oldest', oldest, ...sized([], oldestSmoke)),
	inOwnProcesses(
		'workbench-oldest',
		[`test/vscode/workbench/${sized('wayThrough', 'firstRun')}.workbenchTest.ts`],
		1,
		{ env: oldest, ...drivesBrowser },
	),
];

/** In full size they need a core for themselves: frames are measured in some of them. */
const besideWindows: readonly Lane[] = sized(
	[[webviewTests('webview'), ...hostSuites]],
	[[webviewTests('webview')], hostSuites],
);

const inEachRun: readonly Group[] = [
	[[check('build', 'node', 'esbuild.mjs')]],
	[
		[check('types', 'tsc', '-b')],
		[
			check(
				'format',
				'prettier',
				...['--check', '--cache', '--cache-location', 'out/prettier-cache', '--log-level', 'warn'],
				...['src', 'test', 'build', 'esbuild.mjs'],
			),
		],
		[check('lint', 'oxlint', '--type-aware', 'src', 'test', 'build', 'esbuild.mjs')],
		[check('notices', 'node', 'test/tools/notices.ts', '--check')],
	],
	[
		[inOneProcess('unit-core', unitTests('core'))],
		[inOneProcess('unit-sources', unitTests('webview', 'sources', 'replay'))],
		// These wait for agents most of their time.
		[inOneProcess('unit-host', unitTests('host', 'upgrade'))],
		[inOneProcess('unit-protocol', unitTests('protocol', 'node/transport'))],
		[inOneProcess('unit-demo', unitTests('demo'))],
		[inOneProcess('unit-changes', unitTests('node/changes'))],
		// These start processes and wait for them, and some of them change what Node's modules do.
		[
			inOwnProcesses('unit-processes', ['test/unit/node/*.test.ts', ...unitTests('agents', 'tools')], 3, {
				longest: ['remoteScenarios', 'cutLine', 'agentProcess', 'scenarioSession', 'malformed', 'watchdog'],
			}),
		],
	],
	// One file at a time: each brings processes of its own, and some measure.
	[[inOwnProcesses('rigs', ['test/rigs/*.rigTest.ts'], 1)]],
	// Two windows leave some of two cores idle, and what stands beside them waits as well: for pages, or for the one
	// window of a suite.
	[
		[
			// What is packaged runs on the oldest VS Code in each run, and on both in the long one.
			inOwnProcesses(
				'workbench-newest',
				[`test/vscode/workbench/${sized('*', '!(firstRun)')}.workbenchTest.ts`],
				2,
				{
					longest: [
						'persistence',
						'images',
						'permissions',
						'wayThrough',
						'sessions',
						'writePaths',
						'keyboard',
						'goingBack',
						'terminals',
						'upgrade',
						'reading',
						'peers',
						'checkpoints',
					],
					...drivesBrowser,
				},
			),
		],
		...besideWindows,
	],
	[
		// Reads the results of the suites above: a clause of the protocol without a test that passed is a failure.
		[check('clauses', 'node', 'test/tools/coverageTable.ts', 'acp')],
		// The same for the rows of the hazards.
		[check('hazards', 'node', 'test/tools/coverageTable.ts', 'hazard')],
	],
];

/** In their order. */
export const suiteGroups: readonly Group[] = isLongRun
	? [...inEachRun, [[check('soak', 'node', 'test/soak/soak.ts')]]]
	: inEachRun;
