/**
 * Prints what the tests that ran show.
 *   node test/tools/coverageTable.ts acp      a row for every clause of the protocol, `[acp C58]`
 *   node test/tools/coverageTable.ts hazard   the tests of each row of the hazards, `[hazard C5]`
 * Ends with code 1 when a clause has no test that passed, or one that failed.
 */
import { glob, readFile } from 'node:fs/promises';
import { type ClauseTable, clauseTables } from '../clauses/all.ts';
import {
	clauseRows,
	formatClause,
	formatCounts,
	inOrder,
	isCovered,
	strayTags,
	type Tests,
	testsByTag,
} from './coverageRows.ts';
import { parseResults, type TestResult } from './testResult.ts';

const [kind] = process.argv.slice(2);
if (kind !== 'acp' && kind !== 'hazard') throw new Error('Name what to list: acp or hazard.');

const tags = testsByTag(await readResults(), kind);
if (kind === 'acp') printClauses();
else printHazards();
if (tags.size === 0) {
	console.error('There are no results: run npm test first.');
	process.exitCode = 1;
}

async function readResults(): Promise<TestResult[]> {
	const results: TestResult[] = [];
	for await (const file of glob('test-results/*.jsonl')) {
		results.push(...parseResults(await readFile(file, 'utf8')));
	}
	return results;
}

function printClauses(): void {
	for (const table of clauseTables) printTable(table);
	const stray = strayTags(
		clauseTables.flatMap(({ clauses }) => clauses),
		tags,
	);
	if (stray.length === 0) return;
	console.error(`Tags that name no clause: ${stray.join(', ')}`);
	process.exitCode = 1;
}

function printTable({ title, clauses }: ClauseTable): void {
	console.log(`── ${title} ──`);
	const rows = clauseRows(clauses, tags);
	for (const row of rows) {
		console.log(formatClause(row));
		for (const test of row.tests.failed) console.log(`      failed: ${test}`);
	}
	console.log(`\n${formatCounts(rows)}\n`);
	if (!isCovered(rows)) process.exitCode = 1;
}

function printHazards(): void {
	for (const id of inOrder(tags.keys())) printHazard(id, tags.get(id));
	console.log(`\n${tags.size} rows have a test. Results are those of the last run of each suite.`);
}

function printHazard(id: string, tests: Tests | undefined): void {
	const { passed, failed } = tests ?? { passed: new Set<string>(), failed: new Set<string>() };
	const state = failed.size > 0 ? 'FAILED' : `${passed.size} test${passed.size === 1 ? '' : 's'}`;
	console.log(`${id.padEnd(5)} ${state}`);
	for (const test of [...failed, ...passed]) console.log(`      ${test}`);
}
