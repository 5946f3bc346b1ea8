/** When conversations leave the disk, and that they stay away. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import { ConversationLogs } from '../../../../src/host/conversations/conversationLogs.ts';
import { deleteAll, logsOf, tidy } from '../../../../src/node/conversationFolder.ts';
import { chunk, prompt } from '../../core/session/driver/play.ts';
import { allText, keptSession, reopened, storeFolder } from './storeRig.ts';

describe('a conversation on the disk', () => {
	it('is deleted with its session [hazard G1]', async (t) => {
		const folder = storeFolder(t);
		const old = keptSession(folder);
		old.play(prompt('x'));
		await old.log.end();
		const { log, play } = await reopened(folder);
		play(prompt('y'));
		await log.flush();
		await log.delete();
		assert.deepEqual(readdirSync(folder), []);
	});

	it('is deleted with its session before the window goes away [hazard G1]', async (t) => {
		const folder = storeFolder(t);
		const old = keptSession(folder);
		old.play(prompt('x'));
		await old.log.end();
		const warn = (line: string): void => assert.fail(line);
		const forgotten: unknown[] = [];
		const onDeleted = async (sessions: unknown): Promise<void> => void forgotten.push(sessions);
		const tellLost = (): void => undefined;
		const logs = new ConversationLogs({ folder, secretsOf: async () => [], warn, tellLost, onDeleted });
		void logs.delete('s1');
		await logs.end();
		assert.deepEqual(readdirSync(folder), []);
		// Its checkpoints go with it.
		assert.deepEqual(forgotten, [['s1']]);
		await logs.deleteAll();
		assert.deepEqual(forgotten, [['s1'], 'all']);
	});

	it('that the user deleted is not written again; what comes is', async (t) => {
		const folder = storeFolder(t);
		const kept = keptSession(folder);
		kept.play(prompt('private'), chunk('answer'));
		await kept.log.flush();
		// As `ConversationLogs.deleteAll` does it.
		const deletion = Promise.withResolvers<void>();
		await kept.log.forget(deletion.promise);
		await deleteAll(folder);
		deletion.resolve();
		kept.play(chunk(' goes on'), prompt('next'));
		await kept.log.flush();
		assert.doesNotMatch(allText(folder), /private|answer|goes on/u);
		assert.match(allText(folder), /next/u);
	});

	it('that is deleted while it is written does not come back', async (t) => {
		const folder = storeFolder(t);
		const kept = keptSession(folder);
		kept.play(prompt('private'));
		void kept.log.flush();
		const deletion = Promise.withResolvers<void>();
		await kept.log.forget(deletion.promise);
		kept.play(prompt('next'));
		const written = kept.log.flush();
		await deleteAll(folder);
		deletion.resolve();
		await written;
		assert.doesNotMatch(allText(folder), /private/u);
		assert.match(allText(folder), /next/u);
	});

	it('that another window deleted does not come back, however much is said then', async (t) => {
		const folder = storeFolder(t);
		const kept = keptSession(folder, { secrets: ['correct-horse'] });
		kept.play(prompt('private'), chunk('correct-'));
		await kept.log.flush();
		await deleteAll(folder);
		// A file that is too large, or has a secret in two parts, begins anew.
		kept.play(chunk('horse'), ...Array.from({ length: 30 }, () => prompt('x'.repeat(200_000))));
		await kept.log.flush();
		kept.play(prompt('next'));
		await kept.log.flush();
		assert.doesNotMatch(allText(folder), /private|correct/u);
		assert.match(allText(folder), /next/u);
	});

	it('is not brought back by a deletion that comes while it is read', async (t) => {
		const folder = storeFolder(t);
		const before = keptSession(folder);
		before.play(prompt('private'));
		await before.log.end();
		const after = keptSession(folder, { isRestored: true });
		const restored = after.log.restore();
		await after.log.forget(Promise.resolve());
		await deleteAll(folder);
		await restored;
		await after.log.flush();
		assert.equal(
			readdirSync(folder).some((name) => readFileSync(path.join(folder, name), 'utf8').includes('private')),
			false,
		);
	});
});

describe('the folder of conversations', () => {
	it('loses the oldest when there are too many, and those that belong to nobody any more [hazard G1]', async (t) => {
		const folder = storeFolder(t);
		for (let n = 0; n < 5; n++) {
			const { log, play } = keptSession(folder, { key: `k${n}` });
			play(prompt('x'));
			await log.end();
		}
		assert.equal((await logsOf(folder)).length, 5);
		await tidy(folder, new Set(), Date.now());
		assert.equal((await logsOf(folder)).length, 5);
		const later = Date.now() + limits.conversationOrphanMs + 60_000;
		assert.deepEqual(await tidy(folder, new Set(['k1']), later), new Set());
		assert.deepEqual(
			(await logsOf(folder)).map(({ key }) => key),
			['k1'],
		);
	});

	it('loses those of sessions last, and says of which nothing is left [hazard G1]', async (t) => {
		const folder = storeFolder(t);
		mkdirSync(folder);
		const write = (key: string, day: number, random: string): void => {
			const file = path.join(folder, `${key}.1-${random.padStart(12, '0')}-00000000.jsonl`);
			writeFileSync(file, 'x');
			utimesSync(file, day * 86_400, day * 86_400);
		};
		const keys = new Set<string>();
		// The newest belong to no session; of one that is too much a newer file is left.
		for (let n = 0; n < 50; n++) write(`gone${n}`, 10_000, `${n}`);
		for (let n = 0; n <= limits.conversationLogs; n++) {
			write(`s${n}`, 1_000 - n, `${n}`);
			keys.add(`s${n}`);
		}
		write('s5', 1, 'a');
		const now = 10_000 * 86_400_000;
		assert.deepEqual(await tidy(folder, keys, now), new Set([`s${limits.conversationLogs}`]));
		const left = (await logsOf(folder)).map(({ key }) => key);
		assert.deepEqual(
			left,
			Array.from({ length: limits.conversationLogs }, (_none, n) => `s${n}`),
		);
		assert.deepEqual(await tidy(folder, keys, now), new Set());
	});

	it('that cannot be looked into is no empty one: whoever wants it deleted hears of it', async (t) => {
		const folder = storeFolder(t);
		writeFileSync(folder, 'a file where the folder should be');
		await assert.rejects(deleteAll(folder), /ENOTDIR|EEXIST|ENOENT/u);
	});

	it('takes no notice of what is not ours', async (t) => {
		const folder = storeFolder(t);
		mkdirSync(folder, { recursive: true });
		for (const name of ['notes.txt', 's1.jsonl', '.x', 's1.1-zz.jsonl'])
			writeFileSync(path.join(folder, name), 'x');
		assert.deepEqual(await logsOf(folder), []);
		assert.equal(await deleteAll(folder), 0);
		assert.equal(readdirSync(folder).length, 4);
	});
});
