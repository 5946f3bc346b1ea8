import { moveFocus } from '../page/moveFocus.ts';

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

	/** Call after entries came, went or were hidden: the last one is the stop until the reader chose another. */
	refresh(): void {
		const current = this.#current;
		if (current?.isConnected === true && current.closest('[hidden]') === null) return;
		const hadFocus = current?.contains(document.activeElement) === true;
		const last = this.#lastEntry();
		if (!(last instanceof HTMLElement)) return;
		this.#select(last);
		if (hadFocus) moveFocus(last);
	}

	/** A new entry at the end becomes the stop, unless the reader is inside the transcript. */
	added(entry: HTMLElement): void {
		if (!entry.hidden && !this.#list.contains(document.activeElement)) this.#select(entry);
	}

	focusLast(): void {
		this.#goTo(this.#lastEntry(), this.#scroller.scrollHeight);
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
				return this.#step((walker) => walker.previousNode());
			case 'ArrowDown':
				return this.#step((walker) => walker.nextNode());
			case 'PageUp':
				return this.#scrollBy(-page);
			case 'PageDown':
				return this.#scrollBy(page);
			case 'Home':
				return this.#goTo(this.#walker(this.#list).nextNode(), 0);
			case 'End':
				return this.#goTo(this.#lastEntry(), this.#scroller.scrollHeight);
			default:
				return false;
		}
	}

	#step(move: (walker: TreeWalker) => Node | null): boolean {
		const next = move(this.#walker(this.#current ?? this.#list));
		if (!(next instanceof HTMLElement)) return true;
		this.#onMove();
		next.focus({ preventScroll: true });
		next.scrollIntoView({ block: 'nearest' });
		return true;
	}

	/** Walks the entries in the order they are read, those inside of others too, but not what is folded away. */
	#walker(from: Node): TreeWalker {
		const walker = document.createTreeWalker(this.#list, NodeFilter.SHOW_ELEMENT, judge);
		walker.currentNode = from;
		return walker;
	}

	#lastEntry(): Node | null {
		const walker = this.#walker(this.#list);
		let last = walker.lastChild();
		while (walker.lastChild() !== null) last = walker.currentNode;
		return last;
	}

	#scrollBy(distance: number): boolean {
		this.#scroller.scrollBy({ top: distance });
		return true;
	}

	#goTo(entry: Node | null, top: number): boolean {
		if (entry instanceof HTMLElement) entry.focus({ preventScroll: true });
		this.#scroller.scrollTo({ top });
		return true;
	}
}

function judge(node: Node): number {
	if (!(node instanceof HTMLElement) || node.hidden) return NodeFilter.FILTER_REJECT;
	if (node.classList.contains('entry')) return NodeFilter.FILTER_ACCEPT;
	// Entries stand in the list, among the steps of another entry or in a card, nowhere else.
	return node.matches('.steps, .permissions') ? NodeFilter.FILTER_SKIP : NodeFilter.FILTER_REJECT;
}
