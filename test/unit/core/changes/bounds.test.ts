import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ignoreRules, isIgnoredDirectory } from '../../../../src/core/changes/ignoreRules.ts';
import { roomFor } from '../../../../src/core/changes/storeBounds.ts';

describe('a full store', () => {
	const stored = ['a', 'b', 'c'].map((hash) => ({ hash, bytes: 10 }));
	const nothing = (): boolean => false;

	it('lets the oldest go, and no more than needed', () => {
		assert.deepEqual(roomFor(5, stored, 30, 40, nothing), { fits: true, evicted: [] });
		assert.deepEqual(roomFor(15, stored, 30, 40, nothing), { fits: true, evicted: ['a'] });
		assert.deepEqual(roomFor(25, stored, 30, 40, nothing), { fits: true, evicted: ['a', 'b'] });
	});

	it('never lets go what is needed, and nothing in vain', () => {
		assert.deepEqual(
			roomFor(15, stored, 30, 40, (hash) => hash === 'a'),
			{ fits: true, evicted: ['b'] },
		);
		assert.deepEqual(
			roomFor(35, stored, 30, 40, (hash) => hash === 'a'),
			{ fits: false, evicted: [] },
		);
		assert.deepEqual(roomFor(50, stored, 30, 40, nothing), { fits: false, evicted: [] });
	});
});

describe('directories that git ignores', () => {
	const isIgnored = (text: string, path: string): boolean =>
		isIgnoredDirectory([{ rules: ignoreRules(text), path: path.split('/') }]);
	const rows: readonly [string, string, boolean][] = [
		['node_modules', 'a/node_modules', true],
		['node_modules/', 'node_modules', true],
		['/dist', 'dist', true],
		['/dist', 'a/dist', false],
		['a/b', 'a/b', true],
		['a/b', 'x/a/b', false],
		['**/b', 'x/a/b', true],
		['a/**/b', 'a/b', true],
		['a/**/b', 'a/x/y/b', true],
		['a/*/b', 'a/x/y/b', false],
		['*.cache', 'x/y.cache', true],
		['out-?', 'out-1', true],
		['out-?', 'out-12', false],
		['[a-c]x', 'bx', true],
		['[!a-c]x', 'bx', false],
		['\\#x', '#x', true],
		['# x', '# x', false],
		['x  ', 'x', true],
		['out\n!out', 'out', false],
		['!out\nout', 'out', true],
	];
	for (const [text, path, expected] of rows) {
		it(`${JSON.stringify(text)} ${expected ? 'ignores' : 'leaves'} ${path}`, () =>
			assert.equal(isIgnored(text, path), expected));
	}

	it('are told by the nearest file that speaks of them', () => {
		const levels = [
			{ rules: ignoreRules('out'), path: ['a', 'out'] },
			{ rules: ignoreRules('!out'), path: ['out'] },
		];
		assert.equal(isIgnoredDirectory(levels), false);
		assert.equal(isIgnoredDirectory(levels.slice(0, 1)), true);
	});

	it('are told in no time, whatever the rules say [hazard A11]', () => {
		const rules = Array.from({ length: 2_000 }, () => `${'*a'.repeat(200)}b/${'**/'.repeat(30)}c`).join('\n');
		const start = performance.now();
		assert.equal(isIgnored(rules, Array.from({ length: 30 }, () => 'a'.repeat(200)).join('/')), false);
		assert.ok(performance.now() - start < 5_000);
	});
});
