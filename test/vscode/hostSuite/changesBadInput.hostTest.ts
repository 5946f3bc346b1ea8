/** What a user sees where VS Code tells of no change on the disk, and where the store has what nobody can read. */
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { answering, withChanges } from './changesRig.ts';
import { hostTest } from './registry.ts';

hostTest('what no watcher tells of, or more than it can tell of at once, is all there with its numbers', () =>
	// The folder is none of the workspace: VS Code watches nothing in it.
	withChanges(async ({ prompt, end, review, put, path: at, file, waiting }) => {
		await put('changed', 'one\ntwo\n');
		await put('gone', 'one\n');
		await prompt();
		// VS Code tells of 500 at most in a fifth of a second.
		for (let n = 0; n < 1_500; n++) await put(`new/f${n}`, `${n}\n`);
		await put('changed', 'one\nthree\nfour\n');
		await rm(at('gone'));
		const said = await answering(undefined, end);
		assert.deepEqual(said, []);
		assert.equal(review().files.length, 1_502);
		assert.deepEqual(waiting().slice(0, 2), ['modified changed', 'deleted gone']);
		assert.ok(review().files.every(({ isUndoable }) => isUndoable));
		const { added, removed } = file('changed');
		assert.deepEqual([added, removed], [2, 1]);
		const [all, less] = [review().files.map((one) => one.added), review().files.map((one) => one.removed)];
		const sum = (numbers: readonly number[]): number => numbers.reduce((left, right) => left + right, 0);
		assert.deepEqual([sum(all), sum(less)], [1_502, 2]);
	}),
);

hostTest(
	'a store that is damaged, or newer, is ignored with one line in the log, and nothing of it goes',
	() =>
		withChanges(async ({ folder, log, prompt, end, put, reload, waits }) => {
			const store = path.join(path.dirname(folder), 'store');
			const journal = path.join(store, 'journal');
			const texts = new Map([
				['journal/changes-1-99999999.jsonl', '{"type":"version","version":99}\n{"type":"new"}\n'],
				['journal/changes-2-99999999.jsonl', '\0\0garbage\n{"type":"pending"}\n'],
				[`contents/ab/${'ab'.repeat(32)}`, 'garbage'],
			]);
			await put('a', 'one\n');
			const said = await answering(undefined, async () => {
				await reload(async () => {
					await mkdir(path.join(store, 'contents', 'ab'), { recursive: true });
					for (const [name, text] of texts) await writeFile(path.join(store, name), text);
				});
				await prompt();
				await put('a', 'two\n');
				await end();
				await waits('modified a');
			});
			assert.deepEqual(said, [], 'nobody is asked about it');
			const about = log.filter((line) => line.includes('99999999'));
			assert.deepEqual(about.toSorted(), [
				'2 lines of changes-2-99999999.jsonl cannot be read.',
				'changes-1-99999999.jsonl was written by a newer release and is left alone.',
			]);
			const kept = (await readdir(journal)).filter((name) => name.includes('99999999'));
			assert.deepEqual(kept.toSorted(), ['changes-1-99999999.jsonl', 'damaged-2-99999999.jsonl']);
			for (const [name, text] of texts) {
				const now = name.replace('changes-2', 'damaged-2');
				assert.equal(await readFile(path.join(store, now), 'utf8'), text, now);
			}
		}),
);
