import type { AuthMethod, AuthVariable } from '../../session/model/auth.ts';
import { isJsonObject, type JsonObject, objectAt, pickStrings, stringAt, stringsIn } from '../json.ts';
import { type AuthMethodKind, envOf } from '../shared/authMethods.ts';

/**
 * How an agent lets the user log in. Read by hand, because agents send kinds that the protocol does not have (any
 * more), and a kind we do not know must not be taken for one we do (acp C31).
 */
export function decodeAuthMethods(raw: unknown): AuthMethod[] {
	return Array.isArray(raw) ? raw.flatMap((item: unknown) => (isJsonObject(item) ? toMethod(item) : [])) : [];
}

function toMethod(item: JsonObject): AuthMethod[] {
	const id = stringAt(item, 'id');
	if (id === undefined) return [];
	const base = { id, name: stringAt(item, 'name') ?? id, ...pickStrings(item, 'description') };
	return [{ ...base, ...kindOf(item) }];
}

function kindOf(item: JsonObject): AuthMethodKind {
	const meta = objectAt(item, '_meta');
	// claude sends both: the agent's own program again needs less trust than a command of its choice.
	const command = item['type'] === 'terminal' ? undefined : commandOf(meta);
	if (command !== undefined) return command;
	// qwen says in `_meta` what belongs beside the id (agents-in-the-wild 25).
	const type = stringAt(item, 'type') ?? (meta === undefined ? undefined : stringAt(meta, 'type'));
	const from = meta !== undefined && stringAt(item, 'type') === undefined ? meta : item;
	switch (type) {
		case undefined:
		case 'agent':
			return { type: 'agent' };
		case 'terminal':
			return { type: 'terminal', args: stringsIn(from['args']), env: envOf(from['env']) };
		case 'env_var':
			return envVarKind(item);
		default:
			return { type: 'other', kind: type };
	}
}

/** claude names a whole command, once the client says that it can run one (protocol.md 1.4). */
function commandOf(meta: JsonObject | undefined): AuthMethodKind | undefined {
	const login = meta === undefined ? undefined : objectAt(meta, 'terminal-auth');
	const command = login === undefined ? undefined : stringAt(login, 'command');
	if (login === undefined || command === undefined) return undefined;
	return {
		type: 'command',
		command,
		args: stringsIn(login['args']),
		label: stringAt(login, 'label') ?? command,
	};
}

function envVarKind(item: JsonObject): AuthMethodKind {
	const vars = Array.isArray(item['vars']) ? item['vars'].flatMap((entry: unknown) => toVariable(entry)) : [];
	return { type: 'env_var', vars, ...pickStrings(item, 'link') };
}

function toVariable(entry: unknown): AuthVariable[] {
	const name = isJsonObject(entry) ? stringAt(entry, 'name') : undefined;
	if (!isJsonObject(entry) || name === undefined) return [];
	return [
		{
			name,
			...pickStrings(entry, 'label'),
			isSecret: entry['secret'] !== false,
			isOptional: entry['optional'] === true,
		},
	];
}
