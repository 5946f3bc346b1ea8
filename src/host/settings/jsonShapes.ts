/** The few shapes that settings and files of others are checked against. */
import { isFields } from '../../core/base/fields.ts';

export function isStrings(value: unknown): value is string[] {
	return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

export function isStringsByName(value: unknown): value is Record<string, string> {
	return isFields(value) && isStrings(Object.values(value));
}
