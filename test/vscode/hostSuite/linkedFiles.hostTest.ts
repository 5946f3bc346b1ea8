/** One file under two names, as in a workspace that was opened by a link: what one name says counts for the other. */
import assert from 'node:assert/strict';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { until } from '../../unit/node/until.ts';
import { type FileRig, refusal, withFiles } from './fileRig.ts';
import { hostTest } from './registry.ts';
import { put, typeInto, withSetting } from './scratch.ts';

interface LinkedRig extends FileRig {
	/** Absolute path by the link, as the user's editors have it. */
	readonly byLink: (name: string) => string;
	/** Puts a file where it really is, and gives its path there. */
	readonly put: (name: string, content: string) => Promise<string>;
}

function linkedTest(name: string, run: (rig: LinkedRig) => Promise<void>): void {
	hostTest(name, () =>
		withFiles(async (rig) => {
			await mkdir(path.join(rig.folder, 'real'));
			await symlink(path.join(rig.folder, 'real'), path.join(rig.folder, 'link'));
			await run({
				...rig,
				byLink: (file) => path.join(rig.folder, 'link', file),
				put: (file, content) => put(rig.folder, `real/${file}`, content),
			});
		}),
	);
}

linkedTest(
	'what the user saved under another name is not written over unseen [hazard D4]',
	async ({ files, byLink, put: putReal }) => {
		const real = await putReal('a.txt', 'line\n');
		// While it is open nowhere, and by either name.
		for (const file of [real, byLink('a.txt')]) {
			const before = await files.readTextFile(file);
			const editor = await typeInto(byLink('a.txt'), 'mine ');
			await editor.document.save();
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
			assert.equal(await refusal(files.writeTextFile(file, before)), 'conflict');
			assert.equal(await readFile(real, 'utf8'), `mine ${before}`);
			await files.writeTextFile(file, `${await files.readTextFile(file)}theirs\n`);
			assert.equal(await readFile(real, 'utf8'), `mine ${before}theirs\n`);
		}
	},
);

linkedTest(
	'what is typed under another name is read, though the file is open under its own as well [hazard D4]',
	async ({ files, byLink, put: putReal }) => {
		const real = await putReal('a.txt', 'line\n');
		await vscode.workspace.openTextDocument(vscode.Uri.file(real));
		const editor = await typeInto(byLink('a.txt'), 'mine ');
		assert.equal(await refusal(files.writeTextFile(real, 'theirs\n')), 'conflict');
		assert.equal(await files.readTextFile(real), 'mine line\n');
		await files.writeTextFile(real, 'mine line\ntheirs\n');
		assert.equal(editor.document.isDirty, false);
		assert.equal(await readFile(real, 'utf8'), 'mine line\ntheirs\n');
	},
);

linkedTest(
	'unsaved cells of a notebook that is open under another name are not written over [hazard D4]',
	({ files, byLink, put: putReal }) =>
		withSetting('files.autoSave', 'off', async () => {
			const text = `${JSON.stringify({ cells: [{ cell_type: 'markdown', metadata: {}, source: ['one'] }], metadata: {}, nbformat: 4, nbformat_minor: 5 })}\n`;
			const real = await putReal('a.ipynb', text);
			const open = await vscode.workspace.openNotebookDocument(vscode.Uri.file(byLink('a.ipynb')));
			await vscode.window.showNotebookDocument(open);
			const edit = new vscode.WorkspaceEdit();
			edit.insert(open.cellAt(0).document.uri, new vscode.Position(0, 0), 'mine ');
			await vscode.workspace.applyEdit(edit);
			await until(() => open.isDirty);
			await assert.rejects(files.writeTextFile(real, '{}\n'), /notebook with changes that are not saved/u);
			assert.equal(await readFile(real, 'utf8'), text);
			await vscode.commands.executeCommand('workbench.action.files.revert');
		}),
);
