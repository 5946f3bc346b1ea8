import { t } from '../../../core/base/l10n.ts';
import type { ElicitationChoice, ElicitationField } from '../../../core/session/model/elicitation.ts';
import { visibleText } from '../../../core/view/visibleText.ts';
import { element, uniqueId } from '../../page/dom.ts';
import { untrustedText } from '../../page/untrustedText.ts';
import { type FieldControl, frameGroup, frameOne, frameCheckbox } from './fieldFrame.ts';

type ChoiceField = Extract<ElicitationField, { type: 'choice' }>;
type ChoicesField = Extract<ElicitationField, { type: 'choices' }>;
type BooleanField = Extract<ElicitationField, { type: 'boolean' }>;

/** More than these go into a list that opens. */
const maxRadios = 5;

function noAnswer(): ElicitationChoice {
	return { value: '', label: t('No answer') };
}

/** One of several. An optional one can be left open again after it was chosen. */
export function createChoice(field: ChoiceField): FieldControl {
	return field.choices.length > maxRadios ? createSelect(field) : createRadios(field);
}

function createRadios(field: ChoiceField): FieldControl {
	const group = uniqueId('choice');
	const radios = field.choices.map(({ value }) => createBox(value === field.initial, group));
	const rows = radios.map((radio, index) => choiceRow(radio, field.choices[index] ?? noAnswer()));
	const open = createBox(!radios.some((radio) => radio.checked), group);
	const all = field.isRequired ? radios : [...radios, open];
	const allRows = field.isRequired ? rows : [...rows, choiceRow(open, noAnswer())];
	return {
		field,
		...frameGroup(field, 'radiogroup', all, allRows),
		read: () => field.choices[radios.findIndex((radio) => radio.checked)]?.value,
		focus: () => (all.find((radio) => radio.checked) ?? all[0])?.focus(),
	};
}

function createSelect(field: ChoiceField): FieldControl {
	const select = element('select', 'input');
	const chosen = field.choices.findIndex(({ value }) => value === field.initial);
	const open = new Option(field.isRequired ? t('Choose…') : noAnswer().label);
	const options = field.choices.map(({ label }) => new Option(visibleText(label)));
	select.append(open, ...options);
	select.selectedIndex = chosen + 1;
	const selected = (): ElicitationChoice | undefined => field.choices[select.selectedIndex - 1];
	// The list itself has room for names only.
	const hint = element('p', 'field-about');
	hint.id = uniqueId('about');
	const showHint = (): void => {
		hint.replaceChildren(untrustedText(selected()?.description ?? ''));
		hint.hidden = hint.textContent === '';
	};
	select.addEventListener('change', showHint);
	showHint();
	return {
		field,
		...frameOne(field, select, hint),
		read: () => selected()?.value,
		focus: () => select.focus(),
	};
}

/** Any number of several, in the order of the form. */
export function createChoices(field: ChoicesField): FieldControl {
	const boxes = field.choices.map((choice) => ({
		choice,
		box: createBox(field.initial?.includes(choice.value) === true),
	}));
	const inputs = boxes.map(({ box }) => box);
	const rows = boxes.map(({ box, choice }) => choiceRow(box, choice));
	return {
		field,
		...frameGroup(field, 'group', inputs, rows),
		read: () => boxes.flatMap(({ box, choice }) => (box.checked ? [choice.value] : [])),
		focus: () => inputs[0]?.focus(),
	};
}

/** A box says yes or no: left alone it says no. */
export function createBoolean(field: BooleanField): FieldControl {
	const box = createBox(field.initial === true);
	return {
		field,
		...frameCheckbox(field, box),
		read: () => box.checked,
		focus: () => box.focus(),
	};
}

/** @param group of radio buttons; a box that can be ticked by itself has none */
function createBox(isChecked: boolean, group?: string): HTMLInputElement {
	const box = element('input', 'box');
	box.type = group === undefined ? 'checkbox' : 'radio';
	if (group !== undefined) box.name = group;
	box.checked = isChecked;
	return box;
}

/** A box or radio button with its label and what it means. */
function choiceRow(input: HTMLInputElement, { label, description }: ElicitationChoice): HTMLElement {
	const name = element('span', '', untrustedText(label));
	const texts = element('span', 'choice-label', name);
	if (description !== undefined && description.trim() !== '') {
		const about = element('span', 'choice-about', untrustedText(description));
		name.id = uniqueId('choice');
		about.id = uniqueId('about');
		// The description belongs to the label, but not to the name.
		input.setAttribute('aria-labelledby', name.id);
		input.setAttribute('aria-describedby', about.id);
		texts.append(about);
	}
	return element('label', 'choice', input, texts);
}
