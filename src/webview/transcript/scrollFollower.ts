/**
 * Keeps the end of the conversation in sight, but only while the reader is there (hazard E9). Scrolling up stops it,
 * coming back to the end starts it again. New text never moves what the user is reading.
 */

/** So near to the end counts as being there, in pixels. */
const nearEnd = 8;

/** A place that was gone to is held this long, while what is above it gets its real height. */
const anchorMs = 1000;

export class ScrollFollower {
	readonly #scroller: HTMLElement;
	readonly #onChange: (isAway: boolean) => void;
	#isFollowing = true;
	#isAway = false;
	#lastTop = 0;
	/** Keeps an entry where the reader left it, instead of the end. */
	#anchor: { readonly target: Element; readonly offset: number; readonly until: number } | undefined;

	/** A card that came at the end and waits for the reader. `isShown` once its beginning was gone to. */
	#card: { readonly element: Element; readonly until: number; isShown: boolean } | undefined;

	/**
	 * @param content grows inside `scroller`
	 * @param onChange whether the reader is away from the end, with something to come back to
	 */
	constructor(scroller: HTMLElement, content: HTMLElement, onChange: (isAway: boolean) => void) {
		this.#scroller = scroller;
		this.#onChange = onChange;
		scroller.addEventListener('scroll', () => this.#scrolled(), { passive: true });
		for (const type of ['wheel', 'keydown', 'pointerdown', 'touchstart']) {
			scroller.addEventListener(type, () => (this.#anchor = undefined), { passive: true });
		}
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
		this.#anchor = undefined;
		this.#set(true);
		this.stay();
	}

	/** Stays where the reader is from now on. */
	release(): void {
		this.#set(false);
	}

	/** Goes to `target` and stays there. @param offset of its top from the top of the scroller, in pixels */
	goTo(target: Element, offset: number): void {
		this.#set(false);
		this.#anchor = { target, offset, until: performance.now() + anchorMs };
		this.#keepAnchor();
	}

	/** A card has come that waits for the reader: where it does not fit, its beginning counts more than its end. */
	present(card: Element): void {
		this.#card = { element: card, until: performance.now() + anchorMs, isShown: false };
	}

	/** The card waits no longer: the end counts again, unless the reader went elsewhere. */
	dismiss(card: Element): void {
		if (this.#card?.element !== card) return;
		const { isShown } = this.#card;
		this.#card = undefined;
		const sight = this.#scroller.getBoundingClientRect();
		const { top, bottom } = card.getBoundingClientRect();
		if (isShown && bottom > sight.top && top < sight.bottom) this.follow();
	}

	/** Brings back into sight what is being followed. */
	stay(): void {
		if (this.#isFollowing && this.#showCard()) return;
		if (!this.#isFollowing) {
			this.#keepAnchor();
			return this.#report();
		}
		this.#scroller.scrollTop = this.#scroller.scrollHeight;
		this.#lastTop = this.#scroller.scrollTop;
	}

	/** True if there is a new card that is higher than what can be seen: then its beginning is in sight now. */
	#showCard(): boolean {
		if (this.#card === undefined || performance.now() > this.#card.until) return false;
		const { element } = this.#card;
		const { height, bottom } = element.getBoundingClientRect();
		const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
		const toEnd = scrollHeight - scrollTop - (bottom - this.#scroller.getBoundingClientRect().top);
		// One that is not at the end does not take the reader away from there.
		if (height <= clientHeight || toEnd > clientHeight) return false;
		this.#card.isShown = true;
		this.goTo(element, 0);
		return true;
	}

	#keepAnchor(): void {
		if (this.#anchor === undefined) return;
		const { target, offset, until } = this.#anchor;
		if (!target.isConnected) return void (this.#anchor = undefined);
		const top = target.getBoundingClientRect().top - this.#scroller.getBoundingClientRect().top;
		this.#scroller.scrollTop += top - offset;
		if (performance.now() > until) this.#anchor = undefined;
	}

	#scrolled(): void {
		const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
		const isAtEnd = scrollHeight - scrollTop - clientHeight <= nearEnd;
		// Growing content also ends up away from the end; only a move upwards is the reader's.
		if (isAtEnd && this.#anchor === undefined) this.#set(true);
		else if (scrollTop < this.#lastTop) this.#set(false);
		this.#lastTop = scrollTop;
	}

	#set(isFollowing: boolean): void {
		if (this.#isFollowing === isFollowing) return;
		this.#isFollowing = isFollowing;
		this.#report();
	}

	/** A list that fits into the view is always at its end. */
	#report(): void {
		const { scrollHeight, clientHeight } = this.#scroller;
		const isAway = !this.#isFollowing && scrollHeight - clientHeight > nearEnd;
		if (isAway === this.#isAway) return;
		this.#isAway = isAway;
		this.#onChange(isAway);
	}
}
