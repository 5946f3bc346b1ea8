/** The few shapes that settings and files of others are checked against. */

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isStrings(value: unknown): value is string[] {
	return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

export function isStringsByName(value: unknown): value is Record<string, string> {
	return isFields(value) && isStrings(Object.values(value));
}
