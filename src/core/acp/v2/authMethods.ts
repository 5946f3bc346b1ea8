import type { AuthMethod } from '../../session/model/auth.ts';
import { isJsonObject, type JsonObject, pickStrings, stringAt, stringsIn } from '../json.ts';
import { type AuthMethodKind, envOf } from '../shared/authMethods.ts';

/**
 * How an agent lets the user log in. Read by hand: what has no type is the agent's own way, as in version 1, and a
 * kind that we do not know is kept and shown, but never taken for one we do (acp C213, C214).
 */
export function decodeAuthMethods(raw: unknown): AuthMethod[] {
	return Array.isArray(raw) ? raw.flatMap((item: unknown) => (isJsonObject(item) ? toMethod(item) : [])) : [];
}

function toMethod(item: JsonObject): AuthMethod[] {
	const id = stringAt(item, 'methodId') ?? stringAt(item, 'id');
	if (id === undefined) return [];
	const base = { id, name: stringAt(item, 'name') ?? id, ...pickStrings(item, 'description') };
	return [{ ...base, ...kindOf(item) }];
}

function kindOf(item: JsonObject): AuthMethodKind {
	const type = stringAt(item, 'type');
	switch (type) {
		case undefined:
		case 'agent':
			return { type: 'agent' };
		case 'terminal':
			return { type: 'terminal', args: stringsIn(item['args']), env: envOf(item['env']) };
		default:
			return { type: 'other', kind: type };
	}
}
