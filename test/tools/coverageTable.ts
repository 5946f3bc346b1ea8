/**
 * Prints which tags the tests that ran and passed carry.
 *   node test/tools/coverageTable.ts acp      clauses of the protocol, `[acp C58]`
 *   node test/tools/coverageTable.ts hazard   rows of the hazards, `[hazard C5]`
 */
import { glob, readFile } from 'node:fs/promises';

interface Row {
	readonly passed: Set<string>;
	readonly failed: Set<string>;
}

const [kind] = process.argv.slice(2);
if (kind !== 'acp' && kind !== 'hazard') throw new Error('Name what to list: acp or hazard.');
const tag = new RegExp(String.raw`\[${kind} ([A-G]\d+)\]`, 'gu');

const rows = new Map<string, Row>();
for await (const file of glob('test-results/*.jsonl')) {
	for (const line of (await readFile(file, 'utf8')).split('\n')) {
		if (line === '') continue;
		const { name, state, suite } = JSON.parse(line) as { name: string; state: string; suite: string };
		for (const [, id] of name.matchAll(tag)) note(id ?? '', state, `${suite}: ${name}`);
	}
}

function note(id: string, state: string, test: string): void {
	const row = rows.get(id) ?? { passed: new Set(), failed: new Set() };
	rows.set(id, row);
	if (state === 'passed') row.passed.add(test);
	if (state === 'failed') row.failed.add(test);
}

const numeric = (id: string): number => (id.codePointAt(0) ?? 0) * 1000 + Number(id.slice(1));
for (const [id, { passed, failed }] of [...rows].toSorted(([a], [b]) => numeric(a) - numeric(b))) {
	const state = failed.size > 0 ? 'FAILED' : `${passed.size} test${passed.size === 1 ? '' : 's'}`;
	console.log(`${id.padEnd(5)} ${state}`);
	for (const test of [...failed, ...passed]) console.log(`      ${test}`);
}
console.log(`\n${rows.size} rows have a test. Results are those of the last run of each suite.`);
if (rows.size === 0) {
	console.error('There are no results: run npm test first.');
	process.exitCode = 1;
}
