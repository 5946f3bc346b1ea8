import { t } from '../../../core/base/l10n.ts';
import type { ElicitationField } from '../../../core/session/model/elicitation.ts';
import { element } from '../../page/dom.ts';
import { LocalMoment } from './localMoment.ts';
import type { FieldControl } from './fieldControl.ts';
import { frameOne } from './fieldFrame.ts';

type TextField = Extract<ElicitationField, { type: 'text' }>;

/** Texts that may be longer than this get several lines. */
const lineChars = 120;

const inputTypes = { email: 'email', uri: 'url', date: 'date', 'date-time': 'datetime-local' } as const;

/** A text: in a line, in several, or with the browser's own control for its format. */
export function createText(field: TextField): FieldControl {
	const input = isLong(field) ? element('textarea', 'input') : createInput(field);
	input.autocomplete = 'off';
	input.spellcheck = field.format === undefined;
	const moment = field.format === 'date-time' ? new LocalMoment(field.initial) : undefined;
	input.value = moment?.local ?? field.initial ?? '';
	const frame = frameOne(field, input);
	return {
		field,
		...frame,
		read: () => (moment === undefined ? input.value : moment.read(input.value)),
		unreadable: () => (input.validity.badInput ? t('This is not complete.') : undefined),
		focus: () => input.focus(),
	};
}

function createInput({ format }: TextField): HTMLInputElement {
	const input = element('input', 'input');
	input.type = format === undefined ? 'text' : inputTypes[format];
	if (format === 'date-time') input.step = '1';
	return input;
}

/** A line would lose the line breaks of what the agent filled in. */
function isLong({ format, minLength = 0, maxLength = 0, initial = '' }: TextField): boolean {
	if (format !== undefined) return false;
	return Math.max(minLength, maxLength, initial.length) > lineChars || initial.includes('\n');
}
