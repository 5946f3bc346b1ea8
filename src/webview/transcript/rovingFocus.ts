/**
 * One stop of the Tab key for all entries: arrow keys move between them. The page keys scroll, as in a document.
 */
export class RovingFocus {
	readonly #scroller: HTMLElement;
	readonly #list: HTMLElement;
	readonly #onMove: () => void;
	#current: HTMLElement | undefined;

	/** @param onMove called before the keyboard moves the view */
	constructor(scroller: HTMLElement, list: HTMLElement, onMove: () => void) {
		this.#scroller = scroller;
		this.#list = list;
		this.#onMove = onMove;
		scroller.addEventListener('keydown', (event) => this.#pressed(event));
		list.addEventListener('focusin', (event) => this.#focused(event));
	}

	/** Call after entries came or went: the last one is the stop until the reader chose another. */
	refresh(): void {
		if (this.#current?.isConnected === true) return;
		const last = this.#list.lastElementChild;
		if (last instanceof HTMLElement) this.#select(last);
	}

	/** A new entry at the end becomes the stop, unless the reader is inside the transcript. */
	added(entry: HTMLElement): void {
		if (!this.#list.contains(document.activeElement)) this.#select(entry);
	}

	#select(entry: HTMLElement): void {
		if (this.#current !== undefined) this.#current.tabIndex = -1;
		this.#current = entry;
		entry.tabIndex = 0;
	}

	#focused(event: FocusEvent): void {
		const entry = event.target instanceof Element ? event.target.closest('.entry') : null;
		if (entry instanceof HTMLElement) this.#select(entry);
	}

	#pressed(event: KeyboardEvent): void {
		if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
		const { target } = event;
		const isOnEntry = target === this.#scroller || (target instanceof Element && target.matches('.entry'));
		if (isOnEntry && this.#moves(event.key)) event.preventDefault();
	}

	#moves(key: string): boolean {
		const page = this.#scroller.clientHeight * 0.9;
		switch (key) {
			case 'ArrowUp':
				return this.#step('previousElementSibling');
			case 'ArrowDown':
				return this.#step('nextElementSibling');
			case 'PageUp':
				return this.#scrollBy(-page);
			case 'PageDown':
				return this.#scrollBy(page);
			case 'Home':
				return this.#goTo(this.#list.firstElementChild, 0);
			case 'End':
				return this.#goTo(this.#list.lastElementChild, this.#scroller.scrollHeight);
			default:
				return false;
		}
	}

	#step(direction: 'previousElementSibling' | 'nextElementSibling'): boolean {
		const next = this.#current?.[direction];
		if (!(next instanceof HTMLElement)) return true;
		this.#onMove();
		next.focus({ preventScroll: true });
		next.scrollIntoView({ block: 'nearest' });
		return true;
	}

	#scrollBy(distance: number): boolean {
		this.#scroller.scrollBy({ top: distance });
		return true;
	}

	#goTo(entry: Element | null, top: number): boolean {
		if (entry instanceof HTMLElement) entry.focus({ preventScroll: true });
		this.#scroller.scrollTo({ top });
		return true;
	}
}
