import assert from 'node:assert/strict';
import { it } from 'node:test';
import { BoundedMap } from '../../../../src/core/base/boundedMap.ts';

it('keeps the newest entries within a count, and says which had to go', () => {
	const map = new BoundedMap<string, number>({ maxCount: 2, entries: Object.entries({ z: 0, a: 1, b: 2 }) });
	assert.deepEqual([...map], Object.entries({ a: 1, b: 2 }));
	assert.deepEqual(map.set('a', 3), []);
	assert.deepEqual(map.set('c', 4), ['b']);
	assert.deepEqual([...map], Object.entries({ a: 3, c: 4 }));
	assert.equal(map.get('b'), undefined);
	assert.equal(map.has('c'), true);
});

it('keeps them within a weight, but the newest in any case', () => {
	const map = new BoundedMap<number, string>({ maxCount: 9, maxWeight: 5, weigh: ({ length }) => length });
	map.set(1, 'aa');
	map.set(2, 'bbb');
	assert.deepEqual(map.set(1, 'aaa'), [2]);
	assert.deepEqual(map.set(3, 'cccccccc'), [1]);
	assert.deepEqual(map.set(4, ''), [3]);
	map.delete(4);
	map.set(5, 'eeeee');
	assert.equal(map.size, 1);
	map.clear();
	assert.deepEqual(map.set(6, 'fffff'), []);
	assert.equal(map.size, 1);
});
