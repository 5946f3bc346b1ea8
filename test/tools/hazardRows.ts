/** From results of tests to the rows of `npm run hazards`. No files, no console. */
import type { Hazard } from '../hazards/hazard.ts';
import { inOrder, tagsOf, type Tests, testsByTag } from './coverageRows.ts';
import type { TestResult } from './testResult.ts';

export interface HazardRow {
	readonly hazard: Hazard;
	readonly tests: Tests;
	readonly figures: readonly string[];
	readonly state: 'shown' | 'FAILED' | 'MISSING' | 'PARTLY';
	/** Why it is only partly shown. */
	readonly lacks: readonly string[];
}

const none: Tests = { passed: new Set(), failed: new Set() };

/** A row for every hazard, in their order, with or without a test. */
export function hazardRows(hazards: readonly Hazard[], results: readonly TestResult[]): HazardRow[] {
	const tags = testsByTag(results, 'hazard');
	return hazards.map((hazard) => {
		const tests = tags.get(hazard.id) ?? none;
		const measured = results.filter(
			({ state, name }) => state === 'figure' && name === figureName(hazard.id),
		);
		const figures = [...new Set(measured.map(({ figure = '' }) => figure))];
		const lacks = lacking(hazard, tests, figures);
		return { hazard, tests, figures, lacks, state: stateOf(tests, lacks) };
	});
}

/** By this name a figure stands among the results, so that a second try replaces the first. */
export const figureName = (id: string): string => `figure [hazard ${id}]`;

function stateOf({ passed, failed }: Tests, lacks: readonly string[]): HazardRow['state'] {
	if (failed.size > 0) return 'FAILED';
	if (passed.size === 0) return 'MISSING';
	return lacks.length > 0 ? 'PARTLY' : 'shown';
}

function lacking(
	{ least = 1, isMeasured, gap }: Hazard,
	{ passed }: Tests,
	figures: readonly string[],
): string[] {
	return [
		...(passed.size > 0 && passed.size < least ? [`${passed.size} of ${least} tests`] : []),
		...(isMeasured === true && passed.size > 0 && figures.length === 0 ? ['no test printed a figure'] : []),
		...(gap === undefined ? [] : [gap]),
	];
}

/**
 * Where the titles in the sources, which SECURITY.md repeats, and the tests that ran do not say the same.
 * @param named test files by tag (`taggedTests.ts`)
 */
export function differences(
	named: ReadonlyMap<string, readonly string[]>,
	results: readonly TestResult[],
): readonly string[] {
	const shown = new Map<string, Set<string>>();
	for (const { group = '', name, file, state } of results) {
		if (state !== 'passed' || file === undefined) continue;
		for (const id of tagsOf(`${group} ${name}`, 'hazard'))
			shown.set(id, (shown.get(id) ?? new Set()).add(file));
	}
	return inOrder(new Set([...named.keys(), ...shown.keys()])).flatMap((id) => {
		const [files, ran] = [named.get(id) ?? [], shown.get(id) ?? new Set<string>()];
		return [
			...files
				.filter((file) => !ran.has(file))
				.map((file) => `${id}: no test of ${file} with this tag passed`),
			...[...ran]
				.filter((file) => !files.includes(file))
				.map((file) => `${id}: ${file} has its tag in no title`),
		];
	});
}

/** True when every row is shown. */
export const isComplete = (rows: readonly HazardRow[]): boolean =>
	rows.every(({ state }) => state === 'shown');

/** `D4   shown    12  what the user typed is never lost …  (1,000 interleavings)`, and a line for each remark. */
export function formatHazard({ hazard, tests, figures, state, lacks }: HazardRow): string[] {
	const { passed, failed } = tests;
	const start = `${hazard.id.padEnd(4)} ${state.padEnd(8)} ${String(passed.size).padStart(4)}  ${hazard.promise}`;
	const remark = (label: string, text: string): string => `${' '.repeat(20)}${label}: ${text}`;
	return [
		start,
		...figures.map((text) => remark('measured', text)),
		...(hazard.noted === undefined ? [] : [remark('noted', hazard.noted)]),
		...(hazard.platform === undefined ? [] : [remark('platform', hazard.platform)]),
		...lacks.map((text) => remark('LACKS', text)),
		...[...failed].map((test) => remark('failed', test)),
	];
}

/** `66 shown, 1 partly, 2 missing, 0 failed, of 69.` */
export function formatHazardCounts(rows: readonly HazardRow[]): string {
	const count = (wanted: HazardRow['state']): number => rows.filter(({ state }) => state === wanted).length;
	return `${count('shown')} shown, ${count('PARTLY')} partly, ${count('MISSING')} missing, ${count('FAILED')} failed, of ${rows.length}.`;
}
