/** What both versions read of a way to log in. */
import type { AuthMethod } from '../../session/model/auth.ts';
import { isJsonObject } from '../json.ts';

/** What a way to log in has beside its id, name and description. */
export type AuthMethodKind = AuthMethod extends infer M
	? M extends AuthMethod
		? Omit<M, 'id' | 'name' | 'description'>
		: never
	: never;

/** An object of strings, or the newer list of names and values. */
export function envOf(raw: unknown): Record<string, string> {
	const pairs: [unknown, unknown][] = Array.isArray(raw)
		? raw.map((item: unknown) =>
				isJsonObject(item) ? [item['name'], item['value']] : [undefined, undefined],
			)
		: Object.entries(isJsonObject(raw) ? raw : {});
	return Object.fromEntries(
		pairs.filter((pair): pair is [string, string] => pair.every((part) => typeof part === 'string')),
	);
}
