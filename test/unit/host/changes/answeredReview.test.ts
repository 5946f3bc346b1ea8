/** What is told of answers, whichever surface they came from. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { AnsweredReview } from '../../../../src/host/changes/answeredReview.ts';
import type { ReviewOutcome } from '../../../../src/host/changes/changeReview.ts';
import { FakeReview, MemoryTexts } from '../review/fakeReview.ts';

describe('a review that tells what was answered', () => {
	let live: MemoryTexts;
	let fake: FakeReview;
	let review: AnsweredReview;
	let told: string[];

	beforeEach(() => {
		live = new MemoryTexts();
		fake = new FakeReview(live);
		review = new AnsweredReview(fake);
		told = [];
		review.onDidAnswer((answers) => {
			for (const { type, file, hunks, isAll } of answers)
				told.push(`${type} ${hunks.length} of ${file.path}${isAll ? ', all' : ''}`);
		});
		for (const path of ['/a', '/b']) {
			live.write(path, 'ONE\ntwo\nTHREE\n');
			fake.put(path, 'one\ntwo\nthree\n', 'ONE\ntwo\nTHREE\n');
		}
	});

	it('tells hunks one by one, and the last as all', async () => {
		const [first, second] = fake.file('/a')?.hunks ?? [];
		assert.ok(first !== undefined && second !== undefined);
		await review.keepHunk('/a', first);
		const [left] = fake.file('/a')?.hunks ?? [];
		assert.ok(left);
		await review.undoHunk('/a', left);
		assert.deepEqual(told, ['kept 1 of /a', 'undone 1 of /a, all']);
	});

	it('tells files together', async () => {
		await review.keepFiles(['/a']);
		await review.undoFiles(['/b', '/nothing']);
		assert.deepEqual(told, ['kept 2 of /a, all', 'undone 2 of /b, all']);
	});

	it('tells nothing of a hunk that had drifted', async () => {
		const [hunk] = fake.file('/a')?.hunks ?? [];
		assert.ok(hunk);
		live.write('/a', 'Zero\nONE\ntwo\nTHREE\n');
		assert.equal(await review.undoHunk('/a', hunk), 'drifted');
		assert.deepEqual(told, []);
	});

	for (const [outcome, expected] of [
		['cancelled', ['undone 1 of /a', 'undone 2 of /b, all']],
		['drifted', ['undone 2 of /b, all']],
		['failed', ['undone 2 of /b, all']],
	] as const) {
		it(`tells only what was seen to be done where the answer was ${outcome}`, async () => {
			fake.undoFiles = (): Promise<ReviewOutcome> => {
				live.write('/a', 'one\ntwo\nTHREE\n');
				live.write('/b', 'one\ntwo\nthree\n');
				return Promise.resolve(outcome);
			};
			assert.equal(await review.undoFiles(['/a', '/b']), outcome);
			assert.deepEqual(told, expected);
		});
	}
});
