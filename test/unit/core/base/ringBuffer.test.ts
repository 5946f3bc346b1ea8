/** What a ring buffer has dropped is free: a bound on what is kept is none on the memory otherwise. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { RingBuffer } from '../../../../src/core/base/ringBuffer.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

describe('a ring buffer', () => {
	it('holds on to nothing that it has dropped [hazard A7]', async () => {
		const ring = new RingBuffer<{ text: string }>(3);
		const refs: WeakRef<{ text: string }>[] = [];
		for (let n = 0; n < 100; n++) {
			const item = { text: `item ${n}` };
			refs.push(new WeakRef(item));
			ring.push(item);
		}
		// What was referred to in this turn stays until the next.
		await turn();
		collect();
		const left = refs.flatMap((ref) => ref.deref()?.text ?? []);
		assert.deepEqual(left, ['item 97', 'item 98', 'item 99']);
		assert.equal(ring.toArray().length, 3);
	});
});
