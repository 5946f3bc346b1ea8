import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
	type IgnoreLevel,
	ignoreRules,
	IgnoreWork,
	isIgnoredDirectory,
} from '../../../../src/core/changes/ignoreRules.ts';
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
	const enough = (): IgnoreWork => new IgnoreWork(1_000_000, 100_000);
	const isIgnored = (text: string, path: string): boolean =>
		isIgnoredDirectory([{ rules: ignoreRules(text), path: path.split('/') }], enough());
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
		assert.equal(isIgnoredDirectory(levels, enough()), false);
		assert.equal(isIgnoredDirectory(levels.slice(0, 1), enough()), true);
	});

	const costly = Array.from({ length: 2_000 }, () => `${'*a'.repeat(200)}b/${'**/'.repeat(30)}c`).join('\n');
	const deep = Array.from({ length: 30 }, () => 'a'.repeat(200));

	it('by rules that take too long are as those without them, and others still count [hazard A11]', () => {
		const levels: readonly IgnoreLevel[] = [
			{ rules: ignoreRules('c'), path: ['x', ...deep, 'c'] },
			{ rules: ignoreRules(costly), path: [...deep, 'c'] },
		];
		const spent: IgnoreLevel[] = [];
		const work = new IgnoreWork(1_000_000, 100_000);
		const start = process.cpuUsage();
		for (let n = 0; n < 1_000; n++) {
			assert.equal(
				isIgnoredDirectory(levels, work, (level) => spent.push(level)),
				true,
			);
		}
		const { user } = process.cpuUsage(start);
		assert.ok(user < 2_000_000, `${user} us`);
		assert.deepEqual(spent, [levels[1]]);
	});

	it('by rules of which each takes little are told until the look has taken too much', () => {
		const rules = ignoreRules('*x\nc');
		const spent: IgnoreLevel[] = [];
		const work = new IgnoreWork(1_000, 100);
		const answers = Array.from({ length: 2_000 }, () =>
			isIgnoredDirectory([{ rules, path: ['c'] }], work, (level) => spent.push(level)),
		);
		assert.equal(answers[0], true);
		assert.equal(answers.at(-1), false);
		assert.equal(spent.length, 1);
	});
});
