/** Many diffs and huge ones: what stays open is bounded, and opening is quick. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as limits from '../../../src/core/base/limits.ts';
import { ReadonlyDocuments, readonlyScheme } from '../../../src/host/common/readonlyDocuments.ts';
import { until } from '../../unit/node/until.ts';
import { sized } from '../../tools/sized.ts';
import { hostFigure, hostTest } from './registry.ts';

/** As many times as long as a diff of the same texts takes without us, in the same window. */
const mostTimes = 3;
/** Other work on the machine can hit one of two that are compared. */
const tries = 3;
/** Both openings are VS Code's own work, of seconds. */
const hangsAfterMs = 120_000;
const plainScheme = 'diff-without-us';
/** The short one still opens more of them than are kept. */
const diffCount = sized(500, 200);
const largeMib = sized(10, 2);

const closeAll = (): Thenable<unknown> => vscode.commands.executeCommand('workbench.action.closeAllEditors');

function openDiffs(scheme = readonlyScheme): number {
	return vscode.window.tabGroups.all
		.flatMap((group) => group.tabs)
		.filter(({ input }) => input instanceof vscode.TabInputTextDiff && input.original.scheme === scheme)
		.length;
}

/** Milliseconds until the diff has its tab, which `close` takes away then. */
async function timeToOpen(left: vscode.Uri, right: vscode.Uri, close: () => unknown): Promise<number> {
	const started = performance.now();
	await vscode.commands.executeCommand('vscode.diff', left, right, 'large', { preview: false });
	await until(() => openDiffs(left.scheme) === 1);
	const taken = performance.now() - started;
	await close();
	await until(() => openDiffs(left.scheme) === 0);
	return taken;
}

hostTest(`${diffCount} diffs leave no more behind than promised [hazard D9]`, async () => {
	const documents = new ReadonlyDocuments();
	try {
		for (let n = 0; n < diffCount; n++) {
			const left = documents.put('one', `${n}/before`, `/ws/${n}.txt`, `before ${n}`);
			const right = documents.put('one', `${n}/after`, `/ws/${n}.txt`, `after ${n}`);
			// Each tenth is opened: drawing all of their editors is VS Code's own time.
			if (n % 10 === 0)
				await vscode.commands.executeCommand('vscode.diff', left, right, `${n}`, { preview: false });
			assert.ok(documents.count <= limits.diffDocuments);
		}
		await until(() => openDiffs() <= limits.diffDocuments / 2);
		const open = openDiffs();
		documents.closeGroup('one');
		await until(() => openDiffs() === 0);
		assert.equal(documents.count, 0);
		hostFigure('D9', `${diffCount} diffs: ${open} tabs left`);
	} finally {
		documents.dispose();
		await closeAll();
	}
});

hostTest(
	`a diff of ${largeMib} MiB opens about as fast as without us, and closes with its group [hazard D9]`,
	async () => {
		const line = 'a line of a text that is large\n';
		const text = line.repeat(Math.ceil((largeMib * 1024 * 1024) / line.length));
		const changed = text.replace('large', 'LARGE');
		const documents = new ReadonlyDocuments();
		const plain = vscode.workspace.registerTextDocumentContentProvider(plainScheme, {
			provideTextDocumentContent: ({ path }) => (path.endsWith('after.txt') ? changed : text),
		});
		const sideOf = (name: string): vscode.Uri =>
			vscode.Uri.from({ scheme: plainScheme, path: `/${name}.txt` });
		try {
			const times: number[] = [];
			let taken = 0;
			for (let n = 0; n < tries && !times.some((found) => found < mostTimes); n++) {
				const floor = await timeToOpen(sideOf(`${n}/before`), sideOf(`${n}/after`), closeAll);
				const left = documents.put('two', `${n}/before`, '/ws/large.txt', text);
				const right = documents.put('two', `${n}/after`, '/ws/large.txt', changed);
				taken = await timeToOpen(left, right, () => documents.closeGroup('two'));
				times.push(taken / floor);
			}
			const best = Math.min(...times);
			assert.ok(best < mostTimes, `${best} times as long`);
			hostFigure(
				'D9',
				`${largeMib} MiB open after ${taken.toFixed(0)} ms, ${best.toFixed(1)} times as long as without us`,
			);
		} finally {
			plain.dispose();
			documents.dispose();
			await closeAll();
		}
	},
	hangsAfterMs,
);
