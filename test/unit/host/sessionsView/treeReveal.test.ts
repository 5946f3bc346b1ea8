import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { revealUntilShown } from '../../../../src/host/sessionsView/treeReveal.ts';

/** A tree that marks the row when it is asked for the `nth` time. */
function tree(nth: number, refuse: () => Promise<void> = () => Promise.resolve()) {
	let asked = 0;
	return {
		get asked() {
			return asked;
		},
		isMarked: () => asked >= nth,
		ask: () => (++asked >= nth ? Promise.resolve() : refuse()),
	};
}

describe('marking a row of a tree', () => {
	it('asks again while the tree forgets it, with an error or without a word', async () => {
		for (const refuse of [() => Promise.resolve(), () => Promise.reject(new Error('Cannot resolve'))]) {
			const forgetful = tree(3, refuse);
			await revealUntilShown({ ...forgetful, isWanted: () => true }, 1);
			assert.equal(forgetful.asked, 3);
		}
	});

	it('asks once when that is enough, also for a row that is marked already', async () => {
		for (const nth of [0, 1]) {
			const quick = tree(nth);
			await revealUntilShown({ ...quick, isWanted: () => true }, 1);
			assert.equal(quick.asked, 1);
		}
	});

	it('stops when another row is to be marked', async () => {
		const never = tree(Number.POSITIVE_INFINITY);
		await revealUntilShown({ ...never, isWanted: () => never.asked < 2 }, 1);
		assert.equal(never.asked, 2);
	});

	it('does not ask a tree that was left in the first moment: that would fetch the user back', async () => {
		const left = tree(1);
		let isVisible = true;
		const marking = revealUntilShown({ ...left, isWanted: () => isVisible }, 1);
		isVisible = false;
		await marking;
		assert.equal(left.asked, 0);
	});

	it('gives up at last', async () => {
		const never = tree(Number.POSITIVE_INFINITY);
		await revealUntilShown({ ...never, isWanted: () => true }, 1);
		assert.equal(never.asked, 10);
	});
});
