/** What `npm test` says at the end. No files, no console. */
import { stripVTControlCharacters } from 'node:util';
import type { Outcome } from './suiteRun.ts';
import { isFailed, type TestResult } from './testResult.ts';

/** A log is often cut to its last 12 KB; the list of what failed has to fit in with the table. */
const mostListed = 10;
const mostErrorLines = 6;
const mostSlow = 10;
const mostLineLength = 120;

/** The whole summary; the last line counts. */
export function summaryLines(outcomes: readonly Outcome[]): string[] {
	return [
		...tableLines(outcomes),
		...slowestLines(outcomes),
		...listLines(outcomes),
		'',
		countLine(outcomes),
	];
}

interface Counts {
	readonly passed: number;
	readonly failed: number;
	readonly skipped: number;
	readonly unsteady: number;
}

/** An unsteady test is among the passed ones as well. */
export function countsOf(outcomes: readonly Outcome[]): Counts {
	const tests = outcomes.flatMap((outcome) => outcome.tests);
	const count = (wanted: string): number => tests.filter(({ state }) => state === wanted).length;
	return {
		passed: count('passed'),
		failed: count('failed'),
		skipped: count('skipped'),
		unsteady: tests.filter(isUnsteady).length,
	};
}

function tableLines(outcomes: readonly Outcome[]): string[] {
	const lines = ['', 'suite                 passed  failed  skipped  unsteady  seconds'];
	for (const outcome of outcomes) {
		const { passed, failed, skipped, unsteady } = countsOf([outcome]);
		const columns = [passed, failed, skipped].map((value) => String(value).padStart(8));
		columns.push(String(unsteady).padStart(10), outcome.seconds.toFixed(1).padStart(9));
		lines.push(`${outcome.suite.name.padEnd(20)}${columns.join('')}`);
		for (const { name, state, reason } of outcome.tests)
			if (state === 'skipped') lines.push(`    skipped: ${name}: ${reason}`);
	}
	return lines;
}

/** The files that took longest, of all suites. Where a suite says nothing of files, its tests are added up. */
function slowestLines(outcomes: readonly Outcome[]): string[] {
	const files = outcomes.flatMap(({ suite, tests }) => {
		const whole = tests.filter(({ state }) => state === 'file');
		const times = new Map<string, number>();
		for (const { file = '', ms = 0 } of whole.length > 0 ? whole : tests)
			if (file !== '') times.set(file, (times.get(file) ?? 0) + ms);
		return [...times].map(([file, ms]) => ({ suite: suite.name, file, ms }));
	});
	const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, mostSlow);
	if (slowest.length === 0) return [];
	const line = ({ suite, file, ms }: (typeof slowest)[number]): string =>
		`${(ms / 1000).toFixed(1).padStart(8)}  ${suite}  ${file}`;
	return ['', ` seconds  the ${slowest.length} slowest files`, ...slowest.map(line)];
}

/** Every failed test, then every unsteady one, with the first lines of its error. */
function listLines(outcomes: readonly Outcome[]): string[] {
	const tests = outcomes.flatMap(({ suite, tests }) => tests.map((test) => ({ ...test, suite: suite.name })));
	const listed = [
		...tests.filter(isFailed).map((test) => entryLines('failed', test, test.error)),
		...tests.filter(isUnsteady).map((test) => entryLines('unsteady', test, test.unsteady)),
	];
	const rest = listed.length - mostListed;
	const more = rest > 0 ? [['', `and ${rest} more, see test-results`]] : [];
	return [...listed.slice(0, mostListed), ...more].flat();
}

function entryLines(word: string, { suite, file, name }: TestResult, error = 'no error given'): string[] {
	const lines = stripVTControlCharacters(error)
		.split('\n')
		.filter((line) => line.trim() !== '');
	return [
		'',
		`${word}: ${suite}${file === undefined ? '' : ` ${file}`}`,
		`    ${name}`,
		...lines.slice(0, mostErrorLines).map((line) => `        ${cut(line)}`),
	];
}

const cut = (line: string): string =>
	line.length > mostLineLength ? `${line.slice(0, mostLineLength)}…` : line;

function isUnsteady({ unsteady }: TestResult): boolean {
	return unsteady !== undefined;
}

function countLine(outcomes: readonly Outcome[]): string {
	const { passed, failed, skipped, unsteady } = countsOf(outcomes);
	const rest = [
		...(skipped === 0 ? [] : [`${skipped} skipped`]),
		...(unsteady === 0 ? [] : [`${unsteady} unsteady among the passed`]),
	];
	return [`${passed} passed`, `${failed} failed`, ...rest].join(', ');
}
