/** An engine that ends in the middle of a turn: what changed since its last look is seen by the next one. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { ChangeRecord } from '../../../../src/core/changes/record.ts';
import { hashOf } from '../../../../src/node/changes/contentStore.ts';
import type { ChangeEngine } from '../../../../src/node/changes/changeEngine.ts';
import { Workspace } from './workspace.ts';

const turn = { session: 's', turn: '1' };

async function beginTurn(engine: ChangeEngine): Promise<void> {
	await engine.note([{ type: 'turn', id: 't', turn, from: Date.now() }]);
	await engine.snapshot();
	await engine.copied();
}

const endTurn = (engine: ChangeEngine): Promise<void> =>
	engine.note([{ type: 'turn', id: 't', turn, from: 0, to: Date.now() }]);

const whose = ({ author, evidence, turn: id }: ChangeRecord): unknown => [author, evidence, id?.turn];

describe('an engine that takes the place of one that ended in the middle of a turn', () => {
	it('sees what was written, made, moved and deleted in the gap, and has what was there before', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', 'before\n');
		for (const name of ['b', 'c', 'same']) ws.write(name, `${name}\n`);
		await beginTurn(ws.engine());
		ws.write('a', 'after\n');
		ws.write('new', 'new\n');
		ws.write('moved', 'b\n');
		rmSync(ws.path('b'));
		rmSync(ws.path('c'));
		const next = ws.engine();
		assert.equal(await next.isResumed(), true);
		const report = await next.snapshot();
		assert.deepEqual(ws.changesOf(report), ['+ new', '- c', '> moved', '~ a']);
		for (const record of report.records) assert.deepEqual(whose(record), ['unknown', ['undeclared'], '1']);
		const review = await next.review(file);
		assert.ok(review.type === 'text');
		assert.equal(review.texts.base, 'before\n');
		assert.deepEqual((await next.snapshot()).records, []);
	});

	it('sees what came after a look in the turn, and not again what that look has seen', async (t) => {
		const ws = new Workspace(t);
		ws.write('a', 'before\n');
		ws.write('b', 'before\n');
		const engine = ws.engine();
		await beginTurn(engine);
		ws.write('a', 'after\n');
		ws.write('gone', 'made\n');
		await engine.snapshot();
		rmSync(ws.path('gone'));
		await engine.snapshot();
		ws.write('b', 'after\n');
		assert.deepEqual(ws.changesOf(await ws.engine().snapshot()), ['~ b']);
	});

	it('knows a second gap in the same turn, too', async (t) => {
		const ws = new Workspace(t);
		ws.write('a', 'before\n');
		await beginTurn(ws.engine());
		ws.write('a', 'after\n');
		const second = ws.engine();
		// As the window does that goes on.
		await beginTurn(second);
		ws.write('b', 'made\n');
		assert.deepEqual(ws.changesOf(await ws.engine().snapshot()), ['+ b']);
	});

	it('takes files of a folder that came to the workspace meanwhile for no change', async (t) => {
		const ws = new Workspace(t);
		const other = path.join(ws.base, 'other');
		mkdirSync(other);
		writeFileSync(path.join(other, 'file'), 'always there\n');
		ws.write('a', 'before\n');
		await beginTurn(ws.engine());
		ws.write('a', 'after\n');
		const next = ws.engine({}, [ws.root, other]);
		assert.deepEqual(ws.changesOf(await next.snapshot()), ['~ a']);
		writeFileSync(path.join(other, 'file'), 'changed\n');
		assert.equal((await next.snapshot()).records.length, 1);
	});
});

describe('what was told before the engine ended', () => {
	it('speaks for a turn that had ended before anybody looked again', async (t) => {
		const ws = new Workspace(t);
		ws.write('a', 'before\n');
		const engine = ws.engine();
		await beginTurn(engine);
		ws.write('a', 'after\n');
		// It counts for a moment longer: for what it has left running.
		await engine.note([{ type: 'turn', id: 't', turn, from: 0, to: Date.now() + 2_000 }]);
		const next = ws.engine();
		assert.equal(await next.isResumed(), true);
		const { records } = await next.snapshot();
		assert.deepEqual(records.map(whose), [['unknown', ['undeclared'], '1']]);
	});

	it('speaks for no command after the end, unless that is told anew', async (t) => {
		const ws = new Workspace(t);
		ws.write('a', 'before\n');
		const engine = ws.engine();
		await engine.note([{ type: 'command', id: 'c', command: 'watch', turn, from: Date.now() }]);
		await engine.snapshot();
		await engine.copied();
		const next = ws.engine();
		await next.snapshot();
		// Clocks of file systems are coarse.
		const later = Date.now() + 50;
		while (Date.now() < later);
		ws.write('a', 'after\n');
		const { records } = await next.snapshot();
		assert.deepEqual(
			records.map(({ evidence }) => evidence),
			[['outside_turns']],
		);
	});

	it('keeps what the user has saved in the turn for the user', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', 'before\n');
		const engine = ws.engine();
		await beginTurn(engine);
		ws.write('a', 'mine\n');
		const hash = hashOf(Buffer.from('mine\n'));
		await engine.note([{ type: 'save', path: file, at: Date.now(), hash }]);
		const { records } = await ws.engine().snapshot();
		assert.deepEqual(
			records.map(({ author, evidence }) => [author, evidence]),
			[['user', ['bytes']]],
		);
	});
});

describe('an engine that comes after one that ended between turns', () => {
	it('takes what changed meanwhile for what is there', async (t) => {
		const ws = new Workspace(t);
		ws.write('a', 'before\n');
		const engine = ws.engine();
		await beginTurn(engine);
		await endTurn(engine);
		await engine.snapshot();
		ws.write('a', 'after\n');
		const next = ws.engine();
		assert.equal(await next.isResumed(), false);
		assert.deepEqual((await next.snapshot()).records, []);
	});
});

describe('a look that was kept', () => {
	const styleOf = (ws: Workspace): string => {
		const folder = path.join(ws.store, 'journal');
		const [name = ''] = readdirSync(folder).filter((one) => /^look-.*\.jsonl$/u.test(one));
		return path.join(folder, name);
	};

	it('is read as far as it was written', async (t) => {
		const ws = new Workspace(t);
		ws.write('a', 'before\n');
		const engine = ws.engine();
		await beginTurn(engine);
		ws.write('b', 'seen\n');
		await engine.snapshot();
		ws.write('a', 'after\n');
		const { length } = readFileSync(styleOf(ws));
		truncateSync(styleOf(ws), length - 5);
		assert.deepEqual(ws.changesOf(await ws.engine().snapshot()), ['~ a']);
	});

	it('of another release, or that is damaged at its start, counts for nothing', async (t) => {
		for (const damage of [
			(text: string) => text.replace('["look",1', '["look",2'),
			(text: string) => text.slice(30),
		]) {
			const ws = new Workspace(t);
			ws.write('a', 'before\n');
			await beginTurn(ws.engine());
			ws.write('a', 'after\n');
			writeFileSync(styleOf(ws), damage(readFileSync(styleOf(ws), 'utf8')));
			assert.deepEqual((await ws.engine().snapshot()).records, []);
		}
	});
});
