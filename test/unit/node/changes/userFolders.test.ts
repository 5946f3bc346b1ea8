/** Folders that the user renames or pastes while an agent is at work: the editor tells of the folder only. */
import assert from 'node:assert/strict';
import { cpSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Evidence } from '../../../../src/core/changes/attribution.ts';
import type { ChangeRecord } from '../../../../src/core/changes/record.ts';
import type { LocalEngine } from '../../../../src/node/changes/localEngine.ts';
import { Workspace } from './workspace.ts';

const turn = { session: 's', turn: '1' };
/** Files with the same content, and empty ones, tell by that nothing of where they were. */
const names = ['a', 'same', 'deep/same', 'deep/empty'];
const textOf = (name: string): string => (name === 'a' ? 'a\n' : name.endsWith('same') ? 'same\n' : '');

/** In a turn. */
async function begun(t: TestContext): Promise<{ ws: Workspace; engine: LocalEngine }> {
	const ws = new Workspace(t);
	for (const name of names) ws.write(`old/${name}`, textOf(name));
	ws.write('other/x', 'x\n');
	const engine = await ws.watched();
	await engine.note([{ type: 'turn', id: 't', turn, from: Date.now() }]);
	return { ws, engine };
}

function told(ws: Workspace, ...folders: readonly string[]): readonly Evidence[] {
	return folders.map((name) => ({ type: 'save', path: ws.path(name), at: Date.now() }));
}

/** Until what is written now is later than what was told before, on the coarse clock of the disk as well. */
async function later(ws: Workspace): Promise<void> {
	const told = Date.now();
	const clock = path.join(ws.base, 'clock');
	do {
		await new Promise((resolve) => setImmediate(resolve));
		writeFileSync(clock, '');
	} while (lstatSync(clock).ctimeMs < told + 1);
}

async function rename(ws: Workspace, engine: LocalEngine): Promise<void> {
	renameSync(ws.path('old'), ws.path('new'));
	await engine.note(told(ws, 'old', 'new'));
}

/** Each as `author from > to`. */
function authorsOf(ws: Workspace, records: readonly ChangeRecord[]): readonly string[] {
	const name = (file: string): string => path.relative(ws.root, file);
	return records
		.map((one) => `${one.author} ${name(one.movedFrom ?? one.path)} > ${name(one.path)}`)
		.toSorted();
}

const allMoved = names.map((name) => `user old/${name} > new/${name}`).toSorted();

describe('a folder that the user renames in a turn', () => {
	it('takes its files with it, and nothing waits [hazard D14]', async (t) => {
		const { ws, engine } = await begun(t);
		await rename(ws, engine);
		assert.deepEqual(authorsOf(ws, (await engine.snapshot()).records), allMoved);
		assert.deepEqual(await engine.pending(), []);
	});

	it('does so while a command of the agent runs', async (t) => {
		const { ws, engine } = await begun(t);
		await engine.note([{ type: 'command', id: 'c', turn, command: 'x', from: Date.now() }]);
		await rename(ws, engine);
		const { records } = await engine.snapshot();
		assert.deepEqual(authorsOf(ws, records), allMoved);
	});

	it('does not speak for what the agent changes there afterwards, or has deleted before', async (t) => {
		const { ws, engine } = await begun(t);
		rmSync(ws.path('old/deep/same'));
		await rename(ws, engine);
		await later(ws);
		writeFileSync(ws.path('new/a'), 'agent\n');
		writeFileSync(ws.path('new/made'), 'agent\n');
		renameSync(ws.path('other/x'), ws.path('new/x'));
		const { records } = await engine.snapshot();
		assert.deepEqual(
			authorsOf(ws, records),
			[
				'unknown new/a > new/a',
				'unknown new/made > new/made',
				'unknown old/deep/same > old/deep/same',
				'unknown other/x > new/x',
				'user old/a > new/a',
				'user old/deep/empty > new/deep/empty',
				'user old/same > new/same',
			].toSorted(),
		);
	});
});

describe('a folder that the user pastes in a turn', () => {
	it('comes with its files, and nothing waits [hazard D14]', async (t) => {
		const { ws, engine } = await begun(t);
		cpSync(ws.path('old'), ws.path('copy'), { recursive: true });
		await engine.note(told(ws, 'copy'));
		const { records } = await engine.snapshot();
		assert.deepEqual(
			authorsOf(ws, records),
			names.map((name) => `user copy/${name} > copy/${name}`).toSorted(),
		);
		assert.deepEqual(await engine.pending(), []);
	});

	it('does so while a look is under way', async (t) => {
		const { ws, engine } = await begun(t);
		const look = engine.snapshot();
		cpSync(ws.path('old'), ws.path('copy'), { recursive: true });
		const noted = engine.note(told(ws, 'copy'));
		const all = [...(await look).records, ...(await engine.snapshot()).records];
		await noted;
		assert.deepEqual([...new Set(all.map(({ author }) => author))], ['user']);
	});

	it('does not speak for what the agent makes, or moves, there afterwards', async (t) => {
		const { ws, engine } = await begun(t);
		mkdirSync(ws.path('empty'));
		await engine.note(told(ws, 'empty'));
		await later(ws);
		ws.write('empty/made', 'agent\n');
		renameSync(ws.path('old/a'), ws.path('empty/a'));
		const { records } = await engine.snapshot();
		assert.deepEqual(authorsOf(ws, records), ['unknown empty/made > empty/made', 'unknown old/a > empty/a']);
	});
});
