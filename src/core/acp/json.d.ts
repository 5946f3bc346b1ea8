/** A JSON object of unknown content. Its keys are data, whatever they are called (hazard A11). */
export type JsonObject = Readonly<Record<string, unknown>>;
export declare function isJsonObject(value: unknown): value is JsonObject;
/** The string under `key`; undefined if it is missing or something else. Inherited keys do not count. */
export declare function stringAt(object: JsonObject, key: string): string | undefined;
/** The object under `key`; undefined if it is missing or something else. */
export declare function objectAt(object: JsonObject, key: string): JsonObject | undefined;
/** The number under `key`; undefined if it is missing or something else. */
export declare function numberAt(object: JsonObject, key: string): number | undefined;
/** The strings among these keys; a key with anything else is left out. */
export declare function pickStrings<K extends string>(
	object: JsonObject,
	...keys: K[]
): {
	[P in K]?: string;
};
/** The numbers among these keys; a key with anything else is left out. */
export declare function pickNumbers<K extends string>(
	object: JsonObject,
	...keys: K[]
): {
	[P in K]?: number;
};
/** The strings of a list; what is no string is left out, and what is no list is empty. */
export declare function stringsIn(raw: unknown): string[];
