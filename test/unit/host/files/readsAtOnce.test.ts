/** Reads of an agent that come all at once: each costs the whole file, whatever part of it is asked for. */
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import { useVscode } from '../fakeVscode.ts';

const { WorkspaceFiles } = await import('../../../../src/host/files/workspaceFiles.ts');
const { FileAccess } = await import('../../../../src/host/files/fileAccess.ts');
const { OwnEdits } = await import('../../../../src/host/files/ownEdits.ts');

const base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'acp-host-reads-')));
after(() => rmSync(base, { recursive: true, force: true }));

const names = Array.from({ length: 20 }, (_, at) => `${at}.txt`);
for (const name of names) writeFileSync(path.join(base, name), '');

/** Reads of the disk that go on, oldest first; each ends with the name of its file when it is told to. */
class Disk {
	readonly begun: string[] = [];
	readonly #running: (() => void)[] = [];

	read(file: string): Promise<Uint8Array> {
		const name = path.basename(file);
		this.begun.push(name);
		return new Promise((resolve) => {
			this.#running.push(() => resolve(Buffer.from(`${name}\n`)));
		});
	}

	endOldest(): void {
		this.#running.shift()?.();
	}

	get runningCount(): number {
		return this.#running.length;
	}
}

function open(): { disk: Disk; files: InstanceType<typeof WorkspaceFiles> } {
	const disk = new Disk();
	const never = () => ({ dispose: () => undefined });
	useVscode({
		workspace: {
			textDocuments: [],
			notebookDocuments: [],
			onDidSaveTextDocument: never,
			onDidSaveNotebookDocument: never,
			fs: { readFile: ({ fsPath }: { fsPath: string }) => disk.read(fsPath) },
			decode: async (bytes: Uint8Array) => Buffer.from(bytes).toString(),
		},
	});
	const access = new FileAccess(base, () => Promise.reject(new Error('Nobody is asked')));
	return { disk, files: new WorkspaceFiles(access, new OwnEdits()) };
}

/** So long that what could begin has begun: files are looked at on the way. */
const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));

async function until(isTrue: () => boolean): Promise<void> {
	while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 1));
}

describe('reads that an agent asks for all at once [hazard A7]', () => {
	it('run a few at a time and are all answered', async () => {
		const { disk, files } = open();
		const answers = Promise.all(names.map((name) => files.readTextFile(path.join(base, name), 1, 1)));
		await until(() => disk.begun.length >= limits.readsAtOnce);
		await quiet();
		assert.equal(disk.begun.length, limits.readsAtOnce);
		for (let ended = 1; ended <= names.length; ended++) {
			disk.endOldest();
			const begun = Math.min(names.length, limits.readsAtOnce + ended);
			await until(() => disk.begun.length >= begun);
			assert.ok(disk.runningCount <= limits.readsAtOnce);
		}
		assert.deepEqual(
			await answers,
			names.map((name) => `${name}\n`),
		);
		files.dispose();
	});

	it('never begin when they are withdrawn while they wait', async () => {
		const { disk, files } = open();
		const controller = new AbortController();
		const all = names.map((name) =>
			files.readTextFile(path.join(base, name), undefined, undefined, controller.signal),
		);
		const settled = Promise.allSettled(all);
		await until(() => disk.begun.length >= limits.readsAtOnce);
		await quiet();
		controller.abort();
		for (let ended = 0; ended < limits.readsAtOnce; ended++) disk.endOldest();
		const outcomes = await settled;
		assert.equal(disk.begun.length, limits.readsAtOnce);
		const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
		assert.equal(refused.length, names.length - limits.readsAtOnce);
		for (const { reason } of refused) assert.match(String(reason), /withdrawn/u);
		files.dispose();
	});
});
