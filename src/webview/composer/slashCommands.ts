import { html } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import type { SlashCommand } from '../../core/session/model/sessionState.ts';
import { untrustedTemplate } from '../page/untrustedText.ts';
import { type ChoosingKey, SuggestionList } from './suggestionList.ts';
import { visibleText } from '../../core/view/visibleText.ts';

/** The list of the agent's commands above the text field. */
export class SlashCommands {
	readonly list: SuggestionList<SlashCommand>;
	readonly #field: HTMLTextAreaElement;
	readonly #onChoose: (command: SlashCommand) => void;
	#commands: readonly SlashCommand[] = [];
	/** The text at which the user closed the list. */
	#dismissed: string | undefined;

	constructor(field: HTMLTextAreaElement, onChoose: (command: SlashCommand) => void) {
		this.#field = field;
		this.#onChoose = onChoose;
		this.list = new SuggestionList(field, {
			label: t('Commands'),
			keyOf: ({ name }) => name,
			row: ({ name, description }) =>
				html`<span class="command-name">/${untrustedTemplate(name)}</span>
					<span class="command-description">${untrustedTemplate(description)}</span>`,
			choose: (command, key) => this.#choose(command, key),
			dismiss: () => {
				this.#dismissed = field.value;
				this.refresh();
			},
		});
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
		if (this.list.isOpen || isAwaited) this.refresh(this.list.active?.name);
	}

	/** Call after each change of the text. @param active name of the command that stays the active one, if it is still there */
	refresh(active?: string): void {
		const text = this.#field.value;
		if (text !== this.#dismissed) this.#dismissed = undefined;
		const found = this.#dismissed === undefined ? matchingCommands(this.#commands, text) : [];
		if (found.length > 0 || this.list.isOpen) this.list.show(found, active);
	}

	/** A command that is typed in full is not for the list: Enter sends it. */
	#choose(command: SlashCommand, key: ChoosingKey | undefined): boolean {
		if (key === 'Enter' && this.#field.value === `/${command.name}`) return false;
		this.#onChoose(command);
		return true;
	}
}

/**
 * The commands that fit `text`, the best first, else in the agent's order. None unless the text is `/` and the
 * beginning of one word.
 */
export function matchingCommands(commands: readonly SlashCommand[], text: string): readonly SlashCommand[] {
	const typed = /^\/(\S*)$/u.exec(text)?.[1]?.toLowerCase();
	if (typed === undefined) return [];
	const ranks: SlashCommand[][] = [[], [], [], []];
	for (const command of commands) {
		const found = rank(command.name.toLowerCase(), typed);
		if (found !== undefined) ranks[found]?.push(command);
	}
	return ranks.flat();
}

/** How well a name fits: the lower the better. */
function rank(name: string, typed: string): number | undefined {
	const at = name.indexOf(typed);
	if (at === 0) return 0;
	// The beginning of a part of the name, as `report` in `git:report`.
	if (at > 0) return /[^\p{L}\p{N}]/u.test(name.charAt(at - 1)) ? 1 : 2;
	return isSpread(name, typed) ? 3 : undefined;
}

/** True when all letters come in this order, as `crv` in `code-review`. */
function isSpread(name: string, typed: string): boolean {
	let at = -1;
	for (const letter of typed) {
		at = name.indexOf(letter, at + 1);
		if (at === -1) return false;
	}
	return true;
}

/** What to type after the command that `text` is, as long as nothing is typed there. */
export function argumentHint(commands: readonly SlashCommand[], text: string): string | undefined {
	const name = /^\/(\S+)\s+$/u.exec(text)?.[1];
	const hint = name === undefined ? undefined : commands.find((command) => command.name === name)?.hint;
	return hint === undefined || hint === '' ? undefined : visibleText(`/${name} ${hint}`);
}
