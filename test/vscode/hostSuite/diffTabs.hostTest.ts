/** Many diffs and huge ones: what stays open is bounded, and opening is quick. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as limits from '../../../src/core/base/limits.ts';
import { ReadonlyDocuments, readonlyScheme } from '../../../src/host/common/readonlyDocuments.ts';
import { until } from '../../unit/node/until.ts';
import { hostFigure, hostTest } from './registry.ts';

/** Promised are 2 s; a test holds five times as much, to catch what hangs. */
const mostMs = 5 * 2_000;

const closeAll = (): Thenable<unknown> => vscode.commands.executeCommand('workbench.action.closeAllEditors');

function openDiffs(): number {
	return vscode.window.tabGroups.all
		.flatMap((group) => group.tabs)
		.filter(
			({ input }) => input instanceof vscode.TabInputTextDiff && input.original.scheme === readonlyScheme,
		).length;
}

hostTest('500 diffs leave no more behind than promised, and a diff of 10 MiB opens [hazard D9]', async () => {
	const documents = new ReadonlyDocuments();
	try {
		for (let n = 0; n < 500; n++) {
			const left = documents.put('one', `${n}/before`, `/ws/${n}.txt`, `before ${n}`);
			const right = documents.put('one', `${n}/after`, `/ws/${n}.txt`, `after ${n}`);
			// Each tenth is opened: drawing 500 editors is VS Code's own time.
			if (n % 10 === 0)
				await vscode.commands.executeCommand('vscode.diff', left, right, `${n}`, { preview: false });
			assert.ok(documents.count <= limits.diffDocuments);
		}
		await until(() => openDiffs() <= limits.diffDocuments / 2);
		const open = openDiffs();
		documents.closeGroup('one');
		await until(() => openDiffs() === 0);
		assert.equal(documents.count, 0);

		const line = 'a line of a text that is large\n';
		const text = line.repeat(Math.ceil((10 * 1024 * 1024) / line.length));
		const left = documents.put('two', 'before', '/ws/large.txt', text);
		const right = documents.put('two', 'after', '/ws/large.txt', text.replace('large', 'LARGE'));
		const started = performance.now();
		await vscode.commands.executeCommand('vscode.diff', left, right, 'large', { preview: false });
		await until(() => openDiffs() === 1);
		const taken = performance.now() - started;
		assert.ok(taken < mostMs, `${taken} ms`);
		documents.closeGroup('two');
		await until(() => openDiffs() === 0);
		hostFigure('D9', `500 diffs: ${open} tabs left; 10 MiB open after ${taken.toFixed(0)} ms`);
	} finally {
		documents.dispose();
		await closeAll();
	}
});
