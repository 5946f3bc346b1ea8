/**
 * `npm run bench`: what a user waits for, measured in a real VS Code beside a floor that only appends raw text.
 * Both are opened in turn, each time in a fresh VS Code; figures are medians. It measures and never fails a build.
 *   --rounds <n>   how often each is opened (3)
 */
import { cp, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { projectFolder } from '../vscode/launcher/cache.ts';
import { makeTempFolder } from '../vscode/launcher/tempFolder.ts';
import { measureRound, type Round, type Subject } from './measure.ts';
import { printReport } from './report.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const rounds = Number(values.rounds);
const started = performance.now();

/** A copy of what ships, so that a build in the meantime changes nothing. */
const copy = makeTempFolder('bench');
for (const name of ['dist', 'media', 'package.json']) {
	await cp(path.join(projectFolder, name), path.join(copy.path, name), { recursive: true });
}

const floor: Subject = {
	name: 'floor',
	folder: path.join(import.meta.dirname, 'floor'),
	extensionName: 'acp-host-floor',
	hasSessions: false,
};
const ours: Subject = { name: 'ACP Host', folder: copy.path, extensionName: 'acp-host', hasSessions: true };

const floorRounds: Round[] = [];
const ourRounds: Round[] = [];
try {
	for (let round = 0; round < rounds; round++) {
		// The floor needs most of the time for them, so once has to be enough.
		const hasWorstCases = round === 0;
		for (const [subject, results] of [
			[floor, floorRounds],
			[ours, ourRounds],
		] as const) {
			console.log(`round ${round + 1} of ${rounds}: ${subject.name} (load ${os.loadavg()[0]?.toFixed(1)})`);
			const result = await tryTwice(() => measureRound(subject, hasWorstCases));
			if (result === undefined) continue;
			results.push(result);
			console.log(`  ${[...result.floods].map(([key, { ms }]) => `${key}: ${ms.toFixed(0)} ms`).join(', ')}`);
		}
	}
	const sizes = await Promise.all(
		['extension.cjs', 'webview.js', 'demoAgent.cjs'].map(async (name) => ({
			name,
			bytes: (await stat(path.join(copy.path, 'dist', name))).size,
		})),
	);
	printReport({ floor: floorRounds, ours: ourRounds, sizes });
	console.log(`\n${((performance.now() - started) / 1000).toFixed(0)} s on ${os.cpus().length} cores.`);
} finally {
	copy.remove();
}
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
