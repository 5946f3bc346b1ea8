import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DiffSides, isBeforeEdit, resolveDiffSides } from '../../../../src/core/diff/diffSides.ts';
import type { DiffContent } from '../../../../src/core/session/model/toolContent.ts';
import { Random } from '../../host/random.ts';

const diff = (oldText: string | null, newText: string | null): DiffContent => ({
	type: 'diff',
	path: '/ws/a.txt',
	oldText,
	newText,
});

const sides = (before: string, after: string, extent: DiffSides['extent'] = 'file'): DiffSides => ({
	before,
	after,
	extent,
	kind: 'modify',
});

describe('the two sides of a diff', () => {
	it('of a new file: nothing and all of it, whatever is on the disk', () => {
		for (const current of [undefined, 'new', 'else']) {
			assert.deepEqual(resolveDiffSides(diff(null, 'new'), undefined, current, true), {
				before: '',
				after: 'new',
				extent: 'file',
				kind: 'create',
			});
		}
	});

	it('of a new file whose agent writes it itself and sends an empty old text', () => {
		const created = { before: '', after: 'new', extent: 'file', kind: 'create' };
		for (const current of [undefined, 'new'])
			assert.deepEqual(resolveDiffSides(diff('', 'new'), undefined, current, true), created);
		// It was there, and empty; or the text was put into what was there.
		assert.equal(resolveDiffSides(diff('', 'new'), '', 'new', true).kind, 'modify');
		assert.equal(resolveDiffSides(diff('', 'new'), undefined, 'old new', true).kind, 'modify');
	});

	it('of a deleted file: all that is known of it, and nothing', () => {
		const deleted = { after: '', extent: 'file', kind: 'delete' };
		assert.deepEqual(resolveDiffSides(diff('old', null), undefined, undefined, true), {
			before: 'old',
			...deleted,
		});
		assert.deepEqual(resolveDiffSides(diff(null, null), 'seen', undefined, true), {
			before: 'seen',
			...deleted,
		});
	});

	it('of a whole file: exactly old and new', () => {
		assert.deepEqual(resolveDiffSides(diff('a\n', 'b\n'), undefined, 'a\n', false), sides('a\n', 'b\n'));
		assert.deepEqual(resolveDiffSides(diff('a\n', 'b\n'), undefined, 'b\n', true), sides('a\n', 'b\n'));
	});

	it('of a fragment that stands once: in its file, before and after the edit is made', () => {
		const before = 'one\ntwo\nthree\n';
		const after = 'one\n2\nthree\n';
		assert.deepEqual(resolveDiffSides(diff('two', '2'), undefined, before, false), sides(before, after));
		assert.deepEqual(resolveDiffSides(diff('two', '2'), undefined, after, true), sides(before, after));
		assert.deepEqual(resolveDiffSides(diff('two', '2'), before, 'gone', true), sides(before, after));
	});

	it('of added lines are never added twice, also when the agent is late in saying that they are [hazard D10]', () => {
		const [before, after] = ['one\ntwo\n', 'one\ntwo\nthree\n'];
		const adding = diff('two\n', 'two\nthree\n');
		assert.equal(isBeforeEdit(before, adding), true);
		assert.equal(isBeforeEdit(after, adding), false);
		for (const isFinished of [true, false]) {
			assert.deepEqual(resolveDiffSides(adding, undefined, after, isFinished), sides(before, after));
		}
		assert.deepEqual(resolveDiffSides(adding, undefined, before, false), sides(before, after));
	});

	it('of a fragment that stands twice, overlaps itself, or is not there: alone', () => {
		for (const current of ['two two', 'nothing', '', undefined]) {
			const alone = sides('two', '2', 'fragment');
			assert.deepEqual(resolveDiffSides(diff('two', '2'), undefined, current, false), alone);
		}
		assert.equal(resolveDiffSides(diff('aa', 'b'), undefined, 'xaaa', false).extent, 'fragment');
		assert.equal(resolveDiffSides(diff('', 'b'), undefined, 'text', false).extent, 'fragment');
	});

	it('an insertion into an empty file is the file', () => {
		assert.deepEqual(resolveDiffSides(diff('', 'b'), undefined, '', false), sides('', 'b'));
	});

	it('the text that was seen before the edit wins over the disk of today [hazard D10]', () => {
		assert.deepEqual(resolveDiffSides(diff('v1\n', 'v2\n'), 'v1\n', 'v3\n', true), sides('v1\n', 'v2\n'));
	});

	it('replacements are taken literally', () => {
		const found = resolveDiffSides(diff('x', '$& $1 $$'), undefined, 'a x b', false);
		assert.equal(found.after, 'a $& $1 $$ b');
	});

	it('never invent text: the change between the sides is the change of the agent [hazard D10]', () => {
		const random = new Random(31);
		const letters = ['a', 'b', '\n'];
		let inFile = 0;
		for (let n = 0; n < 3_000; n++) {
			const oldText = random.text(letters, 4);
			const newText = random.text(letters, 4);
			const current = random.text(letters, 12);
			const isFinished = random.below(2) === 0;
			const { before, after, extent } = resolveDiffSides(
				diff(oldText, newText),
				undefined,
				current,
				isFinished,
			);
			if (extent === 'fragment') {
				assert.deepEqual([before, after], [oldText, newText]);
				continue;
			}
			inFile++;
			const isOneSide = after === current || (before === current && !isFinished);
			assert.ok(isOneSide, 'the file as it is stands on one side');
			const at = before.indexOf(oldText);
			const isThere = Array.from({ length: before.length + 1 }, (_none, from) => from).some(
				(from) =>
					before.startsWith(oldText, from) &&
					before.slice(0, from) + newText + before.slice(from + oldText.length) === after,
			);
			assert.ok(at >= 0 && isThere, JSON.stringify({ oldText, newText, current, isFinished, before, after }));
		}
		assert.ok(inFile > 300, `${inFile}`);
	});
});
