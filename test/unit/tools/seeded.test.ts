import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkModel, pick, randomIntegers, shrink } from '../../tools/seeded.ts';

describe('random runs against a model', () => {
	it('can be repeated: one seed, one sequence', () => {
		const [one, two] = [randomIntegers(7), randomIntegers(7)];
		const numbers = Array.from({ length: 50 }, () => one(1000));
		assert.deepEqual(
			Array.from({ length: 50 }, () => two(1000)),
			numbers,
		);
		assert.ok(numbers.every((n) => n >= 0 && n < 1000));
		assert.ok(new Set(numbers).size > 30);
	});

	it('pass when nothing fails, each with steps of its own', async () => {
		const seen: string[] = [];
		await checkModel<number>({
			runs: 20,
			steps: (random) => Array.from({ length: 5 }, () => random(100)),
			check: (steps) => void seen.push(steps.join()),
		});
		assert.equal(new Set(seen).size, 20);
	});

	it('end with the seed, the run and the fewest steps that fail', async () => {
		const check = (steps: readonly string[]): void => {
			const open = steps.indexOf('open');
			if (open >= 0 && steps.indexOf('break', open) > open) throw new Error('it broke');
		};
		const steps = (random: (limit: number) => number): string[] =>
			Array.from({ length: 200 }, () => pick(random, ['open', 'break', 'a', 'b', 'c']));
		await assert.rejects(checkModel({ runs: 1, seed: 5, steps, check }), {
			message: 'Run 0 of SEED=5, 2 of 200 steps:\n  "open"\n  "break"\nit broke',
		});
	});

	it('keep the order of the steps that matter', async () => {
		const steps = Array.from({ length: 97 }, (_item, n) => n);
		const needed = [3, 50, 51, 96];
		const fewest = await shrink(steps, async (some) => needed.every((n) => some.includes(n)));
		assert.deepEqual(fewest, needed);
	});
});
