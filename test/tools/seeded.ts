/**
 * Random runs against a model, which can be repeated: the seed is printed with a failure, and the steps that led to it
 * are bisected to the few that matter.
 */

/** SEED=… repeats a run. */
export const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

/** Integers from 0 up to, but not including, `limit`. */
export type Random = (limit: number) => number;

/** A seeded generator (mulberry32). */
export function randomIntegers(start: number = seed): Random {
	let state = start;
	return (limit) => {
		state = (state + 0x6d2b79f5) | 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * limit);
	};
}

/** One of the items. */
export function pick<Item>(random: Random, items: readonly Item[]): Item {
	const item = items[random(items.length)];
	if (item === undefined) throw new Error('Nothing to pick from');
	return item;
}

export interface ModelCheck<Step> {
	readonly runs: number;
	/** Makes up the steps of one run. They have to be plain data, for they are printed. */
	readonly steps: (random: Random, run: number) => readonly Step[];
	/**
	 * Does the steps to the real thing and to the model, from a fresh start, and throws where they differ. It is called
	 * again with some of the steps left out, so each step has to make sense, or do nothing, without those before.
	 */
	readonly check: (steps: readonly Step[]) => Promise<void> | void;
	readonly seed?: number;
}

/** Rejects with the first run that fails: its seed, the fewest steps that still fail, and what they fail with. */
export async function checkModel<Step>(model: ModelCheck<Step>): Promise<void> {
	const start = model.seed ?? seed;
	for (let run = 0; run < model.runs; run++) {
		// A generator of its own: a run does not depend on those before.
		const steps = model.steps(randomIntegers(start + run), run);
		if ((await failureOf(model, steps)) === undefined) continue;
		const fewest = await shrink(steps, async (some) => (await failureOf(model, some)) !== undefined);
		const error = (await failureOf(model, fewest)) ?? new Error('It failed, but does not fail again');
		const list = fewest.map((step) => `  ${JSON.stringify(step)}`).join('\n');
		throw new Error(
			`Run ${run} of SEED=${start}, ${fewest.length} of ${steps.length} steps:\n${list}\n${error.message}`,
			{
				cause: error,
			},
		);
	}
}

/** Leaves out halves, quarters … single steps, as long as it still fails without them. */
export async function shrink<Step>(
	steps: readonly Step[],
	fails: (steps: readonly Step[]) => Promise<boolean>,
): Promise<readonly Step[]> {
	let kept = steps;
	for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
		for (let from = 0; from < kept.length;) {
			const rest = [...kept.slice(0, from), ...kept.slice(from + size)];
			if (await fails(rest)) kept = rest;
			else from += size;
		}
	}
	return kept;
}

async function failureOf<Step>(
	{ check }: ModelCheck<Step>,
	steps: readonly Step[],
): Promise<Error | undefined> {
	try {
		await check(steps);
		return undefined;
	} catch (error) {
		return error instanceof Error ? error : new Error(String(error));
	}
}
