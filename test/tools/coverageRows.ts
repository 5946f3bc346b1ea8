/** From results of tests to the rows of `npm run clauses` and `npm run hazards`. No files, no console. */
import type { Clause } from '../clauses/clause.ts';
import type { TestResult } from './testResult.ts';

export type TagKind = 'acp' | 'hazard';

/** The tests that carry one tag, each named once. */
export interface Tests {
	readonly passed: ReadonlySet<string>;
	readonly failed: ReadonlySet<string>;
}

export interface ClauseRow {
	readonly clause: Clause;
	readonly tests: Tests;
	readonly state: 'covered' | 'FAILED' | 'MISSING' | 'not binding';
}

/** Ids of the tags in a test's name: `[acp C58] [acp C59]` has C58 and C59. */
export function tagsOf(name: string, kind: TagKind): string[] {
	return [...name.matchAll(new RegExp(String.raw`\[${kind} ([A-G]\d+)\]`, 'gu'))].map(([, id]) => id ?? '');
}

/** The tests by tag. Only what ran counts: a skipped test shows nothing. */
export function testsByTag(results: readonly TestResult[], kind: TagKind): ReadonlyMap<string, Tests> {
	const tags = new Map<string, { passed: Set<string>; failed: Set<string> }>();
	for (const { suite, group = '', name, state } of results) {
		if (state !== 'passed' && state !== 'failed') continue;
		for (const id of new Set(tagsOf(`${group} ${name}`, kind))) {
			const tests = tags.get(id) ?? { passed: new Set(), failed: new Set() };
			tags.set(id, tests);
			tests[state].add(group === '' ? `${suite}: ${name}` : `${suite}: ${group}: ${name}`);
		}
	}
	return tags;
}

const none: Tests = { passed: new Set(), failed: new Set() };

/** A row for every clause, in their order, with or without a test. */
export function clauseRows(clauses: readonly Clause[], tags: ReadonlyMap<string, Tests>): ClauseRow[] {
	return clauses.map((clause) => {
		const tests = tags.get(clause.id) ?? none;
		return { clause, tests, state: stateOf(clause, tests) };
	});
}

function stateOf(clause: Clause, { passed, failed }: Tests): ClauseRow['state'] {
	if (failed.size > 0) return 'FAILED';
	if (passed.size > 0) return 'covered';
	return clause.notBinding === undefined ? 'MISSING' : 'not binding';
}

/** Tags that name no clause: typing mistakes, which would otherwise count for nothing. */
export function strayTags(
	clauses: readonly { readonly id: string }[],
	tags: ReadonlyMap<string, Tests>,
): string[] {
	const known = new Set(clauses.map(({ id }) => id));
	return [...tags.keys()].filter((id) => !known.has(id)).toSorted();
}

/** True when every clause that binds has a test and none of them fails. */
export function isCovered(rows: readonly ClauseRow[]): boolean {
	return rows.every(({ state }) => state === 'covered' || state === 'not binding');
}

/** `76 covered, 0 failed, 1 missing, 1 not binding, of 78.` */
export function formatCounts(rows: readonly ClauseRow[]): string {
	const count = (wanted: ClauseRow['state']): number => rows.filter(({ state }) => state === wanted).length;
	return `${count('covered')} covered, ${count('FAILED')} failed, ${count('MISSING')} missing, ${count('not binding')} not binding, of ${rows.length}.`;
}

/** `C58   M  covered       5 tests   cancelling answers every open permission` */
export function formatClause({ clause, tests, state }: ClauseRow): string {
	const { passed, failed } = tests;
	const count = `${passed.size} passed${failed.size === 0 ? '' : `, ${failed.size} failed`}`;
	const start = `${clause.id.padEnd(5)} ${clause.kind}  ${state.padEnd(12)} ${count.padEnd(20)} ${clause.duty}`;
	return state === 'not binding' ? `${start} (${clause.notBinding})` : start;
}

/** Tags in the order of letter and number. */
export function inOrder(ids: Iterable<string>): string[] {
	const rank = (id: string): number => (id.codePointAt(0) ?? 0) * 1000 + Number(id.slice(1));
	return [...ids].toSorted((a, b) => rank(a) - rank(b));
}
