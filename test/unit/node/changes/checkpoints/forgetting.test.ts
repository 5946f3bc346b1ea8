/** What is kept of a session goes with it, and nothing that somebody else needs. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { ContentStore, hashOf } from '../../../../../src/node/changes/contentStore.ts';
import { Workspace } from '../workspace.ts';
import { Sessions } from './sessions.ts';

/** Files `a` to `d`, each with its name and that of who wrote it last. */
async function begun(t: TestContext): Promise<Sessions> {
	const ws = new Workspace(t);
	for (const name of ['a', 'b', 'c', 'd']) ws.write(name, `${name} of the user\n`);
	return new Sessions(ws, await ws.watched());
}

function isKept({ ws }: Sessions, text: string): boolean {
	const hash = hashOf(Buffer.from(text));
	return existsSync(path.join(ws.store, 'contents', hash.slice(0, 2), hash));
}

function journalOf(ws: Workspace): string {
	const folder = path.join(ws.store, 'journal');
	const [name = ''] = readdirSync(folder).filter((one) => one.startsWith('changes-'));
	return path.join(folder, name);
}

/** As another window does, whose files are elsewhere. */
function copyTo(ws: Workspace, text: string): void {
	const folder = path.join(ws.store, 'contents');
	const store = new ContentStore({
		...{ folder, maxBytes: 1e6, maxFileBytes: 1e6 },
		...{ isPinned: () => false, log: (line: string) => ws.log.push(line) },
	});
	const bytes = Buffer.from(text);
	assert.equal(store.put(hashOf(bytes), bytes), 'stored');
}

async function turn(
	all: Sessions,
	session: string,
	names: readonly string[],
	word = session,
): Promise<string> {
	const prompt = await all.prompt(session);
	await all.agent(prompt, () => {
		for (const name of names) all.ws.write(name, `${name} of ${word}\n`);
	});
	return prompt;
}

async function keepAll({ engine }: Sessions): Promise<void> {
	for (const { path: file } of await engine.pending()) await engine.keepFile(file);
}

const listed = async ({ engine }: Sessions, session: string): Promise<number> =>
	(await engine.checkpoints.checkpoints(session)).length;

describe('a session that is deleted', () => {
	it('takes its checkpoints with it, and the copies that only they need', async (t) => {
		const all = await begun(t);
		await turn(all, 's', ['a'], 's first');
		await turn(all, 's', ['a'], 's then');
		await keepAll(all);
		const other = await turn(all, 'o', ['b']);
		await all.engine.forget(['s']);
		assert.deepEqual([await listed(all, 's'), await listed(all, 'o')], [0, 1]);
		assert.equal(isKept(all, 'a of the user\n'), false);
		assert.equal(isKept(all, 'a of s first\n'), false);
		// The file as it is: the next change is compared with it.
		assert.equal(isKept(all, 'a of s then\n'), true);
		assert.doesNotMatch(readFileSync(journalOf(all.ws), 'utf8'), /"session":"s"/u);
		await all.goTo(other);
		assert.equal(readFileSync(all.ws.path('b'), 'utf8'), 'b of the user\n');
	});

	it('leaves what waits for the user, and whose turn it was', async (t) => {
		const all = await begun(t);
		const prompt = await turn(all, 's', ['a', 'b']);
		await all.engine.keepFile(all.ws.path('b'));
		await all.engine.forget(['s']);
		assert.equal(isKept(all, 'b of the user\n'), false);
		const [waiting] = await all.engine.pending();
		assert.equal(waiting?.path, all.ws.path('a'));
		assert.deepEqual(
			(await all.engine.records()).map(({ path: file, turn: of }) => [path.basename(file), of?.turn]),
			[['a', prompt]],
		);
		assert.deepEqual(await all.engine.restoreFile(all.ws.path('a'), 'keep'), { type: 'done' });
		assert.equal(readFileSync(all.ws.path('a'), 'utf8'), 'a of the user\n');
	});

	it('leaves another session its way back, over what both have changed', async (t) => {
		const all = await begun(t);
		const early = await turn(all, 'o', ['c']);
		await turn(all, 's', ['a', 'b']);
		const late = await turn(all, 'o', ['a', 'd']);
		await keepAll(all);
		await all.engine.forget(['s']);
		assert.deepEqual(await all.planned(late), ['x ~ a agent', 'x ~ d agent']);
		// What the other session had changed in between stays theirs.
		assert.deepEqual(await all.planned(early), ['x ~ a merged', 'x ~ c agent', 'x ~ d agent']);
		await all.goTo(early);
		assert.deepEqual(
			['a', 'b', 'c', 'd'].map((name) => readFileSync(all.ws.path(name), 'utf8')),
			['a of s\n', 'b of s\n', 'c of the user\n', 'd of the user\n'],
		);
	});

	it('stays away after a reload, and its plans are nobody’s any more', async (t) => {
		const all = await begun(t);
		const first = await turn(all, 's', ['a']);
		const plan = await all.plan(first);
		await all.engine.forget(['s']);
		const answer = await all.engine.checkpoints.restore(plan.id, [all.ws.path('a')]);
		assert.deepEqual(answer, { type: 'not_kept' });
		all.engine = all.ws.engine();
		assert.equal(await listed(all, 's'), 0);
		const next = await turn(all, 's', ['b']);
		assert.deepEqual(await all.planned(next), ['x ~ b agent']);
	});

	it('takes what its calls changed, and no other’s', async (t) => {
		const all = await begun(t);
		for (const session of ['s', 'o']) {
			const call = { session, call: 'c' };
			await all.engine.beginCall(call, [{ path: all.ws.path('a') }]);
			all.ws.write('a', `a of a call of ${session}\n`);
			await all.engine.endCall(call);
		}
		await all.engine.snapshot();
		await keepAll(all);
		await all.engine.forget(['s']);
		const sideOf = async (session: string): Promise<unknown> =>
			(await all.engine.callChange({ session, call: 'c' }, all.ws.path('a')))?.before?.length;
		assert.equal(await sideOf('s'), undefined);
		assert.equal(await sideOf('o'), 'a of a call of s\n'.length);
	});

	it('leaves what another window names, and what that has copied in advance', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		await turn(all, 's', ['a']);
		await keepAll(all);
		// Another window, of a process that runs, with the same records and a copy that no record names yet.
		const theirs = path.join(ws.store, 'journal', `changes-${Date.now()}-${process.ppid}.jsonl`);
		writeFileSync(theirs, readFileSync(journalOf(ws)));
		const copy = 'copied in advance\n';
		copyTo(ws, copy);
		all.engine = ws.engine();
		await all.engine.forget('all');
		assert.deepEqual([isKept(all, 'a of the user\n'), isKept(all, copy)], [true, true]);
		rmSync(theirs);
		await all.engine.forget('all');
		assert.deepEqual([isKept(all, 'a of the user\n'), isKept(all, copy)], [false, false]);
	});
});

describe('all stored conversations that are deleted', () => {
	it('leave nothing but what waits and what is there now', async (t) => {
		const all = await begun(t);
		await turn(all, 's', ['a', 'b']);
		await turn(all, 'o', ['c'], 'o first');
		await turn(all, 'o', ['c'], 'o then');
		await all.engine.keepFile(all.ws.path('c'));
		await all.engine.keepFile(all.ws.path('b'));
		await all.engine.forget('all');
		assert.deepEqual([await listed(all, 's'), await listed(all, 'o')], [0, 0]);
		const texts = ['a of the user\n', 'b of the user\n', 'c of the user\n', 'c of o first\n'];
		assert.deepEqual(
			texts.filter((text) => isKept(all, text)),
			['a of the user\n'],
		);
		for (const name of ['a', 'b', 'c', 'd']) assert.ok(isKept(all, readFileSync(all.ws.path(name), 'utf8')));
	});

	it('leave nothing in a store that no window works on, but what waits', async (t) => {
		const all = await begun(t);
		await turn(all, 's', ['a', 'b']);
		await all.engine.keepFile(all.ws.path('b'));
		// The turn is over.
		await all.engine.snapshot();
		all.engine = all.ws.engine({}, []);
		await all.engine.forget('all');
		const contents = readdirSync(path.join(all.ws.store, 'contents'), { recursive: true, encoding: 'utf8' });
		const hashes = contents.map((name) => path.basename(name)).filter((name) => name.length === 64);
		const waiting = ['a of the user\n', 'a of s\n'].map((text) => hashOf(Buffer.from(text)));
		assert.deepEqual(hashes.toSorted(), waiting.toSorted());
	});
});

describe('checkpoints that are too old', () => {
	it('go with the next start, with the copies that only they need', async (t) => {
		t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
		const all = await begun(t);
		await turn(all, 's', ['a'], 's first');
		await turn(all, 's', ['a'], 's then');
		await keepAll(all);
		t.mock.timers.tick(31 * 24 * 60 * 60_000);
		all.engine = all.ws.engine();
		assert.equal(isKept(all, 'a of the user\n'), false);
		assert.equal(isKept(all, 'b of the user\n'), true);
		assert.deepEqual(await all.engine.records(), []);
	});
});
