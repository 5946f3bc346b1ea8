import { type Disposable, toDisposable } from './disposable.ts';

/** Subscribes a listener; the returned disposable unsubscribes it. Same shape as `vscode.Event`. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/**
 * Delivers values to listeners in the order they were fired, also when a listener fires again.
 * A listener that throws does not keep the others from hearing: the error goes to `onError`.
 */
export class Emitter<T> implements Disposable {
	readonly #listeners = new Set<(value: T) => void>();
	readonly #queue: T[] = [];
	readonly #onError: (error: unknown) => void;
	#isDelivering = false;

	constructor(onError: (error: unknown) => void = rethrowLater) {
		this.#onError = onError;
	}

	readonly event: Event<T> = (listener) => {
		// A wrapper of its own lets one function subscribe twice.
		const own = (value: T): void => listener(value);
		this.#listeners.add(own);
		return toDisposable(() => this.#listeners.delete(own));
	};

	fire(value: T): void {
		this.#queue.push(value);
		if (this.#isDelivering) return;
		this.#isDelivering = true;
		try {
			while (this.#queue.length > 0) this.#deliver(this.#queue.shift() as T);
		} finally {
			this.#isDelivering = false;
		}
	}

	dispose(): void {
		this.#listeners.clear();
		this.#queue.length = 0;
	}

	#deliver(value: T): void {
		for (const listener of this.#listeners) {
			try {
				listener(value);
			} catch (error) {
				this.#onError(error);
			}
		}
	}
}

/** The runtime reports it as an unhandled rejection: seen, but not in the way of the other listeners. */
function rethrowLater(error: unknown): void {
	void Promise.reject(error);
}
