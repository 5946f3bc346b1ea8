/** Promises that are numbers, measured in processes of their own. Times are held at five times the promise. */
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { InboundQueue } from '../../src/node/inboundQueue.ts';
import { MessageReader } from '../../src/node/messageReader.ts';
import { StreamTransport } from '../../src/node/transport/streamTransport.ts';
import type { CycleFigures } from '../soak/cycles.ts';
import type { FloodFigures } from '../soak/flood.ts';
import type { GiantLineFigures } from '../soak/giantLine.ts';
import type { IdleFigures } from '../soak/idle.ts';
import { measure } from '../soak/measure.ts';
import type { StderrFigures } from '../soak/stderrFlood.ts';
import { mib } from '../soak/watch.ts';
import { figure } from '../tools/figure.ts';
import { sized } from '../tools/sized.ts';

const slack = 5;
const mostRssMib = 150;
const updateCount = sized(500_000, 100_000);
const stderrMib = sized(256, 64);
const cycleCount = sized(20, 5);
const round = (value: number): number => Math.round(value * 10) / 10;

describe('measured', { concurrency: 2 }, () => {
	it(`${updateCount.toLocaleString('en')} updates are applied in order, the window stays responsive, and Stop gets through [hazard A7]`, async () => {
		const first = await measure<FloodFigures>('flood', updateCount);
		// When garbage is collected is up to the machine: what a second run does without is not held.
		const isMuch = first.rssMib > mostRssMib;
		const { updates, ms, rssMib, lagP99, stopMs } = isMuch
			? await measure<FloodFigures>('flood', updateCount)
			: first;
		const rate = Math.round(updates / ms);
		figure(
			'A7',
			`${rate} k updates/s, ${round(rssMib)} MiB more, loop late by ${round(lagP99)} ms (p99), stopped in ${round(stopMs)} ms`,
		);
		assert.equal(updates, updateCount);
		assert.ok(ms <= 6000 * slack, `${ms} ms`);
		assert.ok(rssMib <= mostRssMib, `${rssMib} MiB`);
		assert.ok(lagP99 <= 50 * slack, `${lagP99} ms`);
		assert.ok(stopMs <= 100 * slack, `${stopMs} ms`);
	});

	it('a line of 31 MiB is read; 33 MiB, and 1 GiB without an end, end the agent in bounded memory, and the next prompt starts a fresh one [hazard A3]', async () => {
		const { accepted, tooLong, endless } = await measure<GiantLineFigures>('giantLine');
		figure(
			'A3',
			`31 MiB in ${round(accepted.ms)} ms, loop late by ${round(accepted.lagMax)} ms at most; ` +
				`1 GiB without an end: failed after ${round(endless.ms)} ms, ${round(endless.rssMib)} MiB more`,
		);
		assert.ok(accepted.ms <= 1000 * slack, `${accepted.ms} ms`);
		assert.ok(accepted.lagMax <= 300 * slack, `${accepted.lagMax} ms`);
		for (const { ms, rssMib } of [tooLong, endless]) {
			assert.ok(ms <= 1000 * slack, `${ms} ms`);
			assert.ok(rssMib <= mostRssMib, `${rssMib} MiB`);
		}
	});

	it(`${stderrMib} MiB of stderr leave the memory as it is [hazard B9]`, async () => {
		const { bytes, lines, ms, rssMib } = await measure<StderrFigures>('stderrFlood', stderrMib * mib);
		figure('B9', `${bytes / mib} MiB in ${round(ms / 1000)} s, ${round(rssMib)} MiB more`);
		assert.ok(lines > stderrMib * 4_000);
		assert.ok(rssMib <= 20, `${rssMib} MiB`);
	});

	it('an idle agent costs no time and no timer [hazard B11]', async () => {
		const { ms, cpuPercent, timers } = await measure<IdleFigures>('idle', sized(15_000, 4_000));
		figure('B11', `${cpuPercent.toFixed(3)} % of a core in ${ms / 1000} s, ${timers} timers`);
		assert.equal(timers, 0);
		assert.ok(cpuPercent <= 0.1 * slack, `${cpuPercent} %`);
	});

	it(`opening, prompting and closing ${cycleCount} times leaves nothing behind [hazard G5]`, async () => {
		const { cycles, heapGrowthMib, left } = await measure<CycleFigures>('cycles', cycleCount);
		figure('G5', `${cycles} cycles: ${round(heapGrowthMib)} MiB of heap more, nothing else`);
		assert.deepEqual(left, {});
		assert.ok(heapGrowthMib <= 5, `${heapGrowthMib} MiB`);
	});
});

/** Milliseconds of a processor that a line of so many bytes takes from its chunks to the message. */
async function readLine(bytes: number): Promise<number> {
	const input = new PassThrough();
	const { promise: read, resolve } = Promise.withResolvers<unknown>();
	const queue = new InboundQueue(resolve);
	const transport = new StreamTransport({ input, output: new PassThrough() });
	const reader = new MessageReader({ transport, queue, refuse: () => assert.fail('refused') });
	transport.start(reader);
	const start = `{"jsonrpc":"2.0","method":"m","params":{"text":"`;
	const line = Buffer.from(`${start}${'x'.repeat(bytes - start.length - 3)}"}}\n`);
	const began = process.cpuUsage();
	for (let from = 0; from < line.length; from += 64 * 1024)
		input.write(line.subarray(from, from + 64 * 1024));
	await read;
	const { user, system } = process.cpuUsage(began);
	return (user + system) / 1000;
}

it('reading a line costs time in proportion to its length [hazard A4]', async () => {
	const sizes = [8, 16, 32].map((size) => size * mib - 1);
	const best = new Map(sizes.map((size) => [size, Infinity]));
	// The best of several, in turns, because garbage is collected now and then.
	for (let turn = 0; turn < 9; turn++)
		for (const size of sizes) best.set(size, Math.min(best.get(size) ?? 0, await readLine(size)));
	const [small = 0, middle = 0, large = 0] = sizes.map((size) => best.get(size) ?? 0);
	figure('A4', `8, 16, 32 MiB in ${[small, middle, large].map(round).join(', ')} ms`);
	// 2.6 for each doubling is promised; caches of a busy machine bring more. Quadratic would be 16.
	assert.ok(large / small < 12, `${large / small} times as long for four times the bytes`);
});
