import { t } from '../base/l10n.ts';
import type { ElicitationField } from '../session/model/elicitation.ts';
import { matchesPattern } from './safePattern.ts';

type TextField = Extract<ElicitationField, { type: 'text' }>;

/** What is wrong with a text that is not empty. Lengths count characters, not the halves of them. */
export function checkText(field: TextField, text: string): string | undefined {
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
