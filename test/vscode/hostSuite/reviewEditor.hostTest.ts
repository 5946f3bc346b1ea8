/** Changes that wait, in editors: what stands above them, at them, and what the commands do. */
import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { BaseDocuments } from '../../../src/host/review/baseDocuments.ts';
import { FilePlaces } from '../../../src/host/common/filePlaces.ts';
import { HunkLenses } from '../../../src/host/review/hunkLenses.ts';
import { sized } from '../../tools/sized.ts';
import { until } from '../../unit/node/until.ts';
import { answering } from './changesRig.ts';
import { hostTest } from './registry.ts';
import { shown, withReview } from './reviewRig.ts';
import { spying } from './spies.ts';

const base = 'one\ntwo\nthree\nfour\nfive\n';
const agent = 'ONE\ntwo\nthree\nfive\nsix\n';

async function lensesOf(file: string): Promise<vscode.Command[]> {
	const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
		'vscode.executeCodeLensProvider',
		vscode.Uri.file(file),
		100,
	);
	return lenses.flatMap(({ command }) => command ?? []);
}

async function press(file: string, title: string, at = 0): Promise<void> {
	const buttons = (await lensesOf(file)).filter((command) => command.title === title);
	const button = buttons[at];
	assert.ok(button, `${title} is not there`);
	await vscode.commands.executeCommand(button.command, ...(button.arguments ?? []));
}

hostTest('above each change are its buttons, and they do what they say', () =>
	withReview(async ({ changed, review }) => {
		const file = await changed('a.py', base, agent);
		await vscode.window.showTextDocument(vscode.Uri.file(file));
		const titles = (await lensesOf(file)).map(({ title }) => title);
		assert.deepEqual(titles, [
			...['Keep', 'Undo', 'Before (-1)', '1/3'],
			...['Keep', 'Undo', 'Before (-1)', '2/3'],
			...['Keep', 'Undo', 'Before', '3/3'],
		]);
		await press(file, 'Undo', 1);
		assert.deepEqual(shown()?.text, 'ONE\ntwo\nthree\nfour\nfive\nsix\n');
		await press(file, 'Keep', 0);
		assert.equal(await review.baseText(file), 'ONE\ntwo\nthree\nfour\nfive\n');
		assert.deepEqual(
			(await lensesOf(file)).map(({ title }) => title),
			['Keep', 'Undo', 'Before', '1/1'],
		);
		await press(file, 'Before');
		await until(() => vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'a.py (accepted ↔ now)');
	}),
);

hostTest("a change that was undone comes back with the editor's own undo, and waits again", () =>
	withReview(async ({ changed, review }) => {
		const file = await changed('a.py', base, 'ONE\ntwo\nthree\nfour\nfive\n');
		await vscode.window.showTextDocument(vscode.Uri.file(file));
		await press(file, 'Undo');
		assert.equal(shown()?.text, base);
		await vscode.commands.executeCommand('undo');
		assert.equal(shown()?.text, 'ONE\ntwo\nthree\nfour\nfive\n');
		assert.equal(review.files.length, 1);
	}),
);

hostTest('a button that was drawn before the user typed is refused, and nothing is changed', () =>
	withReview(async ({ changed, review }) => {
		const file = await changed('a.py', base, agent);
		const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
		const [keep, undo] = await lensesOf(file);
		assert.ok(keep && undo);
		await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'typed\n'));
		for (const { command, arguments: args = [] } of [keep, undo]) {
			await vscode.commands.executeCommand(command, ...args);
		}
		assert.equal(shown()?.text, `typed\n${agent}`);
		assert.equal(await review.baseText(file), base);
	}),
);

hostTest('by keys alone: from change to change over files, keep, undo, until nothing waits', () =>
	withReview(async ({ changed, review }) => {
		const first = await changed('a.py', base, agent);
		await changed('b.py', base, 'one\ntwo\nTHREE\nfour\nfive\n');
		await vscode.window.showTextDocument(vscode.Uri.file(first));
		await vscode.commands.executeCommand('acpHost.nextChange');
		assert.deepEqual([shown()?.name, shown()?.line], ['a.py', 3]);
		await vscode.commands.executeCommand('acpHost.nextChange');
		await vscode.commands.executeCommand('acpHost.nextChange');
		assert.deepEqual([shown()?.name, shown()?.line], ['b.py', 2]);
		await vscode.commands.executeCommand('acpHost.previousChange');
		assert.deepEqual([shown()?.name, shown()?.line], ['a.py', 4]);
		await vscode.commands.executeCommand('acpHost.keepChange');
		// Behind the last change of the file come those that are left in it, and then the next file.
		assert.deepEqual([shown()?.name, shown()?.line], ['a.py', 0]);
		await vscode.commands.executeCommand('acpHost.undoChange');
		assert.deepEqual([shown()?.name, shown()?.line], ['a.py', 3]);
		await vscode.commands.executeCommand('acpHost.keepChange');
		assert.deepEqual([shown()?.name, shown()?.line], ['b.py', 2]);
		await vscode.commands.executeCommand('acpHost.undoChange');
		assert.deepEqual(review.files, []);
		assert.equal(shown()?.text, base);
		const left = await vscode.workspace.openTextDocument(first);
		assert.equal(left.getText(), 'one\ntwo\nthree\nfive\nsix\n');
	}),
);

const fileCount = sized(5, 2);
const changeCount = 6 * fileCount;

hostTest(
	`${changeCount} changes in ${fileCount} files are answered by two keys, and no other leads from one to the next`,
	() =>
		withReview(async ({ changed, review }) => {
			const lines = Array.from({ length: 60 }, (_, n) => `line ${n}\n`);
			const agent = lines.map((line, n) => (n % 10 === 5 ? `new ${line}` : line)).join('');
			const half = lines.map((line, n) => (n % 20 === 5 ? `new ${line}` : line)).join('');
			const names = ['a.py', 'b.py', 'c.py', 'd.py', 'e.py'].slice(0, fileCount);
			const files = await Promise.all(names.map((name) => changed(name, lines.join(''), agent)));
			assert.equal(review.files.flatMap(({ hunks }) => hunks).length, changeCount);
			await vscode.commands.executeCommand('acpHost.nextChange');
			for (let answers = 0; answers < changeCount; answers++) {
				const before = shown();
				assert.ok(before?.text.split('\n')[before.line]?.startsWith('new '), JSON.stringify(before));
				const key = answers % 2 === 0 ? 'acpHost.keepChange' : 'acpHost.undoChange';
				await vscode.commands.executeCommand(key);
				const left = review.files.flatMap(({ hunks }) => hunks).length;
				assert.equal(left, changeCount - 1 - answers, `${key}: ${JSON.stringify(before)}`);
			}
			for (const file of files) {
				assert.equal((await vscode.workspace.openTextDocument(file)).getText(), half);
			}
		}),
);

hostTest('a key brings what is out of sight into sight, and answers it only then [hazard C6]', () =>
	withReview(async ({ changed, review }) => {
		const text = Array.from({ length: 400 }, (_, n) => `line ${n}\n`).join('');
		const edited = await changed('a.py', text, `first\n${text}`);
		const created = await changed('b.py', '', text);
		review.put(created, '', text, { type: 'whole', kind: 'created' });
		const isShown = (line: number): boolean =>
			vscode.window.activeTextEditor?.visibleRanges.some(
				({ start, end }) => start.line <= line && line <= end.line,
			) === true;
		for (const file of [edited, created]) {
			const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
			const line = file === edited ? 0 : 350;
			editor.selection = new vscode.Selection(line, 0, line, 0);
			editor.revealRange(new vscode.Range(350, 0, 350, 0), vscode.TextEditorRevealType.InCenter);
			await until(() => isShown(350) && !isShown(0));
			await vscode.commands.executeCommand('acpHost.undoChange');
			await until(() => isShown(0));
			assert.deepEqual(review.asked, []);
		}
		await vscode.commands.executeCommand('acpHost.undoChange');
		assert.deepEqual(review.asked, [`undoFiles ${created}`]);
	}),
);

hostTest('to undo several files is asked about, and what comes meanwhile is left', () =>
	withReview(async ({ changed, review, folder }) => {
		const files = await Promise.all(['a.py', 'b.py'].map((name) => changed(name, base, agent)));
		const group = { type: 'group', files: files.map((file) => ({ path: file })) };
		const asked = await answering(undefined, async () => {
			await vscode.commands.executeCommand('acpHost.undoChange', group);
			await vscode.commands.executeCommand('acpHost.undoChange', review.files[0], [
				...files.map((file) => ({ type: 'file', file: { path: file } })),
			]);
			await vscode.commands.executeCommand('acpHost.undoFileChanges', { type: 'files', paths: files });
		});
		assert.deepEqual([...new Set(asked)], ['Undo the changes in 2 files?']);
		assert.equal(asked.length, 3);
		assert.deepEqual(review.asked, []);
		const { showWarningMessage } = vscode.window;
		const later = path.join(folder, 'c.py');
		const answer = async (): Promise<string> => {
			await changed('c.py', base, agent);
			return 'Undo All';
		};
		Object.assign(vscode.window, { showWarningMessage: answer });
		try {
			await vscode.commands.executeCommand('acpHost.undoAllChanges');
		} finally {
			Object.assign(vscode.window, { showWarningMessage });
		}
		assert.deepEqual(review.asked, [`undoFiles ${files.join(' ')}`]);
		assert.ok(review.file(later));
	}),
);

hostTest("a hover shows the lines that were removed, as code of the file's language", () =>
	withReview(async ({ changed }) => {
		const file = await changed('a.py', 'const a = 1;\n```\nrest\n', 'rest\n');
		await vscode.window.showTextDocument(vscode.Uri.file(file));
		const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
			'vscode.executeHoverProvider',
			vscode.Uri.file(file),
			new vscode.Position(0, 0),
		);
		const text = hovers.flatMap(({ contents }) =>
			contents.map((one) => (typeof one === 'string' ? one : one.value)),
		);
		assert.ok(
			text.some((one) => one.includes('````python\nconst a = 1;\n```\n````')),
			text.join('\n'),
		);
	}),
);

hostTest('the light bulb of a changed line keeps and undoes, and no other line has it', () =>
	withReview(async ({ changed, review }) => {
		const file = await changed('a.py', base, agent);
		const document = await vscode.workspace.openTextDocument(file);
		const actionsAt = (line: number): Thenable<vscode.CodeAction[]> =>
			vscode.commands.executeCommand<vscode.CodeAction[]>(
				'vscode.executeCodeActionProvider',
				document.uri,
				new vscode.Range(line, 0, line, 0),
				vscode.CodeActionKind.QuickFix.value,
			);
		const ours = (actions: vscode.CodeAction[]): vscode.CodeAction[] =>
			actions.filter(({ title }) => title.endsWith('this change'));
		assert.deepEqual(ours(await actionsAt(1)), []);
		const [keep, undo] = ours(await actionsAt(0));
		assert.deepEqual([keep?.title, undo?.title], ['Keep this change', 'Undo this change']);
		const { command = '', arguments: args = [] } = keep?.command ?? {};
		await vscode.commands.executeCommand(command, ...args);
		assert.equal(review.files[0]?.hunks.length, 2);
	}),
);

hostTest('the buttons of the title keep and undo the file, and those of a line number its change', () =>
	withReview(async ({ changed, review }) => {
		const first = await changed('a.py', base, agent);
		const second = await changed('b.py', base, agent);
		const uri = vscode.Uri.file(first);
		await vscode.window.showTextDocument(uri);
		await vscode.commands.executeCommand('acpHost.undoChange', { uri, lineNumber: 1 });
		assert.equal(shown()?.text.startsWith('one\n'), true);
		await vscode.commands.executeCommand('acpHost.keepFileChanges', uri, { groupId: 0 });
		assert.deepEqual(
			review.files.map((file) => path.basename(file.path)),
			['b.py'],
		);
		await vscode.commands.executeCommand('acpHost.undoFileChanges', vscode.Uri.file(second));
		assert.deepEqual(review.files, []);
		assert.equal((await vscode.workspace.openTextDocument(second)).getText(), base);
	}),
);

hostTest('the review is one tab with all files, what was accepted on the left', () =>
	withReview(async ({ changed, review }) => {
		const files = await Promise.all(['a.py', 'b.py'].map((name) => changed(name, base, agent)));
		await vscode.commands.executeCommand('acpHost.reviewChanges');
		const { activeTab } = vscode.window.tabGroups.activeTabGroup;
		assert.match(activeTab?.label ?? '', /^Changes of Agents/u);
		assert.equal(activeTab?.isPreview, false);
		const left = (): vscode.TextDocument | undefined =>
			vscode.workspace.textDocuments.find(
				({ uri }) => uri.scheme === 'acp-host-base' && uri.fsPath === files[0],
			);
		await until(() => left()?.getText() === base);
		const [hunk] = review.file(files[0] ?? '')?.hunks ?? [];
		assert.ok(hunk);
		await review.keepHunk(files[0] ?? '', hunk);
		// The left side follows what is kept.
		await until(() => left()?.getText() === 'ONE\ntwo\nthree\nfour\nfive\n');
	}),
);

hostTest('every command of the review takes anything, and does nothing for what is none of ours', () =>
	withReview(async ({ changed, review }) => {
		await changed('a.py', base, agent);
		const { packageJSON } = vscode.extensions.getExtension('acp-host.acp-host') ?? {};
		const { contributes } = packageJSON as { contributes: { commands: { command: string }[] } };
		const about = contributes.commands
			.map(({ command }) => command)
			.filter((id) => /(?:keep|undo|compare|open)(?:File)?Changes?$/u.test(id));
		assert.equal(about.length, 6);
		const odd: unknown[] = [
			null,
			7,
			'x',
			[],
			{},
			{ type: 'hunk' },
			{ type: 'files', paths: [7] },
			{ uri: 'x', lineNumber: 'y' },
			vscode.Uri.parse('git:/x'),
			{ type: 'hunk', path: '/nowhere', hunk: { ...review.files[0]?.hunks[0], liveStart: 99 } },
		];
		await spying(async ({ messages }) => {
			for (const id of about) {
				messages.length = 0;
				for (const argument of odd) {
					await vscode.commands.executeCommand(id, argument, argument);
				}
				assert.ok(messages.every((text) => text === 'No change of an agent waits here.'));
				// Whether a change is still there only the review can say, and it says so itself.
				const isAnswer = /keep|undo/u.test(id);
				assert.ok(messages.length >= odd.length - (isAnswer ? 1 : 0), `${id} said ${messages.length}`);
			}
		});
		assert.equal(review.files[0]?.hunks.length, 3);
	}),
);

hostTest('buttons above a change are asked for once more, for a window that was too busy to draw them', () =>
	withReview(async ({ changed, review }) => {
		const file = await changed('a.txt', 'one\n', 'ONE\n');
		const document = await vscode.workspace.openTextDocument(file);
		const places = new FilePlaces();
		const bases = new BaseDocuments(review, places);
		const lenses = new HunkLenses({ review, places, bases });
		let asked = 0;
		const listener = lenses.onDidChangeCodeLenses(() => {
			asked++;
			lenses.provideCodeLenses(document);
		});
		assert.ok(lenses.provideCodeLenses(document).length > 0);
		await until(() => asked === 1);
		for (const part of [listener, lenses, bases, places]) part.dispose();
	}),
);

hostTest(
	'all that is kept from the palette leaves the focus where it is, and a button that goes does not',
	() =>
		withReview(({ changed }) =>
			spying(async ({ commands }) => {
				const focused = (): number =>
					commands.filter(([id]) => id === 'workbench.action.focusActiveEditorGroup').length;
				await changed('a.txt', 'one\n', 'ONE\n');
				await vscode.commands.executeCommand('acpHost.keepAllChanges');
				assert.equal(focused(), 0);
				await changed('b.txt', 'one\n', 'ONE\n');
				await vscode.commands.executeCommand('acpHost.keepAllOfView');
				await until(() => focused() === 1);
			}),
		),
);

hostTest('without a review the commands say that nothing waits', () =>
	spying(async ({ messages }) => {
		for (const id of ['acpHost.reviewChanges', 'acpHost.keepAllChanges', 'acpHost.nextChange']) {
			await vscode.commands.executeCommand(id);
		}
		assert.deepEqual([...new Set(messages)], ['No change of an agent waits for your review.']);
		assert.equal(messages.length, 3);
	}),
);
