/** Few combinations that hold every pair of values of any two factors. */

/** A factor's name with the values it can take. */
export type Factors = Readonly<Record<string, readonly unknown[]>>;

export type Combination = Readonly<Record<string, unknown>>;

/** Greedy: each combination begins with a pair that is missing, the other factors take what adds most. */
export function pairwise(factors: Factors): Combination[] {
	const names = Object.keys(factors);
	const missing = new Set(allPairs(factors));
	const combinations: Combination[] = [];
	for (let [seed] = missing; seed !== undefined; [seed] = missing) {
		const chosen = new Map(seed.split('|').map((part) => splitPart(part)));
		for (const name of names.filter((other) => !chosen.has(other))) {
			chosen.set(name, bestIndex(name, factors[name]?.length ?? 0, chosen, missing));
		}
		for (const pair of pairsOf(chosen)) missing.delete(pair);
		combinations.push(
			Object.fromEntries(names.map((name) => [name, factors[name]?.[chosen.get(name) ?? 0]])),
		);
	}
	return combinations;
}

function bestIndex(
	name: string,
	count: number,
	chosen: ReadonlyMap<string, number>,
	missing: ReadonlySet<string>,
): number {
	const gain = (index: number): number =>
		[...chosen].filter(([other, at]) => missing.has(pairOf([name, index], [other, at]))).length;
	const gains = Array.from({ length: count }, (_item, index) => gain(index));
	return gains.indexOf(Math.max(...gains));
}

function allPairs(factors: Factors): string[] {
	const parts = Object.entries(factors).map(([name, values]) =>
		values.map((_value, index): [string, number] => [name, index]),
	);
	return parts.flatMap((mine, at) =>
		parts.slice(at + 1).flatMap((theirs) => mine.flatMap((a) => theirs.map((b) => pairOf(a, b)))),
	);
}

function pairsOf(chosen: ReadonlyMap<string, number>): string[] {
	const parts = [...chosen];
	return parts.flatMap((a, at) => parts.slice(at + 1).map((b) => pairOf(a, b)));
}

function pairOf(a: readonly [string, number], b: readonly [string, number]): string {
	return [a, b]
		.map(([name, index]) => `${name}=${index}`)
		.toSorted()
		.join('|');
}

function splitPart(part: string): [string, number] {
	const [name = '', index = '0'] = part.split('=');
	return [name, Number(index)];
}
