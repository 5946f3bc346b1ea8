/**
 * `npm run bench`: what a user waits for, measured in a real VS Code beside floors that only append raw text.
 * All are opened in turn, each time in a fresh VS Code; figures are medians. It measures and never fails a build.
 *   --rounds <n>         how often each is opened (3), but for the floor that posts each update, which is opened once
 *   --against <folder>   another checkout of ACP Host, built, instead of the floors: two versions in one run
 */
import { stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { printAgainst } from './againstReport.ts';
import { changesRows } from './changes.ts';
import { measureRound, type Round } from './measure.ts';
import { printReport } from './report.ts';
import { floor, ours } from './subjects.ts';

const { values } = parseArgs({
	options: { rounds: { type: 'string', default: '3' }, against: { type: 'string' } },
});
const rounds = Number(values.rounds);
const started = performance.now();

const { against } = values;
const subjects =
	against === undefined
		? [await floor(false), await floor(true), await ours()]
		: [await ours(path.resolve(against), 'earlier'), await ours()];
const results = subjects.map((): Round[] => []);
for (let round = 0; round < rounds; round++) {
	const isFirst = round === 0;
	for (const [index, subject] of subjects.entries()) {
		// The floor that posts each chunk needs most of the time for them, so once has to be enough.
		const isSlow = against === undefined && index === 0;
		if (isSlow && !isFirst) continue;
		const extent = { hasWorstCases: isFirst || !isSlow, hasLongAnswers: !isSlow, hasDay: isFirst && !isSlow };
		console.log(`round ${round + 1} of ${rounds}: ${subject.name} (load ${os.loadavg()[0]?.toFixed(1)})`);
		const result = await tryTwice(() => measureRound(subject, extent));
		if (result === undefined) continue;
		results[index]?.push(result);
		console.log(`  ${[...result.floods].map(([key, { ms }]) => `${key}: ${ms.toFixed(0)} ms`).join(', ')}`);
	}
}
if (against === undefined) await printBesideFloors(results);
else printAgainst(results[0] ?? [], results[1] ?? []);
console.log(`\n${((performance.now() - started) / 1000).toFixed(0)} s on ${os.cpus().length} cores.`);
// Whatever a failed round left behind is ended with this process.
process.exit(0);

/** On a busy machine the window may not open in time. */
async function tryTwice<T>(work: () => Promise<T>): Promise<T | undefined> {
	for (let tries = 0; tries < 2; tries++) {
		try {
			return await work();
		} catch (error) {
			console.log(`  failed: ${error instanceof Error ? error.message : String(error)}`);
		}
	}
	return undefined;
}

async function printBesideFloors([raw = [], batched = [], own = []]: readonly Round[][]): Promise<void> {
	const sizes = await Promise.all(
		['extension.cjs', 'runningAgent.cjs', 'webview-chunk.js'].map(async (name) => ({
			name,
			bytes: (await stat(path.join(import.meta.dirname, '..', '..', 'dist', name))).size,
		})),
	);
	printReport({ floor: raw, batched, ours: own, changes: await changesRows(), sizes });
}
