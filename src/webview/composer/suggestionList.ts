import { html, nothing, render, type TemplateResult } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import { element, uniqueId } from '../page/dom.ts';

/** The keys that choose the active row. */
export type ChoosingKey = 'Enter' | 'Tab';

interface SuggestionSource<T> {
	/** Name of the list. */
	readonly label: string;
	/** By this a row is known again when the list changes. */
	keyOf(item: T): string;
	row(item: T): TemplateResult;
	/** Takes the row; without a key it was clicked. False if that was not for the list. */
	choose(item: T, key?: ChoosingKey): boolean;
	/** The user wants no list here. */
	dismiss(): void;
}

/** Rows that are drawn at most; typing narrows a longer list. */
const maxRows = 50;

/**
 * A list of suggestions above the text field. The field keeps the focus and names the active row (the pattern of a
 * combobox of ARIA); the keys that move in the list and choose from it come from the field.
 */
export class SuggestionList<T> {
	readonly element = element('div', 'suggestions');
	readonly #field: HTMLTextAreaElement;
	readonly #source: SuggestionSource<T>;
	readonly #listId = uniqueId('suggestions');
	#shown: readonly T[] = [];
	#hiddenCount = 0;
	#active = 0;

	constructor(field: HTMLTextAreaElement, source: SuggestionSource<T>) {
		this.#field = field;
		this.#source = source;
		field.setAttribute('aria-autocomplete', 'list');
		this.element.hidden = true;
	}

	get isOpen(): boolean {
		return this.#shown.length > 0;
	}

	/** The row that Enter would take. */
	get active(): T | undefined {
		return this.#shown[this.#active];
	}

	/** Shows these; none close the list. @param activeKey of the row that stays the active one, if it is still there */
	show(items: readonly T[], activeKey?: string): void {
		this.#shown = items.slice(0, maxRows);
		this.#hiddenCount = items.length - this.#shown.length;
		const kept = this.#shown.findIndex((item) => this.#source.keyOf(item) === activeKey);
		this.#active = Math.max(0, kept);
		this.#draw();
	}

	close(): void {
		if (this.isOpen) this.show([]);
	}

	/** Handles a key if the list is open. True if it was for the list. */
	pressed(key: string): boolean {
		const { active } = this;
		if (active === undefined) return false;
		const count = this.#shown.length;
		switch (key) {
			case 'ArrowDown':
				this.#move((this.#active + 1) % count);
				return true;
			case 'ArrowUp':
				this.#move((this.#active + count - 1) % count);
				return true;
			case 'Enter':
			case 'Tab':
				return this.#source.choose(active, key);
			case 'Escape':
				this.#source.dismiss();
				return true;
			default:
				return false;
		}
	}

	#move(index: number): void {
		this.#active = index;
		this.#draw();
		this.element.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
	}

	#draw(): void {
		this.element.hidden = !this.isOpen;
		render(this.isOpen ? this.#list() : nothing, this.element);
		if (this.isOpen) {
			this.#field.setAttribute('aria-controls', this.#listId);
			this.#field.setAttribute('aria-activedescendant', this.#optionId(this.#active));
		} else {
			this.#field.removeAttribute('aria-controls');
			this.#field.removeAttribute('aria-activedescendant');
		}
	}

	#list(): TemplateResult {
		return html`<ul role="listbox" id=${this.#listId} aria-label=${this.#source.label}>
				${this.#shown.map((item, index) => this.#option(item, index))}
			</ul>
			${
				this.#hiddenCount === 0
					? nothing
					: html`<div class="suggestions-more">${t('{0} more: type to find them', this.#hiddenCount)}</div>`
			}`;
	}

	#option(item: T, index: number): TemplateResult {
		return html`<li
			role="option"
			id=${this.#optionId(index)}
			aria-selected=${index === this.#active}
			aria-setsize=${this.#shown.length + this.#hiddenCount}
			aria-posinset=${index + 1}
			@mousedown=${(event: Event) => event.preventDefault()}
			@click=${() => this.#source.choose(item)}
		>
			${this.#source.row(item)}
		</li>`;
	}

	#optionId(index: number): string {
		return `${this.#listId}-${index}`;
	}
}
