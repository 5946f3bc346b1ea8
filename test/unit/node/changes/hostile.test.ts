/** Workspaces that were made to do harm, or change while they are looked at. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	truncateSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { describe, it } from 'node:test';
import { hashOf } from '../../../../src/node/changes/contentStore.ts';
import { Gaps } from '../../../../src/node/changes/gaps.ts';
import { replaceFile } from '../../../../src/node/changes/restore.ts';
import { safeRead } from '../../../../src/node/changes/safeRead.ts';
import { type ScannedFiles, scan } from '../../../../src/node/changes/scan.ts';
import { figure } from '../../../tools/figure.ts';
import { Workspace } from './workspace.ts';

const turn = { session: 's', turn: '1' };
const isPosix = process.platform !== 'win32';

describe('a file in the place of a folder', () => {
	it('stops no look, whatever was named in that folder [hazard D13]', async (t) => {
		const ws = new Workspace(t);
		ws.write('.gitignore', 'ignored\n');
		for (const name of ['a', 'ignored/folder/named', 'seen/file']) ws.write(name, 'user\n');
		const engine = await ws.watched();
		await engine.capture([ws.path('ignored/folder/named')]);
		for (const folder of ['ignored/folder', 'seen']) {
			rmSync(ws.path(folder), { recursive: true });
			ws.write(folder, 'agent\n');
		}
		const saved = ['seen/file', 'a'].map(
			(name) => ({ type: 'save', path: ws.path(name), at: Date.now() }) as const,
		);
		await engine.note(saved);
		ws.write('a', 'agent\n');
		assert.deepEqual(ws.changesOf(await engine.snapshot()), [
			'+ seen',
			'- ignored/folder/named',
			'- seen/file',
			'~ a',
		]);
		ws.write('a', 'again\n');
		assert.deepEqual(ws.changesOf(await engine.snapshot()), ['~ a']);
	});
});

describe('a look at the workspace', { skip: !isPosix }, () => {
	it(
		'goes on where the other case of a name is too long for the system',
		{ skip: process.platform !== 'linux' },
		async (t) => {
			const ws = new Workspace(t);
			const engine = await ws.watched();
			// In capitals it has half as many bytes again.
			const name = '\u0149'.repeat(127);
			ws.write(`${name}/${name}`, 'one\n');
			assert.deepEqual(ws.changesOf(await engine.snapshot()), [`+ ${name}/${name}`]);
			ws.write('.gitignore', `${name}/\n`);
			assert.deepEqual(ws.changesOf(await engine.snapshot()), ['+ .gitignore']);
			assert.deepEqual(ws.changesOf(await engine.snapshot()), []);
		},
	);

	it(
		'waits for no pipe, opens no socket, and follows no link [hazard D6]',
		{ timeout: 20_000 },
		async (t) => {
			const ws = new Workspace(t);
			writeFileSync(path.join(ws.base, 'secret'), 'outside');
			mkdirSync(path.join(ws.base, 'outside'));
			writeFileSync(path.join(ws.base, 'outside', 'file'), 'outside');
			execFileSync('mkfifo', [ws.path('pipe')]);
			const server = net.createServer().listen(ws.path('socket'));
			await once(server, 'listening');
			symlinkSync(path.join(ws.base, 'secret'), ws.path('link'));
			symlinkSync(path.join(ws.base, 'outside'), ws.path('folder'));
			symlinkSync('.', ws.path('loop'));
			symlinkSync('/dev/zero', ws.path('zero'));
			const engine = await ws.watched();
			writeFileSync(path.join(ws.base, 'secret'), 'changed');
			writeFileSync(path.join(ws.base, 'outside', 'file'), 'changed');
			unlinkSync(ws.path('zero'));
			execFileSync('mkfifo', [ws.path('zero')]);
			const report = await engine.snapshot();
			server.close();
			assert.deepEqual(ws.changesOf(report), ['~ zero']);
			assert.equal(await engine.content(hashOf(Buffer.from('outside'))), undefined);
			const special = report.gaps.find(({ reason }) => reason === 'special');
			assert.deepEqual(
				special?.paths.toSorted(),
				['pipe', 'socket', 'zero'].map((name) => ws.path(name)),
			);
		},
	);

	it('runs no program that a repository names, and writes nothing into it', async (t) => {
		const ws = new Workspace(t);
		const git = (...args: string[]): void =>
			void execFileSync('git', args, { cwd: ws.root, stdio: 'ignore' });
		git('init');
		ws.write('a', 'text\n');
		ws.write('.gitattributes', '* filter=evil diff=evil\n');
		git('add', 'a');
		git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-m', 'a');
		const trap = path.join(ws.base, 'trap');
		writeFileSync(trap, `#!/bin/sh\necho ran >> '${ws.base}/ran'\ncat\n`);
		chmodSync(trap, 0o755);
		for (const key of ['core.fsmonitor', 'filter.evil.clean', 'filter.evil.smudge', 'diff.evil.textconv']) {
			git('config', key, trap);
		}
		git('config', 'core.hooksPath', ws.base);
		git('config', 'core.worktree', ws.home);
		const bytesOf = (): string => {
			const entries = readdirSync(ws.path('.git'), { recursive: true, withFileTypes: true });
			const files = entries.filter((entry) => entry.isFile());
			return files
				.map((entry) => path.join(entry.parentPath, entry.name))
				.toSorted()
				.map((file) => `${file} ${hashOf(readFileSync(file))}`)
				.join('\n');
		};
		const before = bytesOf();
		const engine = await ws.watched();
		ws.write('a', 'changed\n');
		assert.deepEqual(ws.changesOf(await engine.snapshot()), ['~ a']);
		assert.deepEqual(await engine.restoreFile(ws.path('a'), 'discard'), { type: 'drifted' });
		assert.equal(bytesOf(), before);
		assert.equal(existsSync(path.join(ws.base, 'ran')), false);
	});

	it('ends with more files than are looked at, and names that', async (t) => {
		const ws = new Workspace(t);
		for (let n = 0; n < 300; n++) ws.write(`d${n % 7}/f${n}`, String(n));
		const engine = await ws.watched({ maxFiles: 100 });
		for (let n = 0; n < 7; n++) ws.write(`d${n}/new`, 'new');
		const report = await engine.snapshot();
		assert.ok(report.gaps.some(({ reason }) => reason === 'too_many'));
		assert.deepEqual(
			report.records.filter(({ before }) => before.type === 'absent'),
			[],
		);
		assert.deepEqual(
			report.records.filter(({ after }) => after.type === 'absent'),
			[],
		);
	});

	it('ends with folders in folders without end', async (t) => {
		const ws = new Workspace(t);
		mkdirSync(ws.path(Array.from({ length: 300 }, () => 'd').join('/')), { recursive: true });
		const engine = await ws.watched();
		const { gaps } = await engine.snapshot();
		assert.ok(gaps.some(({ reason }) => reason === 'too_many'));
	});

	it('copies no file that is too large, and no more than there is room for, and names them', async (t) => {
		const ws = new Workspace(t);
		// Without a block on the disk.
		ws.write('huge', '');
		truncateSync(ws.path('huge'), 64 * 1024 ** 3);
		ws.write('.env', 'TOKEN=1');
		for (let n = 0; n < 10; n++) ws.write(`f${n}`, `${n}`.repeat(1_000));
		const engine = await ws.watched({ maxCopiedBytes: 5_000 });
		ws.write('.env', 'TOKEN=2');
		// A look while it still copies names the same.
		await engine.snapshot();
		ws.write('.env', 'TOKEN=3');
		const report = await engine.snapshot();
		const named = Object.fromEntries(report.gaps.map(({ reason, count }) => [reason, count]));
		assert.equal(named['not_copied'], 7);
		assert.equal(named['secret'], 1);
		assert.deepEqual(ws.changesOf(report), ['~ .env']);
		assert.equal(await engine.content(hashOf(Buffer.from('TOKEN=1'))), undefined);
		assert.doesNotMatch(JSON.stringify(report.records), /hash/u);
		truncateSync(ws.path('huge'), 5);
		assert.equal((await engine.snapshot()).records[0]?.before.type, 'file');
	});

	it('goes on where files and folders vanish or may not be read', async (t) => {
		const ws = new Workspace(t);
		ws.write('a/b', '1');
		ws.write('closed/c', '2');
		writeFileSync(path.join(ws.home, 'c'), '3');
		const engine = await ws.watched();
		renameSync(ws.path('a'), ws.path('x'));
		writeFileSync(ws.path('a'), 'a file now');
		rmSync(ws.path('closed'), { recursive: true });
		symlinkSync(ws.home, ws.path('closed'));
		assert.deepEqual(ws.changesOf(await engine.snapshot()), ['+ a', '+ closed', '- closed/c', '> x/b']);
	});

	it('never copies what is outside, while a folder turns into a link and back [hazard D2]', async (t) => {
		const ws = new Workspace(t);
		const outside = path.join(ws.base, 'outside');
		mkdirSync(outside);
		const secret = 'secret outside of the workspace';
		writeFileSync(path.join(outside, 'file'), secret);
		ws.write('swapped/file', 'inside');
		const swapper = spawn(process.execPath, ['-e', swapping, ws.path('swapped'), outside], {
			stdio: 'ignore',
		});
		await once(swapper, 'spawn');
		const tries = 3_000;
		const engine = ws.engine();
		const counts = { read: 0, failed: 0 };
		try {
			for (let n = 0; n < 40; n++) await engine.snapshot();
			// A look takes longer than both states last: the reads by themselves.
			for (let n = 0; n < tries || ((counts.read === 0 || counts.failed === 0) && n < 100 * tries); n++) {
				const found = safeRead(ws.path('swapped/file'), 1_000);
				counts[found.type]++;
				if (found.type === 'read') assert.equal(Buffer.from(found.bytes).toString(), 'inside');
			}
		} finally {
			swapper.kill('SIGKILL');
			await once(swapper, 'exit');
		}
		assert.equal(await engine.content(hashOf(Buffer.from(secret))), undefined);
		assert.ok(counts.read > 0 && counts.failed > 0, JSON.stringify(counts));
		figure(
			'D2',
			`reads of a folder that is swapped with a link: ${counts.read} inside, 0 outside, ${counts.failed} refused`,
		);
	});

	it('writes nothing outside when a file is put back through a folder that is a link now', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('folder/deep/a', Buffer.of(0, 1));
		// A folder above the file is no link itself, but is reached through one.
		const engine = await ws.watched();
		ws.write('folder/deep/a', Buffer.of(0, 2));
		await engine.note([{ type: 'command', id: 'c', turn, command: 'x', from: 0 }]);
		await engine.snapshot();
		const outside = path.join(ws.base, 'outside');
		renameSync(ws.path('folder'), outside);
		symlinkSync(outside, ws.path('folder'));
		const answer = await engine.restoreFile(file, 'discard');
		assert.notEqual(answer.type, 'done');
		assert.equal(
			replaceFile(file, { type: 'file', mode: 0o600, bytes: Buffer.of(1) }, () => true),
			false,
		);
		assert.deepEqual(readFileSync(path.join(outside, 'deep', 'a')), Buffer.of(0, 2));
		assert.deepEqual(readdirSync(path.join(outside, 'deep')), ['a']);
	});

	it(
		'names what it cannot open because its name is no text [hazard D13]',
		{ skip: process.platform !== 'linux' },
		async (t) => {
			const ws = new Workspace(t);
			const engine = await ws.watched();
			const raw = (name: string): Buffer =>
				Buffer.concat([Buffer.from(`${ws.root}/`), Buffer.from(name, 'latin1')]);
			mkdirSync(raw('\xff'));
			writeFileSync(raw('\xff/hidden'), 'agent');
			const { gaps } = await engine.snapshot();
			assert.deepEqual(gaps, [{ reason: 'unreadable', count: 1, paths: [ws.path('\uFFFD')] }]);
			// Another one that has this very name is no reason to be silent.
			ws.write('\uFFFD/seen', 'agent');
			const report = await engine.snapshot();
			assert.deepEqual(ws.changesOf(report).at(0), '+ \uFFFD/seen');
			assert.ok(report.gaps.some(({ reason }) => reason === 'unreadable'));
		},
	);

	it('hides no change behind more of them than it tells of [hazard D13]', async (t) => {
		const ws = new Workspace(t);
		ws.write('a/told', 'old\n');
		ws.write('a/gone', 'old\n');
		const engine = await ws.watched({ maxChanged: 5 });
		const span = { type: 'turn', id: 't', turn, from: Date.now() } as const;
		await engine.note([span]);
		for (let count = 0; count < 8; count++) ws.write(`z/${count}`, `${count}`);
		ws.write('a/told', 'new\n');
		unlinkSync(ws.path('a/gone'));
		const first = await engine.snapshot();
		await engine.note([{ ...span, to: Date.now() }]);
		assert.ok(first.gaps.some(({ reason }) => reason === 'too_many'));
		const second = await engine.snapshot();
		assert.equal(first.records.length + second.records.length, 10);
		assert.ok(second.records.every(({ evidence }) => evidence.includes('undeclared')));
		assert.deepEqual(second.gaps, []);
		const waiting = (await engine.pending()).map((one) => path.relative(ws.root, one.path));
		assert.ok(waiting.includes(path.join('a', 'told')) && waiting.includes(path.join('a', 'gone')));
	});
});

describe('a read', { skip: !isPosix }, () => {
	it('of a pipe ends at once [hazard D6]', (t) => {
		const ws = new Workspace(t);
		execFileSync('mkfifo', [ws.path('pipe')]);
		const module = new URL('../../../../src/node/changes/safeRead.ts', import.meta.url).href;
		const code = `
			const { safeRead } = await import(${JSON.stringify(module)});
			console.log(safeRead(process.argv[1], 10).reason);`;
		const args = ['--input-type=module', '-e', code, ws.path('pipe')];
		assert.equal(execFileSync(process.execPath, args, { timeout: 20_000, encoding: 'utf8' }), 'special\n');
	});

	it('of a link is none', (t) => {
		const ws = new Workspace(t);
		ws.write('a', 'text');
		symlinkSync('a', ws.path('link'));
		assert.deepEqual(safeRead(ws.path('link'), 10), { type: 'failed', reason: 'special' });
	});
});

describe('a file that was changed shortly before', () => {
	it('is read again by the next look, for its times may stay the same', (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', 'text');
		const look = (previous?: ScannedFiles): ScannedFiles => {
			const steps = scan({
				roots: [ws.root],
				files: [],
				exclude: [],
				maxFiles: 10,
				previous,
				gaps: new Gaps(),
			});
			let step = steps.next();
			while (step.done !== true) step = steps.next();
			return step.value.manifest;
		};
		const first = look();
		const second = look(first);
		assert.notEqual(second.get(file), first.get(file));
		const later = Date.now() + 60_000;
		t.mock.method(Date, 'now', () => later);
		const third = look(second);
		assert.notEqual(third.get(file), second.get(file));
		assert.equal(look(third).get(file), third.get(file));
	});
});

const swapping = `
	const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
	const [folder, outside] = process.argv.slice(1);
	const attempt = (step) => { try { step(); } catch {} };
	for (;;) {
		attempt(() => renameSync(folder, folder + '.away'));
		attempt(() => symlinkSync(outside, folder));
		attempt(() => unlinkSync(folder));
		attempt(() => renameSync(folder + '.away', folder));
	}`;
