import { html, nothing, render, type TemplateResult } from 'lit-html';
import type { SlashCommand } from '../../core/session/model.ts';
import { element, uniqueId } from '../dom.ts';
import { foreignTemplate } from '../foreignText.ts';

/** Commands that fit what was typed: `/` and the beginning of a name first, then names that contain it. */
export function matchingCommands(commands: readonly SlashCommand[], text: string): readonly SlashCommand[] {
	const typed = /^\/(\S*)$/.exec(text)?.[1]?.toLowerCase();
	if (typed === undefined) return [];
	const begins = commands.filter(({ name }) => name.toLowerCase().startsWith(typed));
	const contains = commands.filter(({ name }) => name.toLowerCase().indexOf(typed) > 0);
	return [...begins, ...contains];
}

/**
 * The list of the agent's commands above the text field. The field keeps the focus and names the active row, as
 * with any list of suggestions.
 */
export class SlashCommands {
	readonly element = element('div', 'suggestions');
	readonly #field: HTMLTextAreaElement;
	readonly #onChoose: (command: SlashCommand) => void;
	readonly #listId = uniqueId('commands');
	#commands: readonly SlashCommand[] = [];
	#shown: readonly SlashCommand[] = [];
	#active = 0;
	#dismissed: string | undefined;

	constructor(field: HTMLTextAreaElement, onChoose: (command: SlashCommand) => void) {
		this.#field = field;
		this.#onChoose = onChoose;
		field.setAttribute('aria-autocomplete', 'list');
		this.#draw();
	}

	get isOpen(): boolean {
		return this.#shown.length > 0;
	}

	setCommands(commands: readonly SlashCommand[]): void {
		if (this.#commands === commands) return;
		this.#commands = commands;
		this.refresh();
	}

	/** Call after each change of the text. */
	refresh(): void {
		const text = this.#field.value;
		if (text !== this.#dismissed) this.#dismissed = undefined;
		this.#shown = this.#dismissed === undefined ? matchingCommands(this.#commands, text) : [];
		this.#active = 0;
		this.#draw();
	}

	/** Handles a key if the list is open. True if it was for the list. */
	pressed(key: string): boolean {
		if (!this.isOpen) return false;
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
				return this.#choose(this.#shown[this.#active]);
			case 'Escape':
				this.#dismissed = this.#field.value;
				this.refresh();
				return true;
			default:
				return false;
		}
	}

	close(): void {
		this.#shown = [];
		this.#draw();
	}

	#move(index: number): void {
		this.#active = index;
		this.#draw();
		this.element.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
	}

	/** False for a command that is typed in full: then the key sends it. */
	#choose(command: SlashCommand | undefined): boolean {
		if (command === undefined || this.#field.value === `/${command.name}`) return false;
		this.#onChoose(command);
		return true;
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
		return html`<ul role="listbox" id=${this.#listId} aria-label="Commands">
			${this.#shown.map(
				(command, index) =>
					html`<li
						role="option"
						id=${this.#optionId(index)}
						aria-selected=${index === this.#active}
						@mousedown=${(event: Event) => event.preventDefault()}
						@click=${() => this.#onChoose(command)}
					>
						<span class="command-name">/${foreignTemplate(command.name)}</span>
						<span class="command-description">${foreignTemplate(command.description)}</span>
					</li>`,
			)}
		</ul>`;
	}

	#optionId(index: number): string {
		return `${this.#listId}-${index}`;
	}
}
