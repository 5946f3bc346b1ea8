/** Going back with folders: an empty one is told by no file, and comes back and goes like one. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { Workspace } from '../workspace.ts';
import { isThere, Sessions, stateAt } from './sessions.ts';

async function begun(t: TestContext, ...folders: readonly string[]): Promise<Sessions> {
	const ws = new Workspace(t);
	ws.write('dir/file', 'file\n');
	for (const folder of folders) mkdirSync(ws.path(folder), { recursive: true });
	return new Sessions(ws, await ws.watched());
}

describe('an empty folder', () => {
	it('that an agent removed comes back, and goes again with a redo', async (t) => {
		const all = await begun(t, 'dir/empty', 'tree/a/b');
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => {
			for (const name of ['dir', 'tree']) rmSync(ws.path(name), { recursive: true });
		});
		assert.deepEqual(await all.planned(first), [
			'x + dir/empty agent',
			'x + dir/file agent',
			'x + tree/a/b agent',
		]);
		await all.goTo(first);
		for (const name of ['dir/empty', 'tree/a/b']) assert.equal(stateAt(ws.path(name)), 'folder', name);
		await all.redo();
		for (const name of ['dir', 'tree']) assert.ok(!isThere(ws.path(name)), name);
		await all.goTo(first);
		assert.equal(stateAt(ws.path('tree/a/b')), 'folder');
		assert.equal(stateAt(ws.path('dir/file')), '644 file\n');
	});

	it('that an agent made goes, with those above it, and comes again with a redo', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => {
			mkdirSync(ws.path('made/a/b'), { recursive: true });
			ws.write('full/file', 'agent\n');
		});
		assert.deepEqual(await all.planned(first), ['x - full/file agent', 'x - made/a/b agent']);
		await all.goTo(first);
		for (const name of ['made', 'full']) assert.ok(!isThere(ws.path(name)), name);
		await all.redo();
		assert.equal(stateAt(ws.path('made/a/b')), 'folder');
	});

	it('that a redo made for a file goes again with the file', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => mkdirSync(ws.path('made')));
		await all.agent(first, () => ws.write('made/deep/file', 'agent\n'));
		for (let round = 0; round < 2; round++) {
			await all.goTo(first);
			assert.ok(!isThere(ws.path('made')), `round ${round}`);
			await all.redo();
			assert.equal(stateAt(ws.path('made/deep/file')), '644 agent\n');
		}
	});

	it('that went and came again with a file stays when the file goes', async (t) => {
		const all = await begun(t, 'was/deep');
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => rmSync(ws.path('was'), { recursive: true }));
		await all.agent(first, () => ws.write('was/deep/new/file', 'agent\n'));
		await all.goTo(first);
		assert.equal(stateAt(ws.path('was/deep')), 'folder');
		assert.ok(!isThere(ws.path('was/deep/new')));
		await all.redo();
		assert.equal(stateAt(ws.path('was/deep/new/file')), '644 agent\n');
	});

	it('is as it was whatever stood in it between two looks', async (t) => {
		const all = await begun(t, 'kept');
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => {
			ws.write('kept/x', 'agent\n');
			ws.write('passing/x', 'agent\n');
		});
		await all.agent(first, () => {
			for (const name of ['kept', 'passing']) rmSync(ws.path(name), { recursive: true });
		});
		assert.deepEqual(await all.planned(first), ['x + kept agent']);
		await all.goTo(first);
		assert.ok(stateAt(ws.path('kept')) === 'folder' && !isThere(ws.path('passing')));
	});

	it('stays where the user has put something into it, and is none of theirs that goes', async (t) => {
		const all = await begun(t, 'mine');
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => {
			for (const name of ['one', 'two']) mkdirSync(ws.path(name));
		});
		await all.user('one/mine', 'mine\n');
		mkdirSync(ws.path('later'));
		assert.deepEqual(await all.planned(first), ['x - two agent']);
		const plan = await all.plan(first);
		writeFileSync(ws.path('two/late'), 'mine\n');
		const answer = await all.engine.checkpoints.restore(plan.id, [ws.path('two')]);
		assert.deepEqual(answer.type === 'done' && answer.files.map((file) => file.answer.type), ['drifted']);
		for (const name of ['one/mine', 'two/late', 'mine', 'later']) assert.ok(isThere(ws.path(name)), name);
	});

	it('is no change that waits, and none that a restore tells the next look', async (t) => {
		const all = await begun(t, 'empty');
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => {
			rmSync(ws.path('empty'), { recursive: true });
			ws.write('new/deep/file', 'agent\n');
		});
		assert.deepEqual(
			(await all.engine.pending()).map(({ path }) => path),
			[ws.path('new/deep/file')],
		);
		const second = await all.prompt();
		await all.goTo(first);
		assert.deepEqual((await all.engine.snapshot()).records, []);
		// Nobody but the restore has made or removed one of them.
		assert.deepEqual(await all.planned(second), ['x + new/deep/file agent', 'x - empty agent']);
	});

	it('in the place of a file, or the other way round, is left to the file', async (t) => {
		const all = await begun(t, 'folder');
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => {
			rmSync(ws.path('folder'), { recursive: true });
			ws.write('folder', 'agent\n');
			rmSync(ws.path('dir/file'));
			mkdirSync(ws.path('dir/file'));
		});
		assert.deepEqual(await all.planned(first), ['  + dir/file blocked folder', 'x - folder agent']);
	});

	it('is not asked for where the user has put a file in its place', async (t) => {
		const all = await begun(t, 'place');
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => rmSync(ws.path('place'), { recursive: true }));
		await all.user('place', 'mine\n');
		assert.deepEqual(await all.planned(first), []);
	});
});
