/** From change to change over files of any kind: the commands for the next and the previous one. */
import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { until } from '../../unit/node/until.ts';
import { hostTest } from './registry.ts';
import { shown, withReview } from './reviewRig.ts';
import { put } from './scratch.ts';
import { spying } from './spies.ts';

const base = 'one\ntwo\nthree\nfour\nfive\n';
const agent = 'ONE\ntwo\nthree\nfive\nsix\n';

const picture = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

/** The name of the file in the active tab, whatever its editor is. */
const tabName = (): string | undefined => vscode.window.tabGroups.activeTabGroup.activeTab?.label;

async function stepsTo(name: string, command: string, ...args: readonly unknown[]): Promise<void> {
	const before = tabName();
	await vscode.commands.executeCommand(command, ...args);
	await until(() => tabName() === name, 5_000, `${command} does not lead from ${before} to ${name}`);
}

hostTest('the next and the previous change lead over a picture to the files behind it', () =>
	withReview(async ({ changed, review, folder }) => {
		await changed('a.txt', base, 'ONE\ntwo\nthree\nfour\nfive\n');
		const image = vscode.Uri.file(await put(folder, 'b.png', picture));
		review.put(image.fsPath, '', '', { type: 'whole' });
		await changed('c.txt', base, 'one\ntwo\nTHREE\nfour\nfive\n');
		for (const name of ['a.txt', 'b.png', 'c.txt']) await stepsTo(name, 'acpHost.nextChange');
		for (const name of ['b.png', 'a.txt', 'c.txt']) await stepsTo(name, 'acpHost.previousChange');
		// The title of an editor passes its file, whichever editor is the active one.
		await stepsTo('c.txt', 'acpHost.nextChange', image, { groupId: 0 });
		await stepsTo('a.txt', 'acpHost.previousChange', image, { groupId: 0 });
	}),
);

hostTest('where an editor shows no text, the next change is the first one of its file', () =>
	withReview(async ({ changed }) => {
		const file = await changed('a.txt', base, agent);
		await vscode.window.showTextDocument(vscode.Uri.file(await changed('b.txt', base, agent)));
		await stepsTo('a.txt', 'acpHost.nextChange', vscode.Uri.file(file), { groupId: 0 });
		assert.equal(shown()?.line, 0);
	}),
);

hostTest('a deleted picture, which has no editor, is named and passed by', () =>
	withReview(({ changed, review, folder }) =>
		spying(async ({ messages }) => {
			review.baseText = () => Promise.resolve(undefined);
			await changed('a.txt', base, 'ONE\ntwo\nthree\nfour\nfive\n');
			const deleted = path.join(folder, 'b.png');
			review.put(deleted, '', '', { type: 'whole', kind: 'deleted' });
			await changed('c.txt', base, 'one\ntwo\nTHREE\nfour\nfive\n');
			for (const name of ['a.txt', 'c.txt']) await stepsTo(name, 'acpHost.nextChange');
			await stepsTo('a.txt', 'acpHost.previousChange');
			assert.equal(messages.length, 2);
			await review.keepFiles(review.files.map((file) => file.path).filter((file) => file !== deleted));
			await vscode.commands.executeCommand('acpHost.nextChange');
			assert.equal(messages.length, 3);
			for (const text of messages) assert.match(text, /cannot be shown as a diff: .*b\.png$/u);
		}),
	),
);

hostTest('both sides of a difference are at the line of the changed file', () =>
	withReview(async ({ changed, review }) => {
		const first = await changed('a.txt', base, agent);
		await changed('b.txt', base, agent);
		const hunk = review.file(first)?.hunks[2];
		await vscode.commands.executeCommand('acpHost.compareChange', { type: 'hunk', path: first, hunk });
		await until(() => shown()?.line === 4);
		await vscode.commands.executeCommand('workbench.action.compareEditor.focusSecondarySide');
		await until(() => vscode.window.activeTextEditor?.document.uri.scheme === 'acp-host-base');
		await stepsTo('b.txt', 'acpHost.nextChange');
	}),
);

hostTest('the number above a change leads to the one after it, wherever the cursor is', () =>
	withReview(async ({ changed, review }) => {
		const file = await changed('a.txt', base, agent);
		await vscode.window.showTextDocument(vscode.Uri.file(file));
		const hunk = review.file(file)?.hunks[1];
		await vscode.commands.executeCommand('acpHost.nextChange', { type: 'hunk', path: file, hunk });
		assert.deepEqual([shown()?.name, shown()?.line], ['a.txt', 4]);
	}),
);

hostTest('a created file is one place: from its last line the change before it is that of another file', () =>
	withReview(async ({ changed, review, folder }) => {
		await changed('a.txt', base, agent);
		const created = await put(folder, 'b.txt', base);
		review.put(created, '', base, { type: 'whole', kind: 'created' });
		const editor = await vscode.window.showTextDocument(vscode.Uri.file(created));
		editor.selection = new vscode.Selection(4, 0, 4, 0);
		await stepsTo('a.txt', 'acpHost.previousChange');
	}),
);
