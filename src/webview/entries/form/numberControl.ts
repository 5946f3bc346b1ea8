import { t } from '../../../core/base/l10n.ts';
import type { ElicitationField } from '../../../core/session/model/elicitation.ts';
import { element } from '../../page/dom.ts';
import type { FieldControl } from './fieldControl.ts';
import { frameOne } from './fieldFrame.ts';

type NumberField = Extract<ElicitationField, { type: 'number' }>;

export function createNumber(field: NumberField): FieldControl {
	const input = element('input', 'input number');
	input.type = 'number';
	// Arrow keys go in steps of one; any number can be typed.
	input.step = 'any';
	input.autocomplete = 'off';
	if (field.minimum !== undefined) input.min = String(field.minimum);
	if (field.maximum !== undefined) input.max = String(field.maximum);
	input.value = field.initial === undefined ? '' : String(field.initial);
	// Scrolling past would change the number.
	input.addEventListener('wheel', () => input.blur(), { passive: true });
	return {
		field,
		...frameOne(field, input),
		read: () => (input.value === '' ? undefined : Number(input.value)),
		unreadable: () => (input.validity.badInput ? t('Enter a number.') : undefined),
		focus: () => input.focus(),
	};
}
