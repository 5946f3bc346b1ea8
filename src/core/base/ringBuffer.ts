/**
 * Keeps the newest items within two bounds: a count and a total weight.
 * The newest item always stays, even when it alone is heavier than the bound.
 */
export class RingBuffer<T> {
	/** Before the start there are empty places only. */
	readonly #items: (T | undefined)[] = [];
	readonly #maxCount: number;
	readonly #maxWeight: number;
	readonly #weigh: (item: T) => number;
	#weight = 0;
	#start = 0;

	/**
	 * @param maxCount most items kept
	 * @param maxWeight greatest sum of weights kept
	 * @param weigh weight of one item, in whatever unit `maxWeight` has
	 */
	constructor(maxCount: number, maxWeight = Number.POSITIVE_INFINITY, weigh: (item: T) => number = () => 1) {
		this.#maxCount = maxCount;
		this.#maxWeight = maxWeight;
		this.#weigh = weigh;
	}

	push(item: T): void {
		this.#items.push(item);
		this.#weight += this.#weigh(item);
		while (this.length > 1 && (this.length > this.#maxCount || this.#weight > this.#maxWeight)) this.#drop();
	}

	get length(): number {
		return this.#items.length - this.#start;
	}

	/** The kept items, oldest first. */
	toArray(): T[] {
		return this.#items.slice(this.#start) as T[];
	}

	#drop(): void {
		this.#weight -= this.#weigh(this.#items[this.#start] as T);
		// At once: a place costs nothing, what was in it may be large.
		this.#items[this.#start] = undefined;
		this.#start++;
		// Compact now and then instead of shifting each time, which would be quadratic.
		if (this.#start > 1024 && this.#start * 2 > this.#items.length) {
			this.#items.splice(0, this.#start);
			this.#start = 0;
		}
	}
}
