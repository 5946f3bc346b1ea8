/** What surfaces say of changes: buttons above them, remarks, and lines that were removed. */
import assert from 'node:assert/strict';
import { marked } from 'marked';
import { describe, it } from 'node:test';
import type { ChangedFile } from '../../../../src/host/changes/changeReview.ts';
import { fileLensTitles, hunkLensTitles } from '../../../../src/host/review/lensTitles.ts';
import { removedLines } from '../../../../src/host/review/removedLines.ts';
import { countsText, kindText, remarksOf, spokenCounts } from '../../../../src/host/changes/reviewWords.ts';
import { FakeReview, MemoryTexts } from '../review/fakeReview.ts';

function fileOf(base: string, agent: string, live = agent, more: Partial<ChangedFile> = {}): ChangedFile {
	const texts = new MemoryTexts();
	const review = new FakeReview(texts);
	texts.write('/a', live);
	review.put('/a', base, agent, more);
	return review.files[0] ?? assert.fail('nothing waits');
}

const titlesOf = (file: ChangedFile): string[] =>
	file.hunks.map((hunk, index) =>
		hunkLensTitles(file, hunk, index)
			.map(({ title }) => title)
			.join(' · '),
	);

describe('the buttons above a change', () => {
	it('say what they do, how many lines were there before, and which of how many it is', () => {
		assert.deepEqual(titlesOf(fileOf('1\n2\n3\n4\n', '2\n3\nfour\n5\n')), [
			'Keep · Undo · Before (-1) · 1/2',
			'Keep · Undo · Before (-1) · 2/2',
		]);
		assert.deepEqual(titlesOf(fileOf('1\n', '1\n2\n')), ['Keep · Undo · Before · 1/1']);
	});

	it('say that lines of the user are among those to be undone', () => {
		assert.deepEqual(titlesOf(fileOf('1\n2\n', 'one\n2\n', 'one and more\n2\n')), [
			'Keep · Undo (with your edits) · Before (-1) · 1/1',
		]);
	});

	it('have no Undo where the content before is not known', () => {
		const file = fileOf('1\n', 'one\n', 'one\n', { isUndoable: false });
		assert.deepEqual(titlesOf(file), ['Keep · Before (-1) · 1/1']);
	});

	it('are about the file where it is answered as a whole', () => {
		const file = fileOf('', 'x', 'x', { type: 'whole', kind: 'created', isUndeclared: true });
		const titles = fileLensTitles(file, (path) => path).map(({ title }) => title);
		assert.deepEqual(titles, ['Keep File', 'Undo File', 'new file · not told by any tool call']);
	});

	it('draw no icon that the name of a file asks for [hazard C7]', () => {
		const file = fileOf('', '', '', { type: 'whole', kind: 'moved', movedFrom: '/$(check) Keep' });
		const titles = fileLensTitles(file, (path) => path).map(({ title }) => title);
		assert.equal(titles.at(-1), String.raw`moved from /\$(check) Keep`);
	});
});

describe('the words of a file', () => {
	it('count lines, and count none where there are none', () => {
		const file = fileOf('1\n2\n', 'one\n2\n3\n');
		assert.deepEqual([countsText(file), spokenCounts(file)], ['+2 -1', 'lines: 2 added, 1 removed']);
		const binary = fileOf('', '', '', { type: 'whole' });
		assert.deepEqual([countsText(binary), spokenCounts(binary)], ['', '']);
	});

	it('say what happened to it beside its lines', () => {
		const kinds = (['created', 'deleted', 'modified', 'moved', 'mode'] as const).map((kind) =>
			kindText(fileOf('1', '2', '2', { kind, movedFrom: '/old' }), (path) => `<${path}>`),
		);
		assert.deepEqual(kinds, ['new file', 'deleted', '', 'moved from </old>', 'only its permissions changed']);
		// It has no lines that could say so.
		assert.equal(
			kindText(fileOf('', '', '', { type: 'whole' }), (path) => path),
			'changed as a whole',
		);
		const file = fileOf('1', '2', '2', { isUndeclared: true, isUndoable: false });
		assert.deepEqual(remarksOf(file), [
			'cannot be undone: no copy of what was there',
			'not told by any tool call',
		]);
		assert.deepEqual(remarksOf({ ...file, isUndeclared: false, notCopied: 'secret' }), [
			'cannot be undone: no copy is made of likely secrets',
		]);
		assert.deepEqual(remarksOf({ ...file, isUndeclared: false, notCopied: 'too_large' }), [
			'cannot be undone: too large to be copied',
		]);
	});
});

describe('removed lines in a hover', () => {
	const hostile = [
		'```\n',
		'[click](command:workbench.action.terminal.new)\n',
		'````` <img src=x onerror=alert(1)>\r\n',
		'~~~\n',
		'``````\n',
		'$(trash) <!-- -->\n',
		'\u202Egnp.exe\n',
	];

	it('are one block of code, whatever stands in them', () => {
		const { markdown } = removedLines(hostile, 'typescript');
		const tokens = marked.lexer(markdown);
		assert.deepEqual(
			tokens.map(({ type }) => type),
			['code'],
		);
		assert.match(markdown, /⟨U\+202E⟩gnp\.exe/u);
		const [token] = tokens;
		assert.ok(token?.type === 'code');
		assert.equal(token['lang'], 'typescript');
	});

	it('are coloured by nothing that is no name of a language', () => {
		for (const language of ['a\n# x', 'a`b', '']) {
			assert.deepEqual(
				marked.lexer(removedLines(['x\n'], language).markdown).map(({ type }) => type),
				['code'],
			);
		}
	});

	it('are as many as can be read, and the rest is counted', () => {
		const many = Array.from({ length: 100 }, (_, n) => `${n}\n`);
		assert.equal(removedLines(many, '').linesLeftOut, 60);
		assert.equal(removedLines(['short\n', 'x'.repeat(1_000_000)], '').linesLeftOut, 1);
		assert.ok(removedLines(['x'.repeat(1_000_000)], '').markdown.length < 100);
	});
});
