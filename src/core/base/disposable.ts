/** Something that holds a resource until it is told to let go. Calling `dispose` twice is harmless. */
export interface Disposable {
	dispose(): void;
}

/** Wraps a function so that it runs on the first `dispose` and never again. */
export function toDisposable(release: () => void): Disposable {
	let pending: (() => void) | undefined = release;
	return {
		dispose() {
			const run = pending;
			pending = undefined;
			run?.();
		},
	};
}

/**
 * Owns disposables and releases them in reverse order of arrival.
 * What is added after the store was disposed is released at once, so late arrivals cannot leak.
 */
export class DisposableStore implements Disposable {
	#items: Disposable[] = [];
	#isDisposed = false;

	/** True once `dispose` has run. */
	get isDisposed(): boolean {
		return this.#isDisposed;
	}

	/** Takes ownership of `item` and hands it back. */
	add<T extends Disposable>(item: T): T {
		if (this.#isDisposed) item.dispose();
		else this.#items.push(item);
		return item;
	}

	dispose(): void {
		this.#isDisposed = true;
		const items = this.#items;
		this.#items = [];
		for (const item of items.reverse()) item.dispose();
	}
}
