import type { PermissionRequest } from '../../session/model/permission.ts';
import type { Decoded } from '../decoder.ts';
import type { JsonObject } from '../json.ts';
import { decodePermissionOptions } from '../shared/permissionOptions.ts';
import { decodeToolCall } from './toolCall.ts';
import type { V1Decoder } from './types.ts';

/** Reads `session/request_permission`. */
export function decodePermission(decoder: V1Decoder, params: JsonObject): Decoded<PermissionRequest> {
	const toolCall = decodeToolCall(decoder, params['toolCall']);
	if (!toolCall.ok) return { ok: false, error: `toolCall: ${toolCall.error}` };
	const options = decodePermissionOptions(params);
	if (!options.ok) return options;
	const { toolCallId, fields } = toolCall.value;
	return { ok: true, value: { subject: { type: 'tool_call', toolCallId }, fields, options: options.value } };
}
