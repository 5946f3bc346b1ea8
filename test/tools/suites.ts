/** Every suite of the project: what it runs and what it needs. */
export interface Suite {
	readonly name: string;
	readonly command: string;
	readonly args: readonly string[];
	/** Test files, or globs of them, to follow `args`; absent: all that the command finds by itself. */
	readonly files?: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	/** It writes test results; a check such as the type check does not. */
	readonly hasResults: boolean;
	/** It drives a browser: files with failures run once more, alone (`secondTry.ts`). */
	readonly hasSecondTry?: boolean;
}

/** @param files glob of test files @param concurrency test files at a time */
function nodeTests(
	name: string,
	files: string,
	concurrency: number,
	more: Pick<Suite, 'env' | 'hasSecondTry'> = {},
): Suite {
	return {
		name,
		command: 'node',
		args: [
			'--test',
			`--test-concurrency=${concurrency}`,
			'--test-reporter=./test/tools/resultsReporter.ts',
			'--test-reporter-destination=stdout',
		],
		files: [files],
		hasResults: true,
		...more,
	};
}

const check = (name: string, command: string, ...args: string[]): Suite => ({
	name,
	command,
	args,
	hasResults: false,
});

const hostTests = (name: string, env: Record<string, string> = {}): Suite => ({
	name,
	command: 'node',
	args: ['test/vscode/runHostSuite.ts'],
	env,
	hasResults: true,
	hasSecondTry: true,
});

const oldest = { VSCODE_TEST_VERSION: 'oldest' };
const hasSecondTry = true;

export const suites: readonly Suite[] = [
	check('build', 'node', 'esbuild.mjs'),
	check('types', 'tsc', '-b'),
	check('lint', 'oxlint', '--type-aware', 'src', 'test', 'build', 'esbuild.mjs'),
	check('format', 'prettier', '--check', '--log-level', 'warn', 'src', 'test', 'build', 'esbuild.mjs'),
	check('notices', 'node', 'test/tools/notices.ts', '--check'),
	nodeTests('unit', 'test/unit/**/*.test.ts', 2),
	// One file at a time: each brings processes of its own, and some measure.
	nodeTests('rigs', 'test/rigs/*.rigTest.ts', 1),
	nodeTests('webview', 'test/webview/**/*.webviewTest.ts', 2, { hasSecondTry }),
	hostTests('host-newest'),
	nodeTests('workbench-newest', 'test/vscode/workbench/*.workbenchTest.ts', 1, { hasSecondTry }),
	hostTests('host-oldest', oldest),
	nodeTests('workbench-oldest', 'test/vscode/workbench/wayThrough.workbenchTest.ts', 1, {
		env: oldest,
		hasSecondTry,
	}),
	// Reads the results of the suites above: a clause of the protocol without a test that passed is a failure.
	check('clauses', 'node', 'test/tools/coverageTable.ts', 'acp'),
	// The same for the rows of the hazards.
	check('hazards', 'node', 'test/tools/coverageTable.ts', 'hazard'),
];
