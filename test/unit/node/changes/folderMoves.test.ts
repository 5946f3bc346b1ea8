/** Folders that are renamed: each file in them is a moved one, of the call or command that did it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { Evidence } from '../../../../src/core/changes/attribution.ts';
import type { ChangeRecord } from '../../../../src/core/changes/record.ts';
import type { LocalEngine } from '../../../../src/node/changes/localEngine.ts';
import { Workspace } from './workspace.ts';

const turn = { session: 's', turn: '1' };
/** Files with the same content, and empty ones, tell by that nothing of where they were. */
const files: Readonly<Record<string, string>> = {
	a: 'a\n',
	b: 'same\n',
	'in/b': 'same\n',
	'in/empty': '',
	empty: '',
};

async function watchedFolder(ws: Workspace): Promise<LocalEngine> {
	for (const [name, text] of Object.entries(files)) ws.write(`old/${name}`, text);
	const engine = await ws.watched();
	await engine.note([{ type: 'turn', id: 't', turn, from: Date.now() }]);
	return engine;
}

/** Each as `from > to author evidence`. */
function movesOf(ws: Workspace, records: readonly ChangeRecord[]): readonly string[] {
	const name = (file: string | undefined): string => (file === undefined ? '' : path.relative(ws.root, file));
	return records
		.map((one) => `${name(one.movedFrom)} > ${name(one.path)} ${one.author} ${one.evidence.join()}`)
		.toSorted();
}

const allMoved = (evidence: string): readonly string[] =>
	Object.keys(files)
		.map((name) => `old/${name} > new/${name} ${evidence}`)
		.toSorted();

describe('a folder that is renamed', () => {
	it('by a command is moved files of that command', async (t) => {
		const ws = new Workspace(t);
		const engine = await watchedFolder(ws);
		const command = { type: 'command', id: 'c', turn, command: 'mv old new', from: Date.now() } as const;
		await engine.note([command]);
		execFileSync('mv', ['old', 'new'], { cwd: ws.root });
		await engine.note([{ ...command, to: Date.now() }]);
		assert.deepEqual(movesOf(ws, (await engine.snapshot()).records), allMoved('agent command'));
	});

	it('by a command a while after its files were written is not charged to the time of those', async (t) => {
		const ws = new Workspace(t);
		const engine = await watchedFolder(ws);
		ws.write('old/late', 'late\n');
		await engine.note([{ type: 'save', path: ws.path('old/late'), at: Date.now() }]);
		await new Promise((resolve) => setTimeout(resolve, 60));
		const command = { type: 'command', id: 'c', turn, command: 'git mv', from: Date.now() } as const;
		await engine.note([command]);
		renameSync(ws.path('old'), ws.path('new'));
		await engine.note([{ ...command, to: Date.now() }]);
		const { records } = await engine.snapshot();
		const late = records.find((one) => one.path === ws.path('new/late'));
		assert.deepEqual([late?.author, late?.evidence], ['agent', ['command']]);
	});

	it('by a call that names both folders is moved files of that call', async (t) => {
		const ws = new Workspace(t);
		const engine = await watchedFolder(ws);
		renameSync(ws.path('old'), ws.path('new'));
		const named = ['old', 'new'].map((name): Evidence => ({
			type: 'patch',
			turn,
			path: ws.path(name),
			at: Date.now(),
		}));
		await engine.note(named);
		assert.deepEqual(movesOf(ws, (await engine.snapshot()).records), allMoved('agent named'));
	});

	it('with a file that is changed afterwards is moved files and that one', async (t) => {
		const ws = new Workspace(t);
		const engine = await watchedFolder(ws);
		renameSync(ws.path('old'), ws.path('new'));
		ws.write('new/b', 'changed\n');
		const { records } = await engine.snapshot();
		const changes = ws.changesOf({ records });
		assert.deepEqual(changes, [
			'+ new/b',
			'- old/b',
			'> new/a',
			'> new/empty',
			'> new/in/b',
			'> new/in/empty',
		]);
	});
});

describe('a call that names a folder', () => {
	it('speaks for what it deleted in it, and for nothing that is made or changed there', async (t) => {
		const ws = new Workspace(t);
		const engine = await watchedFolder(ws);
		execFileSync('rm', ['old/a', 'old/b'], { cwd: ws.root });
		ws.write('old/made', 'made\n');
		ws.write('old/in/b', 'changed\n');
		await engine.note([{ type: 'diff', turn, path: ws.path('old'), at: Date.now() }]);
		const { records } = await engine.snapshot();
		const found = Object.fromEntries(
			records.map((one) => [path.relative(ws.root, one.path), one.evidence.join()]),
		);
		assert.deepEqual(found, {
			'old/a': 'named',
			'old/b': 'named',
			'old/made': 'undeclared',
			'old/in/b': 'undeclared',
		});
	});
});
