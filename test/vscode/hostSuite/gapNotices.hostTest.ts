/** What is said of folders that are not watched, and of copies that cannot be stored. */
import assert from 'node:assert/strict';
import { sayGaps } from '../../../src/host/changes/gapNotices.ts';
import { answering } from './changesRig.ts';
import { hostTest } from './registry.ts';

hostTest(
	'what is not watched at all, or cannot be stored, is said once for a window, with what to do',
	async () => {
		const gaps = (['too_wide', 'too_many', 'store_failed', 'ignored', 'secret'] as const).map((reason) => ({
			reason,
			count: 1,
			paths: ['/some/where'],
		}));
		const said = await answering(undefined, async () => {
			sayGaps(gaps);
			sayGaps(gaps);
			await Promise.resolve();
		});
		assert.equal(said.length, 3);
		assert.match(said[0] ?? '', /^\/some\/where is your home folder .* Open the folder of a project/u);
		assert.match(said[1] ?? '', /^More is here than 150000 files, .* acpHost\.changes\.exclude/u);
		assert.match(said[2] ?? '', /cannot be undone: .* The disk may be full\. Free some space/u);
	},
);
