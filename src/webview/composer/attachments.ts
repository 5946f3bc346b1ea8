import { html, render, type TemplateResult } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import { base64Bytes, formatBytes } from '../../core/view/quantities.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import type {
	ViewAttachment,
	ViewContext,
	ViewFile,
	ViewMedia,
	ViewMention,
} from '../../core/view/viewAttachment.ts';
import { element, icon } from '../page/dom.ts';
import { untrustedTemplate } from '../page/untrustedText.ts';

/** Codicons of what can be attached. */
export const contextIcons: Readonly<Record<ViewMention['kind'], string>> = {
	file: 'file',
	folder: 'folder',
	range: 'list-selection',
	symbol: 'symbol-method',
	problems: 'warning',
	changes: 'git-compare',
	session: 'comment-discussion',
	terminal: 'terminal',
	undone: 'discard',
};

/** What goes with the next message, as chips that can be taken off. */
export class Attachments {
	readonly element = element('ul', 'attachments');
	readonly #onRemove: (item: ViewAttachment, next: HTMLElement | undefined) => void;
	readonly #onOpen: (id: string) => void;
	#items: readonly ViewAttachment[] = [];
	#pending: readonly string[] = [];

	/**
	 * @param onRemove called when the user took one off; `next` is the button that stands in its place now
	 * @param onOpen called when the user wants to see what one stands for
	 */
	constructor(
		onRemove: (item: ViewAttachment, next: HTMLElement | undefined) => void,
		onOpen: (id: string) => void,
	) {
		this.#onRemove = onRemove;
		this.#onOpen = onOpen;
		this.element.ariaLabel = t('Attachments');
		this.#draw();
	}

	get items(): readonly ViewAttachment[] {
		return this.#items;
	}

	get ids(): readonly string[] {
		return this.#items.map(({ id }) => id);
	}

	/** Names of all, of those to come as well. */
	get names(): ReadonlySet<string> {
		return new Set([...this.#items.map(({ name }) => name), ...this.#pending]);
	}

	set(items: readonly ViewAttachment[]): void {
		this.#items = [...new Map(items.map((item) => [item.id, item])).values()];
		this.#draw();
	}

	add(items: readonly ViewAttachment[]): void {
		this.set([...this.#items, ...items]);
	}

	/** Shows what is still being read. */
	setPending(names: readonly string[]): void {
		this.#pending = names;
		this.#draw();
	}

	#draw(): void {
		this.element.hidden = this.#items.length + this.#pending.length === 0;
		render([...this.#items.map((item) => this.#chip(item)), ...this.#pending.map(pendingChip)], this.element);
	}

	#chip(item: ViewAttachment): TemplateResult {
		return html`<li class="chip" title=${visibleText(tooltip(item))}>
			${'data' in item ? mediaLabel(item) : this.#opener(item)}
			<button
				type="button"
				class="icon-button"
				aria-label=${t('Remove {0}', visibleText(item.name))}
				title=${t('Remove')}
				@click=${() => this.#remove(item)}
				@keydown=${(event: KeyboardEvent) => {
					if (event.key !== 'Delete' && event.key !== 'Backspace') return;
					event.preventDefault();
					this.#remove(item);
				}}
			>
				${icon('close')}
			</button>
		</li>`;
	}

	/** Shows what the chip stands for. */
	#opener({ type, id, name }: ViewFile | ViewContext): TemplateResult {
		return html`<button
			type="button"
			class="chip-open"
			aria-label=${t('Open {0}', visibleText(name))}
			@click=${() => this.#onOpen(id)}
		>
			${icon(contextIcons[type])}<span class="chip-label">${untrustedTemplate(name)}</span>
		</button>`;
	}

	#remove(item: ViewAttachment): void {
		const at = this.#items.indexOf(item);
		this.set(this.#items.filter((other) => other !== item));
		const buttons = [...this.element.querySelectorAll<HTMLElement>('.icon-button')];
		this.#onRemove(item, buttons[at] ?? buttons.at(-1));
	}
}

function mediaLabel(item: ViewMedia): TemplateResult {
	return html`${picture(item)}<span class="chip-label">${untrustedTemplate(item.name)}</span
		><span class="chip-size">${formatBytes(base64Bytes(item.data))}</span>`;
}

function picture({ type, mimeType, data }: ViewMedia): TemplateResult {
	if (type === 'audio') return icon('unmute');
	return html`<img class="thumbnail" alt="" src="data:${mimeType};base64,${data}" />`;
}

/** Where a file or its lines are; what has no address is told by its name. */
function tooltip({ type, id, name }: ViewAttachment): string {
	return type === 'file' || type === 'folder' || type === 'range' || type === 'symbol' ? id : name;
}

function pendingChip(name: string): TemplateResult {
	return html`<li class="chip pending">
		${icon('loading codicon-modifier-spin')}<span class="chip-label">${untrustedTemplate(name)}</span>
	</li>`;
}
