/** What is said of folders that are not watched, and of copies that cannot be stored. */
import assert from 'node:assert/strict';
import { sayEnded, sayGaps } from '../../../src/host/changes/gapNotices.ts';
import type { Gap } from '../../../src/node/changes/gaps.ts';
import { until } from '../../unit/node/until.ts';
import { answering } from './changesRig.ts';
import { hostTest } from './registry.ts';

hostTest('what is not watched at all is said once for a window, with what to do', async () => {
	const gaps = (['too_wide', 'too_many', 'ignored', 'secret'] as const).map((reason) => ({
		reason,
		count: 1,
		paths: ['/some/where'],
	}));
	const said = await answering(undefined, async () => {
		sayGaps(gaps, () => Promise.resolve([]));
		sayGaps(gaps, () => Promise.resolve([]));
		await Promise.resolve();
	});
	assert.equal(said.length, 2);
	assert.match(said[0] ?? '', /^\/some\/where is your home folder .* Open the folder of a project/u);
	assert.match(said[1] ?? '', /^More is here than 150000 files, .* acpHost\.changes\.exclude/u);
});

for (const [reason, what, first] of [
	[
		'low_disk',
		'a disk that is nearly full',
		/^Less than 2 GiB are free .* cannot be undone, .* Free some space;/u,
	],
	[
		'store_failed',
		'a disk that is full',
		/^Copies of files could not be written .* cannot be undone\. .* Free some space;/u,
	],
] as const)
	hostTest(`${what} is said once, and the button tells how it is then`, async () => {
		const low = [{ reason, count: 3, paths: ['/some/where'] }];
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
		assert.match(said[0] ?? '', first);
		assert.equal(said[1], said[0]);
		assert.match(said[2] ?? '', /^There is room: files are copied again/u);
	});

hostTest(
	'files that are too many to be copied are said once, and one that was not yet copied is not',
	async () => {
		const gapOf = (count: number): readonly Gap[] => [
			{ reason: 'not_copied', count, paths: ['/some/where'] },
		];
		const said = await answering(undefined, async () => {
			for (const count of [1, 80_001, 80_001]) sayGaps(gapOf(count), () => Promise.resolve([]));
			await Promise.resolve();
		});
		assert.equal(said.length, 1, said.join('\n'));
		assert.match(
			said[0] ?? '',
			/80001 files .* cannot be undone: .* too many .* acpHost\.changes\.exclude\.$/u,
		);
	},
);

hostTest(
	'the end of watching is said with the reason in words, and with what to do should it come again',
	async () => {
		const reasons = ["Error: ENOSPC: no space left on device, mkdir '/store'", undefined];
		const said = await answering(undefined, async () => {
			for (const reason of reasons) sayEnded(reason);
			await Promise.resolve();
		});
		assert.match(
			said[0] ?? '',
			/agents change: ENOSPC: no space left on device, mkdir '\/store'\. What waited/u,
		);
		assert.match(said[1] ?? '', /agents change: its thread ended\. What waited is kept\. Reload the window/u);
		for (const text of said)
			assert.match(text, /if this comes again, put right what is named here first\.$/u);
	},
);
