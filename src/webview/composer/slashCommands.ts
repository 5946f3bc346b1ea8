import { html, nothing, render, type TemplateResult } from 'lit-html';
import type { SlashCommand } from '../../core/session/model.ts';
import { element, uniqueId } from '../dom.ts';
import { foreignTemplate } from '../foreignText.ts';
import { argumentHint, matchingCommands } from './commandMatch.ts';

/** Rows that are drawn at most: some agents have hundreds of commands, and nobody reads that far. */
const maxRows = 50;

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
	#hiddenCount = 0;
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

	/** What to type next, after a command was inserted. */
	get hint(): string | undefined {
		return argumentHint(this.#commands, this.#field.value);
	}

	/** The whole list, at any time (acp C123). An open list follows; one that is closed stays so. */
	setCommands(commands: readonly SlashCommand[]): void {
		const isFirst = this.#commands.length === 0;
		this.#commands = commands;
		const isAwaited = isFirst && document.activeElement === this.#field;
		if (this.isOpen || isAwaited) this.#find(this.#shown[this.#active]?.name);
	}

	/** Call after each change of the text. */
	refresh(): void {
		this.#find(undefined);
	}

	/** @param active name of the command that stays the active one, if it is still there */
	#find(active: string | undefined): void {
		const text = this.#field.value;
		if (text !== this.#dismissed) this.#dismissed = undefined;
		const found = this.#dismissed === undefined ? matchingCommands(this.#commands, text) : [];
		this.#shown = found.slice(0, maxRows);
		this.#hiddenCount = found.length - this.#shown.length;
		this.#active = Math.max(
			0,
			this.#shown.findIndex(({ name }) => name === active),
		);
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
				return this.#choose(this.#shown[this.#active], { sendsWhole: true });
			case 'Tab':
				return this.#choose(this.#shown[this.#active], { sendsWhole: false });
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

	/** @param sendsWhole a command that is typed in full is not for the list: the key sends it */
	#choose(command: SlashCommand | undefined, { sendsWhole }: { readonly sendsWhole: boolean }): boolean {
		if (command === undefined) return false;
		if (sendsWhole && this.#field.value === `/${command.name}`) return false;
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
				${this.#shown.map((command, index) => this.#row(command, index))}
			</ul>
			${
				this.#hiddenCount === 0
					? nothing
					: html`<div class="suggestions-more">${this.#hiddenCount} more: type to find them</div>`
			}`;
	}

	#row(command: SlashCommand, index: number): TemplateResult {
		return html`<li
			role="option"
			id=${this.#optionId(index)}
			aria-selected=${index === this.#active}
			aria-setsize=${this.#shown.length + this.#hiddenCount}
			aria-posinset=${index + 1}
			@mousedown=${(event: Event) => event.preventDefault()}
			@click=${() => this.#onChoose(command)}
		>
			<span class="command-name">/${foreignTemplate(command.name)}</span>
			<span class="command-description">${foreignTemplate(command.description)}</span>
		</li>`;
	}

	#optionId(index: number): string {
		return `${this.#listId}-${index}`;
	}
}
