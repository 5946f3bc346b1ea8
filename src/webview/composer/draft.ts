import { limits } from '../../core/base/limits.ts';

/** While someone types without a pause, the host hears of it this often: it holds back what would steal the focus. */
const typingMs = limits.permissionTypingMs / 2;

/**
 * Saves what is being written: at the first key, after a pause, now and then while typing goes on, and at once when
 * the user or the view goes away (hazard G2).
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
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.flush(), limits.draftSaveMs);
		if (performance.now() - this.#savedAt >= typingMs) this.flush();
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
