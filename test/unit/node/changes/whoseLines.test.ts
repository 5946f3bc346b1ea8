/** Changes of a user and an agent within one turn: what the user did is never a part of what is undone. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { type Evidence, goneHash } from '../../../../src/core/changes/attribution.ts';
import { undoAll } from '../../../../src/core/changes/review.ts';
import { hashOf } from '../../../../src/node/changes/contentStore.ts';
import { LocalEngine } from '../../../../src/node/changes/localEngine.ts';
import { Workspace } from './workspace.ts';

const turn = { session: 's', turn: '1' };

function save(file: string): Evidence {
	return { type: 'save', path: file, at: Date.now(), hash: hashOf(readFileSync(file)) };
}

function write(file: string): Evidence {
	return { type: 'write', turn, path: file, at: Date.now(), hash: hashOf(readFileSync(file)) };
}

/** An engine within a turn, of which a command runs. */
async function working(ws: Workspace): Promise<LocalEngine> {
	const engine = await ws.watched();
	await engine.note([{ type: 'turn', id: 't', turn, from: Date.now() }]);
	return engine;
}

async function command(engine: LocalEngine): Promise<void> {
	await engine.note([{ type: 'command', id: 'c', turn, command: 'make', from: Date.now() }]);
}

async function undone(engine: LocalEngine, file: string): Promise<string> {
	const review = await engine.review(file);
	assert.ok(review.type === 'text', review.type);
	return undoAll(review.texts, review.live).live;
}

describe('lines that the user saved within a turn', () => {
	it('are not a part of what the agent wrote through us afterwards', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', '1\n2\n3\n');
		const engine = await working(ws);
		ws.write('a', '1\n2\n3\nmine\n');
		await engine.note([save(file)]);
		await engine.capture([file]);
		ws.write('a', 'agent\n2\n3\nmine\n');
		await engine.note([write(file)]);
		const { records } = await engine.snapshot();
		assert.deepEqual(
			records.map(({ author }) => author),
			['user', 'agent'],
		);
		assert.equal(await undone(engine, file), '1\n2\n3\nmine\n');
	});

	it('are not undone unasked where an agent tells of them as its own [hazard D14]', async (t) => {
		for (const type of ['diff', 'write'] as const) {
			const ws = new Workspace(t);
			const file = ws.write('a', '1\n2\n3\n');
			const engine = await working(ws);
			ws.write('a', '1\nmine\n3\n');
			await engine.note([save(file)]);
			const at = Date.now() + 1;
			await engine.note([{ type, turn, path: file, at, hash: hashOf(readFileSync(file)) }]);
			await engine.snapshot();
			assert.equal(await undone(engine, file), '1\nmine\n3\n');
		}
	});

	it('are the user’s also where they are told of while a look is under way [hazard D14]', async (t) => {
		for (const runs of ['turn', 'command'] as const) {
			const ws = new Workspace(t);
			const file = ws.write('a', '1\n2\n');
			const engine = await working(ws);
			if (runs === 'command') await command(engine);
			const look = engine.snapshot();
			ws.write('a', '1\nmine\n');
			const noted = engine.note([save(file)]);
			const { records } = await look;
			await noted;
			const [record] = [...records, ...(await engine.snapshot()).records];
			assert.equal(record?.author, 'user', runs);
			assert.deepEqual(await engine.pending(), [], runs);
		}
	});

	it('take nothing of the agent’s with them where they come right after it was seen', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', '1\n2\n');
		const engine = await working(ws);
		await command(engine);
		ws.write('a', '1\n2\nagent\n');
		const seen = hashOf(readFileSync(file));
		const look = engine.snapshot();
		// Of other bytes than the look sees.
		const noted = engine.note([
			{ type: 'save', path: file, at: Date.now(), hash: hashOf(Buffer.from('other')) },
		]);
		const { records } = await look;
		await noted;
		assert.deepEqual(
			records.map(({ author, after }) => [author, after.type === 'file' ? after.hash : undefined]),
			[['agent', seen]],
		);
	});

	it('hide nothing that an agent wrote over them at once [hazard D13]', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', 'old\n');
		const engine = await working(ws);
		ws.write('a', 'mine\n');
		const saved = save(file);
		// What was saved is told a moment later.
		ws.write('a', 'agent\n');
		await engine.note([saved]);
		await engine.snapshot();
		const [waiting] = await engine.pending();
		assert.equal(waiting?.path, file);
		assert.equal(waiting.hasUserEdits, true);
	});

	it('are none where the agent wrote by itself', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', '1\n2\n3\n');
		const engine = await working(ws);
		await command(engine);
		ws.write('a', '1\n2\n3\nmine\n');
		await engine.note([save(file)]);
		ws.write('a', 'agent\n2\n3\nmine\n');
		await engine.note([write(file)]);
		await engine.snapshot();
		assert.equal(await undone(engine, file), '1\n2\n3\nmine\n');
	});

	it('make each Undo ask where the agent had written over them before anybody could look', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', '1\n2\n3\n');
		const engine = await working(ws);
		ws.write('a', '1\n2\n3\nmine\n');
		const saved = save(file);
		ws.write('a', 'agent\n2\n3\nmine\n');
		await engine.note([saved, write(file)]);
		await engine.snapshot();
		assert.equal(await undone(engine, file), 'agent\n2\n3\nmine\n');
	});

	it('are not a part of what waits where no editor saved them, but the file was captured', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', '1\n2\n3\n');
		const engine = await ws.watched();
		// Before the turn, and seen by no look.
		ws.write('a', '1\n2\n3\nmine\n');
		await engine.note([{ type: 'turn', id: 't', turn, from: Date.now() + 1_000 }]);
		await engine.capture([file]);
		ws.write('a', 'agent\n2\n3\nmine\n');
		await engine.note([write(file)]);
		await engine.snapshot();
		assert.equal(await undone(engine, file), '1\n2\n3\nmine\n');
	});
});

describe('a folder that the user deleted while a command ran', () => {
	it('takes its files with it, and none that the agent deleted or made there', async (t) => {
		const ws = new Workspace(t);
		for (const name of ['folder/a', 'folder/deep/b', 'folderless', 'other/c']) ws.write(name, `${name}\n`);
		const engine = await working(ws);
		await command(engine);
		rmSync(ws.path('folder'), { recursive: true });
		await engine.note([{ type: 'save', path: ws.path('folder'), at: Date.now(), hash: goneHash }]);
		ws.write('folder/a', 'of the agent\n');
		rmSync(ws.path('other/c'));
		rmSync(ws.path('folderless'));
		const { records } = await engine.snapshot();
		assert.deepEqual(
			records.map(({ path: file, author }) => `${author} ${path.relative(ws.root, file)}`).toSorted(),
			['agent folder/a', 'agent folderless', 'agent other/c', 'user folder/a', 'user folder/deep/b'],
		);
	});
});

describe('an answer of the user while an agent works', () => {
	it('to a whole file is no change of the agent', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', Buffer.of(0, 1));
		const engine = await working(ws);
		await command(engine);
		ws.write('a', Buffer.of(0, 2));
		await engine.snapshot();
		assert.deepEqual(await engine.restoreFile(file, 'keep'), { type: 'done' });
		const { records } = await engine.snapshot();
		assert.deepEqual(
			records.map(({ author }) => author),
			['user'],
		);
		assert.deepEqual(await engine.pending(), []);
	});

	it('to what was shown does not answer what the agent wrote since', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', '1\n2\n3\n4\n5\n6\n');
		const engine = await working(ws);
		await command(engine);
		ws.write('a', '1\nfirst\n3\n4\n5\n6\n');
		await engine.snapshot();
		const shown = await engine.review(file);
		assert.ok(shown.type === 'text');
		ws.write('a', '1\nfirst\n3\n4\n5\nsecond\n');
		await engine.snapshot();
		await engine.settle(file, { base: shown.live, agent: shown.live });
		const review = await engine.review(file);
		assert.ok(review.type === 'text');
		assert.deepEqual(
			review.hunks.map(({ removed, added }) => [removed, added]),
			[[['6\n'], ['second\n']]],
		);
	});
});

describe('a file of which all was undone', () => {
	const content = (engine: LocalEngine, file: string): Promise<string> =>
		engine.review(file).then((review) => {
			if (review.type === 'text') return review.hunks.map(({ added }) => added.join('')).join();
			return review.type;
		});

	async function after(t: TestContext, ...texts: readonly string[]): Promise<string> {
		const ws = new Workspace(t);
		const file = ws.write('a', '1\n2\n3\n');
		const engine = await working(ws);
		ws.write('a', '1\nagent\n3\n');
		await engine.note([write(file)]);
		await engine.snapshot();
		for (const text of texts) {
			ws.write('a', text);
			await engine.note([save(file)]);
			await engine.snapshot();
		}
		return content(engine, file);
	}

	it('waits as before when the undo is taken back', async (t) => {
		assert.equal(await after(t, '1\n2\n3\n'), '');
		assert.equal(await after(t, '1\n2\n3\n', '1\nagent\n3\n'), 'agent\n');
	});

	it('has nothing that waits in what the user writes there afterwards', async (t) => {
		assert.equal(await after(t, '1\n2\n3\n', '1\nmine\n3\n'), 'nothing');
		assert.equal(await after(t, '1\n2\n3\n', '1\n2\n3\nmine\n'), 'nothing');
	});
});

describe('files that are gone', () => {
	for (const isNew of [false, true]) {
		it(`are told as gone where the user had edited what waited there${isNew ? ', and new' : ''} [hazard D14]`, async (t) => {
			const ws = new Workspace(t);
			const file = isNew ? ws.path('a') : ws.write('a', 'a\nb\nc\n');
			const engine = await working(ws);
			ws.write('a', 'a\nagent\nc\n');
			await engine.note([write(file)]);
			await engine.snapshot();
			ws.write('a', 'a\nmine\nc\n');
			await engine.note([save(file)]);
			await engine.snapshot();
			await command(engine);
			rmSync(file);
			await engine.snapshot();
			const [waiting] = await engine.pending();
			assert.deepEqual([waiting?.base.type, waiting?.agent.type], ['file', 'absent']);
			assert.equal(waiting?.hasUserEdits, true);
			assert.deepEqual(await engine.restoreFile(file, 'keep'), { type: 'conflict' });
			assert.deepEqual(await engine.restoreFile(file, 'discard'), { type: 'done' });
			assert.equal(readFileSync(file, 'utf8'), isNew ? 'a\nmine\nc\n' : 'a\nb\nc\n');
		});
	}

	it('come back with their folders', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('deep/er/a', 'text\n');
		const engine = await working(ws);
		await command(engine);
		rmSync(ws.path('deep'), { recursive: true });
		await engine.snapshot();
		assert.deepEqual(await engine.restoreFile(file, 'keep'), { type: 'done' });
		assert.equal(readFileSync(file, 'utf8'), 'text\n');
		assert.deepEqual(await engine.pending(), []);
	});

	it('do not come back through a file, or another folder, in the place of theirs', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('deep/er/a', 'text\n');
		const engine = await working(ws);
		await command(engine);
		rmSync(ws.path('deep'), { recursive: true });
		writeFileSync(ws.path('deep'), 'a file');
		await engine.snapshot();
		const answer = await engine.restoreFile(file, 'keep');
		assert.notEqual(answer.type, 'done');
		assert.equal(readFileSync(ws.path('deep'), 'utf8'), 'a file');
	});

	it('and replaced by another that was moved there still wait', async (t) => {
		const ws = new Workspace(t);
		ws.write('a', 'a\n');
		ws.write('b', 'b\n');
		const engine = await working(ws);
		await command(engine);
		rmSync(ws.path('b'));
		await engine.snapshot();
		renameSync(ws.path('a'), ws.path('b'));
		await engine.snapshot();
		// The content of the other file may be nowhere else.
		assert.equal(await undone(engine, ws.path('b')), 'a\n');
		assert.deepEqual(await engine.restoreFile(ws.path('b'), 'discard'), { type: 'done' });
		assert.equal(readFileSync(ws.path('b'), 'utf8'), 'b\n');
		assert.deepEqual(await engine.restoreFile(ws.path('a'), 'keep'), { type: 'done' });
		assert.equal(readFileSync(ws.path('a'), 'utf8'), 'a\n');
	});
});

describe('a file that a write through us names', () => {
	for (const isThere of [true, false]) {
		it(`is looked at where git ignores its folder, ${isThere ? 'changed' : 'made'}`, async (t) => {
			const ws = new Workspace(t);
			ws.write('.gitignore', 'out/\n');
			mkdirSync(ws.path('out'));
			const file = isThere ? ws.write('out/a', 'old\n') : ws.path('out/a');
			const engine = await working(ws);
			await engine.capture([file]);
			ws.write('out/a', 'new\n');
			await engine.note([write(file)]);
			const report = await engine.snapshot();
			assert.deepEqual(ws.changesOf(report), [isThere ? '~ out/a' : '+ out/a']);
			assert.equal(report.records[0]?.author, 'agent');
		});
	}

	it('is not looked at where the user does not want it', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('private/in/a', 'old\n');
		const { root, store: storeFolder, home } = ws;
		const engine = new LocalEngine({ roots: [root], exclude: ['private'], storeFolder, home }, assert.fail);
		await engine.snapshot();
		await engine.capture([file]);
		ws.write('private/in/a', 'new\n');
		assert.deepEqual(ws.changesOf(await engine.snapshot()), []);
	});

	it('is never one of git itself', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('.git/config', 'old\n');
		const engine = await working(ws);
		await engine.capture([file]);
		ws.write('.git/config', 'new\n');
		assert.deepEqual(ws.changesOf(await engine.snapshot()), []);
	});
});

describe('rules of what to ignore', () => {
	it('that an agent adds hide nothing that was looked at before', async (t) => {
		const ws = new Workspace(t);
		ws.write('src/a', 'old\n');
		const engine = await working(ws);
		ws.write('.gitignore', 'src/\n');
		ws.write('src/a', 'new\n');
		ws.write('src/b', 'new\n');
		assert.deepEqual(ws.changesOf(await engine.snapshot()), ['+ .gitignore', '+ src/b', '~ src/a']);
	});

	it('that take too long to match count for nothing, and are named [hazard A11]', async (t) => {
		const ws = new Workspace(t);
		const rule = `${'*a'.repeat(200)}b`;
		ws.write('.gitignore', `${`${rule}\n`.repeat(600)}out\n`);
		for (let n = 0; n < 200; n++) ws.write(`d${n}/${'a'.repeat(200)}/f`, 'x');
		ws.write('out/a', 'x');
		const engine = ws.engine();
		const start = process.cpuUsage();
		const { gaps } = await engine.snapshot();
		const { user } = process.cpuUsage(start);
		assert.ok(user < 3_000_000, `${user} us`);
		assert.ok(
			gaps.some(({ reason, paths }) => reason === 'too_many' && paths.includes(ws.path('.gitignore'))),
		);
		await engine.copied();
	});
});

describe('a turn that begins while a look is under way', () => {
	it('has what the agent writes at once [hazard D13]', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', 'old\n');
		const engine = await ws.watched();
		const look = engine.snapshot();
		const noted = engine.note([{ type: 'turn', id: 't', turn, from: Date.now() }]);
		ws.write('a', 'agent\n');
		await look;
		await noted;
		await engine.snapshot();
		assert.deepEqual(
			(await engine.pending()).map(({ path: pending }) => pending),
			[file],
		);
	});
});
