import { render, type TemplateResult } from 'lit-html';
import { element } from './dom.ts';
import { moveFocus } from './moveFocus.ts';

/**
 * The rows of a list by their ids. A row keeps its element as long as it is there, so the focus stays with what it is
 * on, not with a place where something else has moved up.
 */
export class KeyedRows {
	readonly element: HTMLElement;
	readonly #rows = new Map<string, HTMLElement>();
	readonly #onFocusLost: (next: HTMLElement | null) => void;

	/** @param onFocusLost the row with the focus is gone; `next` is the first button of the one beside it */
	constructor(className: string, onFocusLost: (next: HTMLElement | null) => void) {
		this.element = element('ul', className);
		this.#onFocusLost = onFocusLost;
	}

	/** Shows exactly these, in this order. */
	draw(rows: ReadonlyMap<string, TemplateResult>): void {
		const before = [...this.#rows];
		const lost = before.findIndex(([id, row]) => !rows.has(id) && row.contains(document.activeElement));
		const isLeft = ([id]: readonly [string, HTMLElement]): boolean => rows.has(id);
		const heir = before.slice(lost).find(isLeft) ?? before.slice(0, lost).findLast(isLeft);
		for (const [id, row] of before) {
			if (rows.has(id)) continue;
			row.remove();
			this.#rows.delete(id);
		}
		const focused = document.activeElement;
		let place = this.element.firstElementChild;
		for (const [id, template] of rows) {
			const row = this.#rows.get(id) ?? element('li');
			this.#rows.set(id, row);
			render(template, row);
			if (row === place) place = row.nextElementSibling;
			else this.element.insertBefore(row, place);
		}
		// A row that moves loses the focus on the way.
		if (focused instanceof HTMLElement && this.element.contains(focused)) moveFocus(focused);
		if (lost >= 0) this.#onFocusLost(heir?.[1].querySelector('button') ?? null);
	}
}
