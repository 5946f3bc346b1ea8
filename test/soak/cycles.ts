/** Opens a session, sends a prompt and closes it, many times: nothing may pile up (hazard G5). */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { listProcesses } from '../../src/node/processTree.ts';
import { RealSession } from '../rigs/realSession.ts';
import { until } from '../unit/node/until.ts';
import { mib, tell } from './watch.ts';

export interface CycleFigures {
	readonly cycles: number;
	readonly heapGrowthMib: number;
	readonly ms: number;
	/** What is left that was not there before, by name: resources of the event loop, listeners, processes. */
	readonly left: Readonly<Record<string, number>>;
}

const [folder = '', count = '100'] = process.argv.slice(2);
const cycles = Number(count);
/** Modules are loaded, code is compiled, caches are filled. */
const warmUp = 10;

async function cycle(): Promise<void> {
	const real = new RealSession({
		folder,
		script: () => ({
			on: {
				'session/prompt': [
					{ update: { sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Read', status: 'in_progress' } },
					{ request: { method: 'fs/read_text_file', params: { sessionId: '$session', path: '/work/a' } } },
					{ flood: { count: 200 } },
					{ stderr: 'a word on stderr\n' },
				],
			},
		}),
	});
	assert.equal(await real.prompt('go'), 'done');
	await real.close();
}

function countAll(): Record<string, number> {
	const all: Record<string, number> = {};
	for (const name of process.getActiveResourcesInfo()) all[name] = (all[name] ?? 0) + 1;
	for (const name of process.eventNames()) all[`on ${String(name)}`] = process.listenerCount(name);
	all['children'] = listProcesses().filter(({ parent }) => parent === process.pid).length;
	return all;
}

async function rest(): Promise<void> {
	// The last watchdog has its time to leave.
	await until(() => listProcesses().every(({ parent }) => parent !== process.pid), 10_000, 'a child is left');
	for (let round = 0; round < 3; round++) {
		await sleep(50);
		globalThis.gc?.();
	}
}

for (let n = 0; n < warmUp; n++) await cycle();
await rest();
const before = countAll();
const heap = process.memoryUsage().heapUsed;
const start = performance.now();
for (let n = 0; n < cycles; n++) await cycle();
const ms = performance.now() - start;
await rest();
const after = Object.entries(countAll()).map(([name, n]): [string, number] => [
	name,
	n - (before[name] ?? 0),
]);
const figures: CycleFigures = {
	cycles,
	heapGrowthMib: (process.memoryUsage().heapUsed - heap) / mib,
	ms,
	left: Object.fromEntries(after.filter(([, n]) => n > 0)),
};
tell(figures);
