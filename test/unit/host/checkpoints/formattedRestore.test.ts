/** Going back where the editor of a file changes what it saves. VS Code is a fake; the engine is the real one. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import type { CheckpointEngine } from '../../../../src/node/changes/checkpoints/checkpointEngine.ts';
import type { ChangeEngine } from '../../../../src/node/changes/changeEngine.ts';
import { hashOf } from '../../../../src/node/changes/contentStore.ts';
import { Sessions } from '../../node/changes/checkpoints/sessions.ts';
import { Workspace } from '../../node/changes/workspace.ts';
import { useVscode } from '../fakeVscode.ts';

interface Change {
	readonly range: { readonly start: number; readonly end: number };
	readonly text: string;
}

type Listener = (event: unknown) => void;

/** An editor of a file; positions in it are offsets. */
class FakeEditor {
	readonly uri: object;
	readonly encoding = 'utf8';
	readonly eol = 1;
	isDirty = false;
	isClosed = false;
	version = 1;
	#text: string;
	readonly #file: string;
	readonly #saved = new Set<Listener>();
	readonly #selected = new Set<Listener>();
	/** The user types while it is saved. */
	isTouched = false;

	constructor(file: string) {
		this.#file = file;
		this.#text = readFileSync(file, 'utf8');
		this.uri = { scheme: 'file', fsPath: file, toString: () => file };
		const on = (listeners: Set<Listener>) => (listener: Listener) => {
			listeners.add(listener);
			return { dispose: () => listeners.delete(listener) };
		};
		useVscode({
			window: { onDidChangeTextEditorSelection: on(this.#selected) },
			workspace: {
				textDocuments: [this],
				notebookDocuments: [],
				onDidSaveTextDocument: on(this.#saved),
				applyEdit: async ({ changes }: { readonly changes: readonly Change[] }) => this.#apply(changes),
				encode: async (text: string) => Buffer.from(text),
			},
		});
	}

	getText(): string {
		return this.#text;
	}

	positionAt(offset: number): number {
		return offset;
	}

	/** With a last line end, as `files.insertFinalNewline` has it. */
	async save(): Promise<boolean> {
		if (!this.#text.endsWith('\n')) this.#text += '\n';
		const event = { textEditor: { document: this }, kind: 1 };
		if (this.isTouched) for (const listener of this.#selected) listener(event);
		writeFileSync(this.#file, this.#text);
		this.isDirty = false;
		for (const listener of this.#saved) listener(this);
		return true;
	}

	#apply(changes: readonly Change[]): boolean {
		for (const { range, text } of changes)
			this.#text = this.#text.slice(0, range.start) + text + this.#text.slice(range.end);
		this.isDirty = true;
		this.version++;
		return true;
	}
}

interface Restored {
	readonly all: Sessions;
	readonly file: string;
}

/** Goes back by way of an editor; what that saves is told as the user's, as of any editor. */
async function restored(t: TestContext, isTouched: boolean): Promise<Restored> {
	const ws = new Workspace(t);
	const file = ws.write('a', 'one\ntwo');
	const all = new Sessions(ws, await ws.watched());
	const id = await all.prompt();
	await all.agent(id, () => void ws.write('a', 'one\nagent\n'));
	const editor = new FakeEditor(file);
	editor.isTouched = isTouched;
	const { WindowCheckpoints } = await import('../../../../src/host/checkpoints/windowCheckpoints.ts');
	const { engine } = all;
	const asked: CheckpointEngine & Pick<ChangeEngine, 'content' | 'note'> = {
		checkpoint: (one) => engine.checkpoints.checkpoint(one),
		checkpoints: (session) => engine.checkpoints.checkpoints(session),
		restores: () => engine.checkpoints.restores(),
		planRestore: (one, open) => engine.checkpoints.planRestore(one, open),
		restore: (plan, paths) => engine.checkpoints.restore(plan, paths),
		endRestore: async (restore) => {
			const hash = hashOf(readFileSync(file));
			await engine.note([{ type: 'save', path: file, at: Date.now(), hash }]);
			await engine.checkpoints.endRestore(restore);
		},
		content: (hash) => engine.content(hash),
		note: (evidence) => engine.note(evidence),
	};
	const looks = {
		now: async () => void (await engine.snapshot()),
		run: <Result>(work: () => Promise<Result>) => work(),
	};
	const checkpoints = new WindowCheckpoints({ engine: asked, looks });
	const plan = await checkpoints.plan({ session: 's', id });
	assert.ok(plan !== undefined);
	const outcome = await checkpoints.restore(
		plan,
		plan.files.map((one) => one.path),
	);
	assert.ok(outcome.type === 'done' && outcome.id !== undefined);
	assert.deepEqual(outcome.files, [{ path: file, answer: { type: 'done' } }]);
	assert.equal(readFileSync(file, 'utf8'), 'one\ntwo\n');
	return { all, file };
}

describe('a restore by way of an editor that changes what it saves', () => {
	it('can be redone', async (t) => {
		const { all, file } = await restored(t, false);
		await all.redo();
		assert.equal(readFileSync(file, 'utf8'), 'one\nagent\n');
	});

	it('leaves to the user what may be their own', async (t) => {
		const { all, file } = await restored(t, true);
		await all.redo();
		assert.equal(readFileSync(file, 'utf8'), 'one\ntwo\n');
	});
});
