/** What is kept for checkpoints has bounds, and what they cost is named. */
import assert from 'node:assert/strict';
import fs, { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { LocalEngine } from '../../../../../src/node/changes/localEngine.ts';
import { randomIntegers } from '../../../../tools/seeded.ts';
import { Workspace } from '../workspace.ts';
import { Sessions } from './sessions.ts';

/** Text that cannot be made much smaller. */
function noise(seed: number): string {
	const random = randomIntegers(seed);
	return Array.from({ length: 400 }, () => `${random(2 ** 30).toString(36)}\n`).join('');
}

function storedBytes(ws: Workspace): number {
	const entries = readdirSync(path.join(ws.store, 'contents'), { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	return files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
}

describe('a store that is full', () => {
	it('lets the oldest contents go, never what waits, and plans name what is gone', async (t) => {
		const ws = new Workspace(t);
		for (const name of ['a', 'b']) ws.write(name, noise(name === 'a' ? 1 : 2));
		const maxStoreBytes = 20_000;
		const all = new Sessions(ws, await ws.watched({ maxStoreBytes }));
		const prompts: string[] = [];
		for (let turn = 0; turn < 12; turn++) {
			const prompt = await all.prompt();
			prompts.push(prompt);
			await all.agent(prompt, () => void ws.write('a', noise(10 + turn)));
			assert.ok(storedBytes(ws) <= maxStoreBytes);
		}
		// What the user has accepted waits, and is the oldest of all.
		assert.deepEqual(await all.planned(prompts[0] ?? ''), ['x ~ a agent']);
		assert.deepEqual(await all.planned(prompts[2] ?? ''), ['  ~ a blocked not_copied']);
		assert.deepEqual(await all.planned(prompts[11] ?? ''), ['x ~ a agent']);
		await all.goTo(prompts[0] ?? '');
		assert.equal(readFileSync(ws.path('a'), 'utf8'), noise(1));
	});
});

describe('a store with less room than it had', () => {
	it('lets the oldest go at the start, and nothing that waits', async (t) => {
		const ws = new Workspace(t);
		for (const name of ['a', 'b']) ws.write(name, noise(name === 'a' ? 1 : 2));
		const all = new Sessions(ws, await ws.watched());
		const prompts: string[] = [];
		for (let turn = 0; turn < 6; turn++) {
			const prompt = await all.prompt();
			prompts.push(prompt);
			await all.agent(prompt, () => void ws.write('a', noise(10 + turn)));
		}
		const maxStoreBytes = 10_000;
		assert.ok(storedBytes(ws) > maxStoreBytes);
		all.engine = ws.engine({ maxStoreBytes });
		assert.ok(storedBytes(ws) <= maxStoreBytes, String(storedBytes(ws)));
		assert.deepEqual(await all.planned(prompts[0] ?? ''), ['x ~ a agent']);
		await all.goTo(prompts[0] ?? '');
		assert.equal(readFileSync(ws.path('a'), 'utf8'), noise(1));
	});
});

describe('checkpoints of a session', () => {
	it('are as many as may be kept, the newest, also of another bound after a reload', async (t) => {
		const ws = new Workspace(t);
		ws.write('a', 'before\n');
		const all = new Sessions(ws, await ws.watched({ maxCheckpoints: 3 }));
		const prompts: string[] = [];
		const listed = async (): Promise<readonly string[]> =>
			(await all.engine.checkpoints.checkpoints('s')).map(({ id }) => id);
		for (let turn = 0; turn < 5; turn++) {
			const prompt = await all.prompt();
			prompts.push(prompt);
			await all.agent(prompt, () => void ws.write('a', `${turn}\n`));
		}
		assert.deepEqual(await listed(), prompts.slice(2));
		await all.prompt('o');
		assert.deepEqual(await listed(), prompts.slice(2));
		all.engine = ws.engine({ maxCheckpoints: 1 });
		assert.deepEqual(await listed(), prompts.slice(4));
		const [first = ''] = prompts;
		const plan = { session: 's', id: first };
		assert.equal(await all.engine.checkpoints.planRestore(plan, []), undefined);
	});

	it('are no older than they may be', async (t) => {
		t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
		const ws = new Workspace(t);
		ws.write('a', 'before\n');
		const day = 24 * 60 * 60_000;
		const all = new Sessions(ws, await ws.watched({ maxCheckpointMs: 2 * day }));
		const listed = async (): Promise<readonly string[]> =>
			(await all.engine.checkpoints.checkpoints('s')).map(({ id }) => id);
		const first = await all.prompt();
		await all.agent(first, () => void ws.write('a', 'agent\n'));
		t.mock.timers.tick(day);
		const second = await all.prompt();
		await all.agent(second, () => void ws.write('a', 'again\n'));
		assert.deepEqual(await listed(), [first, second]);
		t.mock.timers.tick(1.5 * day);
		assert.deepEqual(await listed(), [second]);
		all.engine = ws.engine({ maxCheckpointMs: 3 * day });
		assert.deepEqual(await listed(), [first, second]);
		all.engine = ws.engine({ maxCheckpointMs: day });
		assert.deepEqual(await listed(), []);
	});
});

describe('a disk with little room', () => {
	it('gets no copies, which is named, and nothing is put back that could not be brought back', async (t) => {
		const ws = new Workspace(t);
		ws.write('a', 'before\n');
		const all = new Sessions(ws, await ws.watched());
		const first = await all.prompt();
		all.engine = ws.engine({ minFreeBytes: Number.MAX_SAFE_INTEGER });
		await all.engine.snapshot();
		await all.agent(first, () => void ws.write('a', 'agent\n'));
		assert.deepEqual(await all.planned(first), ['  ~ a blocked not_copied']);
		ws.write('b', 'new\n');
		const report = await all.engine.snapshot();
		assert.ok(report.gaps.some(({ reason, paths }) => reason === 'low_disk' && paths.includes(ws.path('b'))));
	});
});

/** A disk of which so many bytes are free, whatever this one has. */
function withFree(t: TestContext, bytes: () => number): void {
	const mock = t.mock.method(fs, 'statfsSync', () => ({ bavail: bytes() / 4096, bsize: 4096 }));
	syncBuiltinESMExports();
	t.after(() => {
		mock.mock.restore();
		syncBuiltinESMExports();
	});
}

/** An engine that looks when the files are no longer so young that each look reads them again. */
async function watchedLater(t: TestContext, ws: Workspace): Promise<LocalEngine> {
	t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 60 * 60_000 });
	const engine = await ws.watched();
	t.mock.timers.reset();
	return engine;
}

describe('a disk that fills up', () => {
	const gib = 1024 ** 3;
	const names = ['a', 'b', 'c'];

	it('gets no copies below 2 GiB, and all that were left out once there is room', async (t) => {
		let free = 2 * gib - 4096;
		withFree(t, () => free);
		const ws = new Workspace(t);
		for (const name of names) ws.write(name, `${name}\n`);
		const all = new Sessions(ws, await watchedLater(t, ws));
		const lowDisk = async (): Promise<readonly string[]> => {
			const { gaps } = await all.engine.snapshot();
			await all.engine.copied();
			const files = gaps.filter(({ reason }) => reason === 'low_disk').flatMap(({ paths }) => paths);
			return files.map((file) => path.basename(file)).toSorted();
		};
		assert.deepEqual(await lowDisk(), names);
		assert.equal(storedBytes(ws), 0);
		// Named with each look for as long as it is so.
		assert.deepEqual(await lowDisk(), names);
		const first = await all.prompt();
		await all.agent(first, () => void ws.write('a', 'agent\n'));
		assert.deepEqual(await all.planned(first), ['  ~ a blocked not_copied']);
		assert.equal(storedBytes(ws), 0);
		free = 3 * gib;
		const second = await all.prompt();
		assert.deepEqual(await lowDisk(), []);
		await all.agent(second, () => {
			for (const name of names) ws.write(name, 'once more\n');
		});
		assert.deepEqual(await all.planned(second), ['x ~ a agent', 'x ~ b agent', 'x ~ c agent']);
		await all.goTo(second);
		assert.deepEqual(
			names.map((name) => readFileSync(ws.path(name), 'utf8')),
			['agent\n', 'b\n', 'c\n'],
		);
	});

	it('reads one file, and no more, to see whether there is room', async (t) => {
		withFree(t, () => gib);
		const ws = new Workspace(t);
		for (let n = 0; n < 50; n++) ws.write(`f${n}`, `${n}\n`);
		const engine = await watchedLater(t, ws);
		const real = fs.openSync;
		const opened = t.mock.method(fs, 'openSync', (...args: Parameters<typeof real>) => real(...args));
		syncBuiltinESMExports();
		await engine.snapshot();
		await engine.copied();
		opened.mock.restore();
		syncBuiltinESMExports();
		const files = opened.mock.calls.flatMap(({ arguments: [file] }) => String(file));
		const read = files.filter((file) => file.startsWith(ws.root + path.sep));
		assert.equal(read.length, 1, read.join(' '));
		const { gaps } = await engine.snapshot();
		assert.equal(gaps.find(({ reason }) => reason === 'low_disk')?.count, 50);
	});
});

describe('files that are too large', () => {
	it('are put back where the bound is above them', async (t) => {
		const ws = new Workspace(t);
		ws.write('big', 'x'.repeat(2_000));
		const all = new Sessions(ws, await ws.watched({ maxFileBytes: 3_000 }));
		const first = await all.prompt();
		await all.agent(first, () => void ws.write('big', 'y'.repeat(3_000)));
		await all.goTo(first);
		assert.match(readFileSync(ws.path('big'), 'utf8'), /^x+$/u);
	});

	it('keep the copies that they have where the bound falls below them', async (t) => {
		const ws = new Workspace(t);
		ws.write('big', 'x'.repeat(2_000));
		ws.write('gone', 'z'.repeat(2_000));
		const all = new Sessions(ws, await ws.watched());
		const first = await all.prompt();
		await all.agent(first, () => {
			ws.write('big', 'y'.repeat(2_000));
			rmSync(ws.path('gone'));
		});
		all.engine = ws.engine({ maxFileBytes: 1_000 });
		await all.engine.snapshot();
		await all.engine.copied();
		const answers = ['big', 'gone'].map((name) => all.engine.review(ws.path(name)));
		assert.ok((await Promise.all(answers)).every(({ type }) => type !== 'nothing'));
		assert.deepEqual(await all.engine.restoreFile(ws.path('gone'), 'keep'), { type: 'done' });
		all.engine = ws.engine();
		await all.engine.snapshot();
		// What it was meanwhile nobody could read, so this one is for the user to tick.
		await all.restore(first, () => true);
		assert.match(readFileSync(ws.path('big'), 'utf8'), /^x+$/u);
		assert.match(readFileSync(ws.path('gone'), 'utf8'), /^z+$/u);
	});

	it('are named, and left', async (t) => {
		const ws = new Workspace(t);
		ws.write('big', 'x'.repeat(2_000));
		const all = new Sessions(ws, await ws.watched({ maxFileBytes: 1_000 }));
		const first = await all.prompt();
		await all.agent(first, () => void ws.write('big', 'y'.repeat(3_000)));
		assert.deepEqual(await all.planned(first), ['  ~ big blocked too_large']);
		const answer = await all.restore(first, () => true);
		assert.ok(answer.type === 'done' && answer.files.length === 0);
		assert.match(readFileSync(ws.path('big'), 'utf8'), /^y+$/u);
	});
});
