import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { FileAccess } from '../../../src/host/files/fileAccess.ts';
import { type FileRig, refusal, withFiles } from './fileRig.ts';
import { hostTest } from './registry.ts';
import { bytesOf, put, typeInto, withScratch } from './scratch.ts';

/** @param optionId what every question is answered with */
function fileTest(name: string, run: (rig: FileRig) => Promise<void>, optionId?: string): void {
	hostTest(name, () => withFiles(run, optionId));
}

fileTest('a read sees unsaved text of the editor [acp C86] [hazard D4]', async ({ folder, files }) => {
	const file = await put(folder, 'a.txt', 'on disk\n');
	await typeInto(file, 'typed ');
	assert.equal(await files.readTextFile(file), 'typed on disk\n');
});

fileTest('line and limit count from 1 [acp C10] [hazard D7]', async ({ folder, files }) => {
	const file = await put(folder, 'a.txt', 'one\r\ntwo\r\nthree');
	assert.equal(await files.readTextFile(file, 1, 1), 'one\r\n');
	assert.equal(await files.readTextFile(file, 2), 'two\r\nthree');
	assert.equal(await files.readTextFile(file, 2, 1), 'two\r\n');
	assert.equal(await files.readTextFile(file, 9), '');
});

fileTest('a write creates the file and its folders [acp C85]', async ({ folder, files }) => {
	const file = path.join(folder, 'deep', 'er', 'new.txt');
	await files.writeTextFile(file, 'fresh\n');
	assert.equal(await readFile(file, 'utf8'), 'fresh\n');
});

fileTest('a write changes the open editor, saves, and can be undone', async ({ folder, files }) => {
	const file = await put(folder, 'a.txt', 'before\n');
	const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
	await files.readTextFile(file);
	await files.writeTextFile(file, 'after\n');
	assert.equal(editor.document.getText(), 'after\n');
	assert.equal(editor.document.isDirty, false);
	assert.equal(await readFile(file, 'utf8'), 'after\n');
	await vscode.commands.executeCommand('undo');
	assert.equal(editor.document.getText(), 'before\n');
});

fileTest('a write keeps unsaved text that the agent has read', async ({ folder, files }) => {
	const file = await put(folder, 'a.txt', 'line\n');
	await typeInto(file, 'typed\n');
	const seen = await files.readTextFile(file);
	await files.writeTextFile(file, `${seen}added\n`);
	assert.equal(await readFile(file, 'utf8'), 'typed\nline\nadded\n');
});

fileTest(
	'a write is refused when the user typed after the read, and nothing is lost [hazard D4]',
	async ({ folder, files }) => {
		const file = await put(folder, 'a.txt', 'line\n');
		await files.readTextFile(file);
		const editor = await typeInto(file, 'mine ');
		assert.equal(await refusal(files.writeTextFile(file, 'theirs\n')), 'conflict');
		assert.equal(editor.document.getText(), 'mine line\n');
		assert.equal(await readFile(file, 'utf8'), 'line\n');
	},
);

fileTest(
	'a write is refused over unsaved text that the agent never read [hazard D4]',
	async ({ folder, files }) => {
		const file = await put(folder, 'a.txt', 'line\n');
		const editor = await typeInto(file, 'mine ');
		assert.equal(await refusal(files.writeTextFile(file, 'theirs\n')), 'conflict');
		assert.equal(editor.document.getText(), 'mine line\n');
	},
);

fileTest('a write after a conflict works once the agent has read again', async ({ folder, files }) => {
	const file = await put(folder, 'a.txt', 'line\n');
	await files.readTextFile(file);
	await typeInto(file, 'mine ');
	await refusal(files.writeTextFile(file, 'theirs\n'));
	await files.writeTextFile(file, `${await files.readTextFile(file)}theirs\n`);
	assert.equal(await readFile(file, 'utf8'), 'mine line\ntheirs\n');
});

fileTest(
	'a file has one text under all its names: links do not hide unsaved words [hazard D4]',
	async ({ folder, files }) => {
		const real = await put(folder, 'real/a.txt', 'line\n');
		await symlink(path.join(folder, 'real'), path.join(folder, 'link'));
		const linked = path.join(folder, 'link', 'a.txt');
		const editor = await typeInto(linked, 'mine ');
		assert.equal(await files.readTextFile(real), 'mine line\n');
		await files.writeTextFile(real, 'mine line\nadded\n');
		assert.equal(editor.document.getText(), 'mine line\nadded\n');
		await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'more '));
		assert.equal(await refusal(files.writeTextFile(real, 'theirs\n')), 'conflict');
		assert.equal(editor.document.getText(), 'more mine line\nadded\n');
	},
);

fileTest(
	'a link to a file under another name does not hide unsaved words [hazard D4]',
	async ({ folder, files }) => {
		const real = await put(folder, 'a.txt', 'line\n');
		const linked = path.join(folder, 'other.txt');
		await symlink(real, linked);
		const editor = await typeInto(linked, 'mine ');
		assert.equal(await refusal(files.writeTextFile(real, 'theirs\n')), 'conflict');
		assert.equal(await files.readTextFile(real), 'mine line\n');
		assert.equal(editor.document.getText(), 'mine line\n');
	},
);

for (const [form, before, after] of [
	['CRLF', Buffer.from('a\r\nb\r\n'), Buffer.from('a\r\nB\r\n')],
	['a byte order mark', Buffer.from('\uFEFFa\nb\n'), Buffer.from('\uFEFFa\nB\n')],
	['no last newline', Buffer.from('a\nb'), Buffer.from('a\nB')],
	['UTF-16 LE', Buffer.from('\uFEFFa\nb\n', 'utf16le'), Buffer.from('\uFEFFa\nB\n', 'utf16le')],
] as const) {
	fileTest(`a write keeps ${form} [hazard D5]`, async ({ folder, files }) => {
		const file = await put(folder, 'a.txt', before);
		const text = await files.readTextFile(file);
		await files.writeTextFile(file, text.replaceAll('\r\n', '\n').replace('b', 'B'));
		assert.equal(await bytesOf(file), after.toString('hex'));
	});
}

fileTest(
	'what is no text file is refused at once and never blocks [hazard D6]',
	async ({ folder, files }) => {
		const binary = await put(folder, 'a.bin', new Uint8Array([1, 0, 2, 0]));
		const fifo = path.join(folder, 'fifo');
		await promisify(execFile)('mkfifo', [fifo]);
		assert.equal(await refusal(files.readTextFile(binary)), 'invalid');
		assert.equal(await refusal(files.readTextFile(folder)), 'invalid');
		assert.equal(await refusal(files.readTextFile(fifo)), 'invalid');
		assert.equal(await refusal(files.writeTextFile(fifo, 'x')), 'invalid');
		assert.equal(await refusal(files.readTextFile(path.join(folder, 'missing.txt'))), 'notFound');
		assert.equal(await refusal(files.readTextFile('relative.txt')), 'invalid');
	},
);

fileTest(
	'a path outside of the workspace is asked about; Reject means no [hazard D1]',
	async ({ folder, files, asked }) => {
		const outside = path.join(os.tmpdir(), `acp-outside-${process.pid}.txt`);
		await symlink(os.tmpdir(), path.join(folder, 'link'));
		const through = path.join(folder, 'link', path.basename(outside));
		for (const target of [outside, through, `${folder}/../../${path.basename(outside)}`]) {
			assert.equal(await refusal(files.writeTextFile(target, 'x')), 'denied');
		}
		assert.equal(asked.length, 3);
	},
);

fileTest(
	'writing what configures the editor is asked about, reading is not [hazard D3]',
	async ({ folder, files, asked }) => {
		const settings = await put(folder, '.vscode/settings.json', '{}');
		assert.equal(await files.readTextFile(settings), '{}');
		assert.equal(await refusal(files.writeTextFile(settings, '{"a":1}')), 'denied');
		assert.equal(
			await refusal(files.writeTextFile(path.join(folder, '.git', 'hooks', 'pre-commit'), 'x')),
			'denied',
		);
		assert.equal(asked.length, 2);
	},
);

fileTest(
	'an allowed path outside is served',
	async ({ folder, files }) => {
		const file = path.join(path.dirname(path.dirname(folder)), `acp-allowed-${process.pid}.txt`);
		await files.writeTextFile(file, 'ok');
		assert.equal(await files.readTextFile(file), 'ok');
		await vscode.workspace.fs.delete(vscode.Uri.file(file));
	},
	'allow',
);

hostTest('every folder of the workspace may be used, also by a session that works elsewhere', () =>
	withScratch(async (folder) => {
		const file = await put(folder, 'a.txt', 'text');
		const asked: string[] = [];
		const access = new FileAccess(path.join(os.tmpdir(), 'acp-host-other-root'), (request) => {
			asked.push(request.title ?? '');
			return Promise.resolve({ type: 'selected', optionId: 'reject' });
		});
		assert.equal(await access.require('write', file), file);
		const below = path.join(os.tmpdir(), 'acp-host-other-root', 'b.txt');
		assert.equal(await access.require('write', below), below);
		await assert.rejects(access.require('write', path.join(os.tmpdir(), 'acp-host-elsewhere.txt')));
		assert.equal(asked.length, 1);
	}),
);
