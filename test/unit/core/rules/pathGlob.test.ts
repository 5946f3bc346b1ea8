import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matchesGlob } from '../../../../src/core/rules/pathPattern.ts';
import { seededRandom } from '../session/driver/randomAgent.ts';
import { sized } from '../../../tools/sized.ts';

const expressions = sized(20_000, 5_000);

describe('a pattern for files', () => {
	for (const [glob, fits, fails] of [
		['src/**', ['src/a', 'src/a/b.ts', 'src'], ['srcx/a', 'a/src/b']],
		['**/*.ts', ['a.ts', 'a/b/c.ts', '.ts'], ['a.tsx', 'a.ts/b']],
		['src/*.ts', ['src/a.ts'], ['src/a/b.ts', 'src/a.js']],
		['a?c', ['abc', 'a😀c'], ['ac', 'a/c', 'abbc']],
		['pages/[id].tsx', ['pages/[id].tsx'], ['pages/i.tsx']],
		['!a', ['!a'], ['b']],
		['{a,b}', ['{a,b}'], ['a', 'b']],
		['**/**/x', ['x', 'a/x', 'a/b/x'], ['y']],
		['a**b', ['ab', 'axb'], ['a/b']],
	] as const) {
		it(`${glob} means what it says and nothing more`, () => {
			for (const path of fits) assert.ok(matchesGlob(glob, path), path);
			for (const path of fails) assert.ok(!matchesGlob(glob, path), path);
		});
	}

	it(`agrees with a plain expression of the same meaning, ${expressions} times`, () => {
		const random = seededRandom(7);
		const some = (letters: string, length: number): string =>
			Array.from({ length }, () => letters[random(letters.length)] ?? '').join('');
		for (let n = 0; n < expressions; n++) {
			const glob = Array.from({ length: 1 + random(4) }, () =>
				random(3) === 0 ? '**' : some('ab*?', 1 + random(3)),
			).join('/');
			const path = Array.from({ length: 1 + random(4) }, () => some('ab', 1 + random(3))).join('/');
			assert.equal(matchesGlob(glob, path), expression(glob).test(`${path}/`), `${glob} on ${path}`);
		}
	});

	it('takes no time, however it is written', () => {
		const glob = `${'**/'.repeat(200)}${'*a'.repeat(500)}b`;
		const path = `${'a/'.repeat(500)}${'a'.repeat(2_000)}`;
		const before = process.threadCpuUsage();
		assert.equal(matchesGlob(glob, path), false);
		const { user, system } = process.threadCpuUsage(before);
		assert.ok(user + system < 5_000_000);
	});
});

function expression(glob: string): RegExp {
	const names = glob.split('/').map((name) => {
		if (name === '**') return '(?:[^/]+/)*';
		return `${name.replaceAll('*', '[^/]*').replaceAll('?', '[^/]')}/`;
	});
	return new RegExp(`^${names.join('')}$`, 'u');
}
