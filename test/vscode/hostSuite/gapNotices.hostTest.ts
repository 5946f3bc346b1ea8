/** What is said of folders that are not watched, and of copies that cannot be stored. */
import assert from 'node:assert/strict';
import { sayGaps } from '../../../src/host/changes/gapNotices.ts';
import type { Gap } from '../../../src/node/changes/gaps.ts';
import { until } from '../../unit/node/until.ts';
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
			sayGaps(gaps, () => Promise.resolve([]));
			sayGaps(gaps, () => Promise.resolve([]));
			await Promise.resolve();
		});
		assert.equal(said.length, 3);
		assert.match(said[0] ?? '', /^\/some\/where is your home folder .* Open the folder of a project/u);
		assert.match(said[1] ?? '', /^More is here than 150000 files, .* acpHost\.changes\.exclude/u);
		assert.match(said[2] ?? '', /cannot be undone: .* The disk may be full\. Free some space/u);
	},
);

hostTest('a disk that is nearly full is said once, and the button tells how it is then', async () => {
	const low = [{ reason: 'low_disk', count: 3, paths: ['/some/where'] }] as const;
	const later: (readonly Gap[])[] = [low, []];
	const lookAgain = (): Promise<readonly Gap[]> => Promise.resolve(later.shift() ?? []);
	const said = await answering('Check Again', async () => {
		for (let look = 0; look < 3; look++) sayGaps(low, lookAgain);
		await until(() => later.length === 0);
		// The last word comes a moment after the last look.
		await new Promise((resolve) => setImmediate(resolve));
		sayGaps(low, lookAgain);
		sayGaps([], lookAgain);
		sayGaps(low, lookAgain);
	});
	assert.equal(said.length, 3, said.join('\n'));
	assert.match(said[0] ?? '', /^Less than 2 GiB are free .* cannot be undone, .* Free some space;/u);
	assert.equal(said[1], said[0]);
	assert.match(said[2] ?? '', /^There is room: files are copied again/u);
});
