/** What is stored of changes: bounds, rights, damage, and an end at any moment. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ChangeJournal } from '../../../../src/node/changes/changeJournal.ts';
import { ContentStore, hashOf, type StoreOptions } from '../../../../src/node/changes/contentStore.ts';
import { figure } from '../../../tools/figure.ts';
import { randomIntegers } from '../../../tools/seeded.ts';
import { Workspace } from './workspace.ts';
import { sized } from '../../../tools/sized.ts';

const isPosix = process.platform !== 'win32';

function openStore(folder: string, options: Partial<StoreOptions> = {}): ContentStore {
	return new ContentStore({
		folder,
		maxBytes: 100_000,
		maxFileBytes: 50_000,
		isPinned: () => false,
		log: () => undefined,
		...options,
	});
}

function openJournal(folder: string, log: string[] = []): ChangeJournal {
	return new ChangeJournal({
		folder,
		maxRecords: 100,
		maxFileBytes: 100_000,
		log: (line) => log.push(line),
	});
}

/** Bytes that cannot be made smaller. */
function noise(size: number, from: number): Buffer {
	const random = randomIntegers(from);
	return Buffer.from(Array.from({ length: size }, () => random(256)));
}

function filesBelow(folder: string): string[] {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
	return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

function put(store: ContentStore, bytes: Uint8Array): string {
	assert.equal(store.put(hashOf(bytes), bytes), 'stored');
	return hashOf(bytes);
}

describe('contents', () => {
	it('come back as they were, are there once, and nobody else can read them', (t) => {
		const folder = path.join(new Workspace(t).base, 'store');
		const store = openStore(folder);
		const all = [Buffer.alloc(0), Buffer.from('text\n'), Buffer.alloc(40_000, 'text '), noise(5_000, 1)];
		for (const bytes of [...all, ...all]) assert.deepEqual(store.get(put(store, bytes)), Buffer.from(bytes));
		assert.equal(filesBelow(folder).length, all.length);
		assert.ok(store.usedBytes < 6_000, `${store.usedBytes} bytes`);
		assert.equal(openStore(folder).usedBytes, store.usedBytes);
		if (!isPosix) return;
		for (const file of filesBelow(folder)) {
			assert.equal(statSync(file).mode & 0o777, 0o600);
			assert.equal(statSync(path.dirname(file)).mode & 0o777, 0o700);
		}
		assert.equal(statSync(folder).mode & 0o777, 0o700);
	});

	it('never take more room than they may: the oldest go, but none that is needed', (t) => {
		const folder = path.join(new Workspace(t).base, 'store');
		let pinned = '';
		const store = openStore(folder, { isPinned: (hash) => hash === pinned });
		pinned = put(store, noise(20_000, 1));
		const second = put(store, noise(20_000, 2));
		for (let n = 3; n < 30; n++) {
			put(store, noise(20_000, n));
			const sum = filesBelow(folder).reduce((bytes, file) => bytes + statSync(file).size, 0);
			assert.equal(sum, store.usedBytes);
			assert.ok(sum <= 100_000);
		}
		assert.equal(store.get(pinned)?.length, 20_000);
		assert.equal(store.get(second), undefined);
		assert.equal(store.put(hashOf(noise(60_000, 99)), noise(60_000, 99)), 'full');
		const allPinned = openStore(folder, { isPinned: () => true });
		assert.equal(allPinned.put(hashOf(noise(30_000, 98)), noise(30_000, 98)), 'full');
	});

	it('that are damaged are as good as none, and can be stored again', (t) => {
		const folder = path.join(new Workspace(t).base, 'store');
		const log: string[] = [];
		const store = openStore(folder, { log: (line) => log.push(line) });
		const bytes = Buffer.alloc(10_000, 'text ');
		const bomb = Buffer.alloc(50_000, 0);
		const damages: readonly ((content: Buffer) => Buffer)[] = [
			(content) => content.subarray(0, content.length / 2),
			() => Buffer.alloc(0),
			(content) => Buffer.concat([Buffer.of(7), content]),
			() => readFileSync(filesBelow(folder).find((file) => file.endsWith(hashOf(bomb))) ?? ''),
		];
		put(store, bomb);
		for (const damage of damages) {
			const hash = put(store, bytes);
			const file = path.join(folder, hash.slice(0, 2), hash);
			writeFileSync(file, damage(readFileSync(file)));
			assert.equal(store.get(hash), undefined);
			assert.equal(log.splice(0).length, 1);
		}
		assert.deepEqual(store.get(put(store, bytes)), bytes);
		assert.equal(store.get('../../../etc/passwd'), undefined);
	});

	it('of other programs in the folder are left alone', (t) => {
		const folder = path.join(new Workspace(t).base, 'store');
		mkdirSync(path.join(folder, 'ab'), { recursive: true });
		writeFileSync(path.join(folder, 'ab', 'note.txt'), 'mine');
		writeFileSync(path.join(folder, 'other'), 'mine');
		const store = openStore(folder);
		for (let n = 0; n < 20; n++) put(store, noise(20_000, n));
		assert.equal(readFileSync(path.join(folder, 'ab', 'note.txt'), 'utf8'), 'mine');
		assert.equal(readFileSync(path.join(folder, 'other'), 'utf8'), 'mine');
	});
});

describe('the journal', () => {
	it('of a newer release is left alone with one line, and damaged lines are left out', (t) => {
		const folder = path.join(new Workspace(t).base, 'journal');
		mkdirSync(folder);
		const pending = { path: '/ws/a', base: { type: 'absent' }, agent: { type: 'special' } };
		const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
		const newer = line({ type: 'version', version: 99 }) + line({ type: 'pending', pending });
		writeFileSync(path.join(folder, 'changes-1-99999999.jsonl'), newer);
		writeFileSync(
			path.join(folder, 'changes-2-99999999.jsonl'),
			[
				line({ type: 'version', version: 1 }),
				line({ type: 'pending', pending: { ...pending, path: '/ws/b' } }),
				line({ type: 'pending', pending: { ...pending, base: { type: 'file', mode: -1, size: 'x' } } }),
				line({ type: 'record', record: { path: 1 } }),
				line([]),
				'{"type":"pend',
			].join(''),
		);
		const log: string[] = [];
		assert.deepEqual([...openJournal(folder, log).pending.keys()], ['/ws/b']);
		assert.deepEqual(log.toSorted(), [
			'4 lines of changes-2-99999999.jsonl cannot be read.',
			'changes-1-99999999.jsonl was written by a newer release and is left alone.',
		]);
		assert.equal(readFileSync(path.join(folder, 'changes-1-99999999.jsonl'), 'utf8'), newer);
	});

	it('that is damaged is set aside as it is, said with one line, and goes with what is forgotten', (t) => {
		const folder = path.join(new Workspace(t).base, 'journal');
		mkdirSync(folder);
		const version = `${JSON.stringify({ type: 'version', version: 2 })}\n`;
		const texts = new Map([
			['1-99999999.jsonl', `${version}zzzz\n${version}`],
			['2-99999999.jsonl', '\0\0\0'],
		]);
		for (const [name, text] of texts) writeFileSync(path.join(folder, `changes-${name}`), text);
		// An end in the middle of a line is nothing unusual, and there is no more in it.
		writeFileSync(path.join(folder, 'changes-3-99999999.jsonl'), `${version}{"type":"pend`);
		const log: string[] = [];
		const journal = openJournal(folder, log);
		assert.equal(log.length, 3, log.join('\n'));
		const names = (): readonly string[] => readdirSync(folder).filter((name) => name.includes('99999999'));
		assert.deepEqual(names(), ['damaged-1-99999999.jsonl', 'damaged-2-99999999.jsonl']);
		for (const [name, text] of texts)
			assert.equal(readFileSync(path.join(folder, `damaged-${name}`), 'utf8'), text);
		openJournal(folder, log);
		assert.equal(log.length, 3, 'it is said once');
		journal.forgetDamaged();
		assert.deepEqual(names(), []);
	});

	it('of another window that is open is not taken over', (t) => {
		const folder = path.join(new Workspace(t).base, 'journal');
		mkdirSync(folder);
		const pending = { path: '/ws/a', base: { type: 'absent' }, agent: { type: 'special' } };
		const name = path.join(folder, `changes-1-${process.ppid}.jsonl`);
		writeFileSync(name, `${JSON.stringify({ type: 'pending', pending })}\n`);
		assert.equal(openJournal(folder).pending.size, 0);
		assert.ok(statSync(name).size > 0);
	});
});

describe('a window that is killed between any two writes', () => {
	it(
		'leaves a store that can be read, with all that was finished [hazard G1]',
		{ timeout: 240_000 },
		async (t) => {
			const ws = new Workspace(t);
			let [kills, written] = [0, 0];
			// An odd step: half a write comes as often as none.
			for (let kill = 1; kill <= 36; kill += sized(1, 3)) {
				kills++;
				written = await writtenUntilKilled(
					ws.store,
					written,
					Math.ceil(kill / 2),
					kill % 2 === 0 ? 'half' : 'before',
				);
				checkStore(ws, written, `kill ${kill}`);
			}
			figure('G1', `${kills} kills while ${written} changes were written: 0 finished ones lost, 0 damaged`);
		},
	);
});

/** Starts a writer that is killed at a call. @returns the number of the next change */
async function writtenUntilKilled(
	folder: string,
	from: number,
	killAt: number,
	when: string,
): Promise<number> {
	const script = path.join(import.meta.dirname, 'killedWriter.ts');
	const args = [script, folder, String(from), String(killAt), when];
	const writer = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
	let [text, errors] = ['', ''];
	writer.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
	writer.stderr.setEncoding('utf8').on('data', (part: string) => (errors += part));
	await once(writer, 'close');
	assert.equal(writer.signalCode, 'SIGKILL', errors);
	const finished = text.split('\n').slice(0, -1);
	return Number(finished.at(-1) ?? from - 1) + 1;
}

/** Reads it as the next window does, and a little more. */
function checkStore(ws: Workspace, written: number, kill: string): void {
	const log: string[] = [];
	const store = openStore(path.join(ws.store, 'contents'), { log: (line) => log.push(line) });
	for (const file of filesBelow(path.join(ws.store, 'contents'))) {
		const name = path.basename(file);
		if (!name.startsWith('half-')) assert.notEqual(store.get(name), undefined, kill);
	}
	const journal = openJournal(path.join(ws.store, 'journal'), log);
	const last = journal.records.at(-1);
	// One more may be finished than it could say.
	assert.ok((last?.at ?? -1) >= written - 1, `${kill}: ${last?.at} of ${written}`);
	for (let n = Math.max(written - 8, 0); n < written; n++) {
		assert.ok(journal.pending.has(`/ws/${n % 8}`), `${kill}: ${n} of ${written}`);
	}
	// A line that was cut off is the only damage there is.
	assert.ok(
		log.every((line) => line.startsWith('1 lines of ')),
		`${kill}: ${log.join('\n')}`,
	);
}
