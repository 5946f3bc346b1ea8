import * as limits from '../../core/base/limits.ts';

/**
 * Ignores input that was meant for something else: for a moment after a question appears or changes, its buttons
 * are inert (hazards C6, C9). The time counts from when the event happened, not from when it was handled, so
 * clicks that queued up behind a busy frame are caught as well.
 */
export class InputGuard {
	readonly #onOpen: () => void;
	readonly #onVisibility: () => void;
	#opensAt = 0;
	#timer: ReturnType<typeof setTimeout> | undefined;

	/**
	 * @param onOpen called when input counts again, to draw it so
	 * @param onShown called when the view was hidden and is seen again: to a person, the card appears now
	 */
	constructor(onOpen: () => void, onShown: () => void = () => undefined) {
		this.#onOpen = onOpen;
		this.#onVisibility = () => {
			if (document.visibilityState === 'visible') onShown();
		};
		document.addEventListener('visibilitychange', this.#onVisibility);
	}

	get isClosed(): boolean {
		return performance.now() < this.#opensAt;
	}

	/** Starts the time anew. */
	restart(): void {
		this.#opensAt = performance.now() + limits.permissionGuardMs;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(this.#onOpen, limits.permissionGuardMs + 1);
	}

	/** True if the event may answer. */
	accepts(event: Event): boolean {
		return event.timeStamp >= this.#opensAt && !this.isClosed;
	}

	dispose(): void {
		clearTimeout(this.#timer);
		document.removeEventListener('visibilitychange', this.#onVisibility);
	}
}
