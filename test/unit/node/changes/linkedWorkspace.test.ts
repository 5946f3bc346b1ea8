/** A window that was opened by way of a link: editors and agents name files by the link, looks find them without it. */
import assert from 'node:assert/strict';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Evidence } from '../../../../src/core/changes/attribution.ts';
import { hashOf } from '../../../../src/node/changes/contentStore.ts';
import type { LocalEngine } from '../../../../src/node/changes/localEngine.ts';
import { Workspace } from './workspace.ts';

const turn = { session: 's', turn: '1' };
const isPosix = process.platform !== 'win32';

/** In a turn. */
async function opened(t: TestContext): Promise<{ ws: Workspace; engine: LocalEngine; linked: string }> {
	const ws = new Workspace(t);
	ws.write('a', 'before\n');
	const link = path.join(ws.base, 'link');
	symlinkSync(ws.root, link);
	const engine = ws.engine({}, [link]);
	await engine.snapshot();
	await engine.copied();
	await engine.note([{ type: 'turn', id: 't', turn, from: Date.now() }]);
	return { ws, engine, linked: path.join(link, 'a') };
}

function told(type: 'save' | 'write', file: string): Evidence {
	const hash = hashOf(readFileSync(file));
	const one = { path: file, at: Date.now(), hash };
	return type === 'save' ? { type, ...one } : { type, turn, ...one };
}

describe('in a folder that was opened by way of a link', { skip: !isPosix }, () => {
	it('what the user saves is theirs [hazard D14]', async (t) => {
		const { ws, engine, linked } = await opened(t);
		writeFileSync(linked, 'mine\n');
		await engine.note([told('save', linked)]);
		const { records } = await engine.snapshot();
		assert.deepEqual(
			records.map((one) => [one.path, one.author]),
			[[ws.path('a'), 'user']],
		);
		assert.deepEqual(await engine.pending(), []);
	});

	it('more files than an agent may name are theirs where the user has pasted them', async (t) => {
		const { engine, linked } = await opened(t);
		const names = Array.from({ length: 150 }, (_, n) => `${linked}${n}`);
		for (const name of names) writeFileSync(name, `${name}\n`);
		await engine.note(names.map((name): Evidence => ({ type: 'save', path: name, at: Date.now() })));
		const { records } = await engine.snapshot();
		assert.deepEqual([...new Set(records.map(({ author }) => author))], ['user']);
		assert.equal(records.length, 150);
	});

	it('what an agent tells of is its own, and a call has both sides of it', async (t) => {
		const { ws, engine, linked } = await opened(t);
		await engine.beginCall({ session: 's', call: 'c' }, [{ path: linked }]);
		await engine.capture([linked]);
		writeFileSync(linked, 'agent\n');
		await engine.note([told('write', linked)]);
		await engine.endCall({ session: 's', call: 'c' });
		const { records } = await engine.snapshot();
		assert.deepEqual(
			records.map((one) => [one.path, one.author]),
			[[ws.path('a'), 'agent']],
		);
		const { before, after } = (await engine.callChange({ session: 's', call: 'c' }, linked)) ?? {};
		const texts = [before, after].map((bytes) => Buffer.from(bytes ?? []).toString());
		assert.deepEqual(texts, ['before\n', 'agent\n']);
	});
});
