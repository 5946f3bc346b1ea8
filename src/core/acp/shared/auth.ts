/** Ways to log in, and who is logged in: what both versions read alike. */
import type { AuthAccount, AuthMethod, AuthStatus } from '../../session/model/auth.ts';
import { isJsonObject, pickStrings, stringAt } from '../../base/json.ts';

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

const states: ReadonlySet<string> = new Set<AuthStatus['state']>([
	'authenticated',
	'unauthenticated',
	'not_required',
	'unknown',
]);

/** Who is logged in, as the agent says. A state we do not know is unknown; accounts are for the eyes only (acp C127). */
export function decodeAuthStatus(raw: unknown): AuthStatus {
	if (!isJsonObject(raw)) return { state: 'unknown', accounts: [] };
	const state = stringAt(raw, 'state');
	const accounts = Array.isArray(raw['accounts']) ? raw['accounts'] : [];
	return { state: isState(state) ? state : 'unknown', accounts: accounts.flatMap((item) => toAccount(item)) };
}

function isState(state: string | undefined): state is AuthStatus['state'] {
	return state !== undefined && states.has(state);
}

function toAccount(raw: unknown): AuthAccount[] {
	const label = isJsonObject(raw) ? stringAt(raw, 'label') : undefined;
	if (!isJsonObject(raw) || label === undefined) return [];
	const isActive = raw['active'] === true;
	return [{ label, isActive, ...pickStrings(raw, 'name', 'email', 'organization') }];
}
