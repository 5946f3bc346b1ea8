/** Changes of a real folder: what is seen, whose it is, and what is put back. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
	appendFileSync,
	chmodSync,
	existsSync,
	mkdirSync,
	readFileSync,
	readlinkSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { describe, it } from 'node:test';
import { undoAll, undoHunk } from '../../../../src/core/changes/review.ts';
import { hashOf } from '../../../../src/node/changes/contentStore.ts';
import { LocalEngine } from '../../../../src/node/changes/localEngine.ts';
import { Workspace } from './workspace.ts';

const turn = { session: 's', turn: '1' };
const isPosix = process.platform !== 'win32';

describe('what changed on the disk', () => {
	it('is seen exactly, whoever wrote it and however', { skip: !isPosix }, async (t) => {
		const ws = new Workspace(t);
		for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'deep/h', 'same'])
			ws.write(name, `${name}\nline\n`);
		symlinkSync('a', ws.path('link'));
		const engine = await ws.watched();
		const shell = (line: string): void => void execFileSync('/bin/sh', ['-c', line], { cwd: ws.root });
		ws.write('a', 'written\n');
		shell('sed -i.bak s/line/LINE/ b && rm b.bak');
		shell('rm c');
		shell('mv d moved');
		shell('mkdir new && cp e new/copy');
		shell('printf x >> f');
		chmodSync(ws.path('g'), 0o755);
		shell('mv deep deeper');
		rmSync(ws.path('link'));
		symlinkSync('b', ws.path('link'));
		// Touched, and written with the same bytes.
		utimesSync(ws.path('same'), 1, 1);
		ws.write('e', 'e\nline\n');
		shell('(sleep 0; echo late > detached) & wait');
		const seen = ws.changesOf(await engine.snapshot());
		assert.deepEqual(seen, [
			'+ detached',
			'+ new/copy',
			'- c',
			'> deeper/h',
			'> moved',
			'~ a',
			'~ b',
			'~ f',
			'~ g',
			'~ link',
		]);
		assert.deepEqual(ws.changesOf(await engine.snapshot()), []);
	});

	it('between two looks in the same millisecond is seen as well', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', 'one');
		const engine = await ws.watched();
		const { mtime } = statSync(file);
		for (const text of ['two', 'six', 'ten', 'one']) {
			writeFileSync(file, text);
			utimesSync(file, mtime, mtime);
			assert.deepEqual(ws.changesOf(await engine.snapshot()), ['~ a']);
		}
	});

	it('is not what git ignores as a folder, which is named; a single ignored file counts', async (t) => {
		const ws = new Workspace(t);
		ws.write('.gitignore', 'out/\n*.log\n');
		ws.write('out/built', '1');
		ws.write('a.log', '1');
		ws.write('.git/config', '1');
		const engine = await ws.watched();
		for (const name of ['out/built', 'a.log', '.git/config']) ws.write(name, '2');
		const report = await engine.snapshot();
		assert.deepEqual(ws.changesOf(report), ['~ a.log']);
		const ignored = report.gaps.find(({ reason }) => reason === 'ignored');
		assert.deepEqual(ignored?.paths.toSorted(), [ws.path('.git'), ws.path('out')]);
	});

	it('is not what the user excludes as a folder, which is named as well', async (t) => {
		const ws = new Workspace(t);
		for (const name of ['vendor/a', 'deep/vendor/a', 'data/raw/a', 'deep/data/raw/a']) ws.write(name, '1');
		const { root, store: storeFolder, home } = ws;
		const options = { roots: [root], storeFolder, home, exclude: ['vendor', '/data/raw'] };
		const engine = new LocalEngine(options, (line) => ws.log.push(line));
		await engine.snapshot();
		for (const name of ['vendor/a', 'deep/vendor/a', 'data/raw/a', 'deep/data/raw/a']) ws.write(name, '22');
		const report = await engine.snapshot();
		assert.deepEqual(ws.changesOf(report), ['~ deep/data/raw/a']);
		assert.equal(report.gaps.find(({ reason }) => reason === 'ignored')?.count, 3);
	});

	it('in a folder that was not looked into before is not called new', async (t) => {
		const ws = new Workspace(t);
		ws.write('.gitignore', 'out\n');
		ws.write('out/built', '1');
		const engine = await ws.watched();
		ws.write('.gitignore', '');
		const { records } = await engine.snapshot();
		const built = records.find(({ path }) => path === ws.path('out/built'));
		assert.equal(built?.before.type, 'unknown');
		ws.write('.gitignore', 'out\n');
		assert.deepEqual(ws.changesOf(await engine.snapshot()), ['~ .gitignore']);
	});

	it('belongs to whom the evidence says', async (t) => {
		const ws = new Workspace(t);
		for (const name of ['agent', 'user', 'other']) ws.write(name, 'old');
		const engine = await ws.watched();
		const now = Date.now();
		await engine.note([
			{ type: 'turn', id: 't', turn, from: now - 1_000 },
			{ type: 'write', turn, path: ws.path('agent'), at: now, hash: hashOf(Buffer.from('new')) },
			{ type: 'save', path: ws.path('user'), at: now },
			{ type: 'diff', turn, path: '/etc/passwd', at: now },
		]);
		for (const name of ['agent', 'user', 'other']) ws.write(name, 'new');
		const { records } = await engine.snapshot();
		const verdicts = records.map(({ path, author, evidence }) =>
			[path.slice(ws.root.length + 1), author, ...evidence].join(' '),
		);
		assert.deepEqual(verdicts.toSorted(), [
			'agent agent bytes',
			'other unknown undeclared',
			'user user saved',
		]);
		const waiting = (await engine.pending()).map(({ path }) => path.slice(ws.root.length + 1));
		assert.deepEqual(waiting.toSorted(), ['agent', 'other']);
	});
});

describe('what waits', () => {
	async function changed(engine: Awaited<ReturnType<Workspace['watched']>>): Promise<void> {
		await engine.note([{ type: 'command', id: 'c', turn, command: 'make', from: Date.now() - 1_000 }]);
		await engine.snapshot();
		await engine.note([
			{ type: 'command', id: 'c', turn, command: 'make', from: Date.now() - 1_000, to: Date.now() },
		]);
	}

	const texts: readonly [string, string, string][] = [
		['CR LF', 'a\r\nb\r\nc\r\n', 'a\r\nB\r\nc\r\n'],
		['a byte order mark', '\uFEFFa\nb\n', '\uFEFFa\nB\n'],
		['no final newline', 'a\nb', 'a\nb\nc'],
		['mixed line ends', 'a\r\nb\nc\n', 'a\nb\r\nc\n'],
	];
	for (const [name, before, after] of texts) {
		it(`of a text with ${name} is undone to the byte`, async (t) => {
			const ws = new Workspace(t);
			const file = ws.write('a', before);
			const engine = await ws.watched();
			ws.write('a', after);
			await changed(engine);
			const review = await engine.review(file);
			assert.ok(review.type === 'text');
			assert.ok(review.hunks.length > 0);
			const undone = undoAll(review.texts, review.live);
			assert.equal(undone.live, before);
			ws.write('a', undone.live);
			await engine.settle(file, undone.texts);
			assert.deepEqual(await engine.pending(), []);
			assert.deepEqual(await engine.review(file), { type: 'nothing' });
		});
	}

	it('of a text with too many lines to be told apart is the whole file', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', '\n'.repeat(60_000));
		const engine = await ws.watched();
		ws.write('a', 'a\n'.repeat(60_000));
		await changed(engine);
		assert.equal((await engine.review(file)).type, 'whole');
		ws.write('a', 'a\n'.repeat(600));
		await changed(engine);
		assert.deepEqual(await engine.restoreFile(file, 'keep'), { type: 'done' });
		assert.equal(readFileSync(file, 'utf8').length, 60_000);
	});

	const wholes: readonly [string, (ws: Workspace) => void, (ws: Workspace) => void][] = [
		['a binary file', (ws) => ws.write('a', Buffer.of(0, 255, 1)), (ws) => ws.write('a', Buffer.of(0, 1))],
		['a text in another encoding', (ws) => ws.write('a', Buffer.of(0xe4, 10)), (ws) => ws.write('a', 'ae\n')],
		[
			'a text in UTF-16',
			(ws) => ws.write('a', Buffer.from('\uFEFFa\r\nb\r\n', 'utf16le')),
			(ws) => ws.write('a', Buffer.from('\uFEFFa\r\nB', 'utf16le')),
		],
		['a deleted file', (ws) => ws.write('a', 'text\n'), (ws) => rmSync(ws.path('a'))],
		[
			'a large file',
			(ws) => ws.write('a', 'x'.repeat(2_000_000)),
			(ws) => ws.write('a', 'y'.repeat(2_000_000)),
		],
	];
	for (const [name, make, change] of wholes) {
		it(`${name} is undone as a whole, with its mode`, async (t) => {
			const ws = new Workspace(t);
			make(ws);
			const file = ws.path('a');
			if (isPosix) chmodSync(file, 0o750);
			const before = readFileSync(file);
			const engine = await ws.watched();
			change(ws);
			await changed(engine);
			const review = await engine.review(file);
			assert.ok(review.type === 'whole' && review.isUndoable);
			assert.deepEqual(await engine.restoreFile(file, 'keep'), { type: 'done' });
			assert.deepEqual(readFileSync(file), before);
			if (isPosix) assert.equal(statSync(file).mode & 0o777, 0o750);
			assert.deepEqual(await engine.pending(), []);
		});
	}

	it('a mode, a link and a created file are undone as a whole', { skip: !isPosix }, async (t) => {
		const ws = new Workspace(t);
		ws.write('mode', 'text\n');
		symlinkSync('mode', ws.path('link'));
		const engine = await ws.watched();
		chmodSync(ws.path('mode'), 0o777);
		rmSync(ws.path('link'));
		symlinkSync('made', ws.path('link'));
		ws.write('made', 'text of the agent\n');
		await changed(engine);
		for (const name of ['mode', 'link', 'made'])
			assert.equal((await engine.review(ws.path(name))).type, 'whole');
		assert.deepEqual(await engine.restoreFile(ws.path('mode'), 'keep'), { type: 'done' });
		assert.deepEqual(await engine.restoreFile(ws.path('link'), 'keep'), { type: 'done' });
		const remove = { type: 'remove', path: ws.path('made') };
		assert.deepEqual(await engine.restoreFile(ws.path('made'), 'keep'), remove);
		assert.equal(statSync(ws.path('mode')).mode & 0o777, 0o644);
		assert.equal(readlinkSync(ws.path('link')), 'mode');
	});

	it('of a file that the user changed as well is not undone unasked', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', Buffer.of(0, 1));
		const engine = await ws.watched();
		ws.write('a', Buffer.of(0, 2));
		await changed(engine);
		ws.write('a', Buffer.of(0, 3));
		assert.deepEqual(await engine.restoreFile(file, 'keep'), { type: 'conflict' });
		assert.deepEqual(readFileSync(file), Buffer.of(0, 3));
		assert.deepEqual(await engine.restoreFile(file, 'discard'), { type: 'done' });
		assert.deepEqual(readFileSync(file), Buffer.of(0, 1));
	});

	it('keeps lines of the user beside hunks over several turns, and a reload in between', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', '1\n2\n3\n4\n5\n6\n');
		let engine = await ws.watched();
		ws.write('a', '1\nagent\n3\n4\n5\n6\n');
		await changed(engine);
		ws.write('a', '1\nagent\n3\nuser\n5\n6\n');
		await engine.note([{ type: 'save', path: file, at: Date.now(), hash: hashOf(readFileSync(file)) }]);
		await engine.snapshot();
		engine = await ws.watched();
		ws.write('a', '1\nagent\n3\nuser\n5\n6\nagent again\n');
		await changed(engine);
		const review = await engine.review(file);
		assert.ok(review.type === 'text');
		assert.equal(review.hunks.length, 2);
		assert.equal(undoAll(review.texts, review.live).live, '1\n2\n3\nuser\n5\n6\n');
		const [first] = review.hunks;
		assert.ok(first !== undefined);
		const undone = undoHunk(review.texts, review.live, first);
		assert.ok(undone.type === 'done');
		assert.equal(undone.live, '1\n2\n3\nuser\n5\n6\nagent again\n');
	});

	it('asks before each Undo where the user saved while a command ran', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', '1\n2\n');
		const engine = await ws.watched();
		ws.write('a', '1\nwhose?\n');
		await engine.note([{ type: 'save', path: file, at: Date.now() }]);
		await changed(engine);
		const review = await engine.review(file);
		assert.ok(review.type === 'text');
		assert.deepEqual(
			review.hunks.map(({ hasUserEdits }) => hasUserEdits),
			[true],
		);
		assert.equal(undoAll(review.texts, review.live).live, '1\nwhose?\n');
	});

	it('moves along with its file', async (t) => {
		const ws = new Workspace(t);
		ws.write('a', '1\n2\n');
		const engine = await ws.watched();
		ws.write('a', '1\nagent\n');
		await changed(engine);
		renameSync(ws.path('a'), ws.path('b'));
		await changed(engine);
		const [pending, ...others] = await engine.pending();
		assert.deepEqual([pending?.path, pending?.movedFrom, others], [ws.path('b'), ws.path('a'), []]);
		// In the way.
		ws.write('a', 'mine\n');
		assert.deepEqual(await engine.restoreFile(ws.path('b'), 'keep'), { type: 'drifted' });
		assert.equal(readFileSync(ws.path('a'), 'utf8'), 'mine\n');
		rmSync(ws.path('a'));
		assert.deepEqual(await engine.restoreFile(ws.path('b'), 'keep'), { type: 'remove', path: ws.path('b') });
		assert.equal(readFileSync(ws.path('a'), 'utf8'), '1\n2\n');
	});

	it('is back where it was, and nowhere else, without a trash', async (t) => {
		const ws = new Workspace(t);
		ws.write('a', '1\n2\n');
		const engine = await ws.watched();
		mkdirSync(ws.path('d'));
		renameSync(ws.path('a'), ws.path('d/b'));
		await changed(engine);
		assert.deepEqual(await engine.restoreFile(ws.path('d/b'), 'keep'), { type: 'done' });
		assert.deepEqual([readFileSync(ws.path('a'), 'utf8'), existsSync(ws.path('d/b'))], ['1\n2\n', false]);
		await engine.snapshot();
		assert.deepEqual(await engine.pending(), []);
	});

	it('of a change within a turn before the copy was made is told, and that it cannot be undone', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', 'old\n');
		const engine = ws.engine({ maxCopiedFiles: 0 });
		await engine.snapshot();
		await engine.copied();
		ws.write('a', 'changed\n');
		await changed(engine);
		const review = await engine.review(file);
		assert.ok(review.type === 'whole' && !review.isUndoable);
		assert.deepEqual(await engine.restoreFile(file, 'keep'), { type: 'unknown' });
		assert.equal(readFileSync(file, 'utf8'), 'changed\n');
	});

	it('has the text before where the file was copied on need', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', 'old\n');
		const engine = ws.engine({ maxCopiedFiles: 0 });
		await engine.snapshot();
		await engine.capture([file, ws.path('none'), '/etc/hostname', 'relative']);
		appendFileSync(file, 'new\n');
		await changed(engine);
		const review = await engine.review(file);
		assert.ok(review.type === 'text');
		assert.equal(review.texts.base, 'old\n');
	});

	it('of a file outside is seen only where the user allowed it', async (t) => {
		const ws = new Workspace(t);
		const [allowed, other] = [`${ws.base}/allowed`, `${ws.base}/other`];
		for (const file of [allowed, other]) writeFileSync(file, 'old\n');
		const engine = await ws.watched();
		await engine.allow(allowed);
		await engine.capture([other]);
		for (const file of [allowed, other]) writeFileSync(file, 'new\n');
		await changed(engine);
		assert.deepEqual(
			(await engine.pending()).map(({ path }) => path),
			[allowed],
		);
		const review = await engine.review(allowed);
		assert.ok(review.type === 'text');
	});

	it('of a home folder is only what is named', async (t) => {
		const ws = new Workspace(t);
		mkdirSync(`${ws.home}/p`);
		for (const name of ['named', 'other']) writeFileSync(`${ws.home}/p/${name}`, 'old\n');
		const engine = ws.engine({}, [ws.home]);
		await engine.snapshot();
		await engine.capture([`${ws.home}/p/named`]);
		for (const name of ['named', 'other']) writeFileSync(`${ws.home}/p/${name}`, 'new\n');
		const { records, gaps } = await engine.snapshot();
		assert.deepEqual(
			records.map(({ path }) => path),
			[`${ws.home}/p/named`],
		);
		assert.ok(gaps.some(({ reason, paths }) => reason === 'too_wide' && paths[0] === ws.home));
	});
});
