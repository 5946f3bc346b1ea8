import type { EntryId } from '../../core/session/model/entry.ts';
import { element } from '../page/dom.ts';
import { moveWithFocus } from '../page/moveFocus.ts';

/**
 * Takes cards that wait for the user out of what may fold them away, such as a subagent, and puts them back into their
 * places afterwards. Meanwhile they stand in the conversation itself, after what they belong to.
 */
export class WaitingPlaces {
	readonly #list: HTMLElement;
	/** What keeps the place of each card that is away. */
	readonly #places = new Map<EntryId, { readonly card: HTMLElement; readonly mark: HTMLElement }>();

	constructor(list: HTMLElement) {
		this.#list = list;
	}

	leave(id: EntryId, card: HTMLElement): void {
		if (card.parentElement === this.#list || this.#places.has(id)) return;
		let last: Element = card;
		while (last.parentElement !== null && last.parentElement !== this.#list) last = last.parentElement;
		const away = new Set<Element | null>([...this.#places.values()].map((place) => place.card));
		// In the order in which they began to wait.
		while (last.nextElementSibling !== null && away.has(last.nextElementSibling))
			last = last.nextElementSibling;
		const mark = element('div');
		mark.hidden = true;
		this.#places.set(id, { card, mark });
		card.before(mark);
		moveWithFocus(card, () => last.after(card));
	}

	/** @param unfold shows what is around the place: the reader is in the card */
	comeBack(id: EntryId, unfold?: (mark: HTMLElement) => void): void {
		const place = this.#places.get(id);
		if (place === undefined) return;
		const { card, mark } = place;
		this.#places.delete(id);
		if (card.contains(document.activeElement)) unfold?.(mark);
		moveWithFocus(card, () => mark.replaceWith(card));
	}

	get ids(): readonly EntryId[] {
		return [...this.#places.keys()];
	}
}
