/** Workspaces as git lays them out, full disks, names that differ in their case only. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs, { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { LocalEngine } from '../../../../src/node/changes/localEngine.ts';
import { ignoreCase } from './ignoreCase.ts';
import { Workspace } from './workspace.ts';

const turn = { session: 's', turn: '1' };
const command = { type: 'command', id: 'c', turn, command: 'x', from: 0 } as const;

function git(folder: string, ...args: string[]): void {
	const user = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always'];
	execFileSync('git', [...user, ...args], { cwd: folder, stdio: 'ignore' });
}

function committed(t: TestContext, files: Readonly<Record<string, string>>): Workspace {
	const ws = new Workspace(t);
	git(ws.root, 'init', '-q');
	for (const [name, text] of Object.entries(files)) ws.write(name, text);
	git(ws.root, 'add', '.');
	git(ws.root, 'commit', '-qm', 'all');
	return ws;
}

/**
 * Each write to the disk of the workspace fails from now on, as where it is full. The disk on which the results of the
 * tests are written has room.
 * @param names of the files in it whose writes fail
 * @returns what lets them succeed again
 */
function fillDisk(t: TestContext, { base }: Workspace, names = /^/u): () => void {
	const mocks = (['writeSync', 'appendFileSync', 'writeFileSync'] as const).map((name) => {
		const real = fs[name] as (...args: readonly unknown[]) => unknown;
		return t.mock.method(fs, name, (...args: readonly unknown[]) => {
			const [target] = args;
			const name = typeof target === 'string' ? path.basename(target) : '';
			const isElsewhere = typeof target === 'string' && !target.startsWith(base);
			if (isElsewhere || !names.test(name)) return real(...args);
			throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
		});
	});
	syncBuiltinESMExports();
	return () => {
		for (const { mock } of mocks) mock.restore();
		syncBuiltinESMExports();
	};
}

describe('a sparse checkout', () => {
	it('has no change of files that are not checked out, and those that go with a command are its own', async (t) => {
		const ws = committed(t, { 'in/a': 'a\n', 'out/b': 'b\n' });
		git(ws.root, 'sparse-checkout', 'set', 'in');
		const engine = await ws.watched();
		assert.equal(existsSync(ws.path('out/b')), false);
		ws.write('in/a', 'changed\n');
		assert.deepEqual(ws.changesOf(await engine.snapshot()), ['~ in/a']);
		git(ws.root, 'checkout', '-q', 'in/a');
		await engine.snapshot();
		await engine.note([command]);
		git(ws.root, 'sparse-checkout', 'disable');
		const report = await engine.snapshot();
		assert.deepEqual(ws.changesOf(report), ['+ out/b']);
		assert.deepEqual(report.records[0]?.evidence, ['command']);
	});
});

describe('a pointer of LFS', () => {
	it('is the file that stands there, whose filter is never run', async (t) => {
		const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n';
		const ws = committed(t, { big: pointer });
		ws.write('.gitattributes', '* filter=lfs diff=lfs merge=lfs -text\n');
		const ran = path.join(ws.base, 'ran');
		for (const name of ['clean', 'smudge', 'process'])
			git(ws.root, 'config', `filter.lfs.${name}`, `touch ${ran}`);
		const engine = await ws.watched();
		ws.write('big', Buffer.of(0, 1, 2));
		await engine.note([command]);
		assert.deepEqual(ws.changesOf(await engine.snapshot()), ['~ big']);
		const review = await engine.review(ws.path('big'));
		assert.ok(review.type === 'whole' && review.isUndoable);
		assert.deepEqual(await engine.restoreFile(ws.path('big'), 'keep'), { type: 'done' });
		assert.deepEqual([readFileSync(ws.path('big'), 'utf8'), existsSync(ran)], [pointer, false]);
	});
});

describe('repositories in the workspace', () => {
	it('such as worktrees, submodules and nested ones have their files looked at, and their .git left', async (t) => {
		const library = committed(t, { lib: 'lib\n' });
		const ws = committed(t, { a: 'a\n' });
		git(ws.root, 'submodule', 'add', '-q', library.root, 'sub');
		git(ws.root, 'worktree', 'add', '-q', 'tree');
		git(ws.root, 'init', '-q', 'nested');
		ws.write('nested/n', 'n\n');
		const marks = ['sub/.git', 'tree/.git'].map((name) => readFileSync(ws.path(name), 'utf8'));
		const engine = await ws.watched();
		for (const name of ['sub/lib', 'tree/a', 'nested/n']) ws.write(name, 'changed\n');
		for (const name of ['sub/.git', 'tree/.git']) ws.write(name, 'gitdir: elsewhere\n');
		const report = await engine.snapshot();
		assert.deepEqual(ws.changesOf(report), ['~ nested/n', '~ sub/lib', '~ tree/a']);
		const left = report.gaps.find(({ reason }) => reason === 'ignored')?.paths ?? [];
		for (const name of ['.git', 'sub/.git', 'tree/.git', 'nested/.git'])
			assert.ok(left.includes(ws.path(name)), name);
		assert.match(marks.join(''), /^gitdir: .*\ngitdir: .*\n$/u);
	});
});

describe('a full disk', () => {
	it('costs copies, which is named, and no change: what waited waits still, and what comes is seen', async (t) => {
		const ws = new Workspace(t);
		const [a, b] = [ws.write('a', 'before\n'), ws.write('b', 'before\n')];
		const engine = await ws.watched();
		await engine.note([command]);
		ws.write('a', 'after\n');
		await engine.snapshot();
		ws.write('b', 'after, which is not stored\n');
		const empty = fillDisk(t, ws);
		const report = await engine.snapshot();
		await engine.copied();
		assert.deepEqual(ws.changesOf(report), ['~ b']);
		assert.ok(report.gaps.some(({ reason, paths }) => reason === 'store_failed' && paths.includes(b)));
		assert.deepEqual((await engine.pending()).map((one) => one.path).toSorted(), [a, b]);
		assert.equal((await engine.restoreFile(b, 'discard')).type, 'failed');
		assert.equal(readFileSync(b, 'utf8'), 'after, which is not stored\n');
		empty();
		assert.deepEqual(await engine.restoreFile(b, 'discard'), { type: 'done' });
		assert.equal(readFileSync(b, 'utf8'), 'before\n');
		assert.ok(ws.log.some((line) => line.includes('ENOSPC')));
		// What could not be written then is there for the next window.
		await engine.snapshot();
		assert.deepEqual(
			(await ws.engine().pending()).map((one) => one.path),
			[a],
		);
	});

	for (const [what, names, seen] of [
		['keeps no look with a hole', /^look-/u, []],
		['keeps the look before what could not be recorded', /^/u, ['+ b']],
	] as const) {
		it(`${what} over an end in the middle of a turn`, async (t) => {
			const ws = new Workspace(t);
			ws.write('a', 'before\n');
			const engine = ws.engine();
			await engine.note([{ type: 'turn', id: 't', turn, from: 0 }]);
			await engine.snapshot();
			await engine.copied();
			const b = ws.write('b', 'made, and seen\n');
			const empty = fillDisk(t, ws, names);
			await engine.snapshot();
			empty();
			const next = ws.engine();
			assert.deepEqual(ws.changesOf(await next.snapshot()), seen);
			assert.deepEqual(
				(await next.pending()).map((one) => one.path),
				[b],
			);
		});
	}
});

describe('a name of which only the case has changed', { skip: process.platform !== 'linux' }, () => {
	it('is a moved file, and goes back', async (t) => {
		const ws = new Workspace(t);
		ws.write('name', 'text\n');
		const engine = await ws.watched();
		await engine.note([command]);
		renameSync(ws.path('name'), ws.path('Name'));
		const report = await engine.snapshot();
		assert.deepEqual(ws.changesOf(report), ['> Name']);
		assert.equal(report.records[0]?.movedFrom, ws.path('name'));
		assert.deepEqual(await engine.restoreFile(ws.path('Name'), 'keep'), { type: 'done' });
		assert.deepEqual(readdirSync(ws.root), ['name']);
	});
});

describe('on a disk that does not tell names by their case', { skip: process.platform !== 'linux' }, () => {
	for (const [what, text] of [
		['renamed', 'text\n'],
		['renamed and changed', 'changed\n'],
	] as const) {
		it(`a file that was ${what} is one that was moved, and Undo deletes nothing [hazard D14]`, async (t) => {
			const ws = new Workspace(t);
			ws.write('name', 'text\n');
			const engine = await ws.watched();
			await engine.note([command]);
			renameSync(ws.path('name'), ws.path('Name'));
			writeFileSync(ws.path('Name'), text);
			ignoreCase(t);
			const report = await engine.snapshot();
			assert.deepEqual(ws.changesOf(report), ['> Name']);
			for (const { path: file } of await engine.pending()) {
				const answer = await engine.restoreFile(file, 'keep');
				if (answer.type === 'remove') fs.rmSync(answer.path);
				await engine.snapshot();
			}
			t.mock.restoreAll();
			syncBuiltinESMExports();
			const names = fs.readdirSync(ws.root);
			assert.deepEqual(names, ['name']);
			assert.equal(readFileSync(ws.path('name'), 'utf8'), 'text\n');
		});
	}
});

describe('a store that is damaged as a whole', () => {
	it('is said to be, with the reason, and works once nothing is in its way', (t) => {
		const ws = new Workspace(t);
		ws.write('../store/contents', 'a file');
		assert.throws(() => ws.engine(), /EEXIST|ENOTDIR/u);
		rmSync(path.join(ws.store, 'contents'));
		assert.ok(ws.engine() instanceof LocalEngine);
	});
});

describe('what is not covered', () => {
	it('is named once, though the look and the copies both come upon it', async (t) => {
		const ws = new Workspace(t);
		ws.write('.env', 'TOKEN=1\n');
		const engine = await ws.watched();
		ws.write('.env', 'TOKEN=22\n');
		const { gaps } = await engine.snapshot();
		assert.deepEqual(
			gaps.map(({ reason, count }) => [reason, count]),
			[['secret', 1]],
		);
	});
});
