/** What stands around the changes that wait: files outside, a thread that fails, what is told once. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, open, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { FileAccess } from '../../../src/host/files/fileAccess.ts';
import { OwnEdits } from '../../../src/host/files/ownEdits.ts';
import { WorkspaceFiles } from '../../../src/host/files/workspaceFiles.ts';
import { until } from '../../unit/node/until.ts';
import { answering, withChanges } from './changesRig.ts';
import { hostTest } from './registry.ts';
import { withScratch } from './scratch.ts';

/** A repository of VS Code's Git, as far as commits are looked for, while it is followed. */
function gitOf(folder: string, names: readonly string[]) {
	const changed = new vscode.EventEmitter<void>();
	const statusOf = (name: string) => ({ uri: vscode.Uri.file(path.join(folder, name)), status: 5 });
	const state = {
		HEAD: { name: 'main', commit: '1' },
		mergeChanges: [],
		indexChanges: [],
		workingTreeChanges: names.map(statusOf),
		onDidChange: changed.event,
	};
	const rootUri = vscode.Uri.file(folder);
	const git = { repositories: [{ rootUri, state }], onDidOpenRepository: new vscode.EventEmitter().event };
	return {
		/** Files are changed against the last commit, and after the next only these are. */
		commit: (before: readonly string[], after: readonly string[]): void => {
			state.workingTreeChanges = before.map(statusOf);
			changed.fire();
			state.HEAD = { name: 'main', commit: `${state.HEAD.commit}+` };
			state.workingTreeChanges = after.map(statusOf);
			changed.fire();
		},
		following: async (work: () => Promise<unknown>): Promise<void> => {
			const extensions = vscode.extensions as { getExtension: unknown };
			const { getExtension } = extensions;
			extensions.getExtension = () => ({ isActive: true, exports: { enabled: true, getAPI: () => git } });
			try {
				await work();
			} finally {
				extensions.getExtension = getExtension;
			}
		},
	};
}

hostTest('what a commit keeps is no answer of the user, and nothing once an agent is at work again', () =>
	withChanges(async ({ folder, prompt, end, put, path: at, waits, review, file }) => {
		const { commit, following } = gitOf(folder, ['a', 'b']);
		await following(async () => {
			for (const name of ['a', 'b']) await put(name, 'before\n');
			await prompt();
			for (const name of ['a', 'b']) await put(name, 'after\n');
			await end();
		});
		await waits('modified a', 'modified b');
		let answers = 0;
		review().onDidAnswer(() => answers++);
		// Of commits within a moment after the turn nobody knows whose they are.
		await until(() => {
			commit(['a', 'b'], ['b']);
			return review().files.length === 1;
		}, 30_000);
		await waits('modified b');
		// The look at the commit waits for what the user is saving.
		const document = await vscode.workspace.openTextDocument(await put('c', ''));
		const gate = Promise.withResolvers<vscode.TextEdit[]>();
		const begun = Promise.withResolvers<void>();
		const saves = vscode.workspace.onWillSaveTextDocument((event) => {
			event.waitUntil(gate.promise);
			begun.resolve();
		});
		const edit = new vscode.WorkspaceEdit();
		edit.insert(document.uri, new vscode.Position(0, 0), 'mine\n');
		await vscode.workspace.applyEdit(edit);
		const saving = document.save();
		await begun.promise;
		commit(['b'], []);
		// What was committed is found in a few steps of the file system.
		for (let step = 0; step < 50; step++) await lstat(at('b'));
		const prompting = prompt();
		await put('b', 'after\nof the agent\n');
		gate.resolve([]);
		await Promise.all([saving, prompting]);
		saves.dispose();
		await review().refresh();
		await waits('modified b');
		assert.equal(file('b').added, 2);
		assert.equal(answers, 0);
	}),
);

hostTest(
	'a command that runs when the window goes leaves the mark by which the next one looks [hazard D13]',
	() =>
		withChanges(async ({ folder, hosted, work, prompt, say, reload }) => {
			const mark = path.join(folder, '..', 'store', 'waiting');
			await prompt();
			say('make', { title: 'make', kind: 'execute', status: 'in_progress' });
			await until(() => existsSync(mark));
			assert.equal(hosted.session.state.turn.type, 'running');
			work().dispose();
			// What takes a mark away does so in a few steps of the file system.
			for (let step = 0; step < 50; step++) await lstat(mark);
			await reload();
		}),
);

hostTest('a file outside of the workspace is seen when the agent wrote it through us, and only then', () =>
	withChanges(async ({ folder, files, prompt, end, review }) => {
		const [outside, other] = ['outside', 'other'].map((name) => path.join(path.dirname(folder), name));
		assert.ok(outside !== undefined && other !== undefined);
		await writeFile(outside, 'before\n');
		await writeFile(other, 'before\n');
		await prompt();
		await files.writeTextFile(outside, 'after\n');
		await writeFile(other, 'after\n');
		await end();
		assert.deepEqual(
			review().files.map((file) => file.path),
			[outside],
		);
		assert.equal(await review().baseText(outside), 'before\n');
		assert.equal(await review().undoFiles([outside]), 'done');
	}),
);

hostTest('a thread that fails is told once, with the way on, and nothing stale is shown', () =>
	withChanges(async ({ prompt, end, put, waits, work, reload, folder, log, review }) => {
		await put('a', 'a\n');
		await prompt();
		await put('a', 'b\n');
		await end();
		await waits('modified a');
		const mark = path.join(path.dirname(folder), 'store', 'waiting');
		await until(() => existsSync(mark));
		const contents = path.join(path.dirname(folder), 'store', 'contents');
		await rm(contents, { recursive: true });
		await writeFile(contents, 'in the way');
		const asked = await answering(undefined, async () => {
			await reload();
			await review().refresh();
			await work().begun();
		});
		assert.equal(asked.length, 1);
		assert.match(asked[0] ?? '', /no longer sees what agents change/u);
		assert.deepEqual(review().files, []);
		assert.ok(existsSync(mark), 'what waits is forgotten by the next window');
		assert.ok(log.some((line) => line.includes('failed')));
		await prompt();
		let isLeft = true;
		work().own({ dispose: () => (isLeft = false) });
		await work().end();
		assert.equal(isLeft, false, 'what takes its place finds its commands and views taken');
	}),
);

hostTest('a pipe in the place of a file is waited for by no answer [hazard D6]', () =>
	withChanges(async ({ prompt, end, put, path: at, review, file }) => {
		await put('a', 'before\n');
		await put('b', 'before\n');
		await prompt();
		await put('a', 'after\n');
		await put('b', 'after\n');
		await end();
		const [hunk] = file('a').hunks;
		assert.ok(hunk !== undefined);
		await vscode.window.showTextDocument(vscode.Uri.file(at('a')));
		await rm(at('a'));
		await promisify(execFile)('mkfifo', [at('a')]);
		await answering(undefined, async () => {
			const answer = review().undoHunk(at('a'), hunk);
			assert.equal(await review().keepFiles([at('b')]), 'done');
			assert.notEqual(await answer, 'done');
		});
		// VS Code may wait for it as well.
		await (await open(at('a'), 'r+')).close();
	}),
);

hostTest('an undo goes into no other file that a link in the place of its own leads to [hazard D2]', () =>
	withChanges(async ({ folder, prompt, end, put, path: at, review, file }) => {
		const other = path.join(path.dirname(folder), 'a');
		await writeFile(other, 'after\n');
		await put('a', 'before\n');
		await prompt();
		await put('a', 'after\n');
		await end();
		const [hunk] = file('a').hunks;
		assert.ok(hunk !== undefined);
		const editor = await vscode.window.showTextDocument(vscode.Uri.file(other));
		await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), 'typed\n'));
		await rm(at('a'));
		await symlink(other, at('a'));
		let outcome = '';
		const asked = await answering(undefined, async () => {
			outcome = await review().undoHunk(at('a'), hunk);
		});
		assert.equal(outcome, 'drifted');
		assert.equal(asked.length, 1);
		assert.equal(editor.document.getText(), 'after\ntyped\n');
		await vscode.commands.executeCommand('workbench.action.files.revert');
	}),
);

hostTest('a link that an agent created goes, and what it leads to stays', () =>
	withChanges(async ({ prompt, end, put, path: at, review, waits, text }) => {
		await put('folder/a', 'a\n');
		await prompt();
		await symlink(at('folder'), at('link'));
		await symlink(at('nowhere'), at('lost'));
		await end();
		await waits('created link', 'created lost');
		await answering('Delete', async () => {
			assert.equal(await review().undoFiles([at('link'), at('lost')]), 'done');
		});
		await assert.rejects(lstat(at('link')));
		await assert.rejects(lstat(at('lost')));
		assert.equal(await text('folder/a'), 'a\n');
	}),
);

hostTest('what is written while the user is asked about it is not undone', () =>
	withChanges(async ({ prompt, end, put, path: at, review, text, waits }) => {
		await put('changed', Buffer.of(0, 1));
		await prompt();
		await put('changed', Buffer.of(0, 2));
		await put('created', Buffer.of(0, 1));
		await end();
		await waits('modified changed', 'created created');
		for (const name of ['changed', 'created']) await put(name, 'mine');
		const names = ['changed', 'created'];
		const paths = names.map(at);
		const asked = await answering(
			'Undo',
			async () => assert.equal(await review().undoFiles(paths), 'drifted'),
			async () => {
				for (const name of names.splice(0)) await put(name, 'newer');
			},
		);
		assert.equal(asked.length, 2);
		assert.deepEqual(await Promise.all(['changed', 'created'].map(text)), ['newer', 'newer']);
	}),
);

hostTest('to keep files keeps nothing of them that a look finds only afterwards', () =>
	withChanges(async ({ prompt, put, path: at, review, waits, file }) => {
		for (const name of ['a', 'b']) await put(name, 'before\n');
		await prompt();
		for (const name of ['a', 'b']) await put(name, 'after\n');
		await review().refresh();
		await waits('modified a', 'modified b');
		await put('a', 'after\nmore\n');
		const asked = await answering(undefined, async () => {
			const look = review().refresh();
			assert.equal(await review().keepFiles([at('a'), at('b')]), 'drifted');
			await look;
		});
		assert.match(asked.join(), /^\S*a has changed meanwhile/u);
		await waits('modified a');
		assert.equal(file('a').added, 2);
	}),
);

hostTest('to undo files undoes nothing of them that came after the user was asked [hazard D14]', () =>
	withChanges(async ({ prompt, put, path: at, review, waits, text, file }) => {
		for (const name of ['a', 'b']) await put(name, 'before\n');
		await prompt();
		for (const name of ['a', 'b']) await put(name, 'after\n');
		await review().refresh();
		await waits('modified a', 'modified b');
		const paths = [at('a'), at('b')];
		const seen = review().seen(paths);
		await put('a', 'after\nmore\n');
		await review().refresh();
		await until(() => file('a').added === 2);
		const asked = await answering(undefined, async () => {
			assert.equal(await review().undoFiles(paths, seen), 'drifted');
		});
		assert.match(asked.join(), /^\S*a has changed meanwhile/u);
		await waits('modified a');
		assert.deepEqual([await text('a'), await text('b')], ['after\nmore\n', 'before\n']);
	}),
);

hostTest('a folder that was opened by way of a link is one of the workspace to a write as well', () =>
	withChanges(
		async ({ files, prompt, end, put, path: at, review, waits, text }) => {
			await put('skipped/a', 'before\n');
			await put('seen', 'before\n');
			await prompt();
			await files.writeTextFile(at('skipped/a'), 'after\n');
			await files.writeTextFile(at('seen'), 'after\n');
			await end();
			await waits('modified seen');
			assert.equal(await review().undoFiles([at('seen')]), 'done');
			assert.equal(await text('seen'), 'before\n');
		},
		{ exclude: ['skipped'], isLinked: true },
	),
);

/** What takes away the wish to write, and what the agent is told. */
const refusals: readonly (readonly [
	string,
	(files: WorkspaceFiles, request: AbortController) => void,
	RegExp,
])[] = [
	['the request was withdrawn', (_files, request) => request.abort(), /withdrawn/u],
	['the turn was stopped', (files) => files.refuseWaiting(), /turn was stopped/u],
	['the session has ended', (files) => files.dispose(), /session has ended/u],
];
for (const [what, refuse, told] of refusals)
	hostTest(`nothing is written that waited for the look while ${what}`, () =>
		withScratch(async (folder) => {
			const file = path.join(await realpath(folder), 'a');
			const access = new FileAccess(folder, () => assert.fail());
			const wait = Promise.withResolvers<void>();
			const begun = Promise.withResolvers<void>();
			const before = (): Promise<void> => {
				begun.resolve();
				return wait.promise;
			};
			const done = (): void => assert.fail('it was written');
			const files = new WorkspaceFiles(access, new OwnEdits(), { before, done });
			const request = new AbortController();
			const written = files.writeTextFile(file, 'text', request.signal);
			await begun.promise;
			refuse(files, request);
			wait.resolve();
			await assert.rejects(written, told);
			assert.equal(existsSync(file), false);
			files.dispose();
		}),
	);

hostTest('what an agent writes while what watches it is made anew is seen', () =>
	withChanges(async ({ prompt, put, path: at, reload, waits, file }) => {
		await put('a', 'before\n');
		await prompt();
		await reload(() => put('a', 'written meanwhile\n'));
		await waits('modified a');
		assert.deepEqual(
			file('a').hunks.map(({ removed, added }) => [removed, added]),
			[[['before\n'], ['written meanwhile\n']]],
		);
		assert.equal(at('a'), file('a').path);
	}),
);

hostTest('a prompt does not wait for the look, and what the agent writes through us does', () =>
	withChanges(async ({ hosted, agent, files, put, path: at, end, file, text }) => {
		for (let index = 0; index < 500; index++) await put(`many/${index}`, `${index}\n`);
		await put('a', 'before\n');
		void hosted.session.prompt([{ type: 'text', text: 'go on' }]);
		await agent.prompted();
		await files.writeTextFile(at('a'), 'after\n');
		await end();
		assert.equal(file('a').hunks.length, 1);
		assert.equal(await text('a'), 'after\n');
		assert.equal(file('a').isUndoable, true);
	}),
);
