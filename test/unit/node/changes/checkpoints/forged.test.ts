/** What stands on the disk of restores and changes is damaged, or somebody else has written it: it is not believed. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { FileState } from '../../../../../src/core/changes/record.ts';
import { hashOf } from '../../../../../src/node/changes/contentStore.ts';
import { closedMark } from '../../../../../src/node/changes/journalFiles.ts';
import { Workspace } from '../workspace.ts';
import { Sessions, stateAt } from './sessions.ts';

const id = '00000000-0000-4000-8000-000000000000';
const gonePid = 99_999_999;
const name = `restore-1-${gonePid}-${id}.json`;
const absent: FileState = { type: 'absent' };
const agents: FileState = { type: 'file', mode: 0o755, size: 6, hash: hashOf(Buffer.from('agent\n')) };

/** An agent has changed `a`. */
async function changed(t: TestContext): Promise<{ readonly all: Sessions; readonly prompt: string }> {
	const ws = new Workspace(t);
	ws.write('a', 'user\n');
	ws.write('b', 'user\n');
	const all = new Sessions(ws, await ws.watched());
	const prompt = await all.prompt();
	await all.agent(prompt, () => void ws.write('a', 'agent\n'));
	return { all, prompt };
}

/** The next window finds this restore, as of one that was killed in the middle of it. */
async function found(all: Sessions, intent: unknown): Promise<void> {
	const folder = path.join(all.ws.store, 'journal');
	writeFileSync(path.join(folder, name), JSON.stringify(intent));
	writeFileSync(closedMark(folder, gonePid), '');
	all.engine = all.ws.engine();
	await all.engine.snapshot();
	await all.engine.snapshot();
}

const isLeft = ({ ws }: Sessions): boolean => existsSync(path.join(ws.store, 'journal', name));

describe('a restore that is found cut off', () => {
	const shapes: readonly [string, (file: string) => object][] = [
		['a part that is none', () => ({ parts: [null] })],
		['an empty part', () => ({ parts: [{}] })],
		['a path that is a number', () => ({ parts: [{ path: 5, now: absent, target: agents }] })],
		['a path that is not whole', () => ({ parts: [{ path: 'new', now: absent, target: agents }] })],
		[
			'a path with steps back',
			(file) => ({ parts: [{ path: `${file}/../x`, now: absent, target: agents }] }),
		],
		['a state that is none', (file) => ({ parts: [{ path: file, now: null, target: absent }] })],
		[
			'a content that is a path',
			(file) => ({ parts: [{ path: file, now: absent, target: { ...agents, mode: -1, hash: '../../x' } }] }),
		],
		['no id', () => ({ id: undefined, parts: [] })],
		['a time that is none', () => ({ at: 'now', parts: [] })],
	];
	for (const [what, shape] of shapes) {
		it(`with ${what} is said once and left, and changes are watched [hazard D15]`, async (t) => {
			const { all, prompt } = await changed(t);
			const intent = { version: 1, id, session: 's', of: prompt, at: 1 };
			await found(all, { ...intent, ...shape(all.ws.path('a')) });
			assert.equal(all.ws.log.filter((line) => line.includes('cannot be read')).length, 1);
			assert.ok(isLeft(all));
			await all.goTo(prompt);
			assert.equal(stateAt(all.ws.path('a')), '644 user\n');
		});
	}

	it('removes nothing by its name', async (t) => {
		const { all, prompt } = await changed(t);
		writeFileSync(path.join(all.ws.base, 'victim'), '');
		const part = { path: all.ws.path('a'), now: absent, target: absent };
		await found(all, { version: 1, id: '/../../victim', session: 's', of: prompt, at: 1, parts: [part] });
		assert.ok(existsSync(path.join(all.ws.base, 'victim')));
	});

	for (const [where, place] of [
		['in .git', 'ws/.git/hooks/pre-commit'],
		['out of the workspace, where no agent has changed anything', 'outside/new'],
	] as const) {
		it(`writes nothing ${where}`, async (t) => {
			const { all, prompt } = await changed(t);
			const file = path.join(all.ws.base, place);
			mkdirSync(path.dirname(file), { recursive: true });
			const part = { path: file, now: absent, target: agents };
			await found(all, { version: 1, id, session: 's', of: prompt, at: 1, parts: [part] });
			assert.ok(!existsSync(file));
			assert.ok(isLeft(all));
		});
	}

	it('takes no folder away but those that came with its files', async (t) => {
		for (const newFolder of ['', '/']) {
			const { all, prompt } = await changed(t);
			const now = { type: 'file', mode: 0o644, size: 5, hash: hashOf(Buffer.from('user\n')) };
			mkdirSync(all.ws.path('dir'));
			const parts = ['a', 'b', 'dir/c'].map((one) => ({
				path: all.ws.path(one),
				now: one === 'a' ? agents : now,
				target: absent,
				newFolder,
			}));
			await found(all, { version: 1, id, session: 's', of: prompt, at: 1, parts });
			assert.equal(stateAt(all.ws.path('b')), 'nothing');
			assert.ok(existsSync(all.ws.path('dir')));
		}
	});

	it('is gone on with where something stands in the place of its half-written file', async (t) => {
		const { all, prompt } = await changed(t);
		mkdirSync(all.ws.path(`.acp-host-${id}`));
		const now: FileState = { ...agents, mode: 0o644 };
		const part = { path: all.ws.path('a'), now, target: absent };
		await found(all, { version: 1, id, session: 's', of: prompt, at: 1, parts: [part] });
		assert.equal(stateAt(all.ws.path('a')), 'nothing');
	});
});

describe('a journal', () => {
	it('whose folders are none of its files keeps every folder, and hangs nothing', async (t) => {
		for (const newFolder of ['', '/']) {
			const ws = new Workspace(t);
			const all = new Sessions(ws, await ws.watched());
			const prompt = await all.prompt();
			await all.agent(prompt, () => void ws.write('new/file', 'agent\n'));
			const folder = path.join(ws.store, 'journal');
			const [journal = ''] = readdirSync(folder).filter((one) => one.startsWith('changes-'));
			const text = readFileSync(path.join(folder, journal), 'utf8');
			const forged = text.replaceAll(/"newFolder":"[^"]*"/gu, `"newFolder":"${newFolder}"`);
			assert.notEqual(forged, text);
			writeFileSync(path.join(folder, journal), forged);
			all.engine = ws.engine();
			await all.goTo(prompt);
			assert.deepEqual([stateAt(ws.path('new/file')), existsSync(ws.root)], ['nothing', true]);
		}
	});
});
