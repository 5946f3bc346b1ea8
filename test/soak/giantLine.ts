/** Lines of 31 MiB, of 33 MiB, and of a GiB without an end: what is too long ends the agent, not the window. */
import assert from 'node:assert/strict';
import * as limits from '../../src/core/base/limits.ts';
import { said } from '../../src/core/view/sayings.ts';
import { RealSession } from '../rigs/realSession.ts';
import { mib, tell, watch, type Watched } from './watch.ts';

export interface GiantLineFigures {
	/** 31 MiB, which is read. */
	readonly accepted: Watched;
	/** 33 MiB, then 1 GiB without a newline: until the session shows that the agent is gone. */
	readonly tooLong: Watched;
	readonly endless: Watched;
}

const [folder = ''] = process.argv.slice(2);
const real = new RealSession({
	folder,
	script: (start) => ({
		on: {
			'session/prompt#1': [
				[{ flood: { count: 1, size: limits.lineBytes + mib } }],
				[{ endless: 1024 * mib }, { sleep: 600_000 }],
				[{ flood: { count: 1, size: limits.lineBytes - mib } }],
			][start] ?? [{ text: 'Here again.' }],
		},
	}),
});

/** One prompt that the agent answers with too much. */
async function tooMuch(): Promise<void> {
	await real.prompt('go');
	assert.equal(real.session.state.agent.type, 'exited');
	assert.equal(real.session.state.turn.type, 'idle');
	assert.equal(said(real.entries('notice').at(-1)?.title ?? ''), 'Fake sent a message that is too large');
}

await real.session.start();
const tooLong = await watch(tooMuch);
// Each prompt starts a fresh process, whose start does not count.
await real.session.start();
const endless = await watch(tooMuch);
await real.session.start();
const accepted = await watch(async () => {
	assert.equal(await real.prompt('go'), 'done');
});
assert.equal(real.said('agent').at(-1)?.length, limits.lineBytes - mib + '0 '.length);
assert.equal(real.starts, 3);
await real.close();
const figures: GiantLineFigures = { accepted, tooLong, endless };
tell(figures);
