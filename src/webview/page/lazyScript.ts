import { t } from '../../core/base/l10n.ts';

/**
 * A part of the view that is a script of its own, because many conversations never need it. It is drawn in the first
 * frame in which the script is there: drawing waits for a frame anyway, and asks for another while something is left.
 */
export class LazyScript<T> {
	readonly #import: () => Promise<T>;
	#isRequested = false;
	#loaded: T | undefined;
	#failure: string | undefined;

	/** @param load calls `import()` with a literal, by which the bundler finds the script */
	constructor(load: () => Promise<T>) {
		this.#import = load;
	}

	/** What the script exports, once it is there. */
	get loaded(): T | undefined {
		return this.#loaded;
	}

	/** Why it could not be had when it was requested last, in the words of the browser. */
	get failure(): string | undefined {
		return this.#failure;
	}

	/** Begins to load it, unless it is there or on its way. */
	request(): void {
		if (this.#isRequested) return;
		this.#isRequested = true;
		this.#failure = undefined;
		this.#import().then(
			(loaded) => (this.#loaded = loaded),
			(error: unknown) => {
				this.#failure = String(error);
				this.#isRequested = false;
			},
		);
	}

	/** Calls `use` at once if the script is there, else in a frame once it is; `fail` if it cannot be had. */
	whenLoaded(use: (script: T) => void, fail: (failure: string) => void): void {
		this.request();
		this.#wait(use, fail);
	}

	#wait(use: (script: T) => void, fail: (failure: string) => void): void {
		if (this.#loaded !== undefined) use(this.#loaded);
		else if (this.#failure !== undefined) fail(this.#failure);
		else requestAnimationFrame(() => this.#wait(use, fail));
	}
}

/** What stands in the place of a part that cannot be had. */
export function loadProblem(failure: string): string {
	return t('This part of the view could not be loaded ({0}). Close this view and open it again.', failure);
}
