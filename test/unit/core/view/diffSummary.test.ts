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
