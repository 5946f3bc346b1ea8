interface Bounds<K, V> {
	readonly maxCount: number;
	/** Greatest sum of the weights. */
	readonly maxWeight?: number;
	/** Weight of one value, in whatever unit `maxWeight` has. */
	readonly weigh?: (value: V) => number;
	/** What it begins with, the oldest first. */
	readonly entries?: Iterable<readonly [K, V]>;
}

/** Keeps the newest entries within a count and a total weight. The newest one stays even when it alone is heavier. */
export class BoundedMap<K, V> {
	readonly #entries = new Map<K, V>();
	readonly #maxCount: number;
	readonly #maxWeight: number;
	readonly #weigh: (value: V) => number;
	#weight = 0;

	constructor({ maxCount, maxWeight = Infinity, weigh = () => 0, entries = [] }: Bounds<K, V>) {
		this.#maxCount = maxCount;
		this.#maxWeight = maxWeight;
		this.#weigh = weigh;
		for (const [key, value] of entries) this.set(key, value);
	}

	get size(): number {
		return this.#entries.size;
	}

	/** Does not make the entry newer. */
	get(key: K): V | undefined {
		return this.#entries.get(key);
	}

	has(key: K): boolean {
		return this.#entries.has(key);
	}

	/**
	 * Makes this the newest entry.
	 * @returns the keys of those that had to go for it, the oldest first
	 */
	set(key: K, value: V): readonly K[] {
		this.delete(key);
		this.#entries.set(key, value);
		this.#weight += this.#weigh(value);
		const gone: K[] = [];
		for (const oldest of this.#entries.keys()) {
			if (this.size <= this.#maxCount && this.#weight <= this.#maxWeight) break;
			if (oldest === key) break;
			this.delete(oldest);
			gone.push(oldest);
		}
		return gone;
	}

	delete(key: K): void {
		const value = this.#entries.get(key);
		if (value !== undefined) this.#weight -= this.#weigh(value);
		this.#entries.delete(key);
	}

	clear(): void {
		this.#entries.clear();
		this.#weight = 0;
	}

	/** The oldest first. */
	[Symbol.iterator](): IterableIterator<[K, V]> {
		return this.#entries.entries();
	}
}
