/** Every way in which an agent writes is seen, and what is kept or undone of it. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { watchUser } from '../../../src/host/changes/userEvidence.ts';
import { answering, withChanges } from './changesRig.ts';
import { hostTest, longHostTest } from './registry.ts';
import { withScratch, withSetting } from './scratch.ts';

const run = promisify(execFile);
const lines = (count: number, at: readonly number[] = []): string =>
	Array.from({ length: count }, (_, index) => `line ${index}${at.includes(index) ? ' changed' : ''}\n`).join(
		'',
	);

hostTest('what an agent writes through us, behind us and by a command is the set of changes', () =>
	withChanges(async ({ folder, files, agent, say, prompt, end, put, path, waiting, file }) => {
		for (const name of ['ours', 'behind', 'command', 'moved', 'gone', 'same']) await put(name, `${name}\n`);
		await prompt();
		await files.writeTextFile(path('ours'), 'written\n');
		say('t1', {
			kind: 'edit',
			status: 'in_progress',
			content: [{ type: 'diff', path: path('behind'), oldText: 'behind\n', newText: 'edited\n' }],
		});
		await put('behind', 'edited\n');
		say('t1', { status: 'completed' });
		say('t2', { kind: 'execute', status: 'in_progress', rawInput: { command: 'sed -i s/c/k/ command' } });
		await run('sed', ['-i', 's/c/k/', 'command'], { cwd: folder });
		await rename(path('moved'), path('there'));
		await rm(path('gone'));
		await put('deep/new', 'new\n');
		say('t2', { status: 'completed' });
		await end();
		assert.deepEqual(waiting(), [
			'modified behind',
			'modified command',
			'created deep/new',
			'deleted gone',
			'modified ours',
			'moved there',
		]);
		assert.deepEqual(file('command').commands, ['sed -i s/c/k/ command']);
		assert.equal(file('ours').turns[0]?.session, 's1');
		assert.deepEqual(
			['ours', 'behind', 'command'].map((name) => file(name).isUndeclared),
			[false, false, false],
		);
		assert.equal(agent.sent.length, 1);
	}),
);

hostTest('what the user saves meanwhile waits for nothing, and what nobody tells of is named as such', () =>
	withChanges(async ({ prompt, end, put, path, waiting, file }) => {
		await put('mine', 'a\n');
		await put('nobody', 'a\n');
		await prompt();
		const editor = await vscode.window.showTextDocument(vscode.Uri.file(path('mine')));
		await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'typed '));
		await editor.document.save();
		await put('nobody', 'b\n');
		await end();
		assert.deepEqual(waiting(), ['modified nobody']);
		assert.equal(file('nobody').isUndeclared, true);
	}),
);

hostTest('what the user is saving is told before anything looks at the disk [hazard D14]', () =>
	withScratch(async (folder) => {
		const uri = vscode.Uri.file(`${folder}/mine.txt`);
		await vscode.workspace.fs.writeFile(uri, Buffer.from('a\n'));
		const told: string[] = [];
		const user = watchUser({ isEditing: () => false }, (all) => told.push(...all.map(({ type }) => type)));
		let looked: Promise<readonly string[]> | undefined;
		// A look that is asked for right then, when the disk may have it and nobody has said so.
		const saving = vscode.workspace.onWillSaveTextDocument(() => {
			looked = user.settled().then(() => [...told]);
		});
		try {
			const editor = await vscode.window.showTextDocument(uri);
			await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'typed '));
			assert.equal(await editor.document.save(), true);
			assert.deepEqual(await looked, ['save']);
		} finally {
			saving.dispose();
			user.dispose();
		}
	}),
);

hostTest('what the user deletes while a command runs waits for nothing, a folder as well', () =>
	withChanges(async ({ prompt, end, put, path, say, waiting }) => {
		for (const name of ['folder/a', 'folder/b', 'c', 'd']) await put(name, `${name}\n`);
		await prompt();
		say('t1', { kind: 'execute', status: 'in_progress', rawInput: { command: 'make' } });
		const edit = new vscode.WorkspaceEdit();
		for (const name of ['folder', 'c']) edit.deleteFile(vscode.Uri.file(path(name)), { recursive: true });
		assert.ok(await vscode.workspace.applyEdit(edit));
		await rm(path('d'));
		await end();
		assert.deepEqual(waiting(), ['deleted d']);
	}),
);

hostTest('a hunk is kept, another undone in its editor, and the editor’s undo brings it back', () =>
	withChanges(async ({ prompt, end, put, path, review, file, text, waits, say }) => {
		await put('a.txt', lines(30));
		const { document } = await vscode.window.showTextDocument(vscode.Uri.file(path('a.txt')));
		await prompt();
		say('t1', { kind: 'edit', status: 'in_progress', locations: [{ path: path('a.txt') }] });
		await put('a.txt', lines(30, [2, 12, 22]));
		say('t1', { status: 'completed' });
		await end();
		// Until VS Code has loaded it the text is put on the disk, which is no step of the editor's own undo.
		while (document.getText() !== lines(30, [2, 12, 22]))
			await new Promise((resolve) => setTimeout(resolve, 20));
		const [first, second] = file('a.txt').hunks;
		assert.ok(first !== undefined && second !== undefined);
		assert.equal(file('a.txt').hunks.length, 3);
		assert.equal(await review().keepHunk(path('a.txt'), first), 'done');
		assert.equal(file('a.txt').hunks.length, 2);
		assert.equal(await review().undoHunk(path('a.txt'), second), 'done');
		const asked = await answering(undefined, async () => {
			assert.equal(await review().undoHunk(path('a.txt'), second), 'drifted');
		});
		assert.match(asked.join(), /a\.txt has changed/u);
		assert.equal(await text('a.txt'), lines(30, [2, 22]));
		assert.equal(document.isDirty, false);
		assert.equal(file('a.txt').hunks.length, 1);
		await vscode.window.showTextDocument(document);
		await vscode.commands.executeCommand('undo');
		assert.equal(document.getText(), lines(30, [2, 12, 22]));
		await document.save();
		while (file('a.txt').hunks.length !== 2) await new Promise((resolve) => setTimeout(resolve, 20));
		assert.equal(await review().undoFiles([path('a.txt')]), 'done');
		assert.equal(await text('a.txt'), lines(30, [2]));
		await waits();
		await review().refresh();
		await waits();
	}),
);

longHostTest("all of a file that was undone waits again after the editor's own undo, also after a look", () =>
	withChanges(async ({ prompt, end, put, path, file, review, waits, text }) => {
		await put('a', lines(20));
		await prompt();
		await put('a', lines(20, [3]));
		await end();
		await vscode.window.showTextDocument(vscode.Uri.file(path('a')));
		assert.equal(await review().undoFiles([path('a')]), 'done');
		await review().refresh();
		await waits();
		await vscode.commands.executeCommand('undo');
		await vscode.commands.executeCommand('workbench.action.files.save');
		assert.equal(await text('a'), lines(20, [3]));
		await waits('modified a');
		await review().refresh();
		assert.equal(file('a').hunks.length, 1);
	}),
);

hostTest('what is undone or kept in the middle of a turn does not come back with the next look', () =>
	withChanges(async ({ prompt, put, path, review, waits, text, say }) => {
		for (const name of ['a', 'b', 'c', 'old']) await put(name, lines(20));
		await vscode.window.showTextDocument(vscode.Uri.file(path('a')));
		await prompt();
		say('t1', { kind: 'execute', status: 'in_progress', rawInput: { command: 'make' } });
		say('t2', { kind: 'edit', status: 'in_progress', locations: [{ path: path('a') }, { path: path('b') }] });
		for (const name of ['a', 'b', 'c']) await put(name, lines(20, [3, 10]));
		await put('new', 'new\n');
		await rm(path('old'));
		await review().refresh();
		await waits('modified a', 'modified b', 'modified c', 'created new', 'deleted old');
		await answering('Delete', async () => {
			const undone = ['a', 'b', 'new', 'old'].map((name) => path(name));
			assert.equal(await review().undoFiles(undone), 'done');
		});
		assert.equal(await review().keepFiles([path('c')]), 'done');
		for (let look = 0; look < 3; look++) await review().refresh();
		await waits();
		assert.deepEqual(await Promise.all(['a', 'b', 'old'].map(text)), [lines(20), lines(20), lines(20)]);
	}),
);

hostTest('of many answers at once each counts once, and none for another hunk', () =>
	withChanges(async ({ prompt, end, put, path, review, file, text, waits }) => {
		await put('a', lines(60));
		await vscode.window.showTextDocument(vscode.Uri.file(path('a')));
		await prompt();
		const at = [5, 15, 25, 35, 45, 55];
		await put('a', lines(60, at));
		await end();
		const { hunks } = file('a');
		assert.equal(hunks.length, at.length);
		let outcomes: readonly string[] = [];
		await answering(undefined, async () => {
			outcomes = await Promise.all(
				hunks.flatMap((hunk, index) => [
					index % 2 === 0 ? review().undoHunk(path('a'), hunk) : review().keepHunk(path('a'), hunk),
					review().undoHunk(path('a'), hunk),
				]),
			);
		});
		assert.deepEqual(
			outcomes,
			at.flatMap(() => ['done', 'drifted']),
		);
		assert.equal(await text('a'), lines(60, [15, 35, 55]));
		await waits();
	}),
);

hostTest('after a reload the same waits, in the middle of a turn as well', () =>
	withChanges(async ({ prompt, end, put, review, path, file, reload, waits, text }) => {
		await put('a.txt', lines(30));
		await prompt();
		await put('a.txt', lines(30, [3, 20]));
		await put('new.txt', 'new\n');
		await review().refresh();
		const before = file('a.txt');
		await reload();
		await waits('modified a.txt', 'created new.txt');
		assert.deepEqual(file('a.txt'), before);
		await put('a.txt', lines(30, [3, 10, 20]));
		await end();
		assert.equal(file('a.txt').hunks.length, 3);
		assert.equal(await review().undoFiles([path('a.txt')]), 'done');
		assert.equal(await text('a.txt'), lines(30));
	}),
);

hostTest('created goes, deleted comes back, line ends, marks and other encodings are as they were', () =>
	withChanges(async ({ folder, prompt, end, put, review, waits }) => {
		const before: Readonly<Record<string, Uint8Array>> = {
			crlf: Buffer.from('one\r\ntwo\r\nthree\r\n'),
			mark: Buffer.from('\uFEFFone\ntwo\n'),
			latin: Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]),
			utf16: Buffer.from('\uFEFFone\n', 'utf16le'),
			open: Buffer.from('one\ntwo'),
			gone: Buffer.from('gone\n'),
		};
		for (const [name, bytes] of Object.entries(before)) await put(name, bytes);
		await vscode.window.showTextDocument(vscode.Uri.file(`${folder}/mark`));
		await prompt();
		await put('crlf', 'one\ntwo\nthree\n');
		await put('mark', 'one\n2\n');
		await put('latin', 'café\n');
		await put('utf16', 'one\ntwo\n');
		await put('open', 'one\ntwo\nthree\n');
		await put('created', 'new\n');
		await rm(`${folder}/gone`);
		await end();
		const paths = review().files.map(({ path: file }) => file);
		assert.equal(paths.length, 7);
		let outcome = '';
		await answering('Delete', async () => void (outcome = await review().undoFiles(paths)));
		assert.equal(outcome, 'done');
		const found = await vscode.workspace.fs.readDirectory(vscode.Uri.file(folder));
		assert.deepEqual(found.map(([name]) => name).toSorted(), Object.keys(before).toSorted());
		for (const [name, bytes] of Object.entries(before)) {
			const now = await vscode.workspace.fs.readFile(vscode.Uri.file(`${folder}/${name}`));
			assert.equal(Buffer.from(now).toString('hex'), Buffer.from(bytes).toString('hex'), name);
		}
		await review().refresh();
		await waits();
	}),
);

hostTest('lines of the user in a hunk go only after a question, and unsaved text stays unsaved', () =>
	// In a browser VS Code saves by itself after a second.
	withSetting('files.autoSave', 'off', () =>
		withChanges(async ({ prompt, end, put, path, review, file, text }) => {
			await put('a.txt', lines(20));
			await prompt();
			await put('a.txt', lines(20, [5, 15]));
			await end();
			const uri = vscode.Uri.file(path('a.txt'));
			const editor = await vscode.window.showTextDocument(uri);
			await editor.edit((edit) => edit.insert(new vscode.Position(5, 0), 'my '));
			await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'my '));
			while (file('a.txt').hunks[0]?.hasUserEdits !== true)
				await new Promise((resolve) => setTimeout(resolve, 20));
			const [mixed, pure] = file('a.txt').hunks;
			assert.ok(mixed !== undefined && pure !== undefined);
			assert.equal(await review().undoHunk(path('a.txt'), pure), 'done');
			assert.equal(editor.document.isDirty, true);
			let outcome = '';
			assert.equal(
				(
					await answering(
						undefined,
						async () => void (outcome = await review().undoHunk(path('a.txt'), mixed)),
					)
				).length,
				1,
			);
			assert.equal(outcome, 'cancelled');
			await answering('Undo', async () => void (outcome = await review().undoHunk(path('a.txt'), mixed)));
			assert.equal(outcome, 'done');
			assert.equal(editor.document.getText(), `my ${lines(20)}`);
			assert.equal(await text('a.txt'), lines(20, [5, 15]));
		}),
	),
);

hostTest(
	'a write behind an unsaved editor is offered as a merge in which no line is lost [hazard D4] [hazard D14]',
	() =>
		withChanges(async ({ prompt, end, put, path }) => {
			await put('a.txt', lines(20));
			const editor = await vscode.window.showTextDocument(vscode.Uri.file(path('a.txt')));
			await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'my '));
			await prompt();
			const asked = await answering('Merge', async () => {
				await put('a.txt', lines(20, [10]));
				await end();
				while (!editor.document.getText().includes('10 changed')) {
					await new Promise((resolve) => setTimeout(resolve, 20));
				}
			});
			assert.match(asked[0] ?? '', /a\.txt/u);
			assert.equal(editor.document.getText(), `my ${lines(20, [10])}`);
			assert.equal(editor.document.isDirty, true);
		}),
);
