/** Runs work, at most so much of it at a time; the rest waits in its order. */
export class ConcurrencyLimit {
	readonly #waiting: (() => void)[] = [];
	#free: number;

	constructor(count: number) {
		this.#free = count;
	}

	/** Work that has not begun. */
	get waiting(): number {
		return this.#waiting.length;
	}

	async run<T>(work: () => Promise<T>): Promise<T> {
		if (this.#free > 0) this.#free--;
		else await new Promise<void>((resolve) => void this.#waiting.push(resolve));
		try {
			return await work();
		} finally {
			const next = this.#waiting.shift();
			// The next in the queue takes the place over directly, so that no newcomer gets in before it.
			if (next === undefined) this.#free++;
			else next();
		}
	}
}
