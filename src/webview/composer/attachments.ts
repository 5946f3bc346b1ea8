import { html, render } from 'lit-html';
import type { ViewAttachment } from '../../core/view/messages.ts';
import { element, icon } from '../dom.ts';
import { foreignTemplate } from '../foreignText.ts';
import { visibleText } from '../../core/view/hostileText.ts';

/** The files that go with the next message, as chips that can be taken off. */
export class Attachments {
	readonly element = element('ul', 'attachments');
	readonly #onRemove: () => void;
	#items: readonly ViewAttachment[] = [];

	/** @param onRemove called when the user took one off */
	constructor(onRemove: () => void) {
		this.#onRemove = onRemove;
		this.element.ariaLabel = 'Attachments';
		this.#draw();
	}

	get items(): readonly ViewAttachment[] {
		return this.#items;
	}

	set(items: readonly ViewAttachment[]): void {
		this.#items = [...new Map(items.map((item) => [item.uri, item])).values()];
		this.#draw();
	}

	add(items: readonly ViewAttachment[]): void {
		this.set([...this.#items, ...items]);
	}

	#draw(): void {
		this.element.hidden = this.#items.length === 0;
		render(
			html`${this.#items.map(
				(item) =>
					html`<li class="chip" title=${visibleText(item.uri)}>
						${icon('file')}<span class="chip-label">${foreignTemplate(item.name)}</span>
						<button
							type="button"
							class="icon-button"
							aria-label="Remove ${visibleText(item.name)}"
							title="Remove"
							@click=${() => this.#remove(item)}
						>
							${icon('close')}
						</button>
					</li>`,
			)}`,
			this.element,
		);
	}

	#remove(item: ViewAttachment): void {
		this.set(this.#items.filter((other) => other !== item));
		this.#onRemove();
	}
}
