/** What the cells of the bench's table are made of. Times in milliseconds. */

export type Row = readonly [
	what: string,
	floor: string,
	batched: string,
	ours: string,
	ratio: string,
	goal: string,
];

export function verdict(isMet: boolean, goal: string): string {
	return `${goal}: ${isMet ? 'met' : 'MISSED'}`;
}

export function ratio(ours: number, floor: number): string {
	return `${(ours / floor).toFixed(2)}x`;
}

export function inMs(ms: number): string {
	return `${ms.toFixed(ms < 100 ? 1 : 0)} ms`;
}

/** @param atLeast what is below this was not told */
export function withAll(values: readonly number[], atLeast = 0): string {
	if (values.length === 0) return '';
	const one = (value: number): string => (value < atLeast ? `<${atLeast}` : value.toFixed(0));
	const all = values.length === 1 ? '' : ` (${values.map(one).join(' ')})`;
	return `${one(median(values))} ms${all}`;
}

export function median(values: readonly number[]): number {
	return quantile(values, 0.5);
}

/** @param share from 0, the smallest, to 1 */
export function quantile(values: readonly number[], share: number): number {
	const sorted = values.toSorted((a, b) => a - b);
	const at = (sorted.length - 1) * share;
	const [low, high] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN];
	return low + (high - low) * (at - Math.floor(at));
}
