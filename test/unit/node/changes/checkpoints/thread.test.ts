/** Checkpoints in the thread of changes, as the bundle that ships (`npm run build`). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ChangesThread } from '../../../../../src/node/changes/changesThread.ts';
import { Workspace } from '../workspace.ts';

describe('the thread of changes', () => {
	it('goes back to a checkpoint, and forth again', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', 'before\n');
		const thread = new ChangesThread({
			roots: [ws.root],
			storeFolder: ws.store,
			home: ws.home,
			script: path.resolve('dist/changesWorker.cjs'),
			log: (line) => ws.log.push(line),
			onFailure: (reason) => assert.fail(reason),
		});
		t.after(() => thread.dispose());
		const { engine } = thread;
		await engine.snapshot();
		await engine.copied();
		const turn = { session: 's', turn: 'p' };
		await engine.checkpoint({ type: 'prompt', id: 'p', session: 's', at: Date.now() });
		await engine.snapshot();
		await engine.note([{ type: 'command', id: 'c', turn, command: 'x', from: Date.now() }]);
		ws.write('a', 'agent\n');
		await engine.snapshot();
		const goTo = async (id: string): Promise<void> => {
			const plan = await engine.planRestore({ session: 's', id }, []);
			const answer = await engine.restore(plan?.id ?? '', [file]);
			assert.ok(answer.type === 'done' && answer.id !== undefined);
			await engine.endRestore(answer.id);
		};
		await goTo('p');
		assert.equal(readFileSync(file, 'utf8'), 'before\n');
		const [, restore] = await engine.checkpoints('s');
		assert.equal(restore?.isRedo, true);
		await goTo(restore.id);
		assert.equal(readFileSync(file, 'utf8'), 'agent\n');
	});
});
