import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sliceLines, smallestReplacement, withEol, withoutBom } from '../../../../src/core/diff/textRange.ts';
import { Random } from '../../host/random.ts';

/** The model: split after each line feed, drop lines, join. */
function slowSlice(text: string, line?: number, limit?: number): string {
	const lines = text.split(/(?<=\n)/u);
	const from = Math.max((line ?? 1) - 1, 0);
	return lines.slice(from, limit === undefined ? undefined : from + Math.max(limit, 0)).join('');
}

const letters = ['a', '\n', '\r\n', 'é', '👍', '👎', '🤍', '\r', ''];

describe('lines of a text', () => {
	it('are counted from 1, past the end is empty, CRLF is one break [hazard D7] [acp C10]', () => {
		const text = 'one\r\ntwo\nthree';
		assert.equal(sliceLines(text), text);
		assert.equal(sliceLines(text, 1), text);
		assert.equal(sliceLines(text, 0), text);
		assert.equal(sliceLines(text, 2), 'two\nthree');
		assert.equal(sliceLines(text, 2, 1), 'two\n');
		assert.equal(sliceLines(text, 1, 1), 'one\r\n');
		assert.equal(sliceLines(text, 3, 5), 'three');
		assert.equal(sliceLines(text, 4), '');
		assert.equal(sliceLines(text, 99, 99), '');
		assert.equal(sliceLines(text, 1, 0), '');
		assert.equal(sliceLines('', 1, 1), '');
		assert.equal(sliceLines('a\n', 2), '');
	});

	it('equal the model for any text, line and limit [hazard D7]', () => {
		const random = new Random(5);
		for (let n = 0; n < 5_000; n++) {
			const text = random.text(letters, 12);
			const line = random.pick([undefined, 0, 1, 2, 3, 5, 20]);
			const limit = random.pick([undefined, 0, 1, 2, 4, 50]);
			assert.equal(
				sliceLines(text, line, limit),
				slowSlice(text, line, limit),
				JSON.stringify({ text, line, limit }),
			);
		}
	});

	it('put together again give the text [hazard D7]', () => {
		const random = new Random(6);
		for (let n = 0; n < 500; n++) {
			const text = random.text(letters, 20);
			const parts = Array.from({ length: 24 }, (_none, at) => sliceLines(text, at + 1, 1));
			assert.equal(parts.join(''), text);
		}
	});
});

describe('the smallest edit', () => {
	it('is none for equal texts, and otherwise turns one into the other', () => {
		assert.equal(smallestReplacement('a', 'a'), undefined);
		const random = new Random(8);
		for (let n = 0; n < 5_000; n++) {
			const before = random.text(letters, 10);
			const after = random.text(letters, 10);
			const edit = smallestReplacement(before, after);
			if (edit === undefined) {
				assert.equal(before, after);
				continue;
			}
			assert.equal(before.slice(0, edit.start) + edit.text + before.slice(edit.end), after);
			assert.ok(edit.start <= edit.end);
			// Nothing equal is left at its edges, but half a character.
			const removed = before.slice(edit.start, edit.end);
			if (removed !== '' && edit.text !== '') {
				const [first, last] = [/^(?:\r\n|\p{So})/u, /(?:\r\n|\p{So})$/u];
				assert.ok(removed[0] !== edit.text[0] || first.test(removed) || first.test(edit.text));
				assert.ok(removed.at(-1) !== edit.text.at(-1) || last.test(removed) || last.test(edit.text));
			}
		}
	});

	it('never begins or ends within a character, which would spoil it [hazard D5]', () => {
		assert.deepEqual(smallestReplacement('a👍b', 'a👎b'), { start: 1, end: 3, text: '👎' });
		// The same second half.
		assert.deepEqual(smallestReplacement('\u{1F44D}', '\u{1F84D}'), { start: 0, end: 2, text: '\u{1F84D}' });
		assert.deepEqual(smallestReplacement('a\r\nb', 'a\rb'), { start: 1, end: 3, text: '\r' });
		const random = new Random(9);
		for (let n = 0; n < 5_000; n++) {
			const before = random.text(letters, 10);
			const after = random.text(letters, 10);
			const edit = smallestReplacement(before, after);
			if (edit === undefined) continue;
			for (const at of [edit.start, edit.end]) {
				const around = before.slice(Math.max(at - 1, 0), at + 1);
				assert.doesNotMatch(around, /^(?:\r\n|\p{So})$/u, JSON.stringify({ before, after, edit }));
			}
			assert.doesNotMatch(edit.text, /\p{Surrogate}/u, JSON.stringify({ before, after, edit }));
		}
	});
});

describe('a byte order mark', () => {
	it('is none of the text where VS Code writes it, and stays where it does not [hazard D5]', () => {
		for (const encoding of ['utf8bom', 'utf16le', 'utf16be']) {
			assert.equal(withoutBom('\uFEFFa\uFEFF', encoding), 'a\uFEFF');
			assert.equal(withoutBom('a', encoding), 'a');
			assert.equal(withoutBom('', encoding), '');
		}
		assert.equal(withoutBom('\uFEFFa', 'utf8'), '\uFEFFa');
	});
});

describe('line breaks', () => {
	it('become all of one kind and nothing else changes [hazard D5]', () => {
		assert.equal(withEol('a\r\nb\nc', '\n'), 'a\nb\nc');
		assert.equal(withEol('a\r\nb\nc', '\r\n'), 'a\r\nb\r\nc');
		assert.equal(withEol('a\rb', '\n'), 'a\rb');
		for (const eol of ['\n', '\r\n'] as const) {
			const once = withEol('x\r\n\r\n\ny\n', eol);
			assert.equal(withEol(once, eol), once);
		}
	});
});
