import { type JsonObject, objectAt } from '../../base/json.ts';

/**
 * What the `capabilities` of a call, a terminal or a child session say of stopping it alone. Omitted keeps; null and
 * what is malformed are none (acp C262).
 */
export function decodeCanCancel(raw: JsonObject): { canCancel?: boolean } {
	if (!Object.hasOwn(raw, 'capabilities')) return {};
	return { canCancel: objectAt(objectAt(raw, 'capabilities'), 'cancel') !== undefined };
}
