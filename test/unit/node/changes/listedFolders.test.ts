/** Folders that a look does not list again, and all that makes it list them nevertheless. */
import assert from 'node:assert/strict';
import fs, { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { Gaps } from '../../../../src/node/changes/gaps.ts';
import { type Scan, scan } from '../../../../src/node/changes/scan.ts';
import { Workspace } from './workspace.ts';

const ext4 = 0xef53;
const nfs = 0x6969;
const hour = 3_600_000;

/** A disk whose answers can be changed, and a clock that is an hour ahead of its times where nothing else is said. */
class Disk {
	/** Of the file system. */
	type = ext4;
	/** In milliseconds after the times of files. */
	ahead = hour;
	/** Folders whose times stay as they were when they were first asked for. */
	readonly frozen = new Map<string, fs.Stats | undefined>();
	/** How many folders were listed since that was asked. */
	#lists = 0;
	onList: (list: () => unknown) => unknown = (list) => list();

	constructor(t: TestContext) {
		const { readdirSync, lstatSync, fstatSync, readlinkSync, statfsSync } = fs;
		const now = Date.now();
		t.mock.method(Date, 'now', () => now + this.ahead);
		t.mock.method(fs, 'statfsSync', (folder: string) =>
			Object.assign(statfsSync(folder), { type: this.type }),
		);
		t.mock.method(fs, 'readdirSync', (...args: Parameters<typeof readdirSync>) => {
			this.#lists++;
			return this.onList(() => readdirSync(...args));
		});
		t.mock.method(fs, 'lstatSync', (file: string, options?: fs.StatSyncOptions) =>
			this.#stat(file, lstatSync(file, options) as fs.Stats | undefined),
		);
		t.mock.method(fs, 'fstatSync', (descriptor: number) =>
			this.#stat(readlinkSync(`/proc/self/fd/${descriptor}`), fstatSync(descriptor)),
		);
		syncBuiltinESMExports();
		t.after(() => {
			t.mock.restoreAll();
			syncBuiltinESMExports();
		});
	}

	listed(): number {
		const lists = this.#lists;
		this.#lists = 0;
		return lists;
	}

	#stat(file: string, stat: fs.Stats | undefined): fs.Stats | undefined {
		if (!this.frozen.has(file)) return stat;
		const kept = this.frozen.get(file) ?? stat;
		this.frozen.set(file, kept);
		return kept;
	}
}

function look(ws: Workspace, before?: Scan): Scan {
	const { manifest: previous, listed } = before ?? {};
	const steps = scan({
		...{ roots: [ws.root], files: [], exclude: [], maxFiles: 100, gaps: new Gaps() },
		...{ previous, listed },
	});
	for (;;) {
		const step = steps.next();
		if (step.done === true) return step.value;
	}
}

function filesOf(ws: Workspace, { manifest }: Scan): readonly string[] {
	return [...manifest.keys()].map((file) => path.relative(ws.root, file)).toSorted();
}

describe('a folder in which nothing has come or gone', { skip: process.platform !== 'linux' }, () => {
	it('is not listed again, and its files are looked at', (t) => {
		const ws = new Workspace(t);
		for (const name of ['a/one', 'a/b/two', 'c/three']) ws.write(name, name);
		const disk = new Disk(t);
		const first = look(ws);
		assert.equal(disk.listed(), 4);
		ws.write('a/b/two', 'longer than before');
		const second = look(ws, first);
		assert.equal(disk.listed(), 0);
		assert.deepEqual(second.changed, [ws.path('a/b/two')]);
		assert.deepEqual(filesOf(ws, second), ['a/b/two', 'a/one', 'c/three']);
		assert.deepEqual([second.kept, second.folders], [3, first.folders]);
	});

	it('is listed where one of its entries came, went, or has another name or kind', (t) => {
		const ws = new Workspace(t);
		for (const name of ['new/a', 'gone/a', 'gone/b', 'named/a', 'kind/a', 'same/a']) ws.write(name, name);
		const disk = new Disk(t);
		const first = look(ws);
		ws.write('new/b', 'b');
		unlinkSync(ws.path('gone/a'));
		renameSync(ws.path('named/a'), ws.path('named/b'));
		rmSync(ws.path('kind/a'));
		mkdirSync(ws.path('kind/a'));
		disk.listed();
		const second = look(ws, first);
		assert.equal(disk.listed(), 5, 'four folders, and the new one');
		assert.deepEqual(filesOf(ws, second), ['gone/b', 'named/b', 'new/a', 'new/b', 'same/a']);
		assert.deepEqual(filesOf(ws, second), filesOf(ws, look(ws)));
	});

	it('is listed where its times are so young that they may stay the same', (t) => {
		const ws = new Workspace(t);
		ws.write('a/one', '1');
		const disk = new Disk(t);
		disk.frozen.set(ws.path('a'), undefined);
		disk.ahead = 1_000;
		const first = look(ws);
		ws.write('a/two', '2');
		disk.ahead = hour;
		assert.deepEqual(filesOf(ws, look(ws, first)), ['a/one', 'a/two']);
	});

	it('is listed on a disk of which nobody knows whose times they are', (t) => {
		const ws = new Workspace(t);
		ws.write('a/one', '1');
		const disk = new Disk(t);
		disk.type = nfs;
		disk.frozen.set(ws.path('a'), undefined);
		const first = look(ws);
		ws.write('a/two', '2');
		assert.deepEqual(filesOf(ws, look(ws, first)), ['a/one', 'a/two']);
	});

	it('is listed where another disk stands in its place', (t) => {
		const ws = new Workspace(t);
		ws.write('a/one', '1');
		const disk = new Disk(t);
		const first = look(ws);
		const { stat } = first.listed?.get(ws.path('a')) ?? {};
		assert.ok(stat !== undefined);
		const mounted: fs.Stats = Object.assign(Object.create(fs.Stats.prototype), stat, { dev: stat.dev + 1 });
		disk.frozen.set(ws.path('a'), mounted);
		disk.listed();
		const second = look(ws, first);
		assert.equal(disk.listed(), 1);
		assert.equal(second.listed?.has(ws.path('a')), false, 'nothing is known of that disk');
	});

	it('is listed where a name that is known is missed, whatever its times say', (t) => {
		const ws = new Workspace(t);
		ws.write('a/one', '1');
		const disk = new Disk(t);
		disk.frozen.set(ws.path('a'), undefined);
		const first = look(ws);
		renameSync(ws.path('a/one'), ws.path('a/two'));
		assert.deepEqual(filesOf(ws, look(ws, first)), ['a/two']);
	});

	it('is listed each time where it says what to ignore, or is a repository', (t) => {
		const ws = new Workspace(t);
		ws.write('rules/.gitignore', 'out\n');
		ws.write('rules/out/a', 'a');
		ws.write('nested/.git/HEAD', 'ref: refs/heads/main\n');
		ws.write('nested/a', 'a');
		const disk = new Disk(t);
		const first = look(ws);
		disk.listed();
		writeFileSync(ws.path('rules/.gitignore'), '# now\n');
		const second = look(ws, first);
		assert.equal(disk.listed(), 3, 'both, and what is not ignored any more');
		assert.deepEqual(filesOf(ws, second), ['nested/a', 'rules/.gitignore', 'rules/out/a']);
		assert.deepEqual(second.repositories, [ws.path('nested')]);
	});

	it('has the names of no place that a link led to while it was listed [hazard D2]', (t) => {
		const ws = new Workspace(t);
		for (const name of ['parent/a/mine', 'parent/a/hidden']) ws.write(name, name);
		mkdirSync(path.join(ws.base, 'outside', 'a'), { recursive: true });
		writeFileSync(path.join(ws.base, 'outside', 'a', 'mine'), '2');
		const disk = new Disk(t);
		const parent = ws.path('parent');
		let lists = 0;
		disk.onList = (list) => {
			// The root, its folder, and the one in that.
			if (++lists !== 3) return list();
			renameSync(parent, `${parent}.away`);
			symlinkSync(path.join(ws.base, 'outside'), parent);
			const names = list();
			unlinkSync(parent);
			renameSync(`${parent}.away`, parent);
			return names;
		};
		const first = look(ws);
		assert.equal(lists, 3);
		assert.deepEqual(filesOf(ws, look(ws, first)), ['parent/a/hidden', 'parent/a/mine']);
	});

	it('is listed where more stands in it than is looked at, so that what fits is', (t) => {
		const ws = new Workspace(t);
		for (let n = 0; n < 90; n++) ws.write(`a/f${n}`, 'a');
		for (let n = 0; n < 10; n++) ws.write(`b/f${n}`, 'b');
		const disk = new Disk(t);
		const first = look(ws);
		assert.equal(disk.listed(), 3);
		assert.equal(first.manifest.size, 100);
		ws.write('new/first', 'n');
		ws.write('new/second', 'n');
		const second = look(ws, first);
		assert.equal(second.manifest.size, 100);
		assert.equal(second.isWhole, false);
	});
});
