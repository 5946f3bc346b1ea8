/**
 * Keeps the end of the conversation in sight, but only while the reader is there (hazard E9). Scrolling up lets go,
 * coming back to the end takes hold again. New text never moves what someone reads.
 */

/** So near to the end counts as being there, in pixels. */
const nearEnd = 8;

export class ScrollFollower {
	readonly #scroller: HTMLElement;
	readonly #onChange: (isFollowing: boolean) => void;
	#isFollowing = true;
	#lastTop = 0;

	/** @param content grows inside `scroller` */
	constructor(scroller: HTMLElement, content: HTMLElement, onChange: (isFollowing: boolean) => void) {
		this.#scroller = scroller;
		this.#onChange = onChange;
		scroller.addEventListener('scroll', () => this.#scrolled(), { passive: true });
		// After layout and before paint: no frame shows the end out of sight, and no layout is forced.
		const observer = new ResizeObserver(() => this.stay());
		observer.observe(content);
		observer.observe(scroller);
	}

	get isFollowing(): boolean {
		return this.#isFollowing;
	}

	/** Goes to the end and stays there. */
	follow(): void {
		this.#set(true);
		this.stay();
	}

	/** Stays where the reader is from now on. */
	release(): void {
		this.#set(false);
	}

	/** Brings the end back into sight if it is being followed. */
	stay(): void {
		if (!this.#isFollowing) return;
		this.#scroller.scrollTop = this.#scroller.scrollHeight;
		this.#lastTop = this.#scroller.scrollTop;
	}

	#scrolled(): void {
		const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
		const isAtEnd = scrollHeight - scrollTop - clientHeight <= nearEnd;
		// Growing content also ends up away from the end; only a move upwards is the reader's.
		if (isAtEnd) this.#set(true);
		else if (scrollTop < this.#lastTop) this.#set(false);
		this.#lastTop = scrollTop;
	}

	#set(isFollowing: boolean): void {
		if (this.#isFollowing === isFollowing) return;
		this.#isFollowing = isFollowing;
		this.#onChange(isFollowing);
	}
}
