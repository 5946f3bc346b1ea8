import * as limits from '../../core/base/limits.ts';

/**
 * Saves what is being written: at the first key, now and then while typing goes on, after the last key, and at once
 * when the user or the view goes away (hazard G2). By this the host hears of typing, too: it holds back what would steal
 * the focus.
 */
export class Draft {
	readonly #save: () => void;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#savedAt = Number.NEGATIVE_INFINITY;

	constructor(save: () => void) {
		this.#save = save;
		window.addEventListener('blur', () => this.flush());
		window.addEventListener('pagehide', () => this.flush());
		document.addEventListener('visibilitychange', () => this.flush());
	}

	/** The text changed. */
	touch(): void {
		const wait = this.#savedAt + limits.draftSaveMs - performance.now();
		this.#timer ??= setTimeout(() => this.flush(), wait);
		if (wait <= 0) this.flush();
	}

	/** Saves now what was not saved yet. */
	flush(): void {
		if (this.#timer === undefined) return;
		this.forget();
		this.#savedAt = performance.now();
		this.#save();
	}

	/** What was being written is gone, such as sent. */
	forget(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
	}
}
