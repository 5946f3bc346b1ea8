/** An agent that sends updates flat out: are all of them there, in order, and what did it cost? And can it be stopped? */
import assert from 'node:assert/strict';
import { RealSession } from '../rigs/realSession.ts';
import { until } from '../unit/node/until.ts';
import { tell, watch, type Watched } from './watch.ts';

export interface FloodFigures extends Watched {
	readonly updates: number;
	/** From Stop to the end of the turn, with the flood still coming. */
	readonly stopMs: number;
}

const [folder = '', count = '500000'] = process.argv.slice(2);
const updates = Number(count);
const size = 40;

const real = new RealSession({
	folder,
	script: () => ({
		on: {
			'session/prompt#1': [{ flood: { count: 1000, size } }],
			'session/prompt#2': [{ flood: { count: updates, size } }],
			'session/prompt#3': [{ flood: { count: 1e9, size } }],
		},
	}),
});

/** What the flood says, from its numbers alone. */
function expected(): string {
	const filler = ` ${'x'.repeat(size)}`;
	return Array.from({ length: updates }, (_item, n) => `${n}${filler}`).join('');
}

assert.equal(await real.prompt('warm up'), 'done');
const watched = await watch(async () => {
	assert.equal(await real.prompt('flood'), 'done');
});
assert.ok(real.said('agent').at(-1) === expected(), 'an update is missing or out of order');

const messages = real.said('agent').length;
const stopped = real.prompt('flood without end');
const lengthOf = (message: string | undefined): number => message?.length ?? 0;
await until(() => lengthOf(real.said('agent')[messages]) > 100_000, 30_000);
const start = performance.now();
real.session.stop();
await stopped;
const stopMs = performance.now() - start;
await real.close();
const figures: FloodFigures = { ...watched, updates, stopMs };
tell(figures);
