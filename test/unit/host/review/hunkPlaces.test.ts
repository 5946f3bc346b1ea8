import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangedFile } from '../../../../src/host/changes/changeReview.ts';
import {
	hunkAtLine,
	linesOfHunk,
	stepFrom,
	stopAfter,
	stopsOf,
} from '../../../../src/host/review/hunkPlaces.ts';
import { FakeReview, MemoryTexts } from './fakeReview.ts';

const lines = (...names: string[]): string => names.map((name) => `${name}\n`).join('');

/** Base and agent's text of each file. */
function reviewOf(...files: readonly (readonly [path: string, base: string, agent: string])[]): FakeReview {
	const live = new MemoryTexts();
	const review = new FakeReview(live);
	for (const [path, base, agent] of files) {
		live.write(path, agent);
		review.put(path, base, agent);
	}
	return review;
}

function only(review: FakeReview): ChangedFile {
	return review.files[0] ?? assert.fail('nothing waits');
}

describe('where a change stands', () => {
	const file = only(
		reviewOf(['/a', lines('1', '2', '3', '4', '5', '6'), lines('1', 'two', 'too', '3', '5', '6', '7')]),
	);
	const places = file.hunks.map((hunk) => linesOfHunk(hunk, 8));

	it('is at its lines, and where lines were only removed at the one that came up', () => {
		assert.deepEqual(places, [
			{ start: 1, end: 2 },
			{ start: 4, end: 4 },
			{ start: 6, end: 6 },
		]);
	});

	it('is told by each of its lines, and by no other', () => {
		const found = Array.from({ length: 8 }, (_, line) => hunkAtLine(file, line, 8));
		const [first, second, third] = file.hunks;
		assert.deepEqual(found, [undefined, first, first, undefined, second, undefined, third, undefined]);
	});

	it('is at the last line where the document ends before it', () => {
		const end = only(reviewOf(['/a', lines('1', '2', '3'), '1\n']));
		const [hunk] = end.hunks;
		assert.ok(hunk);
		assert.deepEqual(linesOfHunk(hunk, 1), { start: 0, end: 0 });
		assert.equal(hunkAtLine(end, 0, 1), hunk);
		assert.deepEqual(linesOfHunk(hunk, 0), { start: 0, end: 0 });
	});

	it('is that of the added lines where removed ones would be shown at the same line', () => {
		const both = only(reviewOf(['/a', lines('1', '2', '3'), lines('1', '3')]));
		assert.equal(hunkAtLine(both, 1, 3), both.hunks[0]);
	});
});

describe('the way from change to change', () => {
	const base = lines('1', '2', '3', '4', '5');
	const changed = lines('1', 'two', '3', 'four', '5');
	const review = reviewOf(['/a', base, changed], ['/c', base, changed]);
	review.put('/b', '', '', { type: 'whole', kind: 'created' });
	const { files } = review;
	const stops = stopsOf(files);
	const name = (stop: (typeof stops)[number] | undefined): string =>
		`${stop?.path}:${stop?.hunk?.liveStart ?? ''}`;

	it('goes through all files, each once, and then begins again', () => {
		assert.deepEqual(stops.map(name), ['/a:1', '/a:3', '/b:', '/c:1', '/c:3']);
		for (const [step, order] of [
			['next', stops],
			['previous', stops.toReversed()],
		] as const) {
			let at = stepFrom(files, undefined, step);
			for (const stop of [...order, order[0]]) {
				assert.equal(name(at), stop && name(stop), step);
				at = stepFrom(files, { path: at?.path ?? '', line: at?.hunk?.liveStart ?? 0 }, step);
			}
		}
	});

	it('goes on from a line between, and from a file of which nothing waits', () => {
		assert.equal(name(stepFrom(files, { path: '/a', line: 2 }, 'next')), '/a:3');
		assert.equal(name(stepFrom(files, { path: '/a', line: 2 }, 'previous')), '/a:1');
		assert.equal(name(stepFrom(files, { path: '/aa', line: 9 }, 'next')), '/b:');
		assert.equal(name(stepFrom(files, { path: '/aa', line: 9 }, 'previous')), '/a:3');
		assert.equal(name(stepFrom(files, { path: '/z', line: 0 }, 'next')), '/a:1');
	});

	it('leads on after an answer: to what is behind it in the file, then to the next file', () => {
		assert.equal(name(stopAfter(files, { path: '/a', line: 2 })), '/a:3');
		assert.equal(
			name(stopAfter(files, { path: '/a', line: 4 })),
			'/a:1',
			'what is left in the file comes first',
		);
		assert.equal(name(stopAfter(files, { path: '/c', line: 4 })), '/c:1');
		assert.equal(name(stopAfter(files, { path: '/aa', line: 4 })), '/b:', 'nothing is left in the file');
		assert.equal(name(stopAfter(files, { path: '/z', line: 4 })), '/a:1');
		assert.equal(stopAfter([], { path: '/c', line: 4 }), undefined);
		assert.equal(stepFrom([], undefined, 'next'), undefined);
	});

	it('answers 30 changes in 5 files one after the other, and ends where nothing waits', async () => {
		const many = lines(...Array.from({ length: 30 }, (_, n) => `${n}`));
		const edited = many.replaceAll(/^(\d*[048])$/gmu, 'new $1');
		const all = reviewOf(...['/1', '/2', '/3', '/4', '/5'].map((path) => [path, many, edited] as const));
		const count = stopsOf(all.files).length;
		assert.ok(count >= 30, String(count));
		let answers = 0;
		for (let at = stepFrom(all.files, undefined, 'next'); at?.hunk !== undefined; answers++) {
			const { path, hunk } = at;
			const answer = answers % 2 === 0 ? all.keepHunk(path, hunk) : all.undoHunk(path, hunk);
			assert.equal(await answer, 'done');
			at = stopAfter(all.files, { path, line: hunk.liveStart });
		}
		assert.deepEqual([answers, all.files.length], [count, 0]);
	});
});
