import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as limits from '../../../src/core/base/limits.ts';
import { ReadonlyDocuments, readonlyScheme } from '../../../src/host/common/readonlyDocuments.ts';
import { until } from '../../unit/node/until.ts';
import { hostTest } from './registry.ts';

/** A kept text, read as VS Code does when it opens a tab. */
function textOf(documents: ReadonlyDocuments, uri: vscode.Uri): string {
	return documents.provideTextDocumentContent(uri);
}

/** The extension under test has registered the scheme already; this one is asked directly. */
function documentsTest(name: string, run: (documents: ReadonlyDocuments) => Promise<void> | void): void {
	hostTest(name, async () => {
		const documents = new ReadonlyDocuments();
		try {
			await run(documents);
		} finally {
			documents.dispose();
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		}
	});
}

function ourTabs(): vscode.Tab[] {
	return vscode.window.tabGroups.all
		.flatMap((group) => group.tabs)
		.filter(
			({ input }) =>
				(input instanceof vscode.TabInputText && input.uri.scheme === readonlyScheme) ||
				(input instanceof vscode.TabInputTextDiff && input.original.scheme === readonlyScheme),
		);
}

async function waitForTabs(count: number): Promise<void> {
	await until(() => ourTabs().length === count, 5000, `There are not ${count} tabs of ours.`);
}

documentsTest('keeps no more documents than promised, the newest ones [hazard D9]', (documents) => {
	const uris = Array.from({ length: 500 }, (_none, n) =>
		documents.put('session', `call/${n}/before`, `/ws/${n}.txt`, `text ${n}`),
	);
	assert.equal(documents.count, limits.diffDocuments);
	const [first] = uris;
	const last = uris.at(-1);
	assert.ok(first && last);
	assert.equal(textOf(documents, last), 'text 499');
	assert.match(textOf(documents, first), /went with the last window/u);
});

documentsTest('keeps no more bytes than promised [hazard D9]', (documents) => {
	const text = 'x'.repeat(limits.diffBytes / 8);
	for (let n = 0; n < 20; n++) documents.put('session', `call/${n}`, `/ws/${n}.txt`, text);
	assert.ok(documents.count * text.length * 2 <= limits.diffBytes, `${documents.count} documents`);
	assert.ok(documents.count >= 3, `${documents.count} documents`);
});

documentsTest('keeps one that is too large by itself, alone, as long as it is the newest', (documents) => {
	documents.put('session', 'small', '/ws/a.txt', 'a');
	const huge = documents.put('session', 'huge', '/ws/b.txt', 'x'.repeat(limits.diffBytes));
	assert.equal(documents.count, 1);
	assert.equal(textOf(documents, huge).length, limits.diffBytes);
});

documentsTest('counts a document that is put again once', (documents) => {
	for (let n = 0; n < 200; n++) documents.put('session', 'same', '/ws/a.txt', `text ${n}`);
	assert.equal(documents.count, 1);
});

documentsTest('texts of a group are forgotten with it, others stay', (documents) => {
	const gone = documents.put('one', 'a', '/ws/a.txt', 'a');
	const stays = documents.put('two', 'a', '/ws/a.txt', 'b');
	assert.notEqual(gone.toString(), stays.toString());
	documents.closeGroup('one');
	assert.match(textOf(documents, gone), /went with the last window/u);
	assert.equal(textOf(documents, stays), 'b');
	assert.equal(documents.count, 1);
});

documentsTest('tabs of a group close with it [hazard D9]', async (documents) => {
	const left = documents.put('one', 'before', '/ws/a.txt', 'a');
	const right = documents.put('one', 'after', '/ws/a.txt', 'b');
	const other = documents.put('two', 'text', '/ws/c.txt', 'c');
	await vscode.commands.executeCommand('vscode.diff', left, right, 'a.txt', { preview: false });
	await vscode.window.showTextDocument(other, { preview: false });
	await waitForTabs(2);
	documents.closeGroup('one');
	await waitForTabs(1);
	documents.closeGroup('two');
	await waitForTabs(0);
});

documentsTest('a tab closes when its text has to go [hazard D9]', async (documents) => {
	const first = documents.put('one', 'first', '/ws/first.txt', 'first');
	await vscode.window.showTextDocument(first, { preview: false });
	await waitForTabs(1);
	for (let n = 0; n < limits.diffDocuments; n++) documents.put('one', `${n}`, `/ws/${n}.txt`, 'x');
	await waitForTabs(0);
});

documentsTest('documents cannot be edited [hazard D9]', async (documents) => {
	const uri = documents.put('one', 'text', '/ws/a.txt', 'fixed');
	const editor = await vscode.window.showTextDocument(uri);
	const edit = new vscode.WorkspaceEdit();
	edit.insert(uri, new vscode.Position(0, 0), 'scribble');
	const isApplied = await vscode.workspace.applyEdit(edit).then(
		(applied) => applied,
		() => false,
	);
	const isSaved =
		isApplied &&
		(await editor.document.save().then(
			(saved) => saved,
			() => false,
		));
	assert.equal(isSaved, false);
});

documentsTest(
	'a text can be read whatever the agent calls it, such as a command with a path',
	async (documents) => {
		await documents.showText('permission', '/bin/sh -c "a\u202Eb"', 'all of it');
		await waitForTabs(1);
		assert.equal(ourTabs()[0]?.label, '_bin_sh -c "a⟨U+202E⟩b".txt');
	},
);
