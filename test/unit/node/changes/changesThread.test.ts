/** The engine in its thread, as the bundle that ships (`npm run build`). */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ChangesThread } from '../../../../src/node/changes/changesThread.ts';
import { hashOf } from '../../../../src/node/changes/contentStore.ts';
import { Workspace } from './workspace.ts';

const turn = { session: 's', turn: '1' };

function threadOf(ws: Workspace, failures: string[], storeFolder = ws.store): ChangesThread {
	return new ChangesThread({
		roots: [ws.root],
		storeFolder,
		home: ws.home,
		script: path.resolve('dist/changesWorker.cjs'),
		log: (line) => ws.log.push(line),
		onFailure: (reason) => failures.push(reason ?? 'none'),
	});
}

describe('the thread of changes', () => {
	it('sees a change, tells whose it is, and has its content before', async (t) => {
		const ws = new Workspace(t);
		const failures: string[] = [];
		const file = ws.write('a', 'before\n');
		const thread = threadOf(ws, failures);
		t.after(() => thread.dispose());
		assert.deepEqual((await thread.engine.snapshot()).records, []);
		await thread.engine.capture([file]);
		ws.write('a', 'after\n');
		await thread.engine.note([
			{ type: 'write', turn, path: file, at: Date.now(), hash: hashOf(readFileSync(file)) },
		]);
		const [record] = (await thread.engine.snapshot()).records;
		assert.deepEqual([record?.author, record?.turn], ['agent', turn]);
		const review = await thread.engine.review(file);
		assert.ok(review.type === 'text');
		assert.deepEqual(
			review.hunks.map(({ removed, added }) => [removed, added]),
			[[['before\n'], ['after\n']]],
		);
		const content = await thread.engine.content(hashOf(Buffer.from('before\n')));
		assert.equal(Buffer.from(content ?? []).toString(), 'before\n');
		await thread.engine.keepFile(file);
		assert.deepEqual(await thread.engine.pending(), []);
		assert.deepEqual(failures, []);
	});

	it('that fails says so once, and answers every question with its error', async (t) => {
		const ws = new Workspace(t);
		const failures: string[] = [];
		mkdirSync(ws.store);
		writeFileSync(path.join(ws.store, 'contents'), 'in the way');
		const thread = threadOf(ws, failures);
		t.after(() => thread.dispose());
		await assert.rejects(thread.engine.snapshot());
		await assert.rejects(thread.engine.pending());
		assert.equal(failures.length, 1);
		assert.equal(ws.log.length, 1);
	});

	it('that is ended answers what is open, and fails nothing', async (t) => {
		const ws = new Workspace(t);
		const failures: string[] = [];
		const thread = threadOf(ws, failures);
		const open = assert.rejects(thread.engine.snapshot());
		thread.dispose();
		await open;
		assert.deepEqual(failures, []);
	});
});
