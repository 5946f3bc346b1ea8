/** Every suite of the project: what it runs and what it needs. */
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

/**
 * @param files globs of test files
 * @param atOnce test files at a time, each in a process of its own; `oneProcess` for one after the other in one
 *     process, which saves loading the sources again for each file
 */
function nodeTests(
	name: string,
	files: readonly string[],
	atOnce: number | 'oneProcess',
	more: Pick<Suite, 'env' | 'hasBrowser' | 'hasSecondTry'> = {},
): Suite {
	return {
		name,
		command: 'node',
		args: [
			'--test',
			atOnce === 'oneProcess' ? '--test-isolation=none' : `--test-concurrency=${atOnce}`,
			// A page that never answers must not keep the run from its end; whole files count as tests here.
			'--test-timeout=480000',
			'--test-reporter=./test/tools/resultsReporter.ts',
			'--test-reporter-destination=stdout',
		],
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
	nodeTests(name, ['test/webview/*.webviewTest.ts'], 'oneProcess', { hasSecondTry: true });

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
/** What is most likely to differ on the oldest VS Code: starting, files, pickers, diffs, virtual documents. */
const oldestSmoke = ['activation', 'workspaceFiles', 'permissionPicker', 'readonlyDocuments', 'runningAgent'];

/** Suites that run one after the other. */
type Lane = readonly Suite[];

/** Lanes that run at the same time. */
type Group = readonly Lane[];

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
		[nodeTests('unit-core', unitTests('core', 'webview', 'sources', 'replay'), 'oneProcess')],
		// Both wait for agents most of their time.
		[nodeTests('unit-host', unitTests('host', 'upgrade'), 'oneProcess')],
		[nodeTests('unit-protocol', unitTests('protocol', 'demo'), 'oneProcess')],
		// These start processes and wait for them, and some of them change what Node's modules do.
		[nodeTests('unit-processes', unitTests('node', 'agents', 'tools'), 3)],
	],
	// One file at a time: each brings processes of its own, and some measure.
	[[nodeTests('rigs', ['test/rigs/*.rigTest.ts'], 1)]],
	// Two windows leave some of two cores idle, and what stands beside them has work for less than one. Both lanes take
	// about the same time.
	[
		[nodeTests('workbench-newest', ['test/vscode/workbench/*.workbenchTest.ts'], 2, drivesBrowser)],
		[
			webviewTests('webview'),
			hostTests('host-oldest', oldest, ...sized([], oldestSmoke)),
			nodeTests(
				'workbench-oldest',
				[`test/vscode/workbench/${sized('wayThrough', 'firstRun')}.workbenchTest.ts`],
				1,
				{ env: oldest, ...drivesBrowser },
			),
			hostTests('host-newest'),
		],
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
