/** What watches changes loads with the first turn, as the bundle that ships, and not where it is switched off. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ChangeReview } from '../../../src/host/changes/changeReview.ts';
import { WindowChanges } from '../../../src/host/changes/windowChanges.ts';
import { OwnEdits } from '../../../src/host/files/ownEdits.ts';
import { openFakeSession } from '../../unit/core/session/driver/fakeAgentPort.ts';
import { until } from '../../unit/node/until.ts';
import { hostedFake } from '../../unit/host/hostedFake.ts';
import { projectFolder } from './noNetwork.ts';
import { hostTest } from './registry.ts';
import { memoryOf } from './reviewRig.ts';
import { withScratch, withSetting } from './scratch.ts';
import { spying } from './spies.ts';

interface Rig {
	readonly folder: string;
	readonly store: string;
	readonly changes: WindowChanges;
	readonly started: ChangeReview[];
	readonly prompt: () => Promise<void>;
	readonly end: () => Promise<void>;
}

function withWindow(
	run: (rig: Rig) => Promise<void>,
	prepare?: (store: string) => Promise<void>,
	worker: string = path.join(projectFolder(), 'dist/changesWorker.cjs'),
): Promise<void> {
	return withScratch(async (scratch) => {
		const folder = path.join(scratch, 'ws');
		const store = path.join(scratch, 'storage', 'changes');
		await mkdir(folder);
		await prepare?.(store);
		const storageUri = vscode.Uri.file(path.dirname(store));
		const context = {
			storageUri,
			globalStorageUri: storageUri,
			workspaceState: memoryOf(),
			asAbsolutePath: () => worker,
		} as unknown as vscode.ExtensionContext;
		const log = { info: () => undefined, error: () => undefined } as unknown as vscode.LogOutputChannel;
		const { session, agent } = openFakeSession({ seed: { cwd: folder } });
		const changes = new WindowChanges({ context, ownEdits: new OwnEdits(), log });
		const started: ChangeReview[] = [];
		changes.onDidStart((review) => started.push(review));
		const watch = changes.watch(hostedFake(session));
		const prompt = async (): Promise<void> => {
			void session.prompt([{ type: 'text', text: 'go on' }]);
			await agent.prompted();
		};
		const end = async (): Promise<void> => {
			agent.endTurn('end_turn');
			await until(() => session.state.turn.type === 'idle');
		};
		try {
			await run({ folder, store, changes, started, prompt, end });
		} finally {
			watch.dispose();
			changes.dispose();
			session.dispose();
		}
	});
}

hostTest('what watches changes starts with the first prompt, which does not wait for it', () =>
	withWindow(async ({ store, changes, started, prompt }) => {
		await changes.begun();
		assert.equal(changes.review, undefined);
		assert.equal(existsSync(store), false);
		await prompt();
		await changes.begun();
		assert.equal(started.length, 1);
		assert.equal(changes.review, started[0]);
	}),
);

hostTest('what an agent writes before the first look is seen, and cannot be undone [hazard D13]', () =>
	withWindow(async ({ folder, changes, prompt, end }) => {
		const file = path.join(folder, 'a');
		await writeFile(file, 'before\n');
		await new Promise((resolve) => setTimeout(resolve, 50));
		await prompt();
		// The clock of a disk may lag behind, and the thread has still to start.
		await new Promise((resolve) => setTimeout(resolve, 10));
		await writeFile(file, 'after\n');
		await changes.begun();
		await end();
		const seen = (): boolean | undefined =>
			changes.review?.files.find((one) => one.path === file)?.isUndoable;
		await until(() => seen() !== undefined);
		assert.equal(seen(), false);
	}),
);

hostTest('what watches changes starts by itself where something waits from before', () =>
	withWindow(
		async ({ started }) => until(() => started.length === 1),
		async (store) => {
			await mkdir(store, { recursive: true });
			await writeFile(path.join(store, 'waiting'), '');
		},
	),
);

hostTest('what watches changes is not there while it is switched off, and holds up nothing', () =>
	withWindow(async ({ folder, store, changes, started, prompt }) => {
		await withSetting('acpHost.changes.enabled', false, async () => {
			await prompt();
			await changes.begun();
			await changes.beforeWrite('s1', path.join(folder, 'a'));
			assert.equal(changes.review, undefined);
			assert.equal(existsSync(store), false);
		});
		await until(() => started.length === 1);
		await withSetting('acpHost.changes.enabled', false, async () => {
			await until(() => changes.review === undefined);
		});
		await until(() => started.length === 2);
	}),
);

hostTest('what is switched off while something waits says so, and how it comes back', () =>
	withWindow(async ({ folder, changes, started, prompt }) => {
		await prompt();
		await changes.begun();
		await writeFile(path.join(folder, 'a'), 'by the agent\n');
		const isWaiting = (): boolean =>
			changes.review?.files.some(({ path: file }) => file.endsWith(`${path.basename(folder)}/a`)) === true;
		await changes.review?.refresh();
		await until(isWaiting);
		await spying(async ({ messages }) => {
			await withSetting('acpHost.changes.enabled', false, async () => {
				await until(() => changes.review === undefined);
			});
			await until(() => started.length === 2);
			assert.equal(messages.length, 1);
			assert.match(messages[0] ?? '', /because acpHost\.changes\.enabled is off. What waits is kept/u);
		});
		await until(isWaiting);
	}),
);

hostTest('a bound of the settings counts for what watches changes, from then on', () =>
	withWindow(async ({ folder, changes, started, prompt }) => {
		const big = path.join(folder, 'big');
		const text = (letter: string): string => letter.repeat(1.5 * 1024 * 1024);
		await writeFile(big, text('x'));
		await prompt();
		await changes.begun();
		const isUndoable = async (): Promise<readonly unknown[]> => {
			await changes.review?.refresh();
			const found = changes.review?.files.find(({ path: file }) => file.endsWith('/big'));
			return [found?.isUndoable, found?.notCopied];
		};
		await writeFile(big, text('y'));
		await until(() => started.length === 1);
		assert.deepEqual(await isUndoable(), [true, undefined]);
		await changes.review?.keepFiles([big]);
		await withSetting('acpHost.changes.maxFileMiB', 1, async () => {
			await until(() => started.length === 2);
			await writeFile(big, text('z'));
			await changes.review?.refresh();
			// What was accepted until then has its copy still.
			assert.equal(await changes.review?.keepFiles([big]), 'done');
			await writeFile(big, `${text('z')}.`);
			assert.deepEqual(await isUndoable(), [false, 'too_large']);
			// Without a copy as well it can be kept.
			assert.equal(await changes.review?.keepFiles([big]), 'done');
			assert.deepEqual(await isUndoable(), [undefined, undefined]);
		});
		await until(() => started.length === 3);
	}),
);

hostTest('checkpoints go with their conversation, also where nothing is watched any more', () =>
	withWindow(async ({ folder, store, changes, started, prompt, end }) => {
		const file = path.join(folder, 'a');
		const isWaiting = (): boolean =>
			changes.review?.files.some((one) => one.path.endsWith(`${path.basename(folder)}/a`)) === true;
		const journals = async (): Promise<string> => {
			const names = await readdir(path.join(store, 'journal'));
			const texts = names
				.filter((name) => name.startsWith('changes-'))
				.map((name) => readFile(path.join(store, 'journal', name), 'utf8'));
			return (await Promise.all(texts)).join('');
		};
		const turn = async (text: string): Promise<void> => {
			await prompt();
			await changes.begun();
			await writeFile(file, text);
			await end();
			await changes.review?.refresh();
			assert.match(await journals(), /"type":"checkpoint"/u);
		};
		// Before anything was kept there is nothing to delete.
		await changes.forget('all');
		assert.equal(existsSync(store), false);
		await turn('by the agent\n');
		await changes.forget(['another']);
		assert.match(await journals(), /"type":"checkpoint"/u);
		await changes.forget('all');
		assert.doesNotMatch(await journals(), /"type":"checkpoint"/u);
		assert.ok(isWaiting());
		await turn('once more\n');
		await withSetting('acpHost.changes.enabled', false, async () => {
			await until(() => changes.review === undefined);
			await changes.forget('all');
			assert.doesNotMatch(await journals(), /"type":"checkpoint"/u);
			assert.match(await journals(), /"type":"pending"/u);
		});
		await until(() => started.length === 2 && isWaiting());
	}),
);

hostTest('a thread that answers nothing, as on a disk that hangs, holds up no diff', () =>
	withScratch(async (scratch) => {
		const silent = path.join(scratch, 'silent.cjs');
		await writeFile(silent, "require('node:worker_threads').parentPort.on('message', () => undefined);");
		await withWindow(
			async ({ folder, changes, prompt }) => {
				await prompt();
				assert.equal(await changes.textBefore('s1', 'c', path.join(folder, 'a')), undefined);
			},
			undefined,
			silent,
		);
	}),
);
