import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { patchNames } from '../../../../src/core/rules/patchPaths.ts';

describe('the names in a patch', () => {
	it('are those as written, and without the prefix of git', () => {
		assert.deepEqual(patchNames('diff --git a/x.ts b/y.ts\n--- a/x.ts\n+++ new.ts\n'), [
			{ written: 'a/x.ts', bare: 'x.ts' },
			{ written: 'b/y.ts', bare: 'y.ts' },
			{ written: 'a/x.ts', bare: 'x.ts' },
			{ written: 'new.ts' },
		]);
	});

	it('are all read where one line has hundreds of thousands', () => {
		const count = 300_000;
		assert.equal(patchNames(`diff --git ${'a/x '.repeat(count)}`)?.length, count);
	});
});
