/** The editor, the tree and the chat tell the same of what waits, at any moment. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ChangesInChat } from '../../../src/host/changesInChat/changesInChat.ts';
import { AnsweredReview } from '../../../src/host/changes/answeredReview.ts';
import { ChangesTree } from '../../../src/host/review/changesTree.ts';
import { FilePlaces } from '../../../src/host/common/filePlaces.ts';
import type { Sessions } from '../../../src/host/sessions/sessions.ts';
import { hostedFake } from '../../unit/host/hostedFake.ts';
import { only } from '../../unit/only.ts';
import { hostTest } from './registry.ts';
import { memoryOf, withReview } from './reviewRig.ts';

const base = Array.from({ length: 40 }, (_, n) => `line ${n}\n`);
const agent = base.map((line, n) => (n % 4 === 1 ? `new ${line}` : line));

hostTest('buttons of the editor, rows of the tree and the strip tell the same after each answer', () =>
	withReview(async ({ changed, review, folder }) => {
		const hosted = hostedFake();
		Object.assign(hosted.session.state, { cwd: folder });
		const sessions = (): Sessions => only<Sessions>({ all: [hosted], active: hosted });
		const inChat = new ChangesInChat(new AnsweredReview(review), sessions, () => undefined);
		const places = new FilePlaces();
		const window = vscode.window as { createTreeView: unknown };
		const { createTreeView } = window;
		const onDidChangeSelection = new vscode.EventEmitter().event;
		window.createTreeView = () => ({ dispose: () => undefined, onDidChangeSelection });
		const tree = new ChangesTree(review, places, memoryOf());
		window.createTreeView = createTreeView;
		try {
			const file = await changed('a.py', base.join(''), agent.join(''));
			await vscode.window.showTextDocument(vscode.Uri.file(file));
			for (let left = 10; left > 0; left--) {
				const inTree = tree.getChildren().flatMap((row) => tree.getChildren(row));
				const inStrip = inChat.of(hosted);
				const inEditor = await vscode.commands.executeCommand<vscode.CodeLens[]>(
					'vscode.executeCodeLensProvider',
					vscode.Uri.file(file),
					100,
				);
				const places = inEditor.flatMap(({ command }) => /^\d+\/\d+$/u.exec(command?.title ?? '') ?? []);
				const expected = Array.from({ length: left }, (_, n) => `${n + 1}/${left}`);
				assert.deepEqual(places, expected);
				assert.equal(inTree.length, left);
				assert.deepEqual([inStrip?.added, inStrip?.removed], [left, left]);
				const hunk = review.file(file)?.hunks[left % 3];
				const [first] = review.file(file)?.hunks ?? [];
				const one = hunk ?? first;
				assert.ok(one);
				await (left % 2 === 0 ? review.keepHunk(file, one) : review.undoHunk(file, one));
			}
			assert.equal(inChat.of(hosted), undefined);
			assert.deepEqual(tree.getChildren(), []);
		} finally {
			inChat.dispose();
			tree.dispose();
			places.dispose();
		}
	}),
);
