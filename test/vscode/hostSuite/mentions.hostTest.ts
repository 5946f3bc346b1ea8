/** What the window knows and can be mentioned: files, selections, problems, symbols and changes. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import type { ViewContext, ViewMention } from '../../../src/core/view/viewAttachment.ts';
import { activeSelection } from '../../../src/host/prompt/addToChat.ts';
import { copiedFrom, rangeOf } from '../../../src/host/mentions/editorContext.ts';
import { attachmentSources } from '../../../src/host/prompt/attachmentSources.ts';
import { MentionSearch } from '../../../src/host/mentions/mentionSearch.ts';
import { openAttachment } from '../../../src/host/prompt/openAttachment.ts';
import { hostTest } from './registry.ts';
import { put, typeInto, withScratch } from './scratch.ts';

/** All that the search finds in the end. */
async function found(query: string, search = new MentionSearch()): Promise<readonly ViewMention[]> {
	let last: readonly ViewMention[] = [];
	await search.find(query, (items) => {
		last = items;
	});
	return last;
}

const labels = (items: readonly ViewMention[]): string[] => items.map(({ label }) => label);

hostTest('mentions find files and folders, without what the settings exclude from searches', () =>
	withScratch(async (folder) => {
		const name = path.basename(folder);
		await put(folder, 'deep/zebra.txt', '');
		await put(folder, 'node_modules/zebra/index.js', '');
		const zebras = labels(await found('zebra'));
		assert.deepEqual(zebras, [`${name}/deep/zebra.txt`]);
		assert.ok(labels(await found(`${name}/deep`)).includes(`${name}/deep`));
		assert.equal((await found('')).length > 0, true);
	}),
);

hostTest('mentions begin with the selection and the open editors', () =>
	withScratch(async (folder) => {
		const file = await put(folder, 'open.txt', 'one\ntwo\nthree\n');
		const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
		editor.selection = new vscode.Selection(0, 1, 2, 0);
		const search = new MentionSearch();
		const [selection, open] = await found('', search);
		const name = vscode.workspace.asRelativePath(file);
		assert.deepEqual(selection, {
			id: `${vscode.Uri.file(file).toString()}#L1-L2`,
			kind: 'range',
			label: `${name}:1-2`,
			description: 'Selection',
		});
		assert.equal(open?.label, name);
		assert.equal(search.offered(selection.id)?.type, 'range');
		assert.equal(search.offered('file:///etc/passwd'), undefined);
	}),
);

hostTest('mentioned lines are what the editor shows, also after they moved [acp C49]', () =>
	withScratch(async (folder) => {
		const file = await put(folder, 'moving.txt', 'one\ntwo\nthree\n');
		const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
		const context = rangeOf(editor.document, new vscode.Range(1, 0, 2, 2));
		await typeInto(file, 'unsaved\nmore\n');
		const range = await attachmentSources.range(context, 100);
		assert.deepEqual(range?.lines, { startLine: 4, endLine: 5 });
		assert.equal(range?.text, 'two\nthree');
		assert.equal(await attachmentSources.range(context, 3), undefined);
		await openAttachment(context, { byKey: () => undefined }, { showText: () => assert.fail() });
		assert.equal(vscode.window.activeTextEditor?.selection.start.line, 3);
		assert.equal(vscode.window.activeTextEditor?.selection.end.line, 4);
	}),
);

hostTest('mentioned lines are read only from the workspace and from open editors [hazard D1]', async () => {
	const outside: ViewContext = { type: 'range', id: 'file:///etc/hosts#L1', name: 'hosts:1' };
	assert.equal(await attachmentSources.range(outside, 1_000), undefined);
});

hostTest('mentions have the problems of all files and of open ones, in words when they go out', () =>
	withScratch(async (folder) => {
		const file = vscode.Uri.file(await put(folder, 'wrong.txt', 'one\ntwo\n'));
		const collection = vscode.languages.createDiagnosticCollection('acp-test');
		try {
			const problem = new vscode.Diagnostic(new vscode.Range(1, 0, 1, 3), 'No such thing');
			problem.source = 'test';
			problem.code = { value: 42, target: file };
			const hint = new vscode.Diagnostic(
				new vscode.Range(0, 0, 0, 1),
				'Grey',
				vscode.DiagnosticSeverity.Hint,
			);
			collection.set(file, [hint, problem]);
			await vscode.window.showTextDocument(file);
			const name = vscode.workspace.asRelativePath(file);
			const problems = (await found('')).filter(({ kind }) => kind === 'problems');
			assert.deepEqual(labels(problems), ['Problems', `Problems: ${name}`]);
			assert.deepEqual(
				problems.map(({ description }) => description),
				['1 error', '1 error'],
			);
			assert.equal(
				attachmentSources.problems(problems[1]?.id ?? '', 1_000),
				`Problems in ${name} (1 error):\n\n- ${name}:2:1 error: No such thing (test 42)`,
			);
		} finally {
			collection.dispose();
		}
	}),
);

hostTest('mentions have symbols of the workspace, after all else, and none from outside', () =>
	withScratch(async (folder) => {
		const uri = vscode.Uri.file(await put(folder, 'symbols.txt', 'one\ntwo\nthree\n'));
		const at = (target: vscode.Uri): vscode.SymbolInformation =>
			new vscode.SymbolInformation(
				'giraffeNeck',
				vscode.SymbolKind.Function,
				'',
				new vscode.Location(target, new vscode.Range(1, 0, 2, 3)),
			);
		const provider = vscode.languages.registerWorkspaceSymbolProvider({
			provideWorkspaceSymbols: () => [at(vscode.Uri.file('/etc/hosts')), at(uri)],
		});
		try {
			const symbols = (await found('giraffe')).filter(({ kind }) => kind === 'symbol');
			assert.deepEqual(symbols, [
				{
					id: `${uri.toString()}#L2-L3`,
					kind: 'symbol',
					label: 'giraffeNeck',
					description: `${vscode.workspace.asRelativePath(uri)}:2`,
				},
			]);
			assert.equal((await found('g')).filter(({ kind }) => kind === 'symbol').length, 0);
		} finally {
			provider.dispose();
		}
	}),
);

hostTest('mentions have the changes of a repository, and leave out what it ignores', () =>
	withScratch(async (folder) => {
		const git = promisify(execFile);
		const run = (...args: string[]) =>
			git('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder });
		await run('init');
		await put(folder, '.gitignore', 'ignored\n');
		const kept = await put(folder, 'llama.txt', 'one\n');
		await put(folder, 'ignored/llama.txt', 'secret\n');
		await run('add', '.');
		await run('commit', '-m', 'first');
		await put(folder, 'llama.txt', 'two\n');
		await put(folder, 'new.txt', 'new\n');
		const extension = vscode.extensions.getExtension<{
			getAPI(version: 1): {
				openRepository(root: vscode.Uri): Promise<{ status(): Promise<void> } | null>;
			};
		}>('vscode.git');
		const api = (await extension?.activate())?.getAPI(1);
		const repository = await api?.openRepository(vscode.Uri.file(folder));
		assert.ok(repository !== undefined && repository !== null, 'The git extension does not open it.');
		await repository.status();
		assert.deepEqual(labels(await found('llama')), [vscode.workspace.asRelativePath(kept)]);
		const changes = (await found('changes')).find(({ kind }) => kind === 'changes');
		assert.equal(changes?.description, '2 files');
		const text = await attachmentSources.changes(changes?.id ?? '', 10_000);
		assert.match(text, /```diff\n[^]*-one\n\+two\n```/u);
		assert.match(text, /new\.txt$/u);
		assert.match(await attachmentSources.changes('changes:file:///nowhere', 100), /not open in the editor/u);
	}),
);

hostTest('what is selected in a terminal is taken, and the clipboard is as it was', async () => {
	const before = await vscode.env.clipboard.readText();
	const terminal = printedTerminal('\u001b[31mgiraffe\u001b[0m neck\r\n');
	try {
		await vscode.env.clipboard.writeText('kept');
		assert.equal(await vscode.env.clipboard.readText(), 'kept');
		terminal.show();
		const context = await until(async () => {
			await vscode.commands.executeCommand('workbench.action.terminal.selectAll');
			const found = await activeSelection();
			return found?.text?.includes('giraffe') === true ? found : undefined;
		});
		assert.equal(context.name, 'Terminal: giraffe neck');
		assert.equal(context.text, 'giraffe neck');
		assert.equal(await vscode.env.clipboard.readText(), 'kept');
		await vscode.env.clipboard.writeText('giraffe neck');
		assert.deepEqual((await activeSelection())?.text, 'giraffe neck', 'the same text was on the clipboard');
		await vscode.commands.executeCommand('workbench.action.terminal.clearSelection');
		assert.equal(await activeSelection(), undefined, 'nothing is selected');
		assert.equal(await vscode.env.clipboard.readText(), 'giraffe neck');
	} finally {
		terminal.dispose();
		await vscode.env.clipboard.writeText(before);
	}
});

/** A terminal that shows a text. It is ours to fill: the oldest VS Code from npm starts no shell. */
function printedTerminal(text: string): vscode.Terminal {
	const written = new vscode.EventEmitter<string>();
	return vscode.window.createTerminal({
		name: 'acp-test',
		pty: { onDidWrite: written.event, open: () => written.fire(text), close: () => written.dispose() },
	});
}

/** Asks until there is an answer: nothing tells when a terminal has drawn. */
async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
	const deadline = performance.now() + 20_000;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (performance.now() > deadline) assert.fail('It does not come.');
		await delay(100);
	}
}

hostTest('pasted lines are told by the one editor that has them selected', () =>
	withScratch(async (folder) => {
		const file = await put(folder, 'copied.txt', 'one\n\ttwo\nthree\n');
		const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
		editor.selection = new vscode.Selection(1, 1, 2, 5);
		assert.match(copiedFrom('two\nthree')?.id ?? '', /copied\.txt#L2-L3$/u);
		assert.match(copiedFrom('\ttwo\r\nthree\r\n')?.id ?? '', /copied\.txt#L2-L3$/u);
		assert.equal(copiedFrom('two\nother'), undefined);
		editor.selection = new vscode.Selection(1, 2, 2, 5);
		assert.equal(copiedFrom('wo\nthree'), undefined, 'it begins in the middle of a line');
	}),
);
