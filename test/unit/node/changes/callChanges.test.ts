/** What single calls of one turn changed, of which a look at the workspace sees only the sum. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { CallPart } from '../../../../src/core/changes/callPart.ts';
import type { CallChange, ChangeEngine } from '../../../../src/node/changes/changeEngine.ts';
import { hashOf } from '../../../../src/node/changes/contentStore.ts';
import { Workspace } from './workspace.ts';

const [first, second] = [
	{ session: 's', call: 'c1' },
	{ session: 's', call: 'c2' },
];

function textsOf(change: CallChange | undefined): readonly (string | undefined)[] {
	const text = (bytes: Uint8Array | undefined): string | undefined =>
		bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
	return [text(change?.before), text(change?.after)];
}

/** A call that says what it changes, and does. */
async function call(engine: ChangeEngine, id: typeof first, file: string, text: string): Promise<void> {
	await engine.beginCall(id, [{ path: file }]);
	writeFileSync(file, text);
	await engine.endCall(id);
}

describe('two calls of a turn on one file', () => {
	it('have each their own text before and after, and the look has the sum', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', 'none\n');
		const engine = await ws.watched();
		await call(engine, first, file, 'one\n');
		await call(engine, second, file, 'one and two\n');
		assert.deepEqual(textsOf(await engine.callChange(first, file)), ['none\n', 'one\n']);
		assert.deepEqual(textsOf(await engine.callChange(second, file)), ['one\n', 'one and two\n']);
		assert.equal((await engine.snapshot()).records.length, 1);
	});

	it('have each their own part in what waits', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', 'a\nb\nc\nd\n');
		const engine = await ws.watched();
		const turn = { session: 's', turn: '1' };
		await engine.note([{ type: 'turn', id: 't', turn, from: Date.now() }]);
		await call(engine, first, file, 'a\nB\nc\nd\n');
		await call(engine, second, file, 'a\nB\nC\nD\nd\n');
		await engine.snapshot();
		const part = (id: typeof first, oldText: string, newText: string): Promise<CallPart | undefined> =>
			engine.callPart({ call: id, item: { type: 'diff', path: file, oldText, newText }, path: file });
		assert.deepEqual(await part(first, 'b', 'B'), { added: 1, removed: 1, isMixed: false });
		assert.deepEqual(await part(second, 'c', 'C\nD'), { added: 2, removed: 1, isMixed: false });
		assert.equal(await part({ session: 's', call: 'another' }, 'c', 'C\nD'), undefined);
	});

	it('have them still after a reload', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', 'none\n');
		const engine = await ws.watched();
		await call(engine, first, file, 'one\n');
		await call(engine, second, file, 'one and two\n');
		writeFileSync(file, 'later\n');
		const next = ws.engine();
		assert.deepEqual(textsOf(await next.callChange(first, file)), ['none\n', 'one\n']);
		assert.deepEqual(textsOf(await next.callChange(second, file)), ['one\n', 'one and two\n']);
	});
});

describe('a call that names its file only when it has ended', () => {
	it('has the text after it, also after a reload', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', 'before\n');
		const engine = await ws.watched();
		writeFileSync(file, 'after\n');
		await engine.endCall(first, [file, path.join(ws.base, 'outside'), ws.path('missing')]);
		writeFileSync(file, 'later\n');
		assert.deepEqual(textsOf(await engine.callChange(first, file)), [undefined, 'after\n']);
		assert.deepEqual(textsOf(await ws.engine().callChange(first, file)), [undefined, 'after\n']);
	});

	it('keeps what was seen before it', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', 'before\n');
		const engine = await ws.watched();
		await engine.beginCall(first, [{ path: file }]);
		writeFileSync(file, 'after\n');
		await engine.endCall(first, [file]);
		assert.deepEqual(textsOf(await engine.callChange(first, file)), ['before\n', 'after\n']);
	});
});

describe('the text before a call', () => {
	it('waits for no look at the workspace', async (t) => {
		const ws = new Workspace(t);
		for (let n = 0; n < 1_000; n++) ws.write(`d${n % 50}/f${n}`, String(n));
		const file = ws.write('a', 'before\n');
		const engine = ws.engine();
		let areLooksOver = false;
		const looks = Promise.all(Array.from({ length: 30 }, () => engine.snapshot())).then(() => {
			areLooksOver = true;
		});
		await engine.beginCall(first, [{ path: file }]);
		assert.equal(areLooksOver, false);
		assert.deepEqual(textsOf(await engine.callChange(first, file)), ['before\n', undefined]);
		await looks;
	});

	it('is the one of its first word, and of no word after its end', async (t) => {
		const ws = new Workspace(t);
		const [a, b] = [ws.write('a', 'before\n'), ws.write('b', 'before\n')];
		const engine = await ws.watched();
		await call(engine, first, a, 'after\n');
		await engine.beginCall(first, [{ path: a }, { path: b }]);
		assert.deepEqual(textsOf(await engine.callChange(first, a)), ['before\n', 'after\n']);
		assert.equal(await engine.callChange(first, b), undefined);
	});

	it('is what its editor would save, where that has text that is not saved', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', 'saved\n');
		const engine = await ws.watched();
		await engine.beginCall(first, [{ path: file, unsaved: Buffer.from('typed\n') }]);
		assert.deepEqual(textsOf(await engine.callChange(first, file)), ['typed\n', undefined]);
	});

	it('of a likely secret is in no file of ours', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('.env', 'TOKEN=1\n');
		const engine = await ws.watched();
		await call(engine, first, file, 'TOKEN=2\n');
		assert.deepEqual(textsOf(await engine.callChange(first, file)), ['TOKEN=1\n', 'TOKEN=2\n']);
		for (const text of ['TOKEN=1\n', 'TOKEN=2\n']) {
			assert.equal(await engine.content(hashOf(Buffer.from(text))), undefined);
		}
		assert.equal(await ws.engine().callChange(first, file), undefined);
	});

	it('is known where the store has no room for it', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', 'before\n'.repeat(2_000));
		const engine = await ws.watched({ maxStoreBytes: 1 });
		await call(engine, first, file, 'after\n');
		assert.deepEqual(textsOf(await engine.callChange(first, file)), ['before\n'.repeat(2_000), 'after\n']);
	});

	it('is of no file outside, nor behind a link that leads there, nor of what is no file [hazard D11]', async (t) => {
		const ws = new Workspace(t);
		const outside = path.join(ws.base, 'outside');
		writeFileSync(outside, 'secret');
		symlinkSync(outside, ws.path('link'));
		mkdirSync(ws.path('folder'));
		const engine = await ws.watched();
		const names = [outside, ws.path('link'), ws.path('folder'), ws.path('missing'), 'relative'];
		await engine.beginCall(
			first,
			names.map((name) => ({ path: name })),
		);
		for (const name of names) assert.equal(await engine.callChange(first, name), undefined, name);
		assert.equal(await engine.content(hashOf(Buffer.from('secret'))), undefined);
	});

	it('stays where the call deletes the file, and where a link takes its place', async (t) => {
		const ws = new Workspace(t);
		const [a, b] = [ws.write('a', 'before\n'), ws.write('b', 'before\n')];
		const outside = path.join(ws.base, 'outside');
		writeFileSync(outside, 'secret');
		const engine = await ws.watched();
		await engine.beginCall(first, [{ path: a }, { path: b }]);
		rmSync(a);
		rmSync(b);
		symlinkSync(outside, b);
		await engine.endCall(first);
		assert.deepEqual(textsOf(await engine.callChange(first, a)), ['before\n', undefined]);
		assert.deepEqual(textsOf(await engine.callChange(first, b)), ['before\n', undefined]);
	});
});

describe('an engine that takes the place of another in the middle of a call', () => {
	it('keeps the text from before the call, and takes the one after it', async (t) => {
		const ws = new Workspace(t);
		const file = ws.write('a', 'before\n');
		const engine = await ws.watched();
		await engine.beginCall(first, [{ path: file }]);
		writeFileSync(file, 'half\n');
		const next = ws.engine();
		// As the window does that goes on.
		await next.beginCall(first, [{ path: file }]);
		writeFileSync(file, 'after\n');
		await next.endCall(first);
		assert.deepEqual(textsOf(await next.callChange(first, file)), ['before\n', 'after\n']);
	});
});
