/** A write that succeeds is on the disk, and a read gives what is there, whatever an editor without unsaved text shows. */
import assert from 'node:assert/strict';
import { renameSync, symlinkSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { isLongRun } from '../../tools/sized.ts';
import { until } from '../../unit/node/until.ts';
import { type FileRig, refusal, withFiles } from './fileRig.ts';
import { hostTest } from './registry.ts';
import { bytesOf, put, typeInto, withSetting } from './scratch.ts';

const notebook = (text: string): string =>
	`${JSON.stringify({ cells: [{ cell_type: 'markdown', metadata: {}, source: [text] }], metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;

/** Resolves once VS Code does not hear any more of what happens in a folder. */
async function unwatched(folder: string): Promise<void> {
	const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '*'));
	try {
		for (let n = 0; n < 20; n++) {
			const heard = new Promise<boolean>((resolve) => {
				watcher.onDidCreate(() => resolve(true));
				setTimeout(() => resolve(false), 1_000);
			});
			await writeFile(path.join(folder, `heard-${n}`), '');
			if (!(await heard)) return;
		}
	} finally {
		watcher.dispose();
	}
}

function fileTest(name: string, run: (rig: FileRig) => Promise<void>): void {
	hostTest(name, () => withFiles(run));
}

const longFileTest: typeof fileTest = isLongRun ? fileTest : () => undefined;

fileTest(
	'a file that was deleted under its tab is written anew [hazard D4] [hazard D12]',
	async ({ folder, files }) => {
		const file = await put(folder, 'a.txt', 'line\n');
		const { document } = await vscode.window.showTextDocument(vscode.Uri.file(file));
		await files.readTextFile(file);
		await rm(file);
		await files.writeTextFile(file, 'line\n');
		assert.equal(await readFile(file, 'utf8'), 'line\n');
		await rm(file);
		await files.writeTextFile(file, 'other\n');
		assert.equal(await readFile(file, 'utf8'), 'other\n');
		await until(() => document.isClosed || document.getText() === 'other\n');
	},
);

fileTest(
	'a file that was deleted under its tab keeps its form [hazard D5] [hazard D12]',
	async ({ folder, files }) => {
		const file = await put(folder, 'a.txt', Buffer.from('\uFEFFa\r\n', 'utf16le'));
		await vscode.window.showTextDocument(vscode.Uri.file(file));
		await rm(file);
		await files.writeTextFile(file, 'b\n');
		assert.equal(await bytesOf(file), Buffer.from('\uFEFFb\r\n', 'utf16le').toString('hex'));
	},
);

fileTest(
	'a file that is gone is not there to be read, though its tab is [hazard D12]',
	async ({ folder, files }) => {
		const file = await put(folder, 'a.txt', 'line\n');
		await vscode.window.showTextDocument(vscode.Uri.file(file));
		await rm(file);
		assert.equal(await refusal(files.readTextFile(file)), 'notFound');
	},
);

fileTest(
	'unsaved text of a file that is gone is read, and not written over unseen [hazard D4] [hazard D12]',
	async ({ folder, files }) => {
		const file = await put(folder, 'a.txt', 'line\n');
		const editor = await typeInto(file, 'mine ');
		await rm(file);
		assert.equal(await refusal(files.writeTextFile(file, 'theirs\n')), 'conflict');
		assert.equal(await files.readTextFile(file), 'mine line\n');
		await files.writeTextFile(file, 'mine line\ntheirs\n');
		assert.equal(await readFile(file, 'utf8'), 'mine line\ntheirs\n');
		assert.equal(editor.document.isDirty, false);
	},
);

fileTest(
	'what changed on the disk under a clean tab is read, and written over on the disk [hazard D12]',
	async ({ folder, files }) => {
		const file = await put(folder, 'a.txt', 'line\n');
		const { document } = await vscode.window.showTextDocument(vscode.Uri.file(file));
		await files.readTextFile(file);
		for (const text of ['line\n', 'theirs\n', 'more\n']) {
			await writeFile(file, 'by another program\n');
			assert.equal(await files.readTextFile(file), 'by another program\n');
			await files.writeTextFile(file, text);
			assert.equal(await readFile(file, 'utf8'), text);
			assert.equal(document.isDirty, false);
		}
		await until(() => document.getText() === 'more\n');
	},
);

fileTest(
	'a tab that VS Code does not load again is not in the way of a write [hazard D12]',
	({ folder, files }) =>
		withSetting('files.watcherExclude', { '**': true }, async () => {
			const file = await put(folder, 'unwatched/a.txt', 'line\n');
			await vscode.window.showTextDocument(vscode.Uri.file(file));
			// On a busy machine the setting counts late: what VS Code hears until then it loads while the agent writes.
			await unwatched(folder);
			await writeFile(file, 'by another program\n');
			assert.equal(await files.readTextFile(file), 'by another program\n');
			await files.writeTextFile(file, 'line\n');
			assert.equal(await readFile(file, 'utf8'), 'line\n');
			await writeFile(file, 'by another program\n');
			await files.writeTextFile(file, 'theirs\n');
			assert.equal(await readFile(file, 'utf8'), 'theirs\n');
		}),
);

fileTest(
	'a file that got other line ends under a clean tab is written with those, at once [hazard D5] [hazard D12]',
	async ({ folder, files }) => {
		const file = await put(folder, 'a.txt', 'one\ntwo\n');
		const { document } = await vscode.window.showTextDocument(vscode.Uri.file(file));
		for (const [eol, word] of [
			['\r\n', 'three'],
			['\n', 'four'],
			['\r\n', 'five'],
		] as const) {
			// As a tool of the agent does it, which changes nothing else.
			await writeFile(file, document.getText().replaceAll(/\r?\n/gu, eol));
			await files.writeTextFile(file, `one\n${word}\n`);
			assert.equal(await readFile(file, 'utf8'), `one${eol}${word}${eol}`);
			await until(() => document.getText() === `one${eol}${word}${eol}`);
			if (document.isDirty) await vscode.commands.executeCommand('workbench.action.files.revert');
		}
	},
);

fileTest(
	'a save that VS Code refuses is made on the disk, if nobody else has changed what is there [hazard D12]',
	({ folder, files }) =>
		withSetting('files.watcherExclude', { '**': true }, async () => {
			const file = await put(folder, 'refused/a.txt', 'one\ntwo\n');
			const { document } = await vscode.window.showTextDocument(vscode.Uri.file(file));
			await unwatched(folder);
			// The same text in another size, which is what VS Code goes by.
			await writeFile(file, 'one\r\ntwo\n');
			for (const word of ['three', 'four']) {
				await files.writeTextFile(file, `one\n${word}\n`);
				assert.equal(await readFile(file, 'utf8'), `one\n${word}\n`);
				assert.equal(document.getText(), `one\n${word}\n`);
			}
			await writeFile(file, 'by another program\n');
			assert.equal(await refusal(files.writeTextFile(file, 'five\n')), 'failed');
			assert.equal(await readFile(file, 'utf8'), 'by another program\n');
			assert.equal(document.getText(), 'one\nfour\n');
			await vscode.commands.executeCommand('workbench.action.files.revert');
		}),
);

fileTest(
	'a text that VS Code does not save does not stay in the editor [hazard D4] [hazard D8]',
	({ folder, files }) =>
		withSetting('files.readonlyInclude', { '**/readonly.txt': true }, async () => {
			const file = await put(folder, 'readonly.txt', 'line\n');
			const { document } = await vscode.window.showTextDocument(vscode.Uri.file(file));
			await assert.rejects(files.writeTextFile(file, 'theirs\n'), /could not save/u);
			assert.equal(document.getText(), 'line\n');
			assert.equal(await readFile(file, 'utf8'), 'line\n');
		}),
);

fileTest(
	'a write to the disk that ends half-way, as on a full one, leaves what was there [hazard D8] [hazard D12]',
	async ({ folder, files }) => {
		const file = await put(folder, 'a.ipynb', notebook('one'));
		await vscode.window.showNotebookDocument(
			await vscode.workspace.openNotebookDocument(vscode.Uri.file(file)),
		);
		await files.readTextFile(file);
		const { fs } = vscode.workspace;
		let writes = 0;
		const full: typeof fs = {
			...fs,
			writeFile: async (uri, bytes) => {
				await fs.writeFile(uri, writes++ === 0 ? bytes.subarray(0, 10) : bytes);
				if (writes === 1) throw new Error('ENOSPC: no space left on device, write');
			},
		};
		Object.defineProperty(vscode.workspace, 'fs', { configurable: true, get: () => full });
		try {
			assert.equal(await refusal(files.writeTextFile(file, notebook('two'))), 'failed');
		} finally {
			Object.defineProperty(vscode.workspace, 'fs', { configurable: true, get: () => fs });
		}
		assert.equal(writes, 2);
		assert.equal(await readFile(file, 'utf8'), notebook('one'));
	},
);

longFileTest(
	'an open notebook without unsaved cells is written on the disk [hazard D12]',
	async ({ folder, files }) => {
		const file = await put(folder, 'a.ipynb', notebook('one'));
		const open = await vscode.workspace.openNotebookDocument(vscode.Uri.file(file));
		await vscode.window.showNotebookDocument(open);
		await files.readTextFile(file);
		await files.writeTextFile(file, notebook('two'));
		assert.equal(await readFile(file, 'utf8'), notebook('two'));
		await until(() => open.isClosed || open.cellAt(0).document.getText() === 'two');
	},
);

longFileTest(
	'unsaved cells of a notebook are not written over [hazard D4] [hazard D12]',
	({ folder, files }) =>
		withSetting('files.autoSave', 'off', async () => {
			const file = await put(folder, 'a.ipynb', notebook('one'));
			const open = await vscode.workspace.openNotebookDocument(vscode.Uri.file(file));
			await vscode.window.showNotebookDocument(open);
			const edit = new vscode.WorkspaceEdit();
			edit.insert(open.cellAt(0).document.uri, new vscode.Position(0, 0), 'mine ');
			await vscode.workspace.applyEdit(edit);
			await until(() => open.isDirty);
			await files.readTextFile(file);
			await assert.rejects(
				files.writeTextFile(file, notebook('two')),
				/notebook with changes that are not saved/u,
			);
			assert.equal(await readFile(file, 'utf8'), notebook('one'));
			assert.equal(open.cellAt(0).document.getText(), 'mine one');
			await vscode.commands.executeCommand('workbench.action.files.revert');
		}),
);

hostTest(
	'a text whose way was moved while it was written does not stay in the editor [hazard D2] [hazard D8]',
	() =>
		withFiles(async ({ folder, files }) => {
			await mkdir(path.join(folder, 'sub'));
			await mkdir(path.join(folder, 'elsewhere'));
			const file = await put(folder, 'sub/a.txt', 'before\n');
			const outside = await put(folder, 'elsewhere/a.txt', 'not theirs\n');
			const document = await vscode.workspace.openTextDocument(file);
			const swap = vscode.workspace.onDidChangeTextDocument((event) => {
				if (event.document !== document || event.contentChanges.length === 0) return;
				swap.dispose();
				renameSync(path.join(folder, 'sub'), path.join(folder, 'moved'));
				symlinkSync(path.join(folder, 'elsewhere'), path.join(folder, 'sub'));
			});
			await assert.rejects(files.writeTextFile(file, 'theirs\n'));
			assert.equal(document.getText(), 'before\n');
			assert.equal(await readFile(outside, 'utf8'), 'not theirs\n');
		}),
);
