import type { RequestPermissionResponse } from '@agentclientprotocol/sdk/unstable';
import * as limits from '../../base/limits.ts';
import type {
	PermissionOption,
	PermissionOutcome,
	PermissionRequest,
} from '../../session/model/permission.ts';
import type { Decoded } from '../decoder.ts';
import { type JsonObject, knownWord, objectsIn, stringAt } from '../../base/json.ts';

const kinds = ['allow_once', 'allow_always', 'reject_once', 'reject_always'] as const;

/**
 * What the user can choose. More lenient than the schema: an option of a kind we do not know is still an option, and
 * shown by its name (docs/agents-in-the-wild.md#options-by-their-names). Without any option there is nothing to ask.
 */
export function decodePermissionOptions(params: JsonObject): Decoded<readonly PermissionOption[]> {
	const options = objectsIn(params['options']).flatMap(toOption);
	if (options.length === 0) return { ok: false, error: 'options: there is no usable option' };
	if (options.length > limits.permissionOptions)
		return { ok: false, error: `options: there are more than ${limits.permissionOptions}` };
	return { ok: true, value: options };
}

function toOption(raw: JsonObject): PermissionOption[] {
	const optionId = stringAt(raw, 'optionId');
	if (optionId === undefined) return [];
	const name = (stringAt(raw, 'name') ?? optionId).slice(0, limits.titleChars);
	return [{ optionId, name, kind: knownWord(raw['kind'], kinds) ?? 'other' }];
}

/** The answer. Only an option that was offered can be selected; anything else counts as cancelled (acp C74). */
export function encodeOutcome(
	outcome: PermissionOutcome,
	request: PermissionRequest,
): RequestPermissionResponse {
	const isOffered =
		outcome.type === 'selected' && request.options.some((option) => option.optionId === outcome.optionId);
	if (!isOffered) return { outcome: { outcome: 'cancelled' } };
	return { outcome: { outcome: 'selected', optionId: outcome.optionId } };
}
