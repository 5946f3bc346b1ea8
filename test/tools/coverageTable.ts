/**
 * Prints what the tests that ran show.
 *   node test/tools/coverageTable.ts acp      a row for every clause of the protocol, `[acp C58]`
 *   node test/tools/coverageTable.ts hazard   a row for every hazard, `[hazard C5]`; with --tests also their names
 * Ends with code 1 when a row has no test that passed, one that failed, or lacks something of its promise.
 */
import { glob, readFile } from 'node:fs/promises';
import { type ClauseTable, clauseTables } from '../clauses/all.ts';
import { hazardGroups } from '../hazards/all.ts';
import { clauseRows, formatClause, formatCounts, isCovered, strayTags, testsByTag } from './coverageRows.ts';
import {
	differences,
	formatHazard,
	formatHazardCounts,
	type HazardRow,
	hazardRows,
	isComplete,
} from './hazardRows.ts';
import { filesByTag } from './taggedTests.ts';
import { parseResults, type TestResult } from './testResult.ts';

const [kind, ...flags] = process.argv.slice(2);
if (kind !== 'acp' && kind !== 'hazard') throw new Error('Name what to list: acp or hazard.');

const results = await readResults();
const tags = testsByTag(results, kind);
if (kind === 'acp') printClauses();
else await printHazards();
if (tags.size === 0) {
	console.error('There are no results: run npm test first.');
	process.exitCode = 1;
}

async function readResults(): Promise<TestResult[]> {
	const found: TestResult[] = [];
	for await (const file of glob('test-results/*.jsonl')) {
		found.push(...parseResults(await readFile(file, 'utf8')));
	}
	return found;
}

function printClauses(): void {
	for (const table of clauseTables) printTable(table);
	complainOfStrays(clauseTables.flatMap(({ clauses }) => clauses));
}

/** Tags that name no row are typing mistakes. */
function complainOfStrays(known: readonly { readonly id: string }[]): void {
	const stray = strayTags(known, tags);
	if (stray.length === 0) return;
	console.error(`Tags that name no row: ${stray.join(', ')}`);
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

async function printHazards(): Promise<void> {
	const all: HazardRow[] = [];
	for (const { title, hazards } of hazardGroups) {
		console.log(`\n── ${title} ──`);
		const rows = hazardRows(hazards, results);
		for (const row of rows) printHazard(row);
		all.push(...rows);
	}
	console.log(`\n${formatHazardCounts(all)} Results are those of the last run of each suite.`);
	complainOfStrays(all.map(({ hazard }) => hazard));
	const wrong = differences(await filesByTag('hazard'), results);
	for (const line of wrong) console.error(line);
	if (!isComplete(all) || wrong.length > 0) process.exitCode = 1;
}

function printHazard(row: HazardRow): void {
	for (const line of formatHazard(row)) console.log(line);
	if (flags.includes('--tests')) for (const test of row.tests.passed) console.log(`      ${test}`);
}
