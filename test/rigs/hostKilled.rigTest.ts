/** The extension host is killed -9, and nothing that it started is left. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { after, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as limits from '../../src/core/base/limits.ts';
import type { DoomedPids } from '../agents/doomedHost.ts';
import { figure } from '../tools/figure.ts';
import { sized } from '../tools/sized.ts';
import { isAlive, tempDir, until } from '../unit/node/support.ts';

const repeats = sized(10, 2);
/** Hosts at a time: each has some fifteen processes. */
const atOnce = 2;
const promisedMs = 5_000;

const dir = tempDir();
const started: number[] = [];
after(() => {
	for (const pid of started.filter(isAlive)) process.kill(pid, 'SIGKILL');
});

/** Kills a host and says how long it took until all was gone. */
async function killHost(name: string): Promise<number> {
	const folder = path.join(dir, name);
	mkdirSync(folder);
	const program = fileURLToPath(new URL('../agents/doomedHost.ts', import.meta.url));
	const host = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
	started.push(host.pid ?? 0);
	const [line] = (await once(host.stdout, 'data')) as [Buffer];
	const { watchdog, others } = JSON.parse(line.toString()) as DoomedPids;
	started.push(...others, watchdog);
	assert.equal(others.length, 3 * 3 + 2);
	assert.deepEqual(
		[...others, watchdog].filter((pid) => !isAlive(pid)),
		[],
	);
	host.kill('SIGKILL');
	const start = performance.now();
	const left = (): number[] => [...others, watchdog].filter(isAlive);
	await until(() => left().length === 0, promisedMs * 5, `left: ${left().join(', ')}`);
	return performance.now() - start;
}

it(
	`a host that is killed -9 takes its agents and commands with it, ${repeats} of ${repeats} times [hazard B2]`,
	{
		skip: process.platform === 'win32' && 'Windows has no watchdog: only agents themselves end with the host',
	},
	async () => {
		const times: number[] = [];
		for (let run = 0; run < repeats; run += atOnce) {
			const runs = Array.from({ length: atOnce }, (_item, n) => killHost(String(run + n)));
			times.push(...(await Promise.all(runs)));
		}
		assert.equal(times.length, repeats);
		figure(
			'B2',
			`${repeats} of ${repeats} times nothing left after ${Math.round(Math.max(...times))} ms at most, ` +
				`of which ${limits.watchdogGraceMs} are for leaving by themselves`,
		);
	},
);
