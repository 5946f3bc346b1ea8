import type { ElicitationField } from '../../../core/session/model/elicitation.ts';
import { element } from '../../page/dom.ts';
import { choiceRow } from './choiceRow.ts';
import type { FieldControl } from './fieldControl.ts';
import { frameGroup } from './fieldFrame.ts';

type ChoicesField = Extract<ElicitationField, { type: 'choices' }>;

/** Any number of several, in the order of the form. */
export function createChoices(field: ChoicesField): FieldControl {
	const boxes = field.choices.map(({ value }) => {
		const box = element('input', 'box');
		box.type = 'checkbox';
		box.checked = field.initial?.includes(value) === true;
		return { box, value };
	});
	const inputs = boxes.map(({ box }) => box);
	const rows = field.choices.map((choice, index) => {
		return choiceRow(inputs[index] ?? element('input'), choice);
	});
	return {
		field,
		...frameGroup(field, 'group', inputs, rows),
		read: () => boxes.flatMap(({ box, value }) => (box.checked ? [value] : [])),
		unreadable: () => undefined,
		focus: () => inputs[0]?.focus(),
	};
}
