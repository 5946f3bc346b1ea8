/** Several windows of one workspace, at a time and one after the other: what waits in one of them is not lost. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmdirSync,
	rmSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { formatLine, journalVersion, type Pending } from '../../../../src/core/changes/journalLine.ts';
import { closedMark } from '../../../../src/node/changes/journalFiles.ts';
import { hashOf } from '../../../../src/node/changes/contentStore.ts';
import { ChangesThread } from '../../../../src/node/changes/changesThread.ts';
import { startOf } from '../../../../src/node/processTree.ts';
import { randomIntegers } from '../../../tools/seeded.ts';
import { Workspace } from './workspace.ts';

const turn = { session: 's', turn: '1' };

/** Bytes that cannot be made smaller. */
function noise(size: number, from: number): Buffer {
	const random = randomIntegers(from);
	return Buffer.from(Array.from({ length: size }, () => random(256)));
}

/** A process that runs until it is ended. */
async function otherWindow(t: TestContext): Promise<{ pid: number; end: () => Promise<void> }> {
	const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
	await once(child, 'spawn');
	const end = async (): Promise<void> => {
		if (child.exitCode !== null || child.signalCode !== null) return;
		child.kill('SIGKILL');
		await once(child, 'exit');
	};
	t.after(end);
	return { pid: child.pid ?? assert.fail(), end };
}

/** Turns the journal of this process into one of another. */
function giveAway(ws: Workspace, pid: number): string {
	const folder = path.join(ws.store, 'journal');
	const [name = ''] = readdirSync(folder).filter((one) => one.endsWith(`-${process.pid}.jsonl`));
	const file = path.join(folder, name.replace(`-${process.pid}.`, `-${pid}.`));
	writeFileSync(file, readFileSync(path.join(folder, name)));
	rmSync(path.join(folder, name));
	return file;
}

/** A file of which a change of an agent waits. */
async function waiting(ws: Workspace, before: Buffer, after: Buffer): Promise<string> {
	const file = ws.write('a', before);
	const engine = await ws.watched();
	await engine.note([{ type: 'command', id: 'c', turn, command: 'x', from: Date.now() }]);
	ws.write('a', after);
	await engine.snapshot();
	return file;
}

describe('two windows of a workspace', () => {
	it('do not take away what waits in the other to make room', async (t) => {
		const ws = new Workspace(t);
		const window = await otherWindow(t);
		const [before, after] = [noise(20_000, 1), noise(20_000, 2)];
		await waiting(ws, before, after);
		giveAway(ws, window.pid);
		ws.write('a', 'small');
		const engine = ws.engine({ maxStoreBytes: 80_000 });
		await engine.snapshot();
		for (let n = 3; n < 12; n++) {
			ws.write('b', noise(20_000, n));
			await engine.snapshot();
		}
		assert.deepEqual(Buffer.from((await engine.content(hashOf(before))) ?? []), before);
		assert.deepEqual(Buffer.from((await engine.content(hashOf(after))) ?? []), after);
	});

	it('take away nothing that a newer release names', async (t) => {
		const ws = new Workspace(t);
		const before = noise(20_000, 1);
		await waiting(ws, before, noise(20_000, 2));
		const folder = path.join(ws.store, 'journal');
		const newer = `{"type":"version","version":${journalVersion + 1}}\n{"what":{"ever":"${hashOf(before)}"}}\n`;
		rmSync(folder, { recursive: true });
		const engine = ws.engine({ maxStoreBytes: 80_000 });
		writeFileSync(path.join(folder, 'changes-1-99999999.jsonl'), newer);
		rmSync(ws.path('a'));
		await engine.snapshot();
		for (let n = 3; n < 12; n++) {
			ws.write('b', noise(20_000, n));
			await engine.snapshot();
		}
		assert.deepEqual(Buffer.from((await engine.content(hashOf(before))) ?? []), before);
		assert.equal(readFileSync(path.join(folder, 'changes-1-99999999.jsonl'), 'utf8'), newer);
	});

	it('store again what the other took away', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', 'text\n'.repeat(1_000));
		const engine = await ws.watched();
		const hash = hashOf(readFileSync(file));
		rmSync(path.join(ws.store, 'contents', hash.slice(0, 2), hash));
		await engine.capture([file]);
		assert.equal((await engine.content(hash))?.length, 5_000);
	});
});

describe('a window that is reloaded', () => {
	const [before, after] = [Buffer.from('1\n'), Buffer.from('2\n')];

	it('has what waits as soon as its old process has ended', async (t) => {
		const ws = new Workspace(t);
		const window = await otherWindow(t);
		const file = await waiting(ws, before, after);
		const old = giveAway(ws, window.pid);
		const engine = await ws.watched();
		assert.deepEqual(await engine.pending(), []);
		await window.end();
		const [pending] = await engine.pending();
		assert.equal(pending?.path, file);
		assert.equal(existsSync(old), false);
		assert.equal((await engine.records()).length, 1);
		// And so has the next one.
		assert.equal((await ws.engine().pending()).length, 1);
	});

	it('has what waits at once where its old process is left and only ends its agents', async (t) => {
		const ws = new Workspace(t);
		const window = await otherWindow(t);
		await waiting(ws, before, after);
		const old = giveAway(ws, window.pid);
		const mark = closedMark(path.dirname(old), window.pid);
		writeFileSync(mark, '');
		// Of another process, long ago.
		utimesSync(mark, 1, 1);
		assert.equal((await ws.engine().pending()).length, 0);
		writeFileSync(mark, '');
		assert.equal((await ws.engine().pending()).length, 1);
		assert.deepEqual([existsSync(old), existsSync(mark)], [false, false]);
	});

	it('has what waits also where another program has got the number of its old process', async (t) => {
		const ws = new Workspace(t);
		const window = await otherWindow(t);
		await waiting(ws, before, after);
		const old = giveAway(ws, window.pid);
		const [own, mark] = [process.pid, window.pid].map((pid) => path.join(path.dirname(old), `began-${pid}`));
		assert.ok(own !== undefined && mark !== undefined);
		const start = startOf(window.pid);
		// Windows does not say when a process started.
		if (start !== undefined) {
			assert.equal(readFileSync(own, 'utf8'), startOf(process.pid));
			writeFileSync(mark, start);
			assert.equal((await ws.engine().pending()).length, 0);
			writeFileSync(mark, `${start} of another`);
			assert.equal((await ws.engine().pending()).length, 1);
			assert.deepEqual([existsSync(old), existsSync(mark), existsSync(own)], [false, false, true]);
		}
	});

	it('takes the last look of its old process away with the journal', async (t) => {
		const ws = new Workspace(t);
		const window = await otherWindow(t);
		ws.write('a', '1\n');
		const first = ws.engine();
		await first.note([{ type: 'turn', id: 't', turn, from: Date.now() }]);
		await first.snapshot();
		await first.copied();
		const folder = path.join(ws.store, 'journal');
		const look = readdirSync(folder).find((name) => name.startsWith('look-')) ?? '';
		const given = path.join(folder, look.replace(`-${process.pid}.`, `-${window.pid}.`));
		renameSync(path.join(folder, look), given);
		const old = giveAway(ws, window.pid);
		const engine = await ws.watched();
		assert.equal(existsSync(given), true);
		await window.end();
		await engine.snapshot();
		assert.deepEqual([existsSync(old), existsSync(given)], [false, false]);
		ws.write('a', 'of the user\n');
		const next = ws.engine();
		assert.equal(await next.isResumed(), false);
		assert.deepEqual((await next.snapshot()).records, []);
	});

	it('says so when it is left', async (t) => {
		const ws = new Workspace(t);
		const thread = new ChangesThread({
			roots: [ws.root],
			storeFolder: ws.store,
			home: ws.home,
			script: path.resolve('dist/changesWorker.cjs'),
			log: (line) => ws.log.push(line),
			onFailure: (reason) => assert.fail(reason),
		});
		await thread.engine.snapshot();
		thread.dispose();
		const mark = closedMark(path.join(ws.store, 'journal'), process.pid);
		while (!existsSync(mark)) await new Promise((resolve) => setImmediate(resolve));
		assert.deepEqual(ws.log, []);
	});

	it('forgets nothing that waits where the user edited the file meanwhile [hazard D14]', async (t) => {
		const ws = new Workspace(t);
		const window = await otherWindow(t);
		const file = await waiting(ws, before, after);
		giveAway(ws, window.pid);
		// What the other process has seen last is its own.
		const journals = path.join(ws.store, 'journal');
		for (const name of readdirSync(journals).filter((one) => one.startsWith('look-')))
			rmSync(path.join(journals, name));
		ws.write('a', '2\nmine\n');
		const engine = await ws.watched();
		await engine.note([{ type: 'command', id: 'c', turn, command: 'x', from: Date.now() }]);
		ws.write('a', '2\nmine\nagent\n');
		await engine.snapshot();
		await window.end();
		const review = (await engine.pending(), await engine.review(file));
		assert.ok(review.type === 'text');
		assert.deepEqual([review.texts.base, review.texts.agent], ['1\n', '2\nmine\nagent\n']);
		// Nothing tells the lines of the user apart: each Undo asks.
		assert.ok(review.hunks.every(({ hasUserEdits }) => hasUserEdits));
	});

	it('goes back to before both, where an agent went on meanwhile', async (t) => {
		const ws = new Workspace(t);
		const window = await otherWindow(t);
		const file = await waiting(ws, before, after);
		giveAway(ws, window.pid);
		const engine = await ws.watched();
		await engine.note([{ type: 'command', id: 'c', turn, command: 'x', from: Date.now() }]);
		ws.write('a', '3\n');
		await engine.snapshot();
		await window.end();
		const review = (await engine.pending(), await engine.review(file));
		assert.ok(review.type === 'text');
		assert.deepEqual([review.texts.base, review.texts.agent], ['1\n', '3\n']);
	});
});

describe('a journal', () => {
	const pending: Pending = { path: '/ws/a', base: { type: 'absent' }, agent: { type: 'special' } };

	it('that cannot be read now is not lost', { skip: process.platform === 'win32' }, async (t) => {
		const ws = new Workspace(t);
		ws.engine();
		const file = path.join(ws.store, 'journal', 'changes-1-99999999.jsonl');
		const aside = path.join(ws.base, 'aside');
		writeFileSync(aside, formatLine({ type: 'pending', pending }));
		// No link is followed.
		symlinkSync(aside, file);
		assert.equal((await ws.engine().pending()).length, 0);
		assert.match(ws.log.join('\n'), /cannot be read and is left alone/u);
		rmSync(file);
		renameSync(aside, file);
		assert.equal((await ws.engine().pending()).length, 1);
	});

	it('that could not be written has all with the next look, which the next window begins with [hazard D13]', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', '1\n');
		const engine = await ws.watched();
		await engine.note([{ type: 'turn', id: 't', turn, from: Date.now() }]);
		await engine.snapshot();
		await engine.copied();
		const folder = path.join(ws.store, 'journal');
		const own = path.join(
			folder,
			readdirSync(folder).find((name) => name.startsWith('changes-')) ?? assert.fail(),
		);
		const aside = path.join(ws.base, 'aside');
		renameSync(own, aside);
		// In the way of what is written.
		mkdirSync(own);
		ws.write('a', '2\n');
		await engine.snapshot();
		await engine.copied();
		const meanwhile = readdirSync(folder).find((name) => name.startsWith('look-')) ?? assert.fail();
		const look = readFileSync(path.join(folder, meanwhile), 'utf8');
		assert.doesNotMatch(look, new RegExp(hashOf(Buffer.from('2\n')), 'u'));
		rmdirSync(own);
		renameSync(aside, own);
		await engine.snapshot();
		const [pending] = await ws.engine().pending();
		assert.equal(pending?.path, file);
	});

	it('that was taken over while nothing could be written tells nothing twice', async (t) => {
		const ws = new Workspace(t);
		ws.engine();
		const folder = path.join(ws.store, 'journal');
		const old = path.join(folder, 'changes-1-99999999.jsonl');
		writeFileSync(old, formatLine({ type: 'pending', pending }));
		const now = t.mock.method(Date, 'now', () => 5);
		// In the way of what is written.
		const own = path.join(folder, `changes-5-${process.pid}.jsonl`);
		mkdirSync(own);
		const engine = ws.engine();
		now.mock.restore();
		assert.ok(existsSync(old));
		assert.equal((await engine.pending()).length, 1);
		rmdirSync(own);
		await engine.keepFile('/ws/a');
		assert.equal(existsSync(old), false);
		assert.deepEqual(await ws.engine().pending(), []);
	});
});
