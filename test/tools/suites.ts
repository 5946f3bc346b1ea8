/** Every suite of the project: what it runs and what it needs. */
export interface Suite {
	readonly name: string;
	readonly command: string;
	readonly args: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	/** It writes test results; a check such as the type check does not. */
	readonly hasResults: boolean;
}

/** @param files glob of test files @param concurrency test files at a time */
function nodeTests(
	name: string,
	files: string,
	concurrency: number,
	env: Record<string, string> = {},
): Suite {
	return {
		name,
		command: 'node',
		args: [
			'--test',
			`--test-concurrency=${concurrency}`,
			'--test-reporter=./test/tools/resultsReporter.ts',
			'--test-reporter-destination=stdout',
			files,
		],
		env,
		hasResults: true,
	};
}

const check = (name: string, command: string, ...args: string[]): Suite => ({
	name,
	command,
	args,
	hasResults: false,
});

const oldest = { VSCODE_TEST_VERSION: 'oldest' };

export const suites: readonly Suite[] = [
	check('build', 'node', 'esbuild.mjs'),
	check('types', 'tsc', '-b'),
	check('lint', 'oxlint', '--type-aware', 'src', 'test', 'esbuild.mjs'),
	check('format', 'prettier', '--check', '--log-level', 'warn', 'src', 'test', 'esbuild.mjs', 'media/*.css'),
	check('notices', 'node', 'test/tools/notices.ts', '--check'),
	nodeTests('unit', 'test/unit/**/*.test.ts', 2),
	nodeTests('webview', 'test/webview/**/*.webviewTest.ts', 2),
	{ name: 'host-newest', command: 'node', args: ['test/vscode/runHostSuite.ts'], hasResults: true },
	nodeTests('workbench-newest', 'test/vscode/workbench/*.workbenchTest.ts', 1),
	{
		name: 'host-oldest',
		command: 'node',
		args: ['test/vscode/runHostSuite.ts'],
		env: oldest,
		hasResults: true,
	},
	nodeTests('workbench-oldest', 'test/vscode/workbench/wayThrough.workbenchTest.ts', 1, oldest),
	// Reads the results of the suites above: a clause of the protocol without a test that passed is a failure.
	check('clauses', 'node', 'test/tools/coverageTable.ts', 'acp'),
];
