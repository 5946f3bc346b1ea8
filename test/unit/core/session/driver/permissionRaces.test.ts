import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sized } from '../../../../tools/sized.ts';
import { playRace, type RaceStep, randomSteps, shrink } from './permissionRaces.ts';
import { seededRandom } from './randomAgent.ts';

const runs = sized(10_000, 200);

describe('a permission', () => {
	it(`gets exactly one answer, in ${runs} orders of rules, views, Stop, withdrawal, exit and close [hazard C1] [hazard C3] [hazard C8]`, async () => {
		for (let seed = 1; seed <= runs; seed++) {
			const steps = randomSteps(seededRandom(seed));
			try {
				await playRace(steps);
			} catch (error) {
				const fewest = await shrink(steps);
				throw new Error(`seed ${seed}, fewest steps: ${JSON.stringify(fewest)}`, { cause: error });
			}
		}
	});

	it('is watched by a model that notices what is wrong, and shows the fewest steps of it', async () => {
		const steps: RaceStep[] = [
			{ type: 'hide' },
			{ type: 'ask' },
			{ type: 'calm' },
			{ type: 'accept', at: 0 },
		];
		await playRace(steps);
		assert.deepEqual(await shrink(steps), steps, 'what does not fail is not made shorter');
	});
});
