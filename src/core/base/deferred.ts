/** A promise together with its ends. Settling twice is harmless: the first one counts. */
export class Deferred<T> {
	readonly promise: Promise<T>;
	#resolve: (value: T) => void = () => undefined;
	#reject: (error: unknown) => void = () => undefined;
	#isSettled = false;

	constructor() {
		this.promise = new Promise<T>((resolve, reject) => {
			this.#resolve = resolve;
			this.#reject = reject;
		});
	}

	get isSettled(): boolean {
		return this.#isSettled;
	}

	resolve(value: T): void {
		this.#isSettled = true;
		this.#resolve(value);
	}

	reject(error: unknown): void {
		this.#isSettled = true;
		this.#reject(error);
	}
}
