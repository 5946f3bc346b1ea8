/** Which files a commit keeps by itself: those of the user's commits, as they are in them. */
import assert from 'node:assert/strict';
import { mkdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { CommittedFiles } from '../../../src/host/changes/committedFiles.ts';
import { until } from '../../unit/node/until.ts';
import { hostTest } from './registry.ts';
import { withScratch } from './scratch.ts';

/** Resolves when the clock, which has no parts of a millisecond, is after the time of a file. */
const isPast = (ctimeMs: number): Promise<void> => until(() => Date.now() > ctimeMs);

hostTest('a file that a new commit of the branch has as it is was committed, and no other', () =>
	withScratch(async (folder) => {
		const changed = new vscode.EventEmitter<void>();
		for (const name of ['staged', 'changed', 'left', 'new']) await writeFile(path.join(folder, name), '');
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
		const files = new CommittedFiles(
			(paths) => committed.push(...paths.map((file) => path.relative(folder, file))),
			() => false,
		);
		const opened = new vscode.EventEmitter<never>();
		const rootUri = vscode.Uri.file(folder);
		await isPast((await stat(path.join(folder, 'new'))).ctimeMs);
		files.follow({ repositories: [{ rootUri, state }], onDidOpenRepository: opened.event });
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

hostTest('a file that was written with the move to another commit is not committed as it was', () =>
	withScratch(async (folder) => {
		const changed = new vscode.EventEmitter<void>();
		const real = await realpath(folder);
		const at = (name: string): string => path.join(real, name);
		const statusOf = (name: string, status: number) => ({ uri: vscode.Uri.file(at(name)), status });
		for (const name of ['committed', 'reset', 'resetToNothing']) await writeFile(at(name), 'mine');
		const state = {
			HEAD: { name: 'main', commit: '1' },
			mergeChanges: [],
			indexChanges: [],
			workingTreeChanges: [
				statusOf('committed', 5),
				statusOf('reset', 5),
				statusOf('resetToNothing', 5),
				statusOf('removed', 6),
			],
			onDidChange: changed.event,
		};
		const committed: string[] = [];
		const files = new CommittedFiles(
			(paths) => committed.push(...paths),
			() => false,
		);
		const rootUri = vscode.Uri.file(real);
		const opened = new vscode.EventEmitter<never>();
		await isPast((await stat(at('committed'))).ctimeMs);
		files.follow({ repositories: [{ rootUri, state }], onDidOpenRepository: opened.event });
		const since = Date.now();
		do await writeFile(at('reset'), 'of the other commit');
		while ((await stat(at('reset'))).ctimeMs <= since);
		await rm(at('resetToNothing'));
		state.HEAD = { name: 'main', commit: '2' };
		state.workingTreeChanges = [];
		changed.fire();
		await until(() => committed.length > 0);
		assert.deepEqual(committed, [at('committed'), at('removed')]);
		files.dispose();
	}),
);

hostTest(
	'what an agent commits waits still, also when Git tells of it only after the turn [hazard D13]',
	() =>
		withScratch(async (folder) => {
			const real = await realpath(folder);
			const head = path.join(real, '.git', 'refs', 'heads', 'main');
			await mkdir(path.dirname(head), { recursive: true });
			await writeFile(path.join(real, '.git', 'HEAD'), 'ref: refs/heads/main');
			await writeFile(path.join(real, 'a'), '');
			await writeFile(head, '1');
			const changed = new vscode.EventEmitter<void>();
			const files = [{ uri: vscode.Uri.file(path.join(real, 'a')) }];
			const nothing: typeof files = [];
			const state = {
				HEAD: { name: 'main', commit: '1' },
				mergeChanges: [],
				indexChanges: [],
				workingTreeChanges: files,
				onDidChange: changed.event,
			};
			let isWorking = false;
			const committed: string[] = [];
			const commits = new CommittedFiles(
				(paths) => committed.push(...paths),
				() => isWorking,
			);
			const opened = new vscode.EventEmitter<never>();
			commits.follow({
				repositories: [{ rootUri: vscode.Uri.file(real), state }],
				onDidOpenRepository: opened.event,
			});
			const commit = async (id: string): Promise<void> => {
				const before = Date.now();
				do await writeFile(head, id);
				while ((await stat(head)).ctimeMs <= before);
			};
			const seen = (id: string, changes: typeof files): void => {
				state.HEAD = { name: 'main', commit: id };
				state.workingTreeChanges = changes;
				changed.fire();
			};
			isWorking = true;
			seen('1', files);
			await commit('2');
			seen('2', nothing);
			seen('2', files);
			await commit('3');
			isWorking = false;
			await commits.rest();
			seen('3', nothing);
			assert.deepEqual(committed, []);
			await isPast((await stat(head)).ctimeMs);
			isWorking = true;
			seen('3', files);
			isWorking = false;
			await commits.rest();
			await commit('4');
			seen('4', nothing);
			await until(() => committed.length > 0);
			assert.deepEqual(committed, [path.join(real, 'a')]);
			commits.dispose();
		}),
);
