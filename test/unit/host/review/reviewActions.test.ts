/** What the commands of the review answer, when several rows are selected. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReviewActionParts } from '../../../../src/host/review/reviewActions.ts';
import { only } from '../../only.ts';
import { useVscode } from '../fakeVscode.ts';
import { FakeReview, MemoryTexts } from './fakeReview.ts';

const { runReviewCommand } = await import('../../../../src/host/review/reviewActions.ts');

describe('to keep several rows of the tree', () => {
	it('keeps nothing of a file that comes while the rows before it are kept [hazard D14]', async () => {
		useVscode({
			window: { tabGroups: { activeTabGroup: {} } },
			commands: { executeCommand: () => Promise.resolve() },
		});
		const live = new MemoryTexts();
		const review = new FakeReview(live);
		live.write('/a', 'A\n');
		review.put('/a', 'a\n', 'A\n');
		review.put('/b', '', 'as it was shown', { type: 'whole', kind: 'created' });
		const rows = review.files.map((file) => {
			const [hunk] = file.hunks;
			return hunk === undefined ? { type: 'file', file } : { type: 'hunk', file, hunk };
		});
		const keepHunk = review.keepHunk.bind(review);
		// A look that was running finds what a later call made of the other file.
		review.keepHunk = (...args) => {
			review.put('/b', '', 'written anew', { type: 'whole', kind: 'created' });
			return keepHunk(...args);
		};
		const parts = only<ReviewActionParts>({ review });
		await runReviewCommand(parts, 'acpHost.keepChange', { argument: rows[0], selected: rows });
		assert.deepEqual(
			review.files.map(({ path }) => path),
			['/b'],
		);
	});
});
