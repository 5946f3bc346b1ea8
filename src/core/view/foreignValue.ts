/** The shapes that a value from the view may have. Each is bounded: the view shows foreign text (hazard E4). */

const maxText = 4 * 1024 * 1024;
const maxName = 8 * 1024;
export const maxNames = 1000;

export function isText(value: unknown): value is string {
	return typeof value === 'string' && value.length <= maxText;
}

/** An id, a name, or anything else of one line. */
export function isName(value: unknown): value is string {
	return typeof value === 'string' && value.length <= maxName;
}

export function isNames(value: unknown): value is string[] {
	return Array.isArray(value) && value.length <= maxNames && value.every(isName);
}

/** A place in a list, or a count. */
export function isIndex(value: unknown): value is number {
	return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
