/** Files that an agent moved, and that the user moves back. */
import assert from 'node:assert/strict';
import { readFileSync, renameSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { undoAll } from '../../../../src/core/changes/review.ts';
import type { LocalEngine } from '../../../../src/node/changes/localEngine.ts';
import { Sessions } from './checkpoints/sessions.ts';
import { Workspace } from './workspace.ts';

async function movedByAgent(
	t: TestContext,
	content: string | Uint8Array,
	change?: string,
): Promise<{ ws: Workspace; engine: LocalEngine }> {
	const ws = new Workspace(t);
	ws.write('a', content);
	const all = new Sessions(ws, await ws.watched());
	const prompt = await all.prompt();
	await all.agent(prompt, () => {
		renameSync(ws.path('a'), ws.path('b'));
	});
	if (change !== undefined) await all.agent(prompt, () => void ws.write('b', change));
	assert.equal((await all.engine.pending()).length, 1);
	return { ws, engine: all.engine };
}

async function movedBack(ws: Workspace, engine: LocalEngine): Promise<void> {
	renameSync(ws.path('b'), ws.path('a'));
	await engine.note(
		['b', 'a'].map((name) => ({ type: 'save' as const, path: ws.path(name), at: Date.now() })),
	);
	await engine.snapshot();
}

describe('a file that an agent moved and the user moves back', () => {
	for (const [what, content] of [
		['a text', 'text\n'],
		['no text', Buffer.of(0, 1, 2)],
	] as const)
		it(`waits for nothing if it is ${what}`, async (t) => {
			const { ws, engine } = await movedByAgent(t, content);
			await movedBack(ws, engine);
			assert.deepEqual(await engine.pending(), []);
			assert.deepEqual(await ws.engine().pending(), []);
		});

	it('waits with what the agent changed in it, which can be undone', async (t) => {
		const { ws, engine } = await movedByAgent(t, '1\n2\n3\n', '1\nagent\n3\n');
		await movedBack(ws, engine);
		const review = await engine.review(ws.path('a'));
		assert.ok(review.type === 'text', review.type);
		assert.equal(undoAll(review.texts, review.live).live, '1\n2\n3\n');
	});

	it('waits with what the agent changed in it, also as a whole', async (t) => {
		const { ws, engine } = await movedByAgent(t, Buffer.of(0, 1), '\0changed');
		await movedBack(ws, engine);
		assert.deepEqual(await engine.restoreFile(ws.path('a'), 'discard'), { type: 'done' });
		assert.deepEqual([...readFileSync(ws.path('a'))], [0, 1]);
		assert.deepEqual(await engine.pending(), []);
	});
});
