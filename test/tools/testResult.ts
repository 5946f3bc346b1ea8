import { appendFileSync } from 'node:fs';

/** What a run of a suite leaves for each test: one JSON line, written by `resultsReporter.ts` and `runRegistered.ts`. */
export interface TestResult {
	readonly suite: string;
	readonly name: string;
	/** The names of the groups that it stands in; a tag of a group is one of each of its tests. */
	readonly group?: string;
	/**
	 * `passed`, `failed` or `skipped`. Not of a test: `figure`, what one measured, and `file`, how long a file took.
	 */
	readonly state: string;
	/** The test file, from the top folder of the project. A file that failed as a whole has it as its name, too. */
	readonly file?: string;
	/** Milliseconds. */
	readonly ms?: number;
	/** What was measured. */
	readonly figure?: string;
	/** Why it failed. */
	readonly error?: string;
	/** Why it was skipped. */
	readonly reason?: string;
	/** It passed in one of two runs; this is the error of the other one. */
	readonly unsteady?: string;
}

/** Results of one file, JSON by line. */
export function parseResults(text: string): TestResult[] {
	const lines = text.split('\n').filter((line) => line !== '');
	return lines.map((line) => JSON.parse(line) as TestResult);
}

/** The text that `parseResults` reads. */
export function formatResults(results: readonly TestResult[]): string {
	return results.map((result) => `${JSON.stringify(result)}\n`).join('');
}

export const isFailed = ({ state }: TestResult): boolean => state === 'failed';

/** Adds one to the file that ACP_TEST_RESULTS names, if it names one. */
export function recordResult(result: Omit<TestResult, 'suite'>): void {
	const file = process.env['ACP_TEST_RESULTS'];
	const suite = process.env['ACP_TEST_SUITE'] ?? 'unit';
	if (file !== undefined) appendFileSync(file, formatResults([{ suite, ...result }]));
}
