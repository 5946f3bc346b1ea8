/** What an agent has seen is the text itself: what it was not given, it cannot write over. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { until } from '../../unit/node/until.ts';
import { refusal, withFiles } from './fileRig.ts';
import { hostTest } from './registry.ts';
import { put, typeInto } from './scratch.ts';

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at}\n`).join('');

async function typeAt(file: string, line: number, text: string): Promise<vscode.TextEditor> {
	const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
	await editor.edit((edit) => edit.insert(new vscode.Position(line, 0), text));
	return editor;
}

/** Runs `work` while VS Code formats plain text on saving. */
async function withFormatter(work: () => Promise<void>): Promise<void> {
	const formatter = vscode.languages.registerDocumentFormattingEditProvider('plaintext', {
		provideDocumentFormattingEdits: (document) =>
			document.getText().startsWith('formatted ')
				? []
				: [vscode.TextEdit.insert(new vscode.Position(0, 0), 'formatted ')],
	});
	const config = vscode.workspace.getConfiguration('editor');
	await config.update('formatOnSave', true, vscode.ConfigurationTarget.Global);
	try {
		await work();
	} finally {
		await config.update('formatOnSave', undefined, vscode.ConfigurationTarget.Global);
		formatter.dispose();
	}
}

hostTest('a read of some lines does not make the others seen [hazard D4]', () =>
	withFiles(async ({ folder, files }) => {
		const file = await put(folder, 'a.txt', lines(50));
		const editor = await typeAt(file, 40, 'mine ');
		assert.equal(await files.readTextFile(file, 1, 10), lines(10));
		assert.equal(await refusal(files.writeTextFile(file, `theirs\n${lines(50)}`)), 'conflict');
		assert.equal(editor.document.getText(), lines(50).replace('line 40', 'mine line 40'));
		// Read in parts, all of it is seen.
		for (const from of [1, 21, 41]) await files.readTextFile(file, from, 20);
		await files.writeTextFile(file, `theirs\n${editor.document.getText()}`);
		assert.match(await readFile(file, 'utf8'), /^theirs\n[^]*mine line 40/u);
	}),
);

hostTest('a read of the lines that hold what is unsaved is enough to write [hazard D4]', () =>
	withFiles(async ({ folder, files }) => {
		const file = await put(folder, 'a.txt', lines(50));
		await typeAt(file, 40, 'mine ');
		await files.readTextFile(file, 35, 10);
		const text = lines(50).replace('line 40', 'mine line 40').replace('line 7', 'theirs');
		await files.writeTextFile(file, text);
		assert.equal(await readFile(file, 'utf8'), text);
	}),
);

hostTest('lines that the user took out are not put back unseen [hazard D4]', () =>
	withFiles(async ({ folder, files }) => {
		const file = await put(folder, 'a.txt', lines(50));
		await files.readTextFile(file);
		const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
		await editor.edit((edit) => edit.delete(new vscode.Range(30, 0, 35, 0)));
		await files.readTextFile(file, 1, 30);
		await files.readTextFile(file, 31, 5);
		const before = editor.document.getText();
		await files.readTextFile(file, 1, 10);
		await files.writeTextFile(file, `${before}theirs\n`);
		await editor.edit((edit) => edit.delete(new vscode.Range(20, 0, 25, 0)));
		await files.readTextFile(file, 1, 15);
		assert.equal(await refusal(files.writeTextFile(file, lines(50))), 'conflict');
	}),
);

hostTest('what is typed and taken back leaves nothing unseen', () =>
	withFiles(async ({ folder, files }) => {
		const file = await put(folder, 'a.txt', 'line\n');
		await files.readTextFile(file);
		await typeInto(file, 'x');
		await vscode.commands.executeCommand('undo');
		await files.writeTextFile(file, 'theirs\n');
		assert.equal(await readFile(file, 'utf8'), 'theirs\n');
	}),
);

hostTest('what the agent of another session saved is not seen by this one [hazard D4]', () =>
	withFiles(async ({ folder, files, others }) => {
		for (const isOpen of [true, false]) {
			const file = await put(folder, `${isOpen}.txt`, 'line\n');
			if (isOpen) await vscode.window.showTextDocument(vscode.Uri.file(file));
			await files.readTextFile(file);
			await others.readTextFile(file);
			await others.writeTextFile(file, 'others\n');
			assert.equal(await refusal(files.writeTextFile(file, 'theirs\n')), 'conflict');
			assert.equal(await readFile(file, 'utf8'), 'others\n');
			await files.writeTextFile(file, `${await files.readTextFile(file)}theirs\n`);
			assert.equal(await readFile(file, 'utf8'), 'others\ntheirs\n');
		}
	}),
);

hostTest('what the user saved after a read of some lines is not written over [hazard D4]', () =>
	withFiles(async ({ folder, files }) => {
		const file = await put(folder, 'a.txt', lines(50));
		const editor = await typeAt(file, 40, 'mine ');
		await files.readTextFile(file, 1, 10);
		await editor.document.save();
		assert.equal(await refusal(files.writeTextFile(file, lines(50))), 'conflict');
		assert.match(await readFile(file, 'utf8'), /mine line 40/u);
	}),
);

hostTest('an agent that reads the disk by itself is told once of each save of the user [hazard D4]', () =>
	withFiles(async ({ folder, files }) => {
		const file = await put(folder, 'a.txt', 'before\n');
		await files.writeTextFile(file, 'theirs\n');
		for (const mine of ['mine ', 'mine too ']) {
			const editor = await typeAt(file, 0, mine);
			const unsaved = await refusal(files.writeTextFile(file, 'theirs\n'));
			assert.ok(await editor.document.save());
			const saved = await refusal(files.writeTextFile(file, 'theirs\n'));
			assert.deepEqual([unsaved, saved], ['conflict', 'conflict']);
			const now = await readFile(file, 'utf8');
			await files.writeTextFile(file, `${now}more\n`);
			assert.equal(await readFile(file, 'utf8'), `${now}more\n`);
		}
		// One that reads any file through us could read this one.
		await files.readTextFile(await put(folder, 'b.txt', 'text\n'));
		const editor = await typeAt(file, 0, 'last ');
		assert.ok(await editor.document.save());
		for (let count = 0; count < 3; count++)
			assert.equal(await refusal(files.writeTextFile(file, 'theirs\n')), 'conflict');
	}),
);

hostTest('what a formatter makes of our own save needs no new read [hazard D4]', () =>
	withFormatter(() =>
		withFiles(async ({ folder, files }) => {
			const file = await put(folder, 'a.txt', 'line\n');
			await files.readTextFile(file);
			await files.writeTextFile(file, 'one\n');
			assert.equal(await readFile(file, 'utf8'), 'formatted one\n');
			await files.writeTextFile(file, 'formatted two\n');
			assert.equal(await readFile(file, 'utf8'), 'formatted two\n');
		}),
	),
);

hostTest('a formatter that runs while the user saves makes nothing seen [hazard D4]', () =>
	withFormatter(() =>
		withFiles(async ({ folder, files }) => {
			const file = await put(folder, 'a.txt', 'line\n');
			await files.readTextFile(file);
			const editor = await typeInto(file, 'mine ');
			await editor.document.save();
			assert.equal(await refusal(files.writeTextFile(file, 'theirs\n')), 'conflict');
			assert.equal(await readFile(file, 'utf8'), 'formatted mine line\n');
		}),
	),
);

hostTest('what is typed around our own save is not forgiven because a formatter is on [hazard D4]', () =>
	withFormatter(() =>
		withFiles(async ({ folder, files }) => {
			const file = await put(folder, 'a.txt', 'line\n');
			const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
			await files.readTextFile(file);
			// The user types the moment that the agent's text arrives.
			const listener = vscode.workspace.onDidChangeTextDocument(({ document }) => {
				if (document !== editor.document || !document.getText().startsWith('one')) return;
				listener.dispose();
				void vscode.commands.executeCommand('type', { text: 'mine' });
			});
			const end = await files.writeTextFile(file, 'one\n').then(
				() => 'written',
				() => 'refused',
			);
			await until(() => editor.document.getText().includes('mine'));
			assert.equal(await refusal(files.writeTextFile(file, 'two\n')), 'conflict', end);
			assert.match(editor.document.getText(), /mine/u);
		}),
	),
);

hostTest('what another program changes on the disk is no change of the user', () =>
	withFiles(async ({ folder, files }) => {
		const file = await put(folder, 'a.txt', 'line\n');
		await files.readTextFile(file);
		await writeFile(file, 'by its own tool\n');
		await files.writeTextFile(file, 'theirs\n');
		assert.equal(await readFile(file, 'utf8'), 'theirs\n');
	}),
);
