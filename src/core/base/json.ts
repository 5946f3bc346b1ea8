/** A JSON object of unknown content. Its keys are data, also ones such as `__proto__` (hazard A11). */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for an object of JSON; false for null and for arrays. */
export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value that a text says; undefined where it is no JSON. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** What an object has under `key`; undefined where it is no object. Inherited keys do not count. */
function valueAt(object: unknown, key: string): unknown {
	return isJsonObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The string under `key`; undefined if it is missing or something else. */
export function stringAt(object: unknown, key: string): string | undefined {
	const value = valueAt(object, key);
	return typeof value === 'string' ? value : undefined;
}

/** The object under `key`; undefined if it is missing or something else. */
export function objectAt(object: unknown, key: string): JsonObject | undefined {
	const value = valueAt(object, key);
	return isJsonObject(value) ? value : undefined;
}

/** The number under `key`; undefined if it is missing or something else. */
export function numberAt(object: unknown, key: string): number | undefined {
	const value = valueAt(object, key);
	return typeof value === 'number' ? value : undefined;
}

/** The strings among these keys; a key with anything else is left out. */
export function pickStrings<K extends string>(object: unknown, ...keys: K[]): { [P in K]?: string } {
	const pairs = keys.map((key) => [key, stringAt(object, key)] as const);
	return Object.fromEntries(pairs.filter(([, value]) => value !== undefined)) as { [P in K]?: string };
}

/** The same, of each its beginning. */
export function cutStrings<K extends string>(
	object: unknown,
	chars: number,
	...keys: K[]
): { [P in K]?: string } {
	const pairs = Object.entries<string | undefined>(pickStrings(object, ...keys));
	return Object.fromEntries(pairs.map(([key, text]) => [key, text?.slice(0, chars)])) as {
		[P in K]?: string;
	};
}

/** The numbers among these keys; a key with anything else is left out. */
export function pickNumbers<K extends string>(object: unknown, ...keys: K[]): { [P in K]?: number } {
	const pairs = keys.map((key) => [key, numberAt(object, key)] as const);
	return Object.fromEntries(pairs.filter(([, value]) => value !== undefined)) as { [P in K]?: number };
}

/** The value, if it is one of these words; undefined for anything else. */
export function knownWord<const W extends string>(value: unknown, words: readonly W[]): W | undefined {
	return words.find((word) => word === value);
}

/** The strings of a list; what is no string is left out, and what is no list is empty. */
export function stringsIn(raw: unknown): string[] {
	return Array.isArray(raw) ? raw.filter((item): item is string => typeof item === 'string') : [];
}

/** The objects of a list; what is no object is left out, and what is no list is empty. */
export function objectsIn(raw: unknown): JsonObject[] {
	return Array.isArray(raw) ? raw.filter(isJsonObject) : [];
}
