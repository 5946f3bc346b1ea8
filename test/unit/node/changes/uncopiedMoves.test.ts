/** Files of which the engine has no copy, moved by an agent: where they are now is the only one that there is. */
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import type { EngineBounds } from '../../../../src/node/changes/changeEngine.ts';
import { Sessions } from './checkpoints/sessions.ts';
import { Workspace } from './workspace.ts';

const uncopied = { maxCopiedFiles: 0 };

async function begun(
	t: TestContext,
	name: string,
	bounds: Partial<EngineBounds> = uncopied,
): Promise<Sessions> {
	const ws = new Workspace(t);
	ws.write(name, 'only here\n');
	return new Sessions(ws, await ws.watched(bounds));
}

async function moved(all: Sessions, from: string, to: string, then = (): void => undefined): Promise<string> {
	const { ws } = all;
	const prompt = await all.prompt();
	await all.agent(prompt, () => {
		renameSync(ws.path(from), ws.path(to));
		then();
	});
	return prompt;
}

describe('a file that was not copied and is moved by an agent', () => {
	it('is a moved one, and Undo puts it back', async (t) => {
		const all = await begun(t, 'a');
		const { ws, engine } = all;
		await moved(all, 'a', 'b');
		assert.deepEqual(ws.changesOf({ records: await engine.records() }), ['> b']);
		assert.deepEqual(await engine.restoreFile(ws.path('b'), 'keep'), { type: 'done' });
		assert.equal(readFileSync(ws.path('a'), 'utf8'), 'only here\n');
		assert.ok(!existsSync(ws.path('b')));
	});

	it('is there again where the user goes back', async (t) => {
		const all = await begun(t, 'a');
		const { ws } = all;
		const prompt = await moved(all, 'a', 'b');
		assert.deepEqual(await all.planned(prompt), ['x > a agent']);
		await all.goTo(prompt);
		assert.equal(readFileSync(ws.path('a'), 'utf8'), 'only here\n');
		assert.ok(!existsSync(ws.path('b')));
	});

	for (const [what, name, to, bounds] of [
		['too large', 'a', 'b', { maxFileBytes: 4 }],
		['a likely secret', '.env', '.env.bak', {}],
	] as const)
		it(`is left where it is if it is ${what}`, async (t) => {
			const all = await begun(t, name, bounds);
			const { ws, engine } = all;
			const prompt = await moved(all, name, to);
			assert.deepEqual(ws.changesOf({ records: await engine.records() }), [`> ${to}`]);
			const review = await engine.review(ws.path(to));
			assert.ok(review.type === 'whole' && !review.isUndoable);
			for (const answer of ['keep', 'discard'] as const)
				assert.ok(['conflict', 'unknown'].includes((await engine.restoreFile(ws.path(to), answer)).type));
			const [plan = ''] = await all.planned(prompt);
			assert.match(plan, /^ {2}> .* blocked/u);
			assert.equal(readFileSync(ws.path(to), 'utf8'), 'only here\n');
		});

	it('and changed there is not taken away, as nothing tells what it was', async (t) => {
		const all = await begun(t, 'a');
		const { ws, engine } = all;
		const prompt = await moved(all, 'a', 'b', () => appendFileSync(ws.path('b'), 'more\n'));
		const review = await engine.review(ws.path('b'));
		assert.ok(review.type === 'whole' && !review.isUndoable);
		assert.deepEqual(await engine.restoreFile(ws.path('b'), 'discard'), { type: 'unknown' });
		assert.deepEqual(await all.planned(prompt), ['  + a blocked not_copied', '  ~ b blocked not_copied']);
	});

	it('is no other file that came with its time and size', async (t) => {
		const all = await begun(t, 'a');
		const { ws, engine } = all;
		const prompt = await all.prompt();
		await all.agent(prompt, () => {
			writeFileSync(ws.path('b'), 'some more\n');
			rmSync(ws.path('a'));
		});
		assert.deepEqual(ws.changesOf({ records: await engine.records() }), ['+ b', '- a']);
	});
});
