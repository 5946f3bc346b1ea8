/** What the user keeps is kept, and nothing beside it. */
import assert from 'node:assert/strict';
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { keepHunk } from '../../../../src/core/changes/review.ts';
import type { SettleAnswer } from '../../../../src/node/changes/changeEngine.ts';
import type { LocalEngine } from '../../../../src/node/changes/localEngine.ts';
import { Workspace } from './workspace.ts';

const turn = { session: 's', turn: '1' };

async function working(ws: Workspace): Promise<LocalEngine> {
	const engine = await ws.watched();
	await engine.note([{ type: 'command', id: 'c', turn, command: 'x', from: Date.now() }]);
	return engine;
}

/** Keeps the first change of the file that waits. */
async function keepFirst(engine: LocalEngine, file: string): Promise<SettleAnswer> {
	const review = await engine.review(file);
	assert.ok(review.type === 'text', review.type);
	const [hunk = assert.fail('Nothing waits.')] = review.hunks;
	const kept = keepHunk(review.texts, review.live, hunk);
	assert.ok(kept.type === 'done', kept.type);
	return engine.settle(file, kept.texts);
}

async function addedLines(engine: LocalEngine, file: string): Promise<readonly (readonly string[])[]> {
	const review = await engine.review(file);
	assert.ok(review.type === 'text', review.type);
	return review.hunks.map(({ added }) => added);
}

describe('a change that is kept', () => {
	async function twoHunks(ws: Workspace): Promise<string> {
		const file = ws.write('a', '1\n2\n3\n4\n5\n');
		const engine = await working(ws);
		ws.write('a', 'first\n2\n3\n4\nsecond\n');
		await engine.snapshot();
		return file;
	}

	it('is kept also where the disk has little room left [hazard D14]', async (t) => {
		const ws = new Workspace(t);
		const file = await twoHunks(ws);
		const engine = ws.engine({ minFreeBytes: Number.MAX_SAFE_INTEGER });
		assert.equal(await keepFirst(engine, file), 'done');
		assert.deepEqual(await addedLines(engine, file), [['second\n']]);
		assert.deepEqual(await addedLines(ws.engine(), file), [['second\n']]);
	});

	it('waits still where nothing can be stored, which is told [hazard D14]', async (t) => {
		const ws = new Workspace(t);
		const file = await twoHunks(ws);
		const engine = ws.engine({ maxStoreBytes: 1 });
		assert.equal(await keepFirst(engine, file), 'not_stored');
		assert.deepEqual(await addedLines(engine, file), [['first\n'], ['second\n']]);
	});

	it('keeps no move that nobody answered [hazard D14]', async (t) => {
		const ws = new Workspace(t);
		const [from, to] = [ws.write('a', '1\n2\n3\n4\n5\n'), ws.path('b')];
		const engine = await working(ws);
		renameSync(from, to);
		await engine.snapshot();
		ws.write('b', '1\n2\nagent\n4\n5\n');
		await engine.snapshot();
		assert.equal(await keepFirst(engine, to), 'done');
		const waiting = await engine.pending();
		assert.deepEqual(
			waiting.map(({ path: file, movedFrom }) => [file, movedFrom].map((one) => path.basename(one ?? ''))),
			[['b', 'a']],
		);
		assert.deepEqual(await engine.restoreFile(to, 'keep'), { type: 'done' });
		assert.deepEqual(await engine.pending(), []);
	});

	it('keeps no removal that came after it was shown [hazard D14]', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', '1\n');
		const engine = await working(ws);
		ws.write('a', '');
		await engine.snapshot();
		const shown = await engine.review(file);
		assert.ok(shown.type === 'text');
		rmSync(file);
		await engine.snapshot();
		await engine.settle(file, { base: '', agent: '' });
		const [pending] = await engine.pending();
		assert.deepEqual([pending?.base.type, pending?.agent.type], ['file', 'absent']);
	});
});
