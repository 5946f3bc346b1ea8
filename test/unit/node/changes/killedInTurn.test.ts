/** A window that is killed in the middle of a turn, at any write to its store: the next one loses no change. */
import assert from 'node:assert/strict';
import fs, { cpSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { ChangeEngine } from '../../../../src/node/changes/changeEngine.ts';
import { LocalEngine } from '../../../../src/node/changes/localEngine.ts';
import { Workspace } from './workspace.ts';

const turn = { session: 's', turn: '1' };

const writes = ['appendFileSync', 'writeFileSync', 'renameSync', 'rmSync'] as const;

/** Runs with a copy of the store made before each call that writes to it. @returns the copies, and the one at the end */
async function stores(ws: Workspace, run: () => Promise<void>): Promise<readonly string[]> {
	const copies: string[] = [];
	const copy = (): void => {
		const to = path.join(ws.base, `killed${copies.length}`);
		cpSync(ws.store, to, { recursive: true, preserveTimestamps: true });
		copies.push(to);
	};
	const real = writes.map((name) => [name, fs[name]] as const);
	let isCopying = false;
	for (const [name, call] of real) {
		const replacement = (...args: readonly unknown[]): unknown => {
			if (!isCopying && String(args[0]).startsWith(ws.store)) {
				isCopying = true;
				copy();
				isCopying = false;
			}
			return (call as (...args: readonly unknown[]) => unknown)(...args);
		};
		Object.assign(fs, { [name]: replacement });
	}
	syncBuiltinESMExports();
	try {
		await run();
	} finally {
		for (const [name, call] of real) Object.assign(fs, { [name]: call });
		syncBuiltinESMExports();
	}
	copy();
	return copies;
}

/** What waits in the eyes of the next window, each with the text before. */
async function waiting(ws: Workspace, storeFolder: string): Promise<readonly string[]> {
	const engine = new LocalEngine({ roots: [ws.root], storeFolder, home: ws.home }, () => undefined);
	await engine.snapshot();
	const all = await Promise.all(
		(await engine.pending()).map(async ({ path: file, base, hasUserEdits }) => {
			const content = 'hash' in base ? await engine.content(base.hash ?? '') : undefined;
			const before = Buffer.from(content ?? [])
				.toString()
				.trim();
			return `${path.basename(file)} ${before}${hasUserEdits === true ? ', asks' : ''}`;
		}),
	);
	rmSync(storeFolder, { recursive: true, force: true });
	return all.toSorted();
}

async function lostNothing(
	t: TestContext,
	changes: (ws: Workspace, engine: ChangeEngine) => Promise<void>,
	expected: readonly string[],
): Promise<void> {
	const ws = new Workspace(t);
	ws.write('a', 'before a\n');
	ws.write('b', 'before b\n');
	const engine = ws.engine();
	await engine.note([{ type: 'turn', id: 't', turn, from: Date.now() }]);
	await engine.snapshot();
	await engine.copied();
	const all = await stores(ws, () => changes(ws, engine));
	assert.ok(all.length > 3);
	for (const [at, store] of all.entries()) {
		assert.deepEqual(await waiting(ws, store), expected, `killed at write ${at} of ${all.length}`);
	}
}

describe('a window that is killed in the middle of a turn', () => {
	it('loses no change that a look has found, and takes none for the user’s', (t) =>
		lostNothing(
			t,
			async (ws, engine) => {
				ws.write('a', 'after\n');
				rmSync(ws.path('b'));
				ws.write('c', 'made\n');
				await engine.snapshot();
				await engine.copied();
			},
			['a before a', 'b before b', 'c '],
		));

	it('loses none that was seen before the look at all files', (t) =>
		lostNothing(
			t,
			async (ws, engine) => {
				ws.write('a', 'after\n');
				ws.write('b', 'after\n');
				ws.write('c', 'made\n');
				await engine.capture(['a', 'b', 'c'].map((name) => ws.path(name)));
				rmSync(ws.path('b'));
				await engine.capture([ws.path('b')]);
				await engine.copied();
				await engine.snapshot();
				await engine.copied();
			},
			['a before a', 'b before b', 'c '],
		));
});
