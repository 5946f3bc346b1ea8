/** What an agent writes before the workspace was looked at for the first time. */
import assert from 'node:assert/strict';
import { utimesSync } from 'node:fs';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalEngine } from '../../../../src/node/changes/localEngine.ts';
import { Workspace } from './workspace.ts';

const turn = { session: 's', turn: '1' };

describe('what is written between the first prompt and the first look', () => {
	it('is seen, as what nothing tells the text before of [hazard D13]', async (t) => {
		const ws = new Workspace(t);
		ws.write('old', 'old\n');
		ws.write('a', 'before\n');
		// The clock of a disk may lag behind by some milliseconds.
		await sleep(50);
		const since = Date.now();
		const { root, store, home } = ws;
		const engine = new LocalEngine({ roots: [root], storeFolder: store, home, since }, () => undefined);
		await engine.note([{ type: 'turn', id: 't', turn, from: since }]);
		await sleep(50);
		ws.write('a', 'after\n');
		// Its time is set back, as tools do that unpack: the system knows better.
		utimesSync(ws.path('a'), 1, 1);
		const { records } = await engine.snapshot();
		assert.deepEqual(ws.changesOf({ records }), ['~ a']);
		const [record] = records;
		assert.deepEqual([record?.before, record?.author, record?.turn], [{ type: 'unknown' }, 'unknown', turn]);
		assert.deepEqual((await engine.snapshot()).records, []);
	});

	it('is said to be more than one look tells where it is', async (t) => {
		const ws = new Workspace(t);
		const { root, store, home } = ws;
		const options = { roots: [root], storeFolder: store, home, since: Date.now(), bounds: { maxChanged: 1 } };
		const engine = new LocalEngine(options, () => undefined);
		await sleep(50);
		for (const name of ['a', 'b']) ws.write(name, 'text\n');
		const { records, gaps } = await engine.snapshot();
		assert.equal(records.length, 1);
		assert.deepEqual(
			gaps.map(({ reason }) => reason),
			['too_many'],
		);
	});

	it('is nothing where no turn has begun', async (t) => {
		const ws = new Workspace(t);
		ws.write('a', 'text\n');
		const engine = ws.engine();
		assert.deepEqual((await engine.snapshot()).records, []);
	});
});
