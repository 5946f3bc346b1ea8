/** Going back to a checkpoint and forth again in the real VS Code, with files that editors have open. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { answering as answeringMessages, type ChangesRig, withChanges } from './changesRig.ts';
import { answering as answeringLists } from './quickPicks.ts';
import { hostTest } from './registry.ts';
import { withSetting } from './scratch.ts';

const lines = (...added: readonly string[]): string =>
	[...Array.from({ length: 10 }, (_, n) => `line ${n}`), ...added].map((line) => `${line}\n`).join('');

/** A turn in which the agent writes these files by a command. */
async function turn(rig: ChangesRig, work: () => Promise<unknown>): Promise<void> {
	await rig.prompt();
	const call = `t${Math.random()}`;
	rig.say(call, { kind: 'execute', status: 'in_progress', rawInput: { command: 'write' } });
	await work();
	rig.say(call, { status: 'completed' });
	await rig.end();
}

interface Shown {
	readonly title: string | undefined;
	readonly rows: readonly string[];
	readonly ticked: readonly string[];
}

/** Accepts the plan as it is offered. @param meanwhile happens while it is shown @returns what it showed */
async function accepting(
	work: () => Promise<unknown>,
	meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<readonly Shown[]> {
	const window = vscode.window as { createQuickPick: typeof vscode.window.createQuickPick };
	const { createQuickPick } = window;
	const shown: Shown[] = [];
	window.createQuickPick = <T extends vscode.QuickPickItem>() => {
		const pick = createQuickPick<T>();
		let accept: () => void = () => undefined;
		Object.defineProperty(pick, 'onDidAccept', {
			value: (listener: () => void) => {
				accept = listener;
				return new vscode.Disposable(() => undefined);
			},
		});
		Object.defineProperty(pick, 'show', {
			value: () => {
				const ticked = pick.selectedItems.map(({ label }) => label);
				const rows = pick.items.map(({ label, description = '' }) => `${label}: ${description}`);
				shown.push({ title: pick.title, rows, ticked });
				void meanwhile().then(accept);
			},
		});
		return pick;
	};
	try {
		await work();
	} finally {
		window.createQuickPick = createQuickPick;
	}
	return shown;
}

/** Chooses the n-th checkpoint from the end, 0 the oldest, and accepts its plan. */
async function goBack(
	rig: ChangesRig,
	at: number,
	meanwhile?: () => Promise<unknown>,
): Promise<Shown | undefined> {
	let shown: readonly Shown[] = [];
	await answeringLists([(rows) => rows.at(-1 - at)], async () => {
		shown = await accepting(
			() => rig.work().goBack('acpHost.restoreCheckpoint', rig.hosted.session.state.key),
			meanwhile,
		);
	});
	return shown[0];
}

const redo = (rig: ChangesRig): Promise<unknown> =>
	rig.work().goBack('acpHost.redoRestore', rig.hosted.session.state.key);

hostTest(
	'a restore gives closed and open files what they had, keeps lines of the user, and can be redone',
	() =>
		// In a browser VS Code saves by itself after a moment.
		withSetting('files.autoSave', 'off', () =>
			withChanges(async (rig) => {
				const { put, path, text } = rig;
				for (const name of ['closed', 'open', 'typed', 'gone']) await put(name, lines());
				await turn(rig, async () => {
					for (const name of ['closed', 'open', 'typed']) await put(name, lines('agent'));
					await put('made', 'made\n');
					await rm(path('gone'));
				});
				const open = await vscode.workspace.openTextDocument(path('open'));
				await vscode.window.showTextDocument(open);
				const typed = await vscode.window.showTextDocument(vscode.Uri.file(path('typed')));
				await typed.edit((edit) => edit.insert(new vscode.Position(2, 0), 'mine\n'));
				const asked = await answeringMessages(undefined, async () => {
					const plan = await goBack(rig, 0);
					assert.equal(plan?.ticked.length, 5);
					assert.deepEqual(plan?.rows.map((row) => row.replace(/^.*[/\\]/u, '')).toSorted(), [
						'closed: gets its lines back',
						'gone: comes back',
						'made: is removed: an agent made it',
						'open: gets its lines back',
						'typed: gets its lines back · what others changed stays · has unsaved text',
					]);
				});
				assert.deepEqual(asked, ['5 files are as they were.']);
				assert.equal(await text('closed'), lines());
				assert.equal(await text('open'), lines());
				assert.equal(open.getText(), lines());
				assert.equal(open.isDirty, false);
				assert.equal(await text('gone'), lines());
				assert.equal(existsSync(path('made')), false);
				// What was not saved is not saved by that.
				assert.equal(typed.document.getText(), lines().replace('line 2', 'mine\nline 2'));
				assert.equal(typed.document.isDirty, true);
				await typed.document.save();
				assert.deepEqual(await answeringMessages(undefined, () => redo(rig)), ['4 files are as they were.']);
				assert.equal(await text('closed'), lines('agent'));
				assert.equal(await text('open'), lines('agent'));
				assert.equal(await text('made'), 'made\n');
				assert.equal(existsSync(path('gone')), false);
				// What the user has saved since is theirs.
				assert.equal(await text('typed'), lines().replace('line 2', 'mine\nline 2'));
			}),
		),
);

hostTest('an empty folder that the agent removed is a row of the plan, and comes back', () =>
	withChanges(async (rig) => {
		const { put, path } = rig;
		await put('a', lines());
		await mkdir(path('empty'));
		await turn(rig, async () => {
			await put('a', lines('agent'));
			await rm(path('empty'), { recursive: true });
		});
		await answeringMessages(undefined, async () => {
			const plan = await goBack(rig, 0);
			assert.deepEqual(plan?.rows.map((row) => row.replace(/^.*[/\\](?=\w)/u, '')).toSorted(), [
				'a: gets its lines back',
				'empty/: comes back',
			]);
		});
		assert.ok(existsSync(path('empty')));
	}),
);

hostTest('what is typed while the plan is shown is written under by nothing [hazard D15]', () =>
	withSetting('files.autoSave', 'off', () =>
		withChanges(async (rig) => {
			const { put, path, text } = rig;
			const binary = new Uint8Array([0, 1, 2]);
			for (const name of ['closed', 'clean', 'other']) await put(name, lines());
			await put('binary', 'text\n');
			await turn(rig, async () => {
				for (const name of ['closed', 'clean', 'other']) await put(name, lines('agent'));
				await put('made', 'made\n');
				await put('binary', binary);
			});
			await vscode.window.showTextDocument(vscode.Uri.file(path('clean')));
			const typing = async (): Promise<void> => {
				for (const name of ['closed', 'clean', 'made']) {
					const editor = await vscode.window.showTextDocument(vscode.Uri.file(path(name)));
					await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'mine\n'));
				}
			};
			const asked = await answeringMessages(undefined, () => goBack(rig, 0, typing));
			assert.equal(asked.length, 2);
			assert.match(asked.join(), /(?:closed|clean|made), .* has changed meanwhile and was left as it is/u);
			assert.equal(asked.at(-1), '2 files are as they were.');
			assert.deepEqual(
				[await text('closed'), await text('clean'), await text('made'), await text('other')],
				[lines('agent'), lines('agent'), 'made\n', lines()],
			);
			for (const name of ['closed', 'clean', 'made']) {
				const document = await vscode.workspace.openTextDocument(path(name));
				assert.ok(document.isDirty && document.getText().startsWith('mine\n'));
				assert.ok(await document.save());
				assert.match(await text(name), /^mine\n/u);
			}
		}),
	),
);

hostTest('each prompt is a checkpoint, also after a reload, and restores are listed with them', () =>
	withChanges(async (rig) => {
		const { put, text } = rig;
		await put('a', lines());
		for (const name of ['one', 'two', 'three']) await turn(rig, () => put('a', lines(name)));
		await rig.reload();
		await answeringMessages(undefined, async () => {
			await goBack(rig, 1);
			assert.equal(await text('a'), lines('one'));
			await goBack(rig, 0);
			assert.equal(await text('a'), lines());
			await redo(rig);
			assert.equal(await text('a'), lines('one'));
		});
		const shown = await answeringLists([() => undefined], () =>
			rig.work().goBack('acpHost.restoreCheckpoint', rig.hosted.session.state.key),
		);
		assert.deepEqual(
			shown[0]?.map(({ label, description }) => `${label}: ${description}`),
			[
				'Before going back: 1 file +1 −0',
				'Before going back: nothing has changed since',
				'Before going back: 1 file +1 −1',
				'go on: 1 file +1 −1',
				'go on: nothing has changed since',
				'go on: 1 file +1 −0',
			],
		);
	}),
);

hostTest('an agent that works is stopped first, or nothing is done', () =>
	withChanges(async (rig) => {
		const { key } = rig.hosted.session.state;
		await rig.put('a', lines());
		await turn(rig, () => rig.put('a', lines('agent')));
		await rig.prompt();
		const goBack = (): Promise<unknown> => rig.work().goBack('acpHost.restoreCheckpoint', key, undefined);
		const first = async (): Promise<void> => {
			await answeringLists([(rows) => rows.at(-1)], async () => void (await accepting(goBack)));
		};
		assert.deepEqual(await answeringMessages(undefined, first), ['The agent is still working.']);
		assert.equal(await rig.text('a'), lines('agent'));
		const asked = await answeringMessages('Stop the Agent', first, () => {
			setImmediate(() => rig.agent.endTurn('cancelled'));
			return Promise.resolve();
		});
		assert.deepEqual(asked, ['The agent is still working.', '1 file is as it was.']);
		assert.equal(await rig.text('a'), lines());
	}),
);
