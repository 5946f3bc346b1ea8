/** Conversations that two windows went on with: the newest is shown, and nothing that is in one file only goes. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { logsOf } from '../../../../src/node/conversationFolder.ts';
import { prompt } from '../../core/session/driver/play.ts';
import { allText, keptSession, reopened, storeFolder } from './storeRig.ts';

describe('a conversation on the disk', () => {
	it('that two windows went on with apart from each other stays as each of them had it [hazard G3]', async (t) => {
		const folder = storeFolder(t);
		const before = keptSession(folder);
		before.play(prompt('both'));
		await before.log.end();
		const windows = [await reopened(folder), await reopened(folder)];
		for (const [n, { log, play }] of windows.entries()) {
			play(prompt(`only ${n}`));
			await log.flush();
		}
		for (const { log } of windows) await log.end();
		const after = await reopened(folder);
		assert.match(after.texts().at(-1) ?? '', /^only \d$/u);
		after.play(prompt('later'));
		await after.log.end();
		for (const text of [/only 0/u, /only 1/u, /later/u]) assert.match(allText(folder), text);
		// Until the session is closed.
		await after.log.delete();
		assert.deepEqual(readdirSync(folder), []);
	});

	it('of a window that still wrote it after the next one had read it is not deleted [hazard G1] [hazard G3]', async (t) => {
		const folder = storeFolder(t);
		const before = keptSession(folder);
		before.play(prompt('first'));
		await before.log.flush();
		const next = await reopened(folder);
		next.play(prompt('second'));
		await next.log.flush();
		before.play(prompt('late'));
		await before.log.end();
		await next.log.end();
		const after = await reopened(folder);
		after.play(prompt('third'));
		await after.log.end();
		for (const text of [/first/u, /second/u, /late/u, /third/u]) assert.match(allText(folder), text);
	});

	it('of a version that did not say how much it had read deletes nothing that came after [hazard G1]', async (t) => {
		const folder = storeFolder(t);
		const before = keptSession(folder);
		before.play(prompt('first'));
		await before.log.flush();
		const next = await reopened(folder);
		next.play(prompt('second'));
		await next.log.end();
		before.play(prompt('late'));
		await before.log.end();
		for (const { file } of await logsOf(folder))
			writeFileSync(file, readFileSync(file, 'utf8').replace(/,"fromBytes":\[\d+\]/u, ''));
		const after = await reopened(folder);
		after.play(prompt('third'));
		await after.log.end();
		for (const text of [/second/u, /late/u, /third/u]) assert.match(allText(folder), text);
	});

	it('is the newest one though the clock was set back since, and nothing is left of the one before [hazard G1]', async (t) => {
		const folder = storeFolder(t);
		// The window before still writes when the next one reads.
		const before = keptSession(folder);
		before.play(prompt('first'));
		await before.log.flush();
		const [old = ''] = readdirSync(folder);
		const next = await reopened(folder);
		next.play(prompt('second'));
		await next.log.end();
		await before.log.end();
		for (const name of readdirSync(folder).filter((other) => other !== old))
			utimesSync(path.join(folder, name), new Date(0), new Date(0));
		const after = await reopened(folder);
		assert.deepEqual(after.texts(), ['first', 'second']);
		after.play(prompt('third'));
		await after.log.end();
		assert.equal(readdirSync(folder).length, 1);
	});
});
