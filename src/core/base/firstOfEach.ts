/** The first item of each key, in their order. */
export function firstOfEach<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
	const seen = new Set<string>();
	return items.filter((item) => {
		const key = keyOf(item);
		const isFirst = !seen.has(key);
		seen.add(key);
		return isFirst;
	});
}
