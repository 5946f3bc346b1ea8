import { t } from '../../../core/base/l10n.ts';
import type { ElicitationField } from '../../../core/session/model/elicitation.ts';
import { twoDigits as two } from '../../../core/view/quantities.ts';
import { element } from '../../page/dom.ts';
import { type FieldControl, frameOne } from './fieldFrame.ts';

type TextField = Extract<ElicitationField, { type: 'text' }>;
type NumberField = Extract<ElicitationField, { type: 'number' }>;

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

/**
 * A moment on the wire (RFC 3339, with its distance to UTC) as the browser's control has it: local, without one.
 * What the user did not change goes back as it came.
 */
class LocalMoment {
	/** For the control; empty when there is no moment. */
	readonly local: string;
	readonly #initial: string;

	constructor(initial = '') {
		const date = new Date(initial);
		this.local = Number.isNaN(date.getTime()) ? '' : localText(date);
		this.#initial = initial;
	}

	/** @param local what the control has */
	read(local: string): string {
		if (local === '') return '';
		const date = new Date(local);
		// The control may write the same moment in another way.
		if (this.local !== '' && date.getTime() === new Date(this.local).getTime()) return this.#initial;
		return Number.isNaN(date.getTime()) ? local : `${localText(date)}${offsetText(date)}`;
	}
}

function localText(date: Date): string {
	const day = [String(date.getFullYear()).padStart(4, '0'), two(date.getMonth() + 1), two(date.getDate())];
	const time = [two(date.getHours()), two(date.getMinutes()), two(date.getSeconds())];
	return `${day.join('-')}T${time.join(':')}`;
}

function offsetText(date: Date): string {
	const minutes = -date.getTimezoneOffset();
	const size = Math.abs(minutes);
	return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
