import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
	type GitPoint,
	gitMovement,
	keptStashes,
} from '../../../../../src/core/changes/checkpoints/gitPoint.ts';

const stash = (number: number): string => number.toString(16).padStart(40, '0');
const at = (stashes: readonly string[]): GitPoint => ({ folder: '/ws', head: { commit: stash(0) }, stashes });
const some = (count: number, from = 1): readonly string[] =>
	Array.from({ length: count }, (_, index) => stash(from + index));

describe('stashes since a checkpoint', () => {
	it('came where they stand above one that is known', () => {
		assert.deepEqual(gitMovement(at(some(3)), at([stash(90), ...some(3)])), { folder: '/ws', added: 1 });
		assert.deepEqual(gitMovement(at(some(3)), at(some(2, 90)))?.added, 2);
	});

	it('are not told as new where older ones than a checkpoint keeps may be listed', () => {
		const [kept, older] = [some(keptStashes), some(4, 50)];
		assert.deepEqual(gitMovement(at(kept), at(older)), { folder: '/ws', gone: kept.toReversed() });
		const left = [stash(90), ...kept.slice(-1), ...older];
		assert.equal(gitMovement(at(kept), at(left))?.added, 1);
	});
});
