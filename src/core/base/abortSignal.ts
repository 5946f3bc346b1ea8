/** The part of the platform's `AbortSignal` we use: `core` knows no platform, and the real one fits this shape. */
export interface AbortSignal {
	readonly aborted: boolean;
	addEventListener(type: 'abort', listener: () => void): void;
	removeEventListener(type: 'abort', listener: () => void): void;
}

/** A signal that we abort ourselves: `core` knows no platform that would have one. */
export class Withdrawal implements AbortSignal {
	readonly #listeners = new Set<() => void>();
	#isAborted = false;

	get aborted(): boolean {
		return this.#isAborted;
	}

	/** Once; later calls do nothing. */
	abort(): void {
		if (this.#isAborted) return;
		this.#isAborted = true;
		for (const listener of [...this.#listeners]) listener();
	}

	addEventListener(_type: 'abort', listener: () => void): void {
		this.#listeners.add(listener);
	}

	removeEventListener(_type: 'abort', listener: () => void): void {
		this.#listeners.delete(listener);
	}
}

/** The signal of work that is never withdrawn. */
export const neverAborted: AbortSignal = {
	aborted: false,
	addEventListener: () => undefined,
	removeEventListener: () => undefined,
};
