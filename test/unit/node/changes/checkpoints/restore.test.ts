/** Going back to a checkpoint: what the plan offers, what it does, and what stays as it is. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { uniqueLines } from '../../../core/changes/texts.ts';
import { Workspace } from '../workspace.ts';
import { changedAt, isThere, Sessions, stateAt } from './sessions.ts';

const isPosix = process.platform !== 'win32';
const lines = (name: string): string => uniqueLines(name, 10).join('');
const withLine = (text: string, at: number, line: string): string =>
	(text.match(/.*\n/gu) ?? []).toSpliced(at, 0, `${line}\n`).join('');

async function begun(t: TestContext): Promise<Sessions> {
	const ws = new Workspace(t);
	for (const name of ['a', 'b', 'c', 'dir/d']) ws.write(name, lines(name));
	return new Sessions(ws, await ws.watched());
}

describe('a plan to go back', () => {
	it('ticks what only the agent changed, and says how', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => {
			ws.write('a', withLine(lines('a'), 3, 'agent'));
			ws.write('new/deep/f', 'made\n');
			rmSync(ws.path('b'));
			renameSync(ws.path('c'), ws.path('moved'));
		});
		assert.deepEqual(await all.planned(first), [
			'x + b agent',
			'x - new/deep/f agent',
			'x > c agent',
			'x ~ a agent',
		]);
		const [one] = await all.engine.checkpoints.checkpoints('s');
		assert.deepEqual([one?.files, one?.added, one?.removed, one?.isRedo], [4, 2, 10, false]);
	});

	it('merges lines of the user, and leaves it to them where both changed the same', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const first = await all.prompt();
		await all.user('a', withLine(lines('a'), 8, 'user before'));
		await all.agent(first, () => {
			ws.write('a', withLine(readFileSync(ws.path('a'), 'utf8'), 2, 'agent'));
			ws.write('b', lines('b').replace('b 4', 'agent 4'));
			ws.write('made', 'one\ntwo\n');
		});
		await all.user('a', withLine(readFileSync(ws.path('a'), 'utf8'), 5, 'user after'));
		await all.user('b', readFileSync(ws.path('b'), 'utf8').replace('agent 4', 'user 4'));
		await all.user('made', 'one\nmine\ntwo\n');
		await all.user('c', 'only mine\n');
		assert.deepEqual(await all.planned(first), ['  - made conflict', '  ~ b conflict', 'x ~ a merged']);
		await all.goTo(first);
		const merged = withLine(withLine(lines('a'), 8, 'user before'), 4, 'user after');
		assert.equal(readFileSync(ws.path('a'), 'utf8'), merged);
		assert.match(readFileSync(ws.path('b'), 'utf8'), /user 4/u);
		assert.equal(readFileSync(ws.path('made'), 'utf8'), 'one\nmine\ntwo\n');
		assert.equal(readFileSync(ws.path('c'), 'utf8'), 'only mine\n');
	});

	it('does not tick what nothing tells apart', async (t) => {
		const all = await begun(t);
		const first = await all.prompt();
		// In the turn, and no call tells of it.
		all.ws.write('a', 'whoever\n');
		await all.engine.snapshot();
		assert.deepEqual(await all.planned(first), ['  ~ a unknown']);
	});

	it('names what cannot be put back', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		ws.write('.env', 'SECRET=1\n');
		await all.engine.snapshot();
		const first = await all.prompt();
		await all.agent(first, () => {
			ws.write('.env', 'SECRET=changed\n');
			rmSync(ws.path('b'));
		});
		mkdirSync(ws.path('b'));
		assert.deepEqual(await all.planned(first), ['  + b blocked folder', '  ~ .env blocked secret']);
	});

	it('counts what an editor has not saved, and hands its text out', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => void ws.write('a', withLine(lines('a'), 3, 'agent')));
		const unsaved = withLine(readFileSync(ws.path('a'), 'utf8'), 8, 'typed');
		const open = [{ path: ws.path('a'), unsaved: Buffer.from(unsaved) }];
		assert.deepEqual(await all.planned(first, open), ['x ~ a merged']);
		const plan = await all.plan(first, open);
		const answer = await all.engine.checkpoints.restore(plan.id, [ws.path('a')]);
		assert.ok(answer.type === 'done');
		assert.deepEqual(
			answer.edits.map(({ before, after }) => [before, after]),
			[[unsaved, withLine(lines('a'), 7, 'typed')]],
		);
		assert.match(readFileSync(ws.path('a'), 'utf8'), /agent/u);
	});
});

describe('going back', () => {
	it('gives each file what it had, and takes away what was made, with its folders', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		ws.write('tool', '#!/bin/sh\n');
		ws.write('bytes', Buffer.from([0, 255, 1, 254]));
		if (isPosix) {
			chmodSync(ws.path('tool'), 0o755);
			symlinkSync('a', ws.path('link'));
		}
		await all.engine.snapshot();
		const first = await all.prompt();
		const names = ['a', 'b', 'c', 'dir/d', 'tool', 'bytes', 'link', 'moved', 'new', 'new/deep/f'];
		const states = (): readonly string[] => names.map((name) => stateAt(ws.path(name)));
		const before = states();
		await all.agent(first, () => {
			ws.write('a', withLine(lines('a'), 3, 'agent'));
			rmSync(ws.path('b'));
			renameSync(ws.path('c'), ws.path('moved'));
			rmSync(ws.path('dir'), { recursive: true });
			ws.write('new/deep/f', 'made\n');
			ws.write('bytes', Buffer.from([0, 1]));
			if (!isPosix) return;
			chmodSync(ws.path('tool'), 0o644);
			rmSync(ws.path('link'));
			symlinkSync('b', ws.path('link'));
		});
		const after = states();
		await all.goTo(first);
		assert.deepEqual(states(), before);
		await all.redo();
		assert.deepEqual(states(), after);
		// Back and forth as often as one likes.
		await all.redo();
		assert.deepEqual(states(), before);
	});

	it('touches no file that no agent has touched', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => void ws.write('a', 'agent\n'));
		const stamp = changedAt(ws.path('b'));
		ws.write('untold', 'made behind all backs\n');
		mkdirSync(ws.path('empty'));
		await all.goTo(first);
		assert.equal(changedAt(ws.path('b')), stamp);
		assert.ok(isThere(ws.path('untold')) && isThere(ws.path('empty')));
	});

	it('leaves what changed since the plan was made', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => {
			ws.write('a', 'agent\n');
			ws.write('b', 'agent\n');
		});
		const plan = await all.plan(first);
		ws.write('a', 'mine\n');
		const answer = await all.engine.checkpoints.restore(
			plan.id,
			plan.files.map((file) => file.path),
		);
		assert.ok(answer.type === 'done');
		assert.deepEqual(
			answer.files.map((file) => file.answer.type),
			['drifted', 'done'],
		);
		assert.equal(readFileSync(ws.path('a'), 'utf8'), 'mine\n');
		assert.equal((await all.engine.checkpoints.restore(plan.id, [ws.path('b')])).type, 'not_kept');
	});

	it('to each of three prompts gives what was there, whatever way was gone before', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const texts = [lines('a')];
		const prompts: string[] = [];
		for (let turn = 0; turn < 3; turn++) {
			const prompt = await all.prompt();
			prompts.push(prompt);
			texts.push(withLine(texts.at(-1) ?? '', turn * 2, `agent ${turn}`));
			await all.agent(prompt, () => void ws.write('a', texts.at(-1) ?? ''));
		}
		for (const at of [0, 2, 1, 2, 0, 1]) {
			await all.goTo(prompts[at] ?? '');
			assert.equal(readFileSync(ws.path('a'), 'utf8'), texts[at], `checkpoint ${at}`);
		}
		await all.user('a', `${texts[1]}mine\n`);
		await all.goTo(prompts[2] ?? '');
		assert.equal(readFileSync(ws.path('a'), 'utf8'), `${texts[2]}mine\n`);
	});

	it('can be taken back until an agent changes something, and is listed afterwards', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => void ws.write('a', 'agent\n'));
		await all.goTo(first);
		const redo = await all.redoable();
		await all.user('b', 'mine\n');
		assert.equal(await all.redoable(), redo);
		const second = await all.prompt();
		await all.agent(second, () => void ws.write('c', 'agent\n'));
		const listed = await all.engine.checkpoints.checkpoints('s');
		assert.deepEqual(
			listed.map(({ type, isRedo }) => [type, isRedo]),
			[
				['prompt', false],
				['restore', false],
				['prompt', false],
			],
		);
		await all.goTo(redo);
		assert.equal(readFileSync(ws.path('a'), 'utf8'), 'agent\n');
		assert.equal(readFileSync(ws.path('b'), 'utf8'), 'mine\n');
		assert.equal(readFileSync(ws.path('c'), 'utf8'), lines('c'));
	});

	it('can be taken back although a later one came to nothing', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => void ws.write('a', 'agent\n'));
		await all.goTo(first);
		const redo = await all.redoable();
		const plan = await all.plan(redo);
		ws.write('a', 'mine\n');
		const answer = await all.engine.checkpoints.restore(plan.id, [ws.path('a')]);
		assert.ok(answer.type === 'done');
		assert.deepEqual(
			answer.files.map((file) => file.answer.type),
			['drifted'],
		);
		assert.equal(await all.redoable(), redo);
		assert.deepEqual(
			(await all.engine.checkpoints.restores()).map(({ id, isRedo }) => [id, isRedo]),
			[[redo, true]],
		);
	});

	it('is known after a reload', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => void ws.write('a', 'agent\n'));
		all.engine = await ws.watched();
		await all.goTo(first);
		assert.equal(readFileSync(ws.path('a'), 'utf8'), lines('a'));
		all.engine = await ws.watched();
		await all.redo();
		assert.equal(readFileSync(ws.path('a'), 'utf8'), 'agent\n');
	});

	it('is no change of a turn where a reload in the middle of a turn follows', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => void ws.write('made', 'agent\n'));
		await all.prompt('o');
		await all.goTo(first);
		all.engine = ws.engine();
		assert.deepEqual((await all.engine.snapshot()).records, []);
		assert.deepEqual(await all.planned(await all.redoable()), ['x + made agent']);
	});

	it('takes nothing away that waits and was not put back, and leaves nothing waiting that was', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => {
			ws.write('made', 'agent\n');
			ws.write('bytes', Buffer.from([0, 1]));
		});
		await all.goTo(first);
		assert.deepEqual(await all.engine.pending(), []);
	});
});

describe('a place that one file was moved to after another', () => {
	it('is emptied once, and each file is back at its own', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => renameSync(ws.path('b'), ws.path('moved')));
		await all.goTo(first);
		await all.agent(first, () => renameSync(ws.path('a'), ws.path('moved')));
		assert.deepEqual(await all.planned(first), ['x > a agent']);
		const [point] = await all.engine.checkpoints.checkpoints('s');
		assert.equal(point?.files, 1);
		await all.goTo(first);
		const texts = ['a', 'b'].map((name) => readFileSync(ws.path(name), 'utf8'));
		assert.deepEqual([...texts, isThere(ws.path('moved'))], [lines('a'), lines('b'), false]);
	});
});

describe('a file of the user that was moved over one that the agent had deleted', () => {
	it('stays where it is as long as it does not go back to its place [hazard D15]', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const other = await all.prompt('o');
		await all.user('mine', 'of the user\n');
		const first = await all.prompt('s');
		await all.agent(first, () => rmSync(ws.path('b')));
		await all.agent(first, () => renameSync(ws.path('mine'), ws.path('b')));
		await all.agent(other, () => void ws.write('mine', 'of o\n'));
		// Put back alone, the other one would take the only copy of it.
		assert.deepEqual(await all.planned(first), ['  ~ b agent held', '  ~ mine conflict']);
		await all.goTo(first);
		assert.equal(readFileSync(ws.path('b'), 'utf8'), 'of the user\n');
	});

	it('is not taken away by a redo that cannot put it back where it was moved to [hazard D15]', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => renameSync(ws.path('b'), ws.path('moved')));
		await all.user('moved', withLine(lines('b'), 5, 'of the user'));
		await all.goTo(first);
		await all.user('moved', 'another one of the user\n');
		await all.redo();
		assert.equal(readFileSync(ws.path('b'), 'utf8'), withLine(lines('b'), 5, 'of the user'));
		assert.equal(readFileSync(ws.path('moved'), 'utf8'), 'another one of the user\n');
	});

	it('goes back to its place with the other one', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		await all.user('mine', 'of the user\n');
		const first = await all.prompt('s');
		await all.agent(first, () => rmSync(ws.path('b')));
		await all.agent(first, () => renameSync(ws.path('mine'), ws.path('b')));
		await all.goTo(first);
		const texts = ['b', 'mine'].map((name) => readFileSync(ws.path(name), 'utf8'));
		assert.deepEqual(texts, [lines('b'), 'of the user\n']);
	});
});

describe('two sessions in one folder', () => {
	it('go back by themselves', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const [one, other] = [await all.prompt('s'), await all.prompt('o')];
		await all.agent(one, () => {
			ws.write('a', withLine(lines('a'), 2, 'of s'));
			ws.write('b', 'of s\n');
		});
		await all.agent(other, () => {
			ws.write('a', withLine(readFileSync(ws.path('a'), 'utf8'), 8, 'of o'));
			ws.write('c', 'of o\n');
		});
		assert.deepEqual(await all.planned(one), ['x ~ a merged', 'x ~ b agent']);
		await all.goTo(one);
		assert.equal(readFileSync(ws.path('a'), 'utf8'), withLine(lines('a'), 7, 'of o'));
		assert.equal(readFileSync(ws.path('b'), 'utf8'), lines('b'));
		assert.equal(readFileSync(ws.path('c'), 'utf8'), 'of o\n');
		await all.goTo(other);
		assert.equal(readFileSync(ws.path('a'), 'utf8'), lines('a'));
		assert.equal(readFileSync(ws.path('c'), 'utf8'), lines('c'));
		await all.redo('s');
		assert.equal(readFileSync(ws.path('a'), 'utf8'), withLine(lines('a'), 2, 'of s'));
	});
});
