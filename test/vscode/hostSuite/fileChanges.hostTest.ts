/** Changes without texts, as version 2 of the protocol has them, in VS Code's own diff editors. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { structuredPatch } from 'diff';
import * as vscode from 'vscode';
import * as limits from '../../../src/core/base/limits.ts';
import type { ToolCallPatch, FileChange, PatchHunk } from '../../../src/core/session/model/toolContent.ts';
import { DiffTabs } from '../../../src/host/diffs/diffTabs.ts';
import { ReadonlyDocuments } from '../../../src/host/common/readonlyDocuments.ts';
import { hostedFake } from '../../unit/host/hostedFake.ts';
import { answering } from './quickPicks.ts';
import { hostTest, longHostTest } from './registry.ts';
import { put, typeInto, withScratch } from './scratch.ts';
import { type Seen, spying } from './spies.ts';
import { isSeen, textBefore, workOf } from './watchedFolder.ts';

interface Side {
	readonly path: string;
	readonly text: string;
}

interface Rig {
	readonly folder: string;
	readonly seen: Seen;
	/** The agent says something of the call. */
	readonly say: (fields: ToolCallPatch) => void;
	readonly open: (index?: number) => Promise<void>;
	/** The text of a file before the call, as far as it was seen. */
	readonly baseline: (file: string) => Promise<string | undefined>;
	/** Resolves when that is seen. */
	readonly seenBefore: (file: string) => Promise<void>;
	/** Of the one diff editor that was opened. */
	readonly diff: () => { readonly left: Side; readonly right: Side; readonly title: string };
	/** Of the one multi-diff. */
	readonly changes: () => {
		readonly title: string;
		readonly files: readonly (readonly [Side | undefined, Side | undefined])[];
	};
}

async function withDiffs(run: (rig: Rig) => Promise<void>): Promise<void> {
	const documents = new ReadonlyDocuments();
	const hosted = hostedFake();
	const sideOf = (uri: unknown): Side | undefined =>
		uri instanceof vscode.Uri
			? { path: uri.fsPath, text: documents.provideTextDocumentContent(uri) }
			: undefined;
	try {
		await withScratch((folder) =>
			spying(async (seen) => {
				const work = workOf(folder);
				work.follow(hosted);
				const diffs = new DiffTabs(documents, work);
				const idOf = (): string => hosted.session.state.toolCalls.get('t1') ?? '';
				const baseline = (file: string): Promise<string | undefined> =>
					textBefore(work, hosted.session.state, idOf(), file);
				const argsOf = (command: string): readonly unknown[] => {
					const found = seen.commands.filter(([id]) => id === command);
					assert.equal(found.length, 1, `${command}: ${JSON.stringify(seen.commands.map(([id]) => id))}`);
					return found[0]?.slice(1) ?? [];
				};
				const rig: Rig = {
					folder,
					seen,
					say: (fields) => hosted.session.dispatch({ type: 'tool_call_update', toolCallId: 't1', fields }),
					open: (index) => diffs.open(hosted, idOf(), index),
					baseline,
					seenBefore: (file) => isSeen(() => baseline(file)),
					diff: () => {
						const [left, right, title] = argsOf('vscode.diff');
						const sides = { left: sideOf(left), right: sideOf(right) };
						assert.ok(sides.left && sides.right);
						return { left: sides.left, right: sides.right, title: String(title) };
					},
					changes: () => {
						const [title, resources] = argsOf('vscode.changes');
						const files = (resources as unknown[][]).map(
							([, left, right]) => [sideOf(left), sideOf(right)] as const,
						);
						return { title: String(title), files };
					},
				};
				try {
					await run(rig);
				} finally {
					await work.end();
				}
			}),
		);
	} finally {
		hosted.session.dispose();
		documents.dispose();
	}
}

function change(file: string, fields: Partial<FileChange> = {}): FileChange {
	return { type: 'file_change', operation: 'modify', path: file, ...fields };
}

function hunksOf(before: string, after: string): readonly PatchHunk[] {
	return structuredPatch('a', 'a', before, after, '', '', { context: 1 }).hunks;
}

const before = 'one\ntwo\nthree\nfour\nfive\n';
const after = before.replace('two', 'TWO');

hostTest('a change with a patch is shown with the whole file on both sides [acp C254]', () =>
	withDiffs(async ({ folder, say, open, diff, seen }) => {
		const file = await put(folder, 'a.txt', after);
		say({ title: 'Edit', status: 'completed', content: [change(file, { hunks: hunksOf(before, after) })] });
		await open(0);
		const { left, right, title } = diff();
		assert.deepEqual(left, { path: file, text: before });
		assert.deepEqual(right, { path: file, text: after });
		assert.equal(title, 'a.txt (before ↔ after)');
		assert.deepEqual(seen.messages, []);
		const { activeTab } = vscode.window.tabGroups.activeTabGroup;
		assert.ok(activeTab?.input instanceof vscode.TabInputTextDiff);
	}),
);

hostTest('the missing side is made from the editor, unsaved text included, and not from the disk', () =>
	withDiffs(async ({ folder, say, open, diff }) => {
		const file = await put(folder, 'a.txt', after);
		await typeInto(file, 'typed\n');
		say({ status: 'completed', content: [change(file, { hunks: hunksOf(before, after) })] });
		await open(0);
		assert.equal(diff().left.text, `typed\n${before}`);
		assert.equal(diff().right.text, `typed\n${after}`);
	}),
);

hostTest(
	'a patch with LF lines fits a file with CRLF lines and a byte order mark, and keeps both sides so',
	() =>
		withDiffs(async ({ folder, say, open, diff }) => {
			const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
			const file = await put(folder, 'a.txt', `\uFEFF${crlf(after)}`);
			say({ status: 'completed', content: [change(file, { hunks: hunksOf(before, after) })] });
			await open(0);
			assert.equal(diff().left.text, crlf(before));
			assert.equal(diff().right.text, crlf(after));
		}),
);

hostTest(
	'the old side of a finished edit is what was there before it, whatever came after [hazard D10]',
	() =>
		withDiffs(async ({ folder, say, open, diff, seenBefore }) => {
			const file = await put(folder, 'a.txt', before);
			const content = [change(file, { hunks: hunksOf(before, after) })];
			say({ status: 'in_progress', content });
			await seenBefore(file);
			await writeFile(file, 'all new');
			say({ status: 'completed' });
			await open(0);
			assert.equal(diff().left.text, before);
			assert.equal(diff().right.text, after);
		}),
);

hostTest('without a patch, what was seen before the edit is compared with what is there now [acp C254]', () =>
	withDiffs(async ({ folder, say, open, diff, seenBefore }) => {
		const file = await put(folder, 'a.txt', before);
		say({ status: 'in_progress', content: [change(file)] });
		await seenBefore(file);
		await writeFile(file, after);
		say({ status: 'completed' });
		await open(0);
		assert.equal(diff().left.text, before);
		assert.equal(diff().right.text, after);
	}),
);

hostTest(
	'a file out of the workspace is not looked at before the user opens the diff, then it is [hazard D11]',
	() =>
		withDiffs(async ({ folder, say, open, diff, baseline }) => {
			const outside = path.join(await mkdtemp(path.join(tmpdir(), 'acp-outside-')), 'a.txt');
			await writeFile(outside, before);
			await symlink(path.dirname(outside), path.join(folder, 'out'));
			const linked = path.join(folder, 'out', 'a.txt');
			try {
				say({ status: 'in_progress', content: [change(outside), change(linked)] });
				await sleep(200);
				assert.deepEqual([await baseline(outside), await baseline(linked)], [undefined, undefined]);
				await writeFile(outside, after);
				say({ content: [change(outside, { hunks: hunksOf(before, after) }), change(linked)] });
				say({ status: 'completed' });
				await open(0);
				assert.deepEqual([diff().left.text, diff().right.text], [before, after]);
				await open(1);
				// The text before the change is unknown, so the file itself opens.
				assert.equal(path.basename(vscode.window.activeTextEditor?.document.fileName ?? ''), 'a.txt');
			} finally {
				await rm(path.dirname(outside), { recursive: true });
			}
		}),
);

hostTest('of a call with many files the first 100 are looked at unasked, the others never [hazard D11]', () =>
	withDiffs(async ({ folder, say, baseline, seenBefore }) => {
		const files = await Promise.all(Array.from({ length: 120 }, (_, at) => put(folder, `${at}.txt`, before)));
		const [last, next] = [files[limits.unrequestedPaths - 1] ?? '', files[limits.unrequestedPaths] ?? ''];
		say({ status: 'in_progress', content: files.map((file) => change(file)) });
		await seenBefore(last);
		say({ content: [change(next)] });
		await sleep(200);
		assert.deepEqual([await baseline(last), await baseline(next)], [before, undefined]);
	}),
);

hostTest('without a patch and without the old text the file itself opens, and that is said [acp C254]', () =>
	withDiffs(async ({ folder, say, open, seen }) => {
		const file = await put(folder, 'a.txt', after);
		say({ status: 'completed', content: [change(file)] });
		await open(0);
		assert.equal(vscode.window.activeTextEditor?.document.fileName, file);
		assert.equal(seen.messages.length, 1);
		assert.match(seen.messages[0] ?? '', /sent no patch for .*a\.txt: the file as it is now is shown\.$/u);
	}),
);

hostTest('a patch that fits nowhere is shown alone, and is called a fragment [hazard D10]', () =>
	withDiffs(async ({ folder, say, open, diff }) => {
		const file = await put(folder, 'a.txt', 'all new');
		say({ status: 'completed', content: [change(file, { hunks: hunksOf(before, after) })] });
		await open(0);
		assert.equal(diff().title, 'a.txt (fragment, before ↔ after)');
		assert.equal(diff().left.text, '@@ -1,3 +1,3 @@\none\ntwo\nthree\n');
	}),
);

hostTest('a multi-diff shows a new, a changed and a deleted file; each opens alone by its number', () =>
	withDiffs(async ({ folder, say, open, changes, diff, seen }) => {
		const changed = await put(folder, 'changed.txt', after);
		const made = await put(folder, 'new.txt', 'new\n');
		const gone = path.join(folder, 'gone.txt');
		say({
			title: 'Three files',
			status: 'completed',
			content: [
				change(made, { operation: 'add', hunks: hunksOf('', 'new\n') }),
				change(changed, { hunks: hunksOf(before, after) }),
				change(gone, { operation: 'delete', hunks: hunksOf('old\n', '') }),
			],
		});
		await open();
		assert.deepEqual(changes(), {
			title: 'Three files',
			files: [
				[undefined, { path: made, text: 'new\n' }],
				[
					{ path: changed, text: before },
					{ path: changed, text: after },
				],
				[{ path: gone, text: 'old\n' }, undefined],
			],
		});
		assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, 'Three files (3 files)');
		assert.deepEqual(seen.messages, []);
		await open(2);
		assert.equal(diff().title, 'gone.txt (deleted)');
		assert.deepEqual([diff().left.text, diff().right.text], ['old\n', '']);
	}),
);

longHostTest('diffs and changes of one call are counted together', () =>
	withDiffs(async ({ folder, say, open, diff }) => {
		const file = await put(folder, 'a.txt', after);
		say({
			status: 'completed',
			content: [
				{ type: 'diff', path: path.join(folder, 'b.txt'), oldText: null, newText: 'b' },
				{ type: 'content', content: { type: 'text', text: 'in between' } },
				change(file, { hunks: hunksOf(before, after) }),
			],
		});
		await open(1);
		assert.equal(diff().right.path, file);
	}),
);

hostTest(
	'a moved file is compared with what it was under its old name, which the title says [acp C255]',
	() =>
		withDiffs(async ({ folder, say, open, diff }) => {
			const oldPath = path.join(folder, 'old.txt');
			const file = await put(folder, 'a.txt', after);
			const fields = { oldPath, hunks: hunksOf(before, after) } as const;
			say({ status: 'completed', content: [change(file, { operation: 'move', ...fields })] });
			await open(0);
			assert.deepEqual(diff().left, { path: oldPath, text: before });
			assert.deepEqual(diff().right, { path: file, text: after });
			assert.match(diff().title, /^a\.txt \(moved from .*old\.txt\)$/u);
		}),
);

longHostTest('a copy is compared with its source [acp C255]', () =>
	withDiffs(async ({ folder, say, open, diff }) => {
		const oldPath = await put(folder, 'old.txt', before);
		const file = path.join(folder, 'a.txt');
		const fields = { oldPath, hunks: hunksOf(before, after) } as const;
		say({ status: 'pending', content: [change(file, { operation: 'copy', ...fields })] });
		await open(0);
		assert.equal(diff().left.text, before);
		assert.equal(diff().right.text, after);
		assert.match(diff().title, /copied from .*old\.txt/u);
	}),
);

hostTest(
	'what is no text is never opened as a diff: images open as such, folders in the Explorer [acp C255]',
	() =>
		withDiffs(async ({ folder, say, open, seen }) => {
			const image = await put(folder, 'a.png', Buffer.from('iVBORw0KGgo=', 'base64'));
			const inside = await put(folder, 'made/b.txt', 'b');
			const link = path.join(folder, 'link.txt');
			await symlink(inside, link);
			const hunks = hunksOf(before, after);
			say({
				status: 'completed',
				content: [
					change(image, { operation: 'add', fileType: 'binary', hunks }),
					change(path.dirname(inside), { operation: 'add', fileType: 'directory' }),
					change(link, { operation: 'add', fileType: 'symlink', hunks }),
					change(path.join(folder, 'gone.png'), { operation: 'delete', fileType: 'binary' }),
				],
			});
			for (const index of [0, 1, 2, 3]) await open(index);
			const ids = seen.commands.map(([id, uri]) => [id, uri instanceof vscode.Uri ? uri.fsPath : uri]);
			assert.deepEqual(ids, [
				['vscode.open', image],
				['revealInExplorer', path.dirname(inside)],
				['revealInExplorer', link],
			]);
			assert.equal(seen.messages.length, 2);
			assert.match(seen.messages[0] ?? '', /link\.txt is a symbolic link/u);
			assert.match(seen.messages[1] ?? '', /gone\.png is gone\.$/u);
		}),
);

hostTest('a deleted file whose text nobody knows is said to be gone, and nothing opens [acp C254]', () =>
	withDiffs(async ({ folder, say, open, seen }) => {
		say({ status: 'completed', content: [change(path.join(folder, 'a.txt'), { operation: 'delete' })] });
		await open(0);
		assert.deepEqual(seen.commands, []);
		assert.match(seen.messages[0] ?? '', /a\.txt is gone, and its text is not known/u);
	}),
);

hostTest('of several changes those without a diff are named, and the others are shown [acp C254]', () =>
	withDiffs(async ({ folder, say, open, changes, seen }) => {
		const [a, b, c] = [
			await put(folder, 'a.txt', after),
			await put(folder, 'b.txt', after),
			await put(folder, 'c.txt', after),
		];
		const hunks = hunksOf(before, after);
		say({
			title: 'All',
			status: 'completed',
			content: [change(a, { hunks }), change(b), change(c, { hunks })],
		});
		await open();
		assert.deepEqual(
			changes().files.map(([, right]) => right?.path),
			[a, c],
		);
		assert.equal(changes().title, 'All');
		assert.equal(seen.messages.length, 1);
		assert.match(seen.messages[0] ?? '', /^1 changed file cannot be shown as a diff: .*b\.txt$/u);
	}),
);

hostTest('changes of which none can be shown are a list to open files from [acp C254]', () =>
	withDiffs(async ({ folder, say, open, seen }) => {
		const a = await put(folder, 'a.txt', after);
		const b = await put(folder, 'b.txt', after);
		say({ status: 'completed', content: [change(a), change(b, { operation: 'add' })] });
		const shown = await answering([(rows) => rows[1]], () => open());
		assert.deepEqual(
			shown[0]?.map(({ label, description }) => [path.basename(label), description]),
			[
				['a.txt', 'modified'],
				['b.txt', 'new'],
			],
		);
		assert.equal(vscode.window.activeTextEditor?.document.fileName, b);
		assert.equal(seen.messages.length, 1);
	}),
);

hostTest('an entry that is gone, or has nothing to compare, opens nothing', () =>
	withDiffs(async ({ folder, say, open, seen }) => {
		await open(0);
		say({ status: 'completed', content: [{ type: 'content', content: { type: 'text', text: 'none' } }] });
		await open();
		await open(7);
		const file = await put(folder, 'a.txt', after);
		await rm(file);
		say({ content: [change(file)] });
		await open(0);
		assert.deepEqual(seen.commands, []);
		assert.match(seen.messages.join('\n'), /^[^\n]*a\.txt is not there \(any more\)\.$/u);
	}),
);

hostTest(
	'names that hide something, or that a message would make a link of, show as they are [hazard C7]',
	() =>
		withDiffs(async ({ folder, say, open, diff, changes, seen }) => {
			const named = await put(folder, 'a\u202Etxt', after);
			const other = await put(folder, 'b.txt', after);
			const gone = path.join(folder, '[b](command:x)');
			const hunks = hunksOf(before, after);
			say({
				title: `Edit\u202E${'x'.repeat(500)}`,
				status: 'completed',
				content: [change(named, { hunks }), change(other, { hunks }), change(gone, {})],
			});
			await open();
			assert.equal(changes().title, `Edit⟨U+202E⟩${'x'.repeat(68)}…`);
			assert.equal(seen.messages.length, 1);
			assert.match(seen.messages[0] ?? '', /\[b\] \(command:x\)$/u);
			await open(0);
			assert.equal(diff().title, 'a⟨U+202E⟩txt (before ↔ after)');
		}),
);
