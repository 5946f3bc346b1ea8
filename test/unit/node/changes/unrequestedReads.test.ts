/** Files that are looked at because an agent names them: few, small, and of the workspace only. */
import assert from 'node:assert/strict';
import {
	mkdirSync,
	mkdtempSync,
	realpathSync,
	rmSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { after, describe, it } from 'node:test';
import { ConcurrencyLimit } from '../../../../src/core/base/concurrencyLimit.ts';
import * as limits from '../../../../src/core/base/limits.ts';
import { SessionReads, UnrequestedReads } from '../../../../src/node/changes/unrequestedReads.ts';
import { placeToLook } from '../../../../src/node/pathGuard.ts';
import { touchedWhile } from '../touched.ts';

const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'acp-host-looks-')));
const ws = path.join(base, 'ws');
const outside = path.join(base, 'outside');
mkdirSync(ws);
mkdirSync(outside);
writeFileSync(path.join(outside, 'secret'), 'secret');
writeFileSync(path.join(ws, 'a.txt'), 'text');
symlinkSync(outside, path.join(ws, 'out'));
symlinkSync(path.join(outside, 'secret'), path.join(ws, 'outFile'));
symlinkSync('../outside/secret', path.join(ws, 'relativeOut'));
symlinkSync('out', path.join(ws, 'chain'));
symlinkSync('a.txt', path.join(ws, 'inner'));
symlinkSync(ws, path.join(base, 'alias'));
after(() => rmSync(base, { recursive: true, force: true }));

const read = (place: string): Promise<string> => readFile(place, 'utf8');
const newLooks = (): UnrequestedReads => new UnrequestedReads(new ConcurrencyLimit(limits.unrequestedAtOnce));

describe('work that is done so much at a time', () => {
	it('begins in its order, and the next with each end, also of what fails', async () => {
		const gate = new ConcurrencyLimit(2);
		const begun: number[] = [];
		const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
		const all = ends.map(({ promise }, at) =>
			gate.run(async () => {
				begun.push(at);
				await promise;
			}),
		);
		await turn();
		assert.deepEqual(begun, [0, 1]);
		ends[1]?.reject(new Error('failed'));
		await assert.rejects(all[1] ?? Promise.resolve(), /failed/u);
		await turn();
		assert.deepEqual(begun, [0, 1, 2]);
		for (const { resolve } of ends) resolve();
		await Promise.allSettled(all);
		assert.deepEqual(begun, [0, 1, 2, 3, 4]);
	});
});

describe('a look that nobody asked for [hazard D11]', () => {
	for (const name of [
		`${outside}/secret`,
		`${ws}/out/secret`,
		`${ws}/outFile`,
		`${ws}/relativeOut`,
		`${ws}/chain/secret`,
		`${ws}/../outside/secret`,
		`${ws}/out/../outside/secret`,
		'/net/evil/share/a.txt',
		'/etc/passwd',
		'relative.txt',
		`${ws}/a\0.txt`,
	]) {
		it(`touches nothing out of the workspace: ${JSON.stringify(name.replace(base, '…'))}`, async () => {
			const texts: (string | undefined)[] = [];
			const touched = await touchedWhile(async () => texts.push(await newLooks().at(name, [ws], read)));
			assert.deepEqual(texts, [undefined]);
			// The user's own folder is looked at to know its dot-files.
			const isOurs = (place: string): boolean =>
				place === ws || place.startsWith(`${ws}/`) || ws.startsWith(place) || homedir().startsWith(place);
			assert.deepEqual(
				touched.filter((place) => !isOurs(place)),
				[],
			);
		});
	}

	it('finds what is in the workspace, by the names that links in it give', async () => {
		for (const name of ['a.txt', 'inner', './x/../a.txt'])
			assert.equal(await newLooks().at(`${ws}/${name}`, [ws], read), 'text', name);
		assert.equal(await newLooks().at(`${base}/alias/a.txt`, [`${base}/alias`], read), 'text');
		assert.equal(await newLooks().at(`${ws}/a.txt`, [`${base}/alias`], read), 'text');
		assert.equal(await placeToLook(`${ws}/not/there.txt`, [ws]), `${ws}/not/there.txt`);
	});

	it('is at 100 files of a call, and at 4 at a time, whatever 2,000 diffs name', async () => {
		const names = Array.from({ length: 2000 }, (_, at) => path.join(ws, `${at}.txt`));
		for (const name of names.slice(0, 200)) writeFileSync(name, 'x');
		let [now, most, all] = [0, 0, 0];
		const looks = newLooks();
		const seen = await Promise.all(
			names.map((name) =>
				looks.at(name, [ws], async (place) => {
					all++;
					most = Math.max(most, ++now);
					await turn();
					now--;
					return place;
				}),
			),
		);
		assert.equal(limits.unrequestedPaths, 100);
		assert.equal(limits.unrequestedAtOnce, 4);
		assert.equal(all, 100);
		assert.ok(most <= 4, `${most}`);
		assert.equal(seen.filter((place) => place !== undefined).length, 100);
		const touched = await touchedWhile(() => Promise.all(names.map((name) => looks.at(name, [ws], read))));
		assert.deepEqual(touched, []);
	});

	it('waits for others in bounds, however many calls there are', async () => {
		const looks = new SessionReads();
		const gate = Promise.withResolvers<string>();
		const results: Promise<string | undefined>[] = [];
		for (let call = 0; call < 50; call++)
			for (let file = 0; file < limits.unrequestedPaths; file++)
				results.push(looks.of(`c${call}`).at(path.join(ws, `${file}.txt`), [ws], () => gate.promise));
		gate.resolve('read');
		const read = (await Promise.all(results)).filter((text) => text !== undefined);
		assert.ok(
			read.length > 0 && read.length <= limits.unrequestedWaiting + limits.unrequestedAtOnce,
			`${read.length}`,
		);
	});

	it('is at 8 MiB of a call', async () => {
		const looks = newLooks();
		let bytes = 0;
		for (let at = 0; at < 20; at++) {
			const file = path.join(ws, `large${at}.txt`);
			writeFileSync(file, '');
			truncateSync(file, 1024 * 1024 + 1);
			await looks.at(file, [ws], async (place) => {
				const text = await read(place);
				bytes += text.length;
				return text;
			});
		}
		assert.equal(limits.unrequestedBytes, 8 * 1024 * 1024);
		assert.ok(bytes <= limits.unrequestedBytes && bytes > limits.unrequestedBytes / 2, `${bytes}`);
	});

	it('is dropped once its call has ended', async () => {
		const looks = newLooks();
		const waiting = [`${ws}/a.txt`, `${ws}/inner`].map((name) => looks.at(name, [ws], read));
		looks.end();
		assert.deepEqual(await Promise.all(waiting), [undefined, undefined]);
		assert.equal(await looks.at(`${ws}/0.txt`, [ws], read), undefined);
	});
});
