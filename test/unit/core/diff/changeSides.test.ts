/** Both sides of a change that comes as a patch, or as nothing: only what is known, and never a guess. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { structuredPatch } from 'diff';
import * as limits from '../../../../src/core/base/limits.ts';
import {
	type ChangeTexts,
	isBefore,
	isTooLarge,
	resolveChangeSides,
} from '../../../../src/core/diff/changeSides.ts';
import type { FileChange, PatchHunk } from '../../../../src/core/session/model/toolContent.ts';
import { patched, textBeforePatch } from '../../../../src/core/diff/patchedText.ts';
import { Random } from '../../host/random.ts';
import { sized } from '../../../tools/sized.ts';

const none: ChangeTexts = { baseline: undefined, source: undefined, target: undefined };
/** The file is where it was. */
const there = (text: string): ChangeTexts => ({ ...none, source: text, target: text });

function change(fields: Partial<FileChange>): FileChange {
	return { type: 'file_change', operation: 'modify', path: '/ws/a.txt', ...fields };
}

function hunksOf(before: string, after: string, context = 3): readonly PatchHunk[] {
	return structuredPatch('a', 'a', before, after, '', '', { context }).hunks;
}

const before = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n';
const after = before.replace('two', 'TWO').replace('eight\n', 'eight\neight and a half\n');
const hunks = hunksOf(before, after, 1);

describe('the two sides of a change with a patch', () => {
	const modify = change({ hunks });
	const whole = { before, after, extent: 'file', kind: 'modify' } as const;

	it('are the file and what it was, or will be [acp C254]', () => {
		assert.equal(hunks.length, 2);
		assert.deepEqual(resolveChangeSides(modify, there(after), true), whole);
		assert.deepEqual(resolveChangeSides(modify, there(before), false), whole);
	});

	it('follow the text, when the agent is early or late in saying that it is done', () => {
		assert.deepEqual(resolveChangeSides(modify, there(after), false), whole);
		assert.deepEqual(resolveChangeSides(modify, there(before), true), whole);
	});

	it('begin with the text that was seen before the edit, whatever is on the disk today [hazard D10]', () => {
		const texts = { ...there('all new'), baseline: before };
		assert.deepEqual(resolveChangeSides(modify, texts, true), whole);
	});

	it('take no text for the one before the edit that may as well be the one after it [hazard D10]', () => {
		const [short, longer] = ['one\ntwo\n', 'one\ntwo\nthree\n'];
		const adding = change({ hunks: hunksOf(short, longer) });
		assert.equal(isBefore(before, modify), true);
		assert.equal(isBefore(after, modify), false);
		assert.equal(isBefore(short, adding), true);
		assert.equal(isBefore(longer, adding), false);
		for (const isFinished of [true, false]) {
			const sides = resolveChangeSides(adding, there(longer), isFinished);
			assert.deepEqual(sides, { ...whole, before: short, after: longer });
		}
	});

	it('hold what was typed elsewhere in the file', () => {
		const typed = `typed\n${after}more\n`;
		const sides = resolveChangeSides(modify, there(typed), true);
		assert.deepEqual(sides, { ...whole, before: `typed\n${before}more\n`, after: typed });
	});

	it('are the lines of the patch alone when the file does not fit it, and say so', () => {
		for (const texts of [none, there('all new'), there(after.replace('nine', '9'))]) {
			const sides = resolveChangeSides(modify, texts, true);
			assert.equal(sides?.extent, 'fragment');
			assert.equal(sides.before, '@@ -1,3 +1,3 @@\none\ntwo\nthree\n\n@@ -8,2 +8,3 @@\neight\nnine\n');
			assert.equal(
				sides.after,
				'@@ -1,3 +1,3 @@\none\nTWO\nthree\n\n@@ -8,2 +8,3 @@\neight\neight and a half\nnine\n',
			);
		}
	});

	it('of a new and of a deleted file come from the patch alone', () => {
		const add = change({ operation: 'add', hunks: hunksOf('', 'a\nb') });
		const gone = change({ operation: 'delete', hunks: hunksOf('a\nb', '') });
		const nothing = { before: '', after: '', extent: 'file' };
		for (const texts of [none, there('else')]) {
			assert.deepEqual(resolveChangeSides(add, texts, true), { ...nothing, after: 'a\nb', kind: 'create' });
			assert.deepEqual(resolveChangeSides(gone, texts, true), { ...nothing, before: 'a\nb', kind: 'delete' });
		}
	});

	it('of a file that is moved or copied are the old file and the new one [acp C255]', () => {
		for (const operation of ['move', 'copy'] as const) {
			const moved = change({ operation, oldPath: '/ws/old.txt', hunks });
			const made = { ...none, target: after, ...(operation === 'copy' ? { source: before } : {}) };
			const expected = { ...whole, kind: operation };
			assert.deepEqual(resolveChangeSides(moved, made, true), expected);
			assert.deepEqual(resolveChangeSides(moved, { ...none, source: before }, false), expected);
			const unchanged = resolveChangeSides({ ...moved, hunks: [] }, { ...none, target: after }, true);
			assert.deepEqual(unchanged, { ...expected, before: after });
		}
	});
});

describe('the two sides of a change without a patch [acp C254]', () => {
	it('are what was seen before and what is there now', () => {
		const texts = { ...there(after), baseline: before };
		const expected = { before, after, extent: 'file', kind: 'modify' };
		assert.deepEqual(resolveChangeSides(change({}), texts, true), expected);
		assert.equal(resolveChangeSides(change({}), texts, false), undefined);
	});

	it('are not known when the text before was not seen, or seen too late', () => {
		for (const operation of ['add', 'modify', 'move', 'copy', 'other', 'delete'] as const) {
			for (const texts of [none, there(after)]) {
				assert.equal(resolveChangeSides(change({ operation }), texts, true), undefined, operation);
			}
		}
		assert.equal(resolveChangeSides(change({}), { ...there(after), baseline: after }, true), undefined);
		assert.equal(resolveChangeSides(change({ operation: 'add', hunks: [] }), there(after), true), undefined);
	});

	it('of a file that is to be deleted are the file and nothing', () => {
		const gone = change({ operation: 'delete' });
		const expected = { before, after: '', extent: 'file', kind: 'delete' };
		assert.deepEqual(resolveChangeSides(gone, there(before), false), expected);
		assert.deepEqual(resolveChangeSides(gone, { ...none, baseline: before }, true), expected);
	});

	it('of a moved file may be equal', () => {
		const moved = change({ operation: 'move', oldPath: '/ws/old.txt' });
		const sides = resolveChangeSides(moved, { ...none, baseline: before, target: before }, true);
		assert.deepEqual(sides, { before, after: before, extent: 'file', kind: 'move' });
	});
});

describe('a patch', () => {
	const crlf = (text: string): string => text.replaceAll('\n', '\r\n');

	it('fits a file with other line ends, which the file keeps', () => {
		assert.equal(patched(crlf(before), hunks), crlf(after));
		assert.equal(textBeforePatch(crlf(after), hunks), crlf(before));
		const withCr = hunksOf(crlf(before), crlf(after), 1);
		assert.equal(patched(before, withCr), after);
		assert.equal(textBeforePatch(crlf(after), withCr), crlf(before));
	});

	it('fits a file with a missing last line end, whatever its line ends are', () => {
		const cases = [
			['a\nb', 'a\nc'],
			['a\nb\n', 'a\nb'],
			['a\nb', 'a\nb\n'],
			['a', 'a\nb'],
			['', 'a'],
			['a', ''],
		] as const;
		for (const [old, made] of cases) {
			const patch = hunksOf(old, made);
			for (const [from, to] of [[old, made] as const, [crlf(old), crlf(made)] as const]) {
				if (from.includes('\r') || !to.includes('\r')) {
					assert.equal(patched(from, patch), to, JSON.stringify([from, to]));
				}
				if (to.includes('\r') || !from.includes('\r')) {
					assert.equal(textBeforePatch(to, patch), from, JSON.stringify([to, from]));
				}
			}
		}
	});

	it('fits a file whose byte order mark VS Code does not count as text', () => {
		const marked = hunksOf(`\uFEFF${before}`, `\uFEFF${after}`);
		assert.equal(patched(before, marked), after);
		assert.equal(textBeforePatch(after, marked), before);
		const first = hunksOf('\uFEFFa\nb\n', '\uFEFFA\nb\n');
		assert.equal(patched('a\nb\n', first), 'A\nb\n');
		assert.equal(textBeforePatch('A\nb\n', first), 'a\nb\n');
	});

	it('does not fit where it could stand in two places, unless one is where it says [hazard D10]', () => {
		const twice = 'x\na\nx\na\n';
		const patch = hunksOf('a\n', 'b\n');
		assert.equal(patched(twice, patch), undefined);
		assert.equal(patched('x\na\n', patch), 'x\nb\n');
		assert.equal(patched('a\nx\na\n', patch), 'b\nx\na\n');
	});

	it('never invents text: between the two sides are the lines of the patch, and no others [hazard D10]', () => {
		const random = new Random(47);
		const letters = ['a\n', 'b\n', 'c\r\n', '\n', 'd'];
		let fitting = 0;
		const rounds = sized(3000, 1000);
		for (let n = 0; n < rounds; n++) {
			const old = random.text(letters, 10);
			const made = random.text(letters, 10);
			const patch = hunksOf(old, made, random.below(4));
			const text = random.below(3) === 0 ? random.text(letters, 12) : made;
			const undone = textBeforePatch(text, patch);
			if (undone === undefined) continue;
			fitting++;
			const signed = patch.flatMap(({ lines }) => lines.filter((line) => /^[+-]/u.test(line)));
			const added = linesOf(text).map((line) => `+${line}`);
			const removed = linesOf(undone).map((line) => `-${line}`);
			assert.deepEqual(balance(signed), balance([...added, ...removed]), JSON.stringify({ old, made, text }));
			if (text === made) assert.equal(plain(undone), plain(old), JSON.stringify({ old, made }));
		}
		assert.ok(fitting > rounds / 3, `${fitting}`);
	});

	it('that is as large as its file costs little, also when it fits nowhere', () => {
		const lines = Array.from({ length: 60_000 }, (_none, n) => `line ${n % 7}`).join('\n');
		const patch = hunksOf(lines.slice(0, 40_000), `${lines.slice(0, 40_000)}x`, 100_000);
		const many = Array.from(
			{ length: 300 },
			(_none, n) => ({ ...patch[0], oldStart: n * 7 + 3 }) as PatchHunk,
		);
		const start = performance.now();
		assert.equal(patched(lines, many), undefined);
		assert.ok(performance.now() - start < 5000);
	});

	it('is not worked on when both sides would not fit into memory', () => {
		const line = `+${'x'.repeat(limits.diffBytes / 8)}`;
		const hunk = { oldStart: 1, oldLines: 0, newStart: 1, newLines: 1, lines: [line] };
		assert.equal(isTooLarge(change({ hunks: [hunk] })), false);
		assert.equal(isTooLarge(change({ hunks: [hunk, hunk] })), true);
	});
});

function linesOf(text: string): readonly string[] {
	const lines = text.split('\n');
	return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** How often more each line is added than removed. */
function balance(signed: readonly string[]): Record<string, number> {
	const counts = new Map<string, number>();
	for (const line of signed) {
		const key = plain(line.slice(1));
		counts.set(key, (counts.get(key) ?? 0) + (line.startsWith('+') ? 1 : -1));
	}
	return Object.fromEntries([...counts].filter(([, count]) => count !== 0));
}

function plain(text: string): string {
	return text.replaceAll('\r', '');
}
