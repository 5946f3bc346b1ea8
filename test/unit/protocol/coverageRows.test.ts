/** The tool behind `npm run clauses`: it must not call covered what nothing showed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clauseTables } from '../../clauses/all.ts';
import type { Clause } from '../../clauses/clause.ts';
import {
	clauseRows,
	formatClause,
	formatCounts,
	inOrder,
	isCovered,
	strayTags,
	tagsOf,
	testsByTag,
} from '../../tools/coverageRows.ts';
import { formatResults, parseResults } from '../../tools/testResult.ts';

const some: readonly Clause[] = [
	{ id: 'C1', kind: 'M', duty: 'one' },
	{ id: 'C2', kind: 'S', duty: 'two' },
	{ id: 'C3', kind: 'O', duty: 'three', notBinding: 'not ours' },
];

const rowsFor = (...results: { name: string; state: string }[]): ReturnType<typeof clauseRows> =>
	clauseRows(
		some,
		testsByTag(
			results.map((result) => ({ suite: 'unit', ...result })),
			'acp',
		),
	);

describe('the table of clauses', () => {
	it('reads every tag of a name, and only those of its kind', () => {
		assert.deepEqual(tagsOf('stops [acp C58] [hazard C4] and [acp C60]', 'acp'), ['C58', 'C60']);
		assert.deepEqual(tagsOf('stops [acp C58] [hazard C4]', 'hazard'), ['C4']);
		assert.deepEqual(tagsOf('[acp 58] [acpC58] [ACP C58] acp C58', 'acp'), []);
	});

	it('reads results line by line', () => {
		const line = { suite: 'unit', name: 'a', state: 'passed' };
		assert.deepEqual(parseResults(`${formatResults([line, line])}\n`), [line, line]);
		assert.deepEqual(parseResults(''), []);
	});

	it('counts a test that ran in two suites twice, and one that ran twice in one suite once', () => {
		const results = ['unit', 'unit', 'host'].map((suite) => ({
			suite,
			name: 'x [acp C1]',
			state: 'passed',
		}));
		assert.equal(testsByTag(results, 'acp').get('C1')?.passed.size, 2);
	});

	it('says missing where no test passed, a skipped one included', () => {
		const rows = rowsFor({ name: 'x [acp C1]', state: 'skipped' });
		assert.deepEqual(
			rows.map(({ state }) => state),
			['MISSING', 'MISSING', 'not binding'],
		);
		assert.equal(isCovered(rows), false);
	});

	it('says failed where one of several tests failed, also for what does not bind', () => {
		const rows = rowsFor(
			{ name: 'x [acp C1]', state: 'passed' },
			{ name: 'y [acp C1]', state: 'failed' },
			{ name: 'z [acp C2] [acp C3]', state: 'failed' },
		);
		assert.deepEqual(
			rows.map(({ state }) => state),
			['FAILED', 'FAILED', 'FAILED'],
		);
		assert.equal(isCovered(rows), false);
	});

	it('is content when all that binds is covered', () => {
		const rows = rowsFor({ name: 'x [acp C1] [acp C2]', state: 'passed' });
		assert.equal(isCovered(rows), true);
		assert.match(formatClause(rows[0] ?? assert.fail()), /^C1 +M +covered +1 passed +one$/u);
		assert.match(formatClause(rows[2] ?? assert.fail()), /not binding .*three \(not ours\)$/u);
	});

	it('names tags that are no clause', () => {
		const tags = testsByTag([{ suite: 'unit', name: '[acp C1] [acp C129]', state: 'passed' }], 'acp');
		assert.deepEqual(strayTags(some, tags), ['C129']);
	});

	it('sorts by letter and number', () => {
		assert.deepEqual(inOrder(['C10', 'A7', 'C9', 'A12']), ['A7', 'A12', 'C9', 'C10']);
	});

	it('counts what is what', () => {
		const rows = rowsFor({ name: 'x [acp C1]', state: 'failed' });
		assert.equal(formatCounts(rows), '0 covered, 1 failed, 1 missing, 1 not binding, of 3.');
	});

	it('knows each clause of both versions once, and says what it is about', () => {
		const numbers = (first: number, last: number): string[] =>
			Array.from({ length: last - first + 1 }, (_item, index) => `C${first + index}`);
		assert.deepEqual(
			clauseTables.map(({ clauses }) => clauses.map(({ id }) => id)),
			[numbers(1, 128), numbers(201, 278)],
		);
		const clauses = clauseTables.flatMap(({ clauses: some }) => some);
		assert.ok(clauses.every(({ duty, notBinding }) => duty !== '' && notBinding !== ''));
		assert.ok(clauses.filter(({ notBinding }) => notBinding !== undefined).length <= 3);
	});
});
