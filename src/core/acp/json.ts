/** A JSON object of unknown content. Its keys are data, whatever they are called (hazard A11). */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The string under `key`; undefined if it is missing or something else. Inherited keys do not count. */
export function stringAt(object: JsonObject, key: string): string | undefined {
	const value = Object.hasOwn(object, key) ? object[key] : undefined;
	return typeof value === 'string' ? value : undefined;
}

/** The object under `key`; undefined if it is missing or something else. */
export function objectAt(object: JsonObject, key: string): JsonObject | undefined {
	const value = Object.hasOwn(object, key) ? object[key] : undefined;
	return isJsonObject(value) ? value : undefined;
}
