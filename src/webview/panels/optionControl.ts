/** One control for one option: a drop-down, a button that asks the host for a list, or a switch. */
import type { SelectOption } from '../../core/session/model/config.ts';
import type { ViewOption } from '../../core/view/viewSession.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { choicesOf, currentChoice, currentName, isBare } from '../../core/view/optionText.ts';
import type { Post } from '../page/api.ts';
import { element, iconElement } from '../page/dom.ts';

/** With more choices than this a drop-down is no help: the host's list can be searched. */
const maxInDropDown = 12;

export interface OptionControl {
	readonly element: HTMLElement;
	/** What takes the focus. */
	readonly field: HTMLElement;
	/** Shows the option, and what is on its way for it. Touches only what differs. */
	update(option: ViewOption, pending: string | boolean | undefined): void;
}

export type ControlKind = 'switch' | 'drop-down' | 'picker';

/** Which control an option gets. An option that changes its kind needs a new one. */
export function controlKind(option: ViewOption): ControlKind {
	if (option.type === 'boolean') return 'switch';
	return choicesOf(option).length > maxInDropDown ? 'picker' : 'drop-down';
}

export function createControl(kind: ControlKind, optionId: string, post: Post): OptionControl {
	switch (kind) {
		case 'switch':
			return new SwitchControl(optionId, post);
		case 'drop-down':
			return new DropDownControl(optionId, post);
		case 'picker':
			return new PickerControl(optionId, post);
	}
}

class DropDownControl implements OptionControl {
	readonly field = element('select');
	readonly #name = element('span', 'option-name');
	readonly element = element(
		'label',
		'option-control drop-down',
		this.#name,
		this.field,
		iconElement('chevron-down'),
	);
	#choices = '';

	constructor(optionId: string, post: Post) {
		// The list has the name already.
		this.#name.ariaHidden = 'true';
		this.field.addEventListener('change', () =>
			post({ type: 'setOption', optionId, value: this.field.value }),
		);
	}

	update(option: ViewOption, pending: string | boolean | undefined): void {
		if (option.type !== 'select') return;
		const shown = withPending(option, pending);
		describe(this.field, shown, pending);
		// Built anew only for other choices: that would close a list that is open.
		const choices = JSON.stringify([
			shown.groups,
			currentChoice(shown) === undefined ? shown.current : undefined,
		]);
		if (choices !== this.#choices) this.field.replaceChildren(...choiceElements(shown));
		this.#choices = choices;
		const name = isBare(currentName(shown)) ? `${visibleText(shown.name)}:` : '';
		if (this.#name.textContent !== name) this.#name.textContent = name;
		// Also without any change: the user may have chosen what the agent refused (acp C84).
		this.field.value = shown.current;
	}
}

class PickerControl implements OptionControl {
	readonly field = element('button', 'option-button');
	readonly element = element('div', 'option-control', this.field);
	readonly #text = element('span', 'option-text');

	constructor(optionId: string, post: Post) {
		this.field.type = 'button';
		this.field.ariaHasPopup = 'dialog';
		this.field.append(this.#text, iconElement('chevron-down'));
		this.field.addEventListener('click', () => post({ type: 'pickOption', optionId }));
	}

	update(option: ViewOption, pending: string | boolean | undefined): void {
		const shown = option.type === 'select' ? withPending(option, pending) : option;
		const text = visibleText(currentName(shown));
		describe(this.field, shown, pending);
		this.field.ariaLabel = `${visibleText(option.name)}: ${text}`;
		const said = isBare(text) ? this.field.ariaLabel : text;
		if (this.#text.textContent !== said) this.#text.textContent = said;
	}
}

class SwitchControl implements OptionControl {
	readonly field = element('button', 'option-button option-switch');
	readonly element = element('div', 'option-control', this.field);
	readonly #mark = iconElement('circle-large-outline');
	readonly #text = element('span', 'option-text');
	#isOn = false;

	constructor(optionId: string, post: Post) {
		this.field.type = 'button';
		this.field.role = 'switch';
		this.field.append(this.#mark, this.#text);
		this.field.addEventListener('click', () => post({ type: 'setOption', optionId, value: !this.#isOn }));
	}

	update(option: ViewOption, pending: string | boolean | undefined): void {
		if (option.type !== 'boolean') return;
		this.#isOn = typeof pending === 'boolean' ? pending : option.current;
		describe(this.field, option, pending);
		this.field.ariaChecked = String(this.#isOn);
		this.#mark.className = `codicon codicon-${this.#isOn ? 'check' : 'circle-large-outline'}`;
		const text = visibleText(option.name);
		if (this.#text.textContent !== text) this.#text.textContent = text;
	}
}

/** As it will be when the agent agrees. */
function withPending(
	option: ViewOption & SelectOption,
	pending: string | boolean | undefined,
): ViewOption & SelectOption {
	return typeof pending === 'string' ? { ...option, current: pending } : option;
}

/** Name, tooltip and whether a choice is under way; the control can be used meanwhile. */
function describe(field: HTMLElement, option: ViewOption, pending: string | boolean | undefined): void {
	const name = visibleText(option.name);
	field.ariaLabel = name;
	field.ariaBusy = pending === undefined ? null : 'true';
	const current = option.type === 'select' ? currentChoice(option)?.description : undefined;
	const lines = [`${name}: ${currentName(option)}`, option.description, current];
	field.title = lines
		.filter((line) => line !== undefined && line !== '')
		.map((line) => visibleText(line ?? ''))
		.join('\n');
}

function choiceElements(option: SelectOption): HTMLElement[] {
	const groups = option.groups.flatMap(({ name, choices }): HTMLElement[] => {
		const items = choices.map((choice) => choiceElement(choice.value, choice.name, choice.description));
		if (name === undefined) return items;
		const group = element('optgroup', '', ...items);
		group.label = visibleText(name);
		return [group];
	});
	// What is not offered is shown as it is, and cannot be chosen again.
	const unknown = choiceElement(option.current, option.current);
	unknown.disabled = true;
	return currentChoice(option) === undefined ? [unknown, ...groups] : groups;
}

function choiceElement(value: string, name: string, description?: string): HTMLOptionElement {
	const choice = element('option', '', visibleText(name));
	choice.value = value;
	if (description !== undefined) choice.title = visibleText(description);
	return choice;
}
