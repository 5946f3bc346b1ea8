/**
 * Whether an answer fits the form that an agent asked for (acp C103). Both sides use it: the view to say what is
 * wrong while the user can change it, the host because it does not trust the view.
 */
import { t } from '../base/l10n.ts';
import type { ElicitationField, FieldValue, FormValues } from '../session/model/elicitation.ts';
import { matchesPattern } from './safePattern.ts';

interface FormCheck {
	/** A sentence for each field that is wrong, by its name. Empty when the answer can be sent. */
	readonly problems: ReadonlyMap<string, string>;
	/** What to send: only fields of the form, without optional ones that were left empty. */
	readonly values: FormValues;
}

/** Checks a whole answer. Names are the agent's: none of them is special, `__proto__` neither. */
export function checkForm(fields: readonly ElicitationField[], values: FormValues): FormCheck {
	const problems = new Map<string, string>();
	const kept: [string, FieldValue][] = [];
	for (const field of fields) {
		const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
		const problem = checkValue(field, value);
		if (problem !== undefined) problems.set(field.name, problem);
		else if (value !== undefined && !isLeftOut(field, value)) kept.push([field.name, value]);
	}
	return { problems, values: Object.fromEntries(kept) };
}

/** A sentence that says what is wrong with the value, or undefined. `undefined` as value: nothing was given. */
export function checkValue(field: ElicitationField, value: FieldValue | undefined): string | undefined {
	if (!isAnswerable(field)) return field.isRequired ? t('This cannot be answered here.') : undefined;
	if (value === undefined || isLeftOut(field, value)) return field.isRequired ? missing(field) : undefined;
	switch (field.type) {
		case 'text':
			return typeof value === 'string' ? checkText(field, value) : t('Enter a text.');
		case 'number':
			return typeof value === 'number' ? checkNumber(field, value) : t('Enter a number.');
		case 'boolean':
			return typeof value === 'boolean' ? undefined : t('Answer with yes or no.');
		case 'choice':
			return field.choices.some((choice) => choice.value === value)
				? undefined
				: t('Choose one of the offered answers.');
		case 'choices':
			return isList(value) ? checkChoices(field, value) : t('Choose from the offered answers.');
		case 'unknown':
			return undefined;
	}
}

/** False for what has no control here: a kind of field we do not know, or a choice of nothing (acp C109). */
export function isAnswerable(field: ElicitationField): boolean {
	if (field.type === 'choice') return field.choices.length > 0;
	return field.type !== 'unknown';
}

/** An empty text is no answer; an empty list is one where the form allows it. */
function isLeftOut(field: ElicitationField, value: FieldValue): boolean {
	if (!isAnswerable(field)) return true;
	if (field.type === 'text') return value === '';
	if (field.type !== 'choices' || !isList(value) || value.length > 0) return false;
	return field.isRequired ? field.minItems !== 0 : (field.minItems ?? 0) > 0;
}

function missing({ type }: ElicitationField): string {
	if (type === 'choice') return t('Choose one: this is required.');
	if (type === 'choices') return t('Choose at least one: this is required.');
	return t('This is required.');
}

type NumberField = Extract<ElicitationField, { type: 'number' }>;

function checkNumber({ isInteger, minimum, maximum }: NumberField, value: number): string | undefined {
	if (!Number.isFinite(value)) return t('Enter a number.');
	if (isInteger && !Number.isInteger(value)) return t('Enter a whole number.');
	if (minimum !== undefined && value < minimum) return t('Enter {0} or more.', minimum);
	if (maximum !== undefined && value > maximum) return t('Enter {0} or less.', maximum);
	return undefined;
}

type ChoicesField = Extract<ElicitationField, { type: 'choices' }>;

function checkChoices(
	{ choices, minItems, maxItems }: ChoicesField,
	value: readonly string[],
): string | undefined {
	const offered = new Set(choices.map((choice) => choice.value));
	if (new Set(value).size !== value.length || !value.every((item) => offered.has(item))) {
		return t('Choose from the offered answers.');
	}
	if (minItems !== undefined && value.length < minItems) return t('Choose at least {0}.', minItems);
	if (maxItems !== undefined && value.length > maxItems) return t('Choose at most {0}.', maxItems);
	return undefined;
}

function isList(value: FieldValue): value is readonly string[] {
	return Array.isArray(value);
}

type TextField = Extract<ElicitationField, { type: 'text' }>;

/** What is wrong with a text that is not empty. Lengths count characters, not the halves of them. */
function checkText(field: TextField, text: string): string | undefined {
	const { minLength, maxLength, pattern, format } = field;
	const length = Array.from(text).length;
	if (minLength !== undefined && length < minLength)
		return minLength === 1
			? t('Enter at least 1 character.')
			: t('Enter at least {0} characters.', minLength);
	if (maxLength !== undefined && length > maxLength) {
		return maxLength === 1
			? t('Enter at most 1 character; these are {0}.', length)
			: t('Enter at most {0} characters; these are {1}.', maxLength, length);
	}
	if (format !== undefined && !formats[format](text)) return formatProblem(format);
	if (pattern !== undefined && matchesPattern(pattern, text) === false) {
		return t('This does not have the form that is asked for: {0}', pattern);
	}
	return undefined;
}

type Format = NonNullable<TextField['format']>;

function formatProblem(format: Format): string {
	switch (format) {
		case 'email':
			return t('Enter an email address, such as name@example.com.');
		case 'uri':
			return t('Enter a complete address, such as https://example.com.');
		case 'date':
			return t('Enter a date, such as 2025-01-31.');
		case 'date-time':
			return t('Enter a date and a time, such as 2025-01-31T09:30:00Z.');
	}
}

const formats: Readonly<Record<Format, (text: string) => boolean>> = {
	email: (text) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/u.test(text),
	// With a scheme; where an authority follows, it is not empty.
	uri: (text) => /^[a-z][a-z\d+.-]*:(?!\/\/(?:[/?#]|$))[^\s<>"{}|\\^`]+$/iu.test(text),
	date: isDate,
	'date-time': (text) => {
		const [, date, offset] =
			/^(\d{4}-\d{2}-\d{2})[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/u.exec(
				text,
			) ?? [];
		return date !== undefined && offset !== undefined && isDate(date);
	},
};

/** A day that exists: `2025-02-30` does not. */
function isDate(text: string): boolean {
	const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text) ?? [];
	if (year === undefined) return false;
	const date = new Date(`${text}T00:00:00Z`);
	return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}
