/**
 * The second try of a suite that drives a browser: its files with failures run once more, alone. A test that passes
 * then counts as passed and is listed as unsteady, with the error that it had. No files, no console.
 */
import { isFailed, type TestResult } from './testResult.ts';

/** More failures than these are no unsteadiness. */
export const mostFailures = 5;

/**
 * Files to run once more, each once. None when too much failed, or when a failure names no file: then a second run
 * would not show whether it is gone.
 */
export function filesToTryAgain(results: readonly TestResult[]): string[] {
	const failures = results.filter(isFailed);
	const files = failures.flatMap(({ file }) => (file === undefined ? [] : [file]));
	if (files.length < failures.length || causesOf(failures) > mostFailures) return [];
	return [...new Set(files)];
}

/** A window that did not open fails every test of its file with one and the same error. */
function causesOf(failures: readonly TestResult[]): number {
	return new Set(failures.map(({ file, name, error }) => `${file}\n${error ?? name}`)).size;
}

/** Each test once, in its final state: only one that failed as often as it ran is failed. */
export function mergeTries(first: readonly TestResult[], second: readonly TestResult[]): TestResult[] {
	const again = byTest(second);
	const merged = [...byTest(first)].map(([test, result]) => {
		const other = again.get(test);
		again.delete(test);
		return other === undefined ? stateWithout(result, second) : finalState(result, other);
	});
	return [...merged, ...[...again.values()].map((result) => stateWithout(result, first))];
}

function finalState(first: TestResult, second: TestResult): TestResult {
	const failed = [first, second].find(isFailed);
	const passed = [first, second].find(({ state }) => state === 'passed');
	if (failed === undefined) return second;
	return passed === undefined ? failed : unsteady(passed, failed);
}

/** A file that fails as a whole has a result with its own name; where all went well, it has only those of its tests. */
function stateWithout(result: TestResult, otherRun: readonly TestResult[]): TestResult {
	if (!isFailed(result) || result.name !== result.file) return result;
	const hasRun = otherRun.some(({ file }) => file === result.file);
	const { error: _, ...passed } = result;
	return hasRun ? unsteady({ ...passed, state: 'passed' }, result) : result;
}

function unsteady(passed: TestResult, { error }: TestResult): TestResult {
	return { ...passed, unsteady: error ?? 'no error given' };
}

/** Two tests of a file may have one name. */
function byTest(results: readonly TestResult[]): Map<string, TestResult> {
	const tests = new Map<string, TestResult>();
	for (const result of results) {
		let nth = 0;
		while (tests.has(`${result.file}\n${result.name}\n${nth}`)) nth++;
		tests.set(`${result.file}\n${result.name}\n${nth}`, result);
	}
	return tests;
}
