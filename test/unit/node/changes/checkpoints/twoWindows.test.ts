/** Two windows on one folder, with one store: each goes back by itself, and neither takes what is the other's. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it, type TestContext } from 'node:test';
import type { LocalEngine } from '../../../../../src/node/changes/localEngine.ts';
import { uniqueLines } from '../../../core/changes/texts.ts';
import { Workspace } from '../workspace.ts';
import { Sessions } from './sessions.ts';

const lines = (name: string): string => uniqueLines(name, 10).join('');
const withLine = (text: string, at: number, line: string): string =>
	(text.match(/.*\n/gu) ?? []).toSpliced(at, 0, `${line}\n`).join('');

/** Another process with an engine of its own on the same folder and the same store. */
async function secondWindow(t: TestContext, ws: Workspace): Promise<Sessions> {
	const script = path.join(import.meta.dirname, 'secondWindow.ts');
	const child = spawn(process.execPath, [script, ws.base], { stdio: ['pipe', 'pipe', 'inherit'] });
	t.after(async () => {
		child.kill('SIGKILL');
		if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
	});
	const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	const next = async (): Promise<unknown> => {
		const { value, done } = await answers.next();
		assert.notEqual(done, true, 'the other window has ended');
		return (JSON.parse(String(value)) as { readonly value: unknown }).value;
	};
	await next();
	const ask =
		(method: string) =>
		(...args: readonly unknown[]): Promise<unknown> => {
			child.stdin.write(`${JSON.stringify({ method, args })}\n`);
			return next();
		};
	const all = (...methods: readonly string[]): object =>
		Object.fromEntries(methods.map((method) => [method, ask(method)]));
	const checkpoints = all('checkpoint', 'checkpoints', 'planRestore', 'restore');
	// Of the engine, what `Sessions` asks.
	const engine = { ...all('note', 'snapshot', 'copied', 'pending', 'forget'), checkpoints };
	return new Sessions(ws, engine as unknown as LocalEngine);
}

interface TwoWindows {
	readonly ws: Workspace;
	/** Of session `s`. */
	readonly one: Sessions;
	readonly first: string;
	/** Of session `o`. */
	readonly other: Sessions;
	readonly second: string;
}

/** In each an agent has changed `a` and a file of its own. */
async function worked(t: TestContext): Promise<TwoWindows> {
	const ws = new Workspace(t);
	for (const name of ['a', 'b', 'c']) ws.write(name, lines(name));
	const one = new Sessions(ws, await ws.watched());
	const other = await secondWindow(t, ws);
	await other.engine.snapshot();
	await other.engine.copied();
	const first = await one.prompt('s');
	await one.agent(first, () => {
		ws.write('a', withLine(lines('a'), 2, 'of s'));
		ws.write('b', 'of s\n');
	});
	// The turn is over here, and the other window has seen what it did.
	await one.engine.snapshot();
	await other.engine.snapshot();
	const second = await other.prompt('o');
	await other.agent(second, () => {
		ws.write('a', withLine(readFileSync(ws.path('a'), 'utf8'), 8, 'of o'));
		ws.write('c', 'of o\n');
	});
	await other.engine.snapshot();
	await one.engine.snapshot();
	return { ws, one, first, other, second };
}

describe('two windows on one folder', () => {
	it('go back by themselves, and the other one’s lines and files stay [hazard D15]', async (t) => {
		const { ws, one, first, other, second } = await worked(t);
		const text = (name: string): string => readFileSync(ws.path(name), 'utf8');
		assert.deepEqual(await one.planned(first), ['x ~ a merged', 'x ~ b agent']);
		await one.goTo(first);
		assert.deepEqual(['a', 'b', 'c'].map(text), [withLine(lines('a'), 7, 'of o'), lines('b'), 'of o\n']);
		assert.deepEqual(await other.planned(second), ['x ~ a merged', 'x ~ c agent']);
		await other.goTo(second);
		assert.deepEqual(['a', 'b', 'c'].map(text), [lines('a'), lines('b'), lines('c')]);
		await one.redo('s');
		assert.deepEqual(['a', 'b', 'c'].map(text), [withLine(lines('a'), 2, 'of s'), 'of s\n', lines('c')]);
	});

	it('never write over what the other has put back since the plan was shown', async (t) => {
		const { ws, one, first, other, second } = await worked(t);
		const plan = await other.plan(second);
		await one.goTo(first);
		const after = readFileSync(ws.path('a'), 'utf8');
		const answer = await other.engine.checkpoints.restore(
			plan.id,
			plan.files.map((file) => file.path),
		);
		assert.ok(answer.type === 'done');
		assert.deepEqual(
			answer.files.map((file) => [path.basename(file.path), file.answer.type]),
			[
				['a', 'drifted'],
				['c', 'done'],
			],
		);
		assert.equal(readFileSync(ws.path('a'), 'utf8'), after);
	});

	it('keep their ways back when the other deletes its stored conversations', async (t) => {
		const { ws, one, first, other, second } = await worked(t);
		await one.engine.forget('all');
		assert.deepEqual(await one.engine.checkpoints.checkpoints('s'), []);
		assert.equal(await one.engine.checkpoints.planRestore({ session: 's', id: first }, []), undefined);
		await other.goTo(second);
		assert.equal(readFileSync(ws.path('c'), 'utf8'), lines('c'));
		await other.redo('o');
		assert.equal(readFileSync(ws.path('c'), 'utf8'), 'of o\n');
	});
});
