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
const webviewTests = (name: string, files: string): Suite =>
	nodeTests(name, [`test/webview/${files}.webviewTest.ts`], 'oneProcess', { hasSecondTry: true });

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

const inEachRun: readonly (readonly Suite[])[] = [
	[check('build', 'node', 'esbuild.mjs')],
	[
		check('types', 'tsc', '-b'),
		check(
			'format',
			'prettier',
			...['--check', '--cache', '--cache-location', 'out/prettier-cache', '--log-level', 'warn'],
			...['src', 'test', 'build', 'esbuild.mjs'],
		),
		check('lint', 'oxlint', '--type-aware', 'src', 'test', 'build', 'esbuild.mjs'),
		check('notices', 'node', 'test/tools/notices.ts', '--check'),
	],
	[
		nodeTests('unit-core', unitTests('core', 'webview', 'sources', 'replay'), 'oneProcess'),
		nodeTests('unit-host', unitTests('host', 'protocol', 'upgrade', 'demo'), 'oneProcess'),
		// These start processes and wait for them, and some of them change what Node's modules do.
		nodeTests('unit-processes', unitTests('node', 'agents', 'tools'), 3),
	],
	// One file at a time: each brings processes of its own, and some measure.
	[nodeTests('rigs', ['test/rigs/*.rigTest.ts'], 1)],
	// Two processes, each with a browser of its own and the bundles of the view: they divide the work by the alphabet.
	[webviewTests('webview-a-k', '[a-k]*'), webviewTests('webview-l-z', '[l-z]*')],
	// Each of them uses less than a core.
	[
		hostTests('host-oldest', oldest, ...sized([], oldestSmoke)),
		nodeTests(
			'workbench-oldest',
			[`test/vscode/workbench/${sized('wayThrough', 'firstRun')}.workbenchTest.ts`],
			1,
			{ env: oldest, ...drivesBrowser },
		),
	],
	// Two windows leave some of two cores idle, and the extension host of the host suite has work for less than one.
	[
		hostTests('host-newest'),
		nodeTests('workbench-newest', ['test/vscode/workbench/*.workbenchTest.ts'], 2, drivesBrowser),
	],
	[
		// Reads the results of the suites above: a clause of the protocol without a test that passed is a failure.
		check('clauses', 'node', 'test/tools/coverageTable.ts', 'acp'),
		// The same for the rows of the hazards.
		check('hazards', 'node', 'test/tools/coverageTable.ts', 'hazard'),
	],
];

/** In their order; those of a group run at the same time. */
export const suiteGroups: readonly (readonly Suite[])[] = isLongRun
	? [...inEachRun, [check('soak', 'node', 'test/soak/soak.ts')]]
	: inEachRun;
