/**
 * What takes too long for every run: `npm run soak`, about five minutes, and the last suite of `npm run test:long`. Prints what it measured beside what is promised,
 * and fails when a promise is broken. Short forms of all of it run in `npm test` (test/rigs).
 */
import type { CycleFigures } from './cycles.ts';
import type { FloodFigures } from './flood.ts';
import type { IdleFigures } from './idle.ts';
import { measure } from './measure.ts';
import type { StderrFigures } from './stderrFlood.ts';
import { mib } from './watch.ts';

interface Row {
	readonly hazard: string;
	readonly what: string;
	readonly measured: number;
	readonly promised: number;
	readonly unit: string;
}

const soaks: readonly (() => Promise<readonly Row[]>)[] = [
	async () => {
		const { heapGrowthMib, left } = await measure<CycleFigures>('cycles', 100);
		const cycles = '100 times open, prompt, close';
		const leftCount = Object.values(left).reduce((sum, n) => sum + n, 0);
		if (leftCount > 0) console.log(`left behind: ${JSON.stringify(left)}`);
		return [
			{ hazard: 'G5', what: `${cycles}: heap`, measured: heapGrowthMib, promised: 5, unit: 'MiB' },
			{
				hazard: 'G5',
				what: `${cycles}: listeners, handles, processes`,
				measured: leftCount,
				promised: 0,
				unit: 'more',
			},
		];
	},
	async () => {
		const { rssMib } = await measure<StderrFigures>('stderrFlood', 1024 * mib);
		return [{ hazard: 'B9', what: '1 GiB of stderr: memory', measured: rssMib, promised: 20, unit: 'MiB' }];
	},
	async () => {
		const { cpuPercent, timers } = await measure<IdleFigures>('idle', 60_000);
		return [
			{ hazard: 'B11', what: 'idle for 60 s: a core', measured: cpuPercent, promised: 0.1, unit: '%' },
			{ hazard: 'B11', what: 'idle for 60 s: timers', measured: timers, promised: 0, unit: '' },
		];
	},
	async () => {
		const { rssMib, ms } = await measure<FloodFigures>('flood', 2_000_000);
		const rate = 2_000_000 / ms;
		console.log(`2,000,000 updates: ${Math.round(rate)} k/s`);
		// The text itself is most of it, and is to be kept.
		return [
			{ hazard: 'A7', what: '2,000,000 updates: memory', measured: rssMib, promised: 600, unit: 'MiB' },
		];
	},
];

for (const soak of soaks) {
	for (const { hazard, what, measured, promised, unit } of await soak()) {
		const isKept = measured <= promised;
		if (!isKept) process.exitCode = 1;
		const figures = `${Number(measured.toFixed(3))} of ${promised} ${unit}`;
		console.log(`${isKept ? 'kept  ' : 'BROKEN'} ${hazard.padEnd(4)} ${what.padEnd(62)} ${figures}`);
	}
}
