/** A seeded source of random values, so that a failure can be repeated. */
export class Random {
	#state: number;

	constructor(seed: number) {
		this.#state = seed;
	}

	/** An integer from 0 to below `bound`. Mulberry32. */
	below(bound: number): number {
		this.#state = (this.#state + 0x6d_2b_79_f5) | 0;
		let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound);
	}

	pick<T>(items: readonly T[]): T {
		return items[this.below(items.length)] as T;
	}

	text(alphabet: readonly string[], maxLength: number): string {
		return Array.from({ length: this.below(maxLength + 1) }, () => this.pick(alphabet)).join('');
	}

	/** Any JSON, a few levels deep. */
	json(depth = 3): unknown {
		const kind = this.below(depth > 0 ? 9 : 7);
		if (kind === 0) return null;
		if (kind === 1) return this.below(2) === 0;
		if (kind === 2) return this.below(1_000) - 500;
		if (kind === 3) return Number.MAX_VALUE;
		if (kind < 7) return this.text(['a', 'e1', '__proto__', '\u0000', '💥'], 4);
		if (kind === 7) return Array.from({ length: this.below(4) }, () => this.json(depth - 1));
		return Object.fromEntries(
			Array.from({ length: this.below(4) }, () => [
				this.pick(['type', 'key', 'text', 'entryId', 'constructor', 'x']),
				this.json(depth - 1),
			]),
		);
	}
}
