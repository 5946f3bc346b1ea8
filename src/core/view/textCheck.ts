import type { ElicitationField } from '../session/elicitation.ts';
import { matchesPattern } from './safePattern.ts';

type TextField = Extract<ElicitationField, { type: 'text' }>;

/** What is wrong with a text that is not empty. Lengths count characters, not the halves of them. */
export function checkText(field: TextField, text: string): string | undefined {
	const { minLength, maxLength, pattern, format } = field;
	const length = Array.from(text).length;
	if (minLength !== undefined && length < minLength) return `Enter at least ${characters(minLength)}.`;
	if (maxLength !== undefined && length > maxLength) {
		return `Enter at most ${characters(maxLength)}; these are ${length}.`;
	}
	if (format !== undefined && !formats[format].test(text)) return formats[format].problem;
	if (pattern !== undefined && matchesPattern(pattern, text) === false) {
		return `This does not have the form that is asked for: ${pattern}`;
	}
	return undefined;
}

function characters(count: number): string {
	return count === 1 ? '1 character' : `${count} characters`;
}

const formats: Readonly<
	Record<NonNullable<TextField['format']>, { readonly problem: string; test(text: string): boolean }>
> = {
	email: {
		problem: 'Enter an email address, such as name@example.com.',
		test: (text) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/u.test(text),
	},
	uri: {
		problem: 'Enter a complete address, such as https://example.com.',
		// With a scheme; where an authority follows, it is not empty.
		test: (text) => /^[a-z][a-z\d+.-]*:(?!\/\/(?:[/?#]|$))[^\s<>"{}|\\^`]+$/iu.test(text),
	},
	date: { problem: 'Enter a date, such as 2025-01-31.', test: isDate },
	'date-time': {
		problem: 'Enter a date and a time, such as 2025-01-31T09:30:00Z.',
		test: (text) => {
			const [, date, offset] =
				/^(\d{4}-\d{2}-\d{2})[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/u.exec(
					text,
				) ?? [];
			return date !== undefined && offset !== undefined && isDate(date);
		},
	},
};

/** A day that exists: `2025-02-30` does not. */
function isDate(text: string): boolean {
	const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text) ?? [];
	if (year === undefined) return false;
	const date = new Date(`${text}T00:00:00Z`);
	return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}
