import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ToolContent } from '../../../../../src/core/session/model/toolContent.ts';
import { decode } from './codec.ts';

/** The content that one diff becomes. */
function contentOf(diff: object): readonly ToolContent[] {
	const [event] = decode('tool_call_update', { toolCallId: 'c1', content: [{ type: 'diff', ...diff }] });
	assert.ok(event?.type === 'tool_call_update' && event.fields.content !== undefined);
	return event.fields.content;
}

const gitPatch = (...lines: readonly string[]): object => ({
	format: 'git_patch',
	text: `${lines.join('\n')}\n`,
});
const modifyA = [
	'diff --git /work/a.ts /work/a.ts',
	'index 1111111..2222222 100644',
	'--- /work/a.ts',
	'+++ /work/a.ts',
	'@@ -1,2 +1,2 @@ function a() {',
	'-one',
	'+two',
	' three',
];
const hunkA = { oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: ['-one', '+two', ' three'] };
const a = { operation: 'modify', path: '/work/a.ts' };
const changeA = { type: 'file_change', operation: 'modify', path: '/work/a.ts' };

describe('a diff without a patch', () => {
	it('is one change for each file [acp C254] [acp C255]', () => {
		const changes = [
			{ operation: 'add', path: '/work/n.ts', fileType: 'text', mimeType: 'text/plain' },
			{ operation: 'delete', path: '/work/o.ts' },
			{ operation: 'modify', path: '/work/l', fileType: 'symlink' },
			{ operation: 'move', oldPath: '/work/x.png', path: '/work/y.png', fileType: 'binary' },
			{ operation: 'copy', oldPath: '/work/d', path: '/work/e', fileType: 'directory' },
		];
		const expected = changes.map(({ mimeType: _mimeType, ...change }) => ({
			type: 'file_change',
			...change,
		}));
		assert.deepEqual(contentOf({ changes }), expected);
		assert.deepEqual(contentOf({ changes, patch: null }), expected);
		// A patch that is malformed is as good as none.
		assert.deepEqual(contentOf({ changes, patch: 'x' }), expected);
		assert.deepEqual(contentOf({ changes, patch: { format: 'git_patch' } }), expected);
	});

	it('keeps the name of an operation and of a type of file that nobody knows [acp C210] [acp C211]', () => {
		assert.deepEqual(contentOf({ changes: [{ operation: '_chmod', path: '/work/a', fileType: 'socket' }] }), [
			{
				type: 'file_change',
				operation: 'other',
				operationName: '_chmod',
				path: '/work/a',
				fileType: 'socket',
			},
		]);
	});

	it('shows that something changes also where it does not say what', () => {
		const unknown = { type: 'content', content: { type: 'unknown', kind: 'diff' } };
		assert.deepEqual(contentOf({ changes: [a, { operation: '_wipe' }, 7, { path: '/work/b' }] }), [
			changeA,
			unknown,
			unknown,
			unknown,
		]);
		assert.deepEqual(contentOf({ changes: 'all' }), [unknown]);
		assert.deepEqual(contentOf({}), [unknown]);
		assert.deepEqual(contentOf({ changes: [] }), []);
	});

	it('leaves out where a file came from when that is no path', () => {
		assert.deepEqual(contentOf({ changes: [{ operation: 'move', path: '/work/b', oldPath: 5 }] }), [
			{ type: 'file_change', operation: 'move', path: '/work/b' },
		]);
	});
});

describe('a diff with a patch', () => {
	const changesOf = (patch: object, ...changes: readonly object[]): readonly ToolContent[] =>
		contentOf({ changes, patch });

	it('has the changed lines of each file', () => {
		assert.deepEqual(changesOf(gitPatch(...modifyA), a), [{ ...changeA, hunks: [hunkA] }]);
	});

	it('has added and deleted files, also without a newline at the end', () => {
		const patch = gitPatch(
			'diff --git /work/n.ts /work/n.ts',
			'new file mode 100644',
			'index 0000000..2222222',
			'--- /dev/null',
			'+++ /work/n.ts',
			'@@ -0,0 +1 @@',
			'+new',
			'\\ No newline at end of file',
			'diff --git /work/o.ts /work/o.ts',
			'deleted file mode 100644',
			'index 2222222..0000000',
			'--- /work/o.ts',
			'+++ /dev/null',
			'@@ -1 +0,0 @@',
			'-old',
		);
		const added = { operation: 'add', path: '/work/n.ts' };
		const deleted = { operation: 'delete', path: '/work/o.ts' };
		assert.deepEqual(changesOf(patch, deleted, added), [
			{
				type: 'file_change',
				...deleted,
				hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 0, lines: ['-old'] }],
			},
			{
				type: 'file_change',
				...added,
				hunks: [
					{
						oldStart: 1,
						oldLines: 0,
						newStart: 1,
						newLines: 1,
						lines: ['+new', '\\ No newline at end of file'],
					},
				],
			},
		]);
	});

	it('has files that only moved, or were copied, and those that changed on the way [acp C255]', () => {
		const patch = gitPatch(
			'diff --git /work/old.ts /work/new.ts',
			'similarity index 100%',
			'rename from /work/old.ts',
			'rename to /work/new.ts',
			'diff --git /work/c.ts /work/d.ts',
			'similarity index 80%',
			'copy from /work/c.ts',
			'copy to /work/d.ts',
			'--- /work/c.ts',
			'+++ /work/d.ts',
			'@@ -1 +1 @@',
			'-c',
			'+d',
		);
		const move = { operation: 'move', oldPath: '/work/old.ts', path: '/work/new.ts' };
		const copy = { operation: 'copy', oldPath: '/work/c.ts', path: '/work/d.ts' };
		assert.deepEqual(changesOf(patch, move, copy), [
			{ type: 'file_change', ...move, hunks: [] },
			{
				type: 'file_change',
				...copy,
				hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-c', '+d'] }],
			},
		]);
	});

	it('has no lines of binary files, and says that they are binary [acp C255]', () => {
		const patch = gitPatch(
			'diff --git /work/p.png /work/p.png',
			'index 1..2 100644',
			'Binary files /work/p.png and /work/p.png differ',
			'diff --git /work/q.png /work/q.png',
			'index 1..2 100644',
			'GIT binary patch',
			'literal 3',
			'KcmZ?wbYcGu',
			'',
		);
		const changes = ['/work/p.png', '/work/q.png'].map((path) => ({ operation: 'modify', path }));
		assert.deepEqual(
			changesOf(patch, ...changes),
			changes.map((change) => ({ type: 'file_change', ...change, fileType: 'binary' })),
		);
	});

	it('has files of which only the mode changed, or that are empty', () => {
		const patch = gitPatch(
			'diff --git /work/run.sh /work/run.sh',
			'old mode 100644',
			'new mode 100755',
			'diff --git /work/with blank /work/with blank',
			'new file mode 100644',
			'index 0000000..e69de29',
		);
		const mode = { operation: 'modify', path: '/work/run.sh' };
		const empty = { operation: 'add', path: '/work/with blank' };
		assert.deepEqual(changesOf(patch, mode, empty), [
			{ type: 'file_change', ...mode, hunks: [] },
			{ type: 'file_change', ...empty, hunks: [] },
		]);
	});

	it('finds files by quoted names, names with blanks, prefixes of git, and paths of Windows', () => {
		const head = (name: string, other = name): string[] => [
			`diff --git ${name} ${other}`,
			`--- ${name}`,
			`+++ ${other}`,
			'@@ -1 +1 @@',
			'-a',
			'+b',
		];
		const names = [
			['"/work/\\303\\274.ts"', '/work/ü.ts'],
			['/work/a b.ts', '/work/a b.ts'],
			['C:\\work\\a.ts', 'C:\\work\\a.ts'],
			['C:/work/a.ts', 'C:\\work\\a.ts'],
			['a/src/x.ts', '/work/src/x.ts', 'b/src/x.ts'],
			['src/x.ts', '/work/src/x.ts'],
			['a//work/y.ts', '/work/y.ts', 'b//work/y.ts'],
			['/work/a/b/z.ts', '/work/a/b/z.ts'],
		] as const;
		for (const [name, path, other] of names) {
			const [change] = changesOf(gitPatch(...head(name, other)), { operation: 'modify', path });
			assert.ok(change?.type === 'file_change');
			assert.deepEqual(change.hunks?.[0]?.lines, ['-a', '+b'], name);
		}
	});

	it('is not taken for that of a file of the same name elsewhere', () => {
		const [change] = changesOf(gitPatch(...modifyA), { operation: 'modify', path: '/other/work/a.ts' });
		assert.deepEqual(change, { ...changeA, path: '/other/work/a.ts', isPatchUnreadable: true });
	});

	it('that counts from a directory counts for nobody when two files end alike', () => {
		const patch = gitPatch('--- a/a.ts', '+++ b/a.ts', '@@ -1 +1 @@', '-a', '+b');
		const lib = { operation: 'modify', path: '/work/lib/a.ts' };
		const [one] = changesOf(patch, a);
		assert.ok(one?.type === 'file_change' && one.hunks?.length === 1);
		for (const change of changesOf(patch, a, lib)) {
			assert.ok(change.type === 'file_change' && change.isPatchUnreadable === true);
		}
	});

	it('reads texts that look like headers, empty lines without their blank, and other line ends', () => {
		const patch = gitPatch(
			'diff --git /work/a.ts /work/a.ts',
			'--- /work/a.ts',
			'+++ /work/a.ts',
			'@@ -1,3 +1,3 @@',
			'--- not a header',
			'+++ nor this',
			'',
			' crlf\r',
		);
		const [change] = changesOf(patch, a);
		assert.ok(change?.type === 'file_change');
		assert.deepEqual(change.hunks?.[0]?.lines, ['--- not a header', '+++ nor this', ' ', ' crlf\r']);
	});

	it('needs no header of git', () => {
		assert.deepEqual(changesOf(gitPatch(...modifyA.slice(2)), a), [{ ...changeA, hunks: [hunkA] }]);
	});

	it('that is broken at one file says so there, and only there [acp C254]', () => {
		const broken = [
			'diff --git /work/b.ts /work/b.ts',
			'--- /work/b.ts',
			'+++ /work/b.ts',
			'@@ -1,9 +1 @@',
			'-x',
			'+y',
		];
		const b = { operation: 'modify', path: '/work/b.ts' };
		for (const patch of [gitPatch(...broken, ...modifyA), gitPatch(...modifyA, ...broken)]) {
			assert.deepEqual(changesOf(patch, a, b), [
				{ ...changeA, hunks: [hunkA] },
				{ type: 'file_change', ...b, isPatchUnreadable: true },
			]);
		}
	});

	it('that is of another format, or none, or silent about a file says so [acp C254]', () => {
		const unreadable = { ...changeA, isPatchUnreadable: true };
		assert.deepEqual(changesOf({ format: '_ed', text: 'd' }, a), [unreadable]);
		assert.deepEqual(changesOf({ text: 'no format' }, a), [unreadable]);
		assert.deepEqual(changesOf(gitPatch('no patch at all'), a), [unreadable]);
		assert.deepEqual(changesOf(gitPatch(''), a), [unreadable]);
		const image = { operation: 'add', path: '/work/i.png', fileType: 'binary' };
		assert.deepEqual(changesOf(gitPatch(...modifyA), a, image), [
			{ ...changeA, hunks: [hunkA] },
			{ type: 'file_change', ...image },
		]);
	});

	it('that names a file beside the list says that something else changes [hazard C8]', () => {
		const unknown = { type: 'content', content: { type: 'unknown', kind: 'diff' } };
		for (const hidden of [
			['diff --git /etc/x /etc/x', '--- /etc/x', '+++ /etc/x', '@@ -1 +1 @@', '-a', '+b'],
			['--- a/../../x', '+++ b/../../x', '@@ -1 +1 @@', '-a', '+b'],
			['diff --git /work/a.ts /etc/x', 'similarity index 100%', 'rename from /work/a.ts', 'rename to /etc/x'],
			['diff --git /etc/x /etc/x', '--- /etc/x', '+++ /etc/x', '@@ -1,9 +1 @@', 'broken'],
		]) {
			assert.deepEqual(contentOf({ changes: [a], patch: gitPatch(...modifyA, ...hidden) }).at(-1), unknown);
		}
		assert.deepEqual(contentOf({ changes: [a], patch: gitPatch(...modifyA) }), [
			{ ...changeA, hunks: [hunkA] },
		]);
	});

	it('is read in one go, however many parts and files it has', () => {
		// Anything that looks through all parts for each of them would take hours.
		const count = 30_000;
		const parts = Array.from({ length: count }, (_, n) => [
			`--- /work/${n}`,
			`+++ /work/${n}`,
			'@@ -1 +1 @@',
			'-a',
			'+b',
		]);
		const changes = parts.map((_, n) => ({ operation: 'modify', path: `/work/${n}` }));
		const content = changesOf(gitPatch(parts.flat().join('\n')), ...changes);
		assert.equal(
			content.filter((change) => change.type === 'file_change' && change.hunks?.length === 1).length,
			count,
		);
		const path = `/${'a/'.repeat(500_000)}b`;
		assert.equal(changesOf(gitPatch(...modifyA), { operation: 'modify', path }).length, 1);
	});
});
