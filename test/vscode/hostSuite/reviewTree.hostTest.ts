/** Changes that wait, beside the chat and in the Explorer. */
import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ChangedFile } from '../../../src/host/changes/changeReview.ts';
import { ChangeBadges } from '../../../src/host/review/changeBadges.ts';
import { ChangesTree } from '../../../src/host/review/changesTree.ts';
import { FilePlaces } from '../../../src/host/common/filePlaces.ts';
import { FakeReview, MemoryTexts } from '../../unit/host/review/fakeReview.ts';
import { hostTest } from './registry.ts';
import { memoryOf } from './reviewRig.ts';

const [root] = vscode.workspace.workspaceFolders ?? [];
const folder = root?.uri.fsPath ?? '';
const at = (name: string): string => path.join(folder, name);

function reviewOf(files: Readonly<Record<string, Partial<ChangedFile>>>): FakeReview {
	const live = new MemoryTexts();
	const review = new FakeReview(live);
	for (const [name, more] of Object.entries(files)) {
		live.write(at(name), 'one\n2\nthree\n\u202Efour\n');
		review.put(at(name), '1\n2\n3\n', 'one\n2\nthree\n\u202Efour\n', more);
	}
	return review;
}

const emptyView = () => ({ dispose: () => undefined, onDidChangeSelection: new vscode.EventEmitter().event });

/** Runs `work` with a tree, and what it tells the views of VS Code. */
function withTree(review: FakeReview, work: (tree: ChangesTree, badges: () => unknown[]) => void): void {
	const window = vscode.window as { createTreeView: unknown };
	const { createTreeView } = window;
	const views: { badge?: vscode.ViewBadge }[] = [];
	window.createTreeView = () => {
		const view: { badge?: vscode.ViewBadge } & ReturnType<typeof emptyView> = emptyView();
		views.push(view);
		return view;
	};
	const places = new FilePlaces();
	try {
		const tree = new ChangesTree(review, places, memoryOf());
		work(tree, () => views.map(({ badge }) => badge?.value));
		tree.dispose();
		// VS Code keeps it, whatever becomes of the view.
		assert.deepEqual(
			views.map(({ badge }) => badge),
			[undefined, undefined],
		);
	} finally {
		window.createTreeView = createTreeView;
		places.dispose();
	}
}

hostTest('a row says what changed, how much, and who did not tell of it; also to those who listen', () => {
	const review = reviewOf({ 'src/a.py': { isUndeclared: true, commands: ['npm test \u202E'] } });
	withTree(review, (tree, badges) => {
		const [file] = tree.getChildren();
		const [first, second] = tree.getChildren(file);
		assert.ok(file && first && second);
		const row = tree.getTreeItem(file);
		assert.deepEqual([row.label, row.description], ['a.py', '+3 -2 · not told by any tool call · src']);
		assert.equal(row.tooltip, 'src/a.py\n+3 -2 · not told by any tool call\nCommand: npm test ⟨U+202E⟩');
		assert.deepEqual(row.accessibilityInformation, {
			label: 'src/a.py, lines: 3 added, 2 removed, not told by any tool call',
		});
		assert.equal(row.contextValue, 'file undoable');
		assert.deepEqual(row.command?.arguments, [file]);
		const inner = tree.getTreeItem(second);
		assert.deepEqual([inner.label, inner.description], ['three', '+2 -1 · line 3']);
		assert.equal(inner.tooltip, '- 3\n+ three\n+ ⟨U+202E⟩four');
		assert.equal(
			inner.accessibilityInformation?.label,
			'Change 2 of 2, line 3, lines: 2 added, 1 removed, three',
		);
		assert.deepEqual(badges(), [1, 1]);
	});
});

hostTest(
	'a file whose content before is not known has no Undo, and what is not covered is the last row',
	() => {
		const review = reviewOf({ 'a.py': { isUndoable: false }, 'b.py': { kind: 'created', type: 'whole' } });
		review.gaps = [{ reason: 'ignored', count: 3, paths: [at('node_modules')] }];
		withTree(review, (tree) => {
			const rows = tree.getChildren().map((node) => tree.getTreeItem(node));
			assert.deepEqual(
				rows.map(({ description, contextValue }) => [description, contextValue]),
				[
					['+3 -2 · cannot be undone: no copy of what was there', 'file'],
					['new file', 'file undoable'],
					[undefined, 'gap'],
				],
			);
			const last = rows.at(-1);
			assert.equal(last?.label, 'Not watched: ignored by Git (3)');
			assert.equal(last?.tooltip, `Not watched: ignored by Git (3)\n${at('node_modules')}`);
			assert.equal(last?.command, undefined);
		});
	},
);

hostTest('a tooltip names the newest commands and counts the others, and cuts long titles', () => {
	const commands = Array.from({ length: 3_000 }, (_, n) => `make ${n}`);
	const review = reviewOf({ 'a.py': { commands } });
	withTree(review, (tree) => {
		const [file] = tree.getChildren();
		assert.ok(file);
		const { tooltip } = tree.getTreeItem(file);
		assert.ok(typeof tooltip === 'string');
		assert.deepEqual(tooltip.split('\n').slice(-2), ['Command: make 2999', '… 2995 more']);
		const title = 'x'.repeat(1_000_000);
		const group = {
			type: 'group',
			id: 'g',
			label: title,
			description: title,
			files: [],
			restores: [],
		} as const;
		const { tooltip: cut } = tree.getTreeItem(group);
		assert.ok(typeof cut === 'string' && cut.length < 500);
	});
});

hostTest('the tree is grouped as it was last', async () => {
	const memory = memoryOf();
	const review = reviewOf({ 'a.py': { turns: [{ session: 's', turn: 'p' }] } });
	review.namesOf = () => ({ session: 'A session', prompt: 'Fix $(bug) \u202E' });
	const places = new FilePlaces();
	const window = vscode.window as { createTreeView: unknown };
	const { createTreeView } = window;
	window.createTreeView = emptyView;
	try {
		const tree = new ChangesTree(review, places, memory);
		await tree.group('prompt');
		const again = new ChangesTree(review, places, memory);
		const [group] = again.getChildren();
		assert.ok(group);
		const row = again.getTreeItem(group);
		assert.deepEqual([row.label, row.description], ['Fix $(bug) ⟨U+202E⟩', '1 file · A session']);
	} finally {
		window.createTreeView = createTreeView;
		places.dispose();
	}
});

hostTest('files of which something waits are marked in the Explorer, and no others', () => {
	const review = reviewOf({ 'a.py': {} });
	const places = new FilePlaces();
	const badges = new ChangeBadges(review, places);
	try {
		const mark = badges.provideFileDecoration(vscode.Uri.file(at('a.py')));
		assert.deepEqual(
			[mark?.badge, mark?.tooltip],
			['±', 'Changed by an agent (+3 -2), waits for your review'],
		);
		assert.equal(badges.provideFileDecoration(vscode.Uri.file(at('b.py'))), undefined);
		assert.equal(
			badges.provideFileDecoration(vscode.Uri.file(at('a.py')).with({ scheme: 'git' })),
			undefined,
		);
	} finally {
		badges.dispose();
		places.dispose();
	}
});
