/** What stands around the changes that wait: commits, files outside, a thread that fails, what is told once. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { CommittedFiles } from '../../../src/host/changes/committedFiles.ts';
import { until } from '../../unit/node/until.ts';
import { answering, withChanges } from './changesRig.ts';
import { hostTest } from './registry.ts';
import { withScratch } from './scratch.ts';

hostTest('a file that a new commit of the branch has as it is was committed, and no other', () =>
	withScratch(async (folder) => {
		const changed = new vscode.EventEmitter<void>();
		const statusOf = (...names: readonly string[]): { readonly uri: vscode.Uri }[] =>
			names.map((name) => ({ uri: vscode.Uri.file(path.join(folder, name)) }));
		const state = {
			HEAD: { name: 'main', commit: '1' },
			mergeChanges: [],
			indexChanges: statusOf('staged'),
			workingTreeChanges: statusOf('changed', 'left'),
			untrackedChanges: statusOf('new'),
			onDidChange: changed.event,
		};
		const committed: string[] = [];
		const files = new CommittedFiles((paths) =>
			committed.push(...paths.map((file) => path.relative(folder, file))),
		);
		const opened = new vscode.EventEmitter<never>();
		files.follow({ repositories: [{ state }], onDidOpenRepository: opened.event });
		state.workingTreeChanges = statusOf('left');
		changed.fire();
		state.HEAD = { name: 'other', commit: '2' };
		state.untrackedChanges = [];
		changed.fire();
		state.HEAD = { name: 'other', commit: '3' };
		state.indexChanges = [];
		changed.fire();
		await until(() => committed.length > 0);
		assert.deepEqual(committed, ['staged']);
		files.dispose();
	}),
);

hostTest('what a commit keeps is no answer of the user', () =>
	withChanges(async ({ prompt, end, put, waits, review, path: at }) => {
		const changed = new vscode.EventEmitter<void>();
		const state = {
			HEAD: { name: 'main', commit: '1' },
			mergeChanges: [],
			indexChanges: [],
			workingTreeChanges: [{ uri: vscode.Uri.file(at('a')) }],
			onDidChange: changed.event,
		};
		const git = { repositories: [{ state }], onDidOpenRepository: new vscode.EventEmitter().event };
		const extensions = vscode.extensions as { getExtension: unknown };
		const { getExtension } = extensions;
		extensions.getExtension = () => ({ isActive: true, exports: { enabled: true, getAPI: () => git } });
		try {
			await put('a', 'a\n');
			await prompt();
			await put('a', 'b\n');
			await end();
		} finally {
			extensions.getExtension = getExtension;
		}
		await waits('modified a');
		let answers = 0;
		review().onDidAnswer(() => answers++);
		state.HEAD = { name: 'main', commit: '2' };
		state.workingTreeChanges = [];
		changed.fire();
		await waits();
		await review().refresh();
		assert.equal(answers, 0);
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
