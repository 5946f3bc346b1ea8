/** Which items of one list stand in another as well, in the same order. */

/** Ranges are cut at what is alone in both lists so often; then the next of the same key counts. */
const maxDepth = 8;

interface Range {
	readonly from: number;
	readonly to: number;
	readonly otherFrom: number;
	readonly otherTo: number;
	readonly depth: number;
}

type Pair = readonly [at: number, other: number];

/**
 * Pairs items of the same key. What both lists begin and end with is paired first, then what occurs once in each.
 * Takes n log n steps, whatever the keys are.
 * @returns by index of the first list that of the second, both of them rising
 */
export function alignment(keys: readonly string[], others: readonly string[]): ReadonlyMap<number, number> {
	const pairs: Pair[] = [];
	const ranges: Range[] = [{ from: 0, to: keys.length, otherFrom: 0, otherTo: others.length, depth: 0 }];
	for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
		const middle = withoutEnds(keys, others, range, pairs);
		if (middle.from === middle.to || middle.otherFrom === middle.otherTo) continue;
		const anchors = middle.depth < maxDepth ? anchorsIn(keys, others, middle) : [];
		if (anchors.length > 0) for (const part of between(middle, anchors)) ranges.push(part);
		for (const pair of anchors.length > 0 ? anchors : nextOfSame(keys, others, middle)) pairs.push(pair);
	}
	return new Map(pairs.toSorted(([a], [b]) => a - b));
}

/** What is left of the range without what both lists begin and end with there. */
function withoutEnds(
	keys: readonly string[],
	others: readonly string[],
	{ depth, ...range }: Range,
	pairs: Pair[],
): Range {
	let { from, to, otherFrom, otherTo } = range;
	// The end first: of what stands twice in one list, such as a prompt that was sent again, the later one counts.
	while (from < to && otherFrom < otherTo && keys[to - 1] === others[otherTo - 1])
		pairs.push([--to, --otherTo]);
	while (from < to && otherFrom < otherTo && keys[from] === others[otherFrom])
		pairs.push([from++, otherFrom++]);
	return { from, to, otherFrom, otherTo, depth };
}

function between({ from, to, otherFrom, otherTo, depth }: Range, anchors: readonly Pair[]): Range[] {
	const ends: readonly Pair[] = [...anchors, [to, otherTo]];
	return ends.map(([end, otherEnd], n) => {
		const [at, other] = anchors[n - 1] ?? [from - 1, otherFrom - 1];
		return { from: at + 1, to: end, otherFrom: other + 1, otherTo: otherEnd, depth: depth + 1 };
	});
}

/** Places of keys that occur once in both: the most that stand in the same order. */
function anchorsIn(keys: readonly string[], others: readonly string[], range: Range): readonly Pair[] {
	const places = onlyPlaces(others, range.otherFrom, range.otherTo);
	const mine = onlyPlaces(keys, range.from, range.to);
	const pairs: Pair[] = [];
	for (const [key, at] of mine) {
		const other = places.get(key);
		if (at !== undefined && other !== undefined) pairs.push([at, other]);
	}
	return longestRising(pairs);
}

/** By key its place; undefined for one that occurs more than once. */
function onlyPlaces(keys: readonly string[], from: number, to: number): Map<string, number | undefined> {
	const places = new Map<string, number | undefined>();
	for (let at = from; at < to; at++) {
		const key = keys[at] ?? '';
		places.set(key, places.has(key) ? undefined : at);
	}
	return places;
}

/** The longest part of the pairs in which the second numbers rise, too. */
function longestRising(pairs: readonly Pair[]): readonly Pair[] {
	/** By length of a rising part, less one, the pair that it ends with: the smallest there is. */
	const ends: number[] = [];
	const before: (number | undefined)[] = [];
	for (const [n, [, other]] of pairs.entries()) {
		let low = 0;
		let high = ends.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < other) low = middle + 1;
			else high = middle;
		}
		before.push(low === 0 ? undefined : ends[low - 1]);
		ends[low] = n;
	}
	const rising: Pair[] = [];
	for (let n = ends.at(-1); n !== undefined; n = before[n]) {
		const pair = pairs[n];
		if (pair !== undefined) rising.push(pair);
	}
	return rising.toReversed();
}

function nextOfSame(keys: readonly string[], others: readonly string[], range: Range): readonly Pair[] {
	const places = new Map<string, number[]>();
	for (let other = range.otherTo - 1; other >= range.otherFrom; other--) {
		const key = others[other] ?? '';
		const known = places.get(key);
		if (known === undefined) places.set(key, [other]);
		else known.push(other);
	}
	const pairs: Pair[] = [];
	let last = range.otherFrom - 1;
	for (let at = range.from; at < range.to; at++) {
		const left = places.get(keys[at] ?? '') ?? [];
		while ((left.at(-1) ?? Infinity) <= last) left.pop();
		const other = left.pop();
		if (other === undefined) continue;
		pairs.push([at, other]);
		last = other;
	}
	return pairs;
}
