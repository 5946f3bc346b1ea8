/** The first changed lines of a file, as its card shows them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { summarizeDiff, summarizeHunks } from '../../../../src/core/view/diffSummary.ts';

const previewOf = (oldText: string, newText: string): readonly string[] =>
	summarizeDiff({ type: 'diff', path: '/ws/a', oldText, newText }).preview;

describe('the first changed lines', () => {
	it('are without the line ends that all of them have, as in files of Windows', () => {
		assert.deepEqual(previewOf('a\r\nb\r\n', 'a\r\nc\r\n'), [' a', '-b', '+c']);
		const lines = [' a\r', '-b\r', '+c', '\\ No newline at end of file'];
		assert.deepEqual(summarizeHunks([{ lines }]).preview, [' a', '-b', '+c']);
	});

	it('show line ends where these change', () => {
		assert.deepEqual(previewOf('a\r\n', 'a\n'), ['-a\r', '+a']);
		assert.deepEqual(previewOf('a\nb\n', 'a\nb\r\n'), [' a', '-b', '+b\r']);
	});
});

describe('a diff with more changed lines than anybody compares', () => {
	const lines = (word: string, count: number): string => `${word}\n`.repeat(count);

	it('is summarised at once, as all its lines replaced [hazard E11]', () => {
		const start = performance.now();
		const found = summarizeDiff({
			type: 'diff',
			path: '/ws/a',
			oldText: `same\n${lines('a', 90_000)}end\n`,
			newText: `same\n${lines('b', 90_000)}end\n`,
		});
		assert.ok(performance.now() - start < 5_000, 'it took long');
		assert.deepEqual([found.added, found.removed, found.isPreviewCut], [90_000, 90_000, true]);
		assert.deepEqual(found.preview, Array<string>(12).fill('-a'));
	});

	it('is still a new file, or one that is gone, with its first lines', () => {
		const text = lines('a', 5_000);
		const added = summarizeDiff({ type: 'diff', path: '/ws/a', oldText: null, newText: text });
		assert.deepEqual([added.added, added.removed, added.preview[0]], [5_000, 0, '+a']);
		const gone = summarizeDiff({ type: 'diff', path: '/ws/a', oldText: text, newText: null });
		assert.deepEqual([gone.added, gone.removed, gone.preview[0]], [0, 5_000, '-a']);
	});
});
