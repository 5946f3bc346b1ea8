import { t } from '../../../core/base/l10n.ts';
import type { ElicitationChoice, ElicitationField } from '../../../core/session/model/elicitation.ts';
import { visibleText } from '../../../core/view/hostileText.ts';
import { element, uniqueId } from '../../page/dom.ts';
import { foreignText } from '../../page/foreignText.ts';
import { choiceRow } from './choiceRow.ts';
import type { FieldControl } from './fieldControl.ts';
import { frameGroup, frameOne } from './fieldFrame.ts';

type ChoiceField = Extract<ElicitationField, { type: 'choice' }>;

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
	const radios = field.choices.map(({ value }) => createRadio(group, value === field.initial));
	const rows = radios.map((radio, index) => choiceRow(radio, field.choices[index] ?? noAnswer()));
	const open = createRadio(group, !radios.some((radio) => radio.checked));
	const all = field.isRequired ? radios : [...radios, open];
	const allRows = field.isRequired ? rows : [...rows, choiceRow(open, noAnswer())];
	return {
		field,
		...frameGroup(field, 'radiogroup', all, allRows),
		read: () => field.choices[radios.findIndex((radio) => radio.checked)]?.value,
		unreadable: () => undefined,
		focus: () => (all.find((radio) => radio.checked) ?? all[0])?.focus(),
	};
}

function createRadio(group: string, isChecked: boolean): HTMLInputElement {
	const radio = element('input', 'box');
	radio.type = 'radio';
	radio.name = group;
	radio.checked = isChecked;
	return radio;
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
		hint.replaceChildren(foreignText(selected()?.description ?? ''));
		hint.hidden = hint.textContent === '';
	};
	select.addEventListener('change', showHint);
	showHint();
	return {
		field,
		...frameOne(field, select, hint),
		read: () => selected()?.value,
		unreadable: () => undefined,
		focus: () => select.focus(),
	};
}
