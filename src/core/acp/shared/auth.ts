/** Ways to log in, and who is logged in: what both versions read alike. */
import * as limits from '../../base/limits.ts';
import type { AuthAccount, AuthMethod, AuthStatus } from '../../session/model/auth.ts';
import {
	isJsonObject,
	type JsonObject,
	knownWord,
	objectsIn,
	pickStrings,
	stringAt,
} from '../../base/json.ts';

/** What a way to log in has beside its id, name and description. */
export type AuthMethodKind = AuthMethod extends infer M
	? M extends AuthMethod
		? Omit<M, 'id' | 'name' | 'description'>
		: never
	: never;

/** Programs of this machine, or variables for one. */
const needsMachine: ReadonlySet<AuthMethod['type']> = new Set(['terminal', 'command', 'env_var']);

/**
 * How an agent lets the user log in. Read by hand, because agents send kinds that the protocol does not have (any more),
 * and a kind that we do not know is kept and shown, but never taken for one we do (acp C31, C213, C214).
 * @param terminalLogin of the `Offer`: the agent runs on this machine; else what needs that is shown only
 * @param idOf under which name the version has the id; without an id it is no way to log in
 */
export function decodeAuthMethods(
	raw: unknown,
	terminalLogin: boolean,
	idOf: (item: JsonObject) => string | undefined,
	kindOf: (item: JsonObject) => AuthMethodKind,
): AuthMethod[] {
	return objectsIn(raw)
		.slice(0, limits.namedItems)
		.flatMap((item) => {
			const id = idOf(item);
			if (id === undefined) return [];
			const base = { id, name: stringAt(item, 'name') ?? id, ...pickStrings(item, 'description') };
			const kind = kindOf(item);
			const isPossible = terminalLogin || !needsMachine.has(kind.type);
			return [{ ...base, ...(isPossible ? kind : ({ type: 'elsewhere' } as const)) }];
		});
}

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

const states = ['authenticated', 'unauthenticated', 'not_required'] as const;

/** Who is logged in, as the agent says. A state we do not know is unknown; accounts are for the eyes only (acp C127). */
export function decodeAuthStatus(raw: unknown): AuthStatus {
	if (!isJsonObject(raw)) return { state: 'unknown', accounts: [] };
	return {
		state: knownWord(raw['state'], states) ?? 'unknown',
		accounts: objectsIn(raw['accounts']).flatMap(toAccount),
	};
}

function toAccount(raw: JsonObject): AuthAccount[] {
	const label = stringAt(raw, 'label');
	if (label === undefined) return [];
	const isActive = raw['active'] === true;
	return [{ label, isActive, ...pickStrings(raw, 'name', 'email', 'organization') }];
}
