/** An agent that is open and idle: what does it cost the window? */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { RealSession } from '../rigs/realSession.ts';
import { tell } from './watch.ts';

export interface IdleFigures {
	readonly ms: number;
	/** Of one core. */
	readonly cpuPercent: number;
	/** Timers that ran or wait. */
	readonly timers: number;
}

const [folder = '', length = '60000'] = process.argv.slice(2);
const ms = Number(length);
const real = new RealSession({ folder, script: () => ({}) });
assert.equal(await real.prompt('hello'), 'done');
// What follows a turn, such as collecting garbage, is not idleness.
await sleep(2000);
globalThis.gc?.();
const timersOf = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
const timers = timersOf();
const before = process.cpuUsage();
await sleep(ms);
const { user, system } = process.cpuUsage(before);
assert.equal(await real.prompt('still there?'), 'done');
await real.close();
const figures: IdleFigures = { ms, cpuPercent: (user + system) / 1000 / ms / 0.01, timers };
tell(figures);
