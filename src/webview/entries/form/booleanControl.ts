import type { ElicitationField } from '../../../core/session/model/elicitation.ts';
import { element } from '../../page/dom.ts';
import type { FieldControl } from './fieldControl.ts';
import { frameCheckbox } from './fieldFrame.ts';

type BooleanField = Extract<ElicitationField, { type: 'boolean' }>;

/** A box says yes or no: left alone it says no. */
export function createBoolean(field: BooleanField): FieldControl {
	const box = element('input', 'box');
	box.type = 'checkbox';
	box.checked = field.initial === true;
	return {
		field,
		...frameCheckbox(field, box),
		read: () => box.checked,
		unreadable: () => undefined,
		focus: () => box.focus(),
	};
}
