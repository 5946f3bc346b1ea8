/** Files whose contents an agent has put into the places of each other: the only copy of one is not written over. */
import assert from 'node:assert/strict';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { closedMark } from '../../../../../src/node/changes/journalFiles.ts';
import { Workspace } from '../workspace.ts';
import { Sessions } from './sessions.ts';

async function begun(t: TestContext): Promise<Sessions> {
	const ws = new Workspace(t);
	for (const name of ['a', 'b', 'c']) ws.write(name, `${name}\n`);
	return new Sessions(ws, await ws.watched());
}

const textsOf = ({ ws }: Sessions, ...names: readonly string[]): readonly string[] =>
	names.map((name) => readFileSync(ws.path(name), 'utf8'));

function swap({ ws }: Sessions, one: string, other: string): void {
	renameSync(ws.path(one), ws.path('between'));
	renameSync(ws.path(other), ws.path(one));
	renameSync(ws.path('between'), ws.path(other));
}

describe('two files that have changed places', () => {
	it('both stay where one of them has changed while the plan was shown [hazard D15]', async (t) => {
		const all = await begun(t);
		await all.user('a', 'of the user\n');
		const first = await all.prompt();
		await all.agent(first, () => {
			swap(all, 'a', 'b');
			all.ws.write('c', 'agent\n');
		});
		const plan = await all.plan(first);
		all.ws.write('a', 'later of the user\n');
		const answer = await all.engine.checkpoints.restore(
			plan.id,
			plan.files.map((file) => file.path),
		);
		assert.ok(answer.type === 'done');
		assert.deepEqual(answer.files.map((file) => `${file.path.at(-1)} ${file.answer.type}`).toSorted(), [
			'a drifted',
			'b drifted',
			'c done',
		]);
		assert.deepEqual(textsOf(all, 'a', 'b', 'c'), ['later of the user\n', 'of the user\n', 'c\n']);
	});

	it('both stay where a restore was cut off between them, and one has changed since [hazard D15]', async (t) => {
		const all = await begun(t);
		const first = await all.prompt();
		await all.agent(first, () => swap(all, 'a', 'b'));
		const { files } = await all.plan(first);
		const parts = files.flatMap((file) => file.parts);
		const id = '00000000-0000-4000-8000-000000000000';
		const intent = { version: 1, id, session: 's', of: first, at: Date.now(), parts };
		const folder = path.join(all.ws.store, 'journal');
		writeFileSync(path.join(folder, `restore-1-99999999-${id}.json`), JSON.stringify(intent));
		writeFileSync(closedMark(folder, 99_999_999), '');
		all.ws.write('b', 'b\n');
		all.ws.write('a', 'later of the user\n');
		all.engine = all.ws.engine();
		await all.engine.snapshot();
		assert.deepEqual(textsOf(all, 'a', 'b'), ['later of the user\n', 'a\n']);
	});

	it('both stay where the agent had changed the one that does not come, too [hazard D15]', async (t) => {
		const all = await begun(t);
		const first = await all.prompt();
		await all.user('mine', 'of the user\n');
		await all.agent(first, () => void all.ws.write('mine', 'of the user\nagent\n'));
		await all.agent(first, () => swap(all, 'mine', 'a'));
		const plan = await all.plan(first);
		all.ws.write('mine', 'later of the user\n');
		const paths = plan.files.filter(({ isTicked }) => isTicked).map((file) => file.path);
		assert.equal(paths.length, 2);
		await all.engine.checkpoints.restore(plan.id, paths);
		assert.deepEqual(textsOf(all, 'mine', 'a'), ['later of the user\n', 'of the user\nagent\n']);
		await all.user('mine', 'in the way\n');
		assert.deepEqual(await all.planned(first), ['  ~ a agent held', '  ~ mine conflict']);
	});

	it('go back together where nothing is in the way', async (t) => {
		const all = await begun(t);
		const first = await all.prompt();
		await all.agent(first, () => swap(all, 'a', 'b'));
		await all.goTo(first);
		assert.deepEqual(textsOf(all, 'a', 'b'), ['a\n', 'b\n']);
		await all.redo();
		assert.deepEqual(textsOf(all, 'a', 'b'), ['b\n', 'a\n']);
	});
});

describe('two files to which an agent has given the same text', () => {
	it('go back by themselves', async (t) => {
		const all = await begun(t);
		const first = await all.prompt();
		await all.agent(first, () => {
			for (const name of ['a', 'b']) all.ws.write(name, 'agent\n');
		});
		const plan = await all.plan(first);
		all.ws.write('a', 'of the user\n');
		await all.engine.checkpoints.restore(
			plan.id,
			plan.files.map((file) => file.path),
		);
		assert.deepEqual(textsOf(all, 'a', 'b'), ['of the user\n', 'b\n']);
		assert.deepEqual(await all.planned(first), ['  ~ a conflict']);
	});
});

describe('the place of a file that was taken by one which does not go back to its own', () => {
	it('is not ticked where the user has written into a file of the agent before', async (t) => {
		const all = await begun(t);
		const first = await all.prompt();
		await all.agent(first, () => void all.ws.write('made', 'agent\n'));
		await all.user('made', 'agent\nof the user\n');
		await all.agent(first, () => swap(all, 'made', 'a'));
		assert.deepEqual(await all.planned(first), ['  - made conflict', '  ~ a agent held']);
	});

	it('is not ticked where the user has made that file since', async (t) => {
		const all = await begun(t);
		const first = await all.prompt();
		await all.user('mine', 'of the user\n');
		await all.agent(first, () => swap(all, 'mine', 'a'));
		await all.user('mine', 'another one of the user\n');
		assert.deepEqual(await all.planned(first), ['  ~ a agent held', '  ~ mine conflict']);
	});

	it('is not ticked where the user has gone on with it there', async (t) => {
		const all = await begun(t);
		await all.user('mine', 'of the user\n');
		const first = await all.prompt();
		await all.agent(first, () => renameSync(all.ws.path('mine'), all.ws.path('a')));
		await all.user('mine', 'another one\n');
		await all.user('a', 'of the user\nand more\n');
		assert.deepEqual(await all.planned(first), ['  ~ a merged held', '  ~ mine conflict']);
	});

	it('is ticked where only an empty file is the same', async (t) => {
		const all = await begun(t);
		for (const name of ['x', 'y']) await all.user(name, '');
		const first = await all.prompt();
		await all.agent(first, () => void all.ws.write('x', 'agent\n'));
		await all.agent(first, () => void all.ws.write('a', ''));
		await all.user('x', 'of the user\n');
		assert.deepEqual(await all.planned(first), ['  ~ x conflict', 'x ~ a agent']);
	});
});
