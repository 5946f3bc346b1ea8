import type { RequestPermissionResponse } from '@agentclientprotocol/sdk/unstable';
import type { PermissionSubject, PermissionRequest } from '../../session/model/permission.ts';
import type { Decoded } from '../decoder.ts';
import { isJsonObject, type JsonObject, pickStrings, stringAt } from '../json.ts';
import type { SessionRequest } from '../shared/inbound.ts';
import { decodePermissionOptions, encodeOutcome } from '../shared/permissionOptions.ts';
import { errorCodes, WireError } from '../wire.ts';
import { nameSubject } from './shims.ts';
import { decodeToolCall } from './toolCall.ts';
import type { V2Decoder } from './types.ts';

/** Asks the session. Rejects with `WireError` -32602 for what cannot be asked. */
export async function requestPermission(
	decoder: V2Decoder,
	{ params, target, signal }: SessionRequest,
): Promise<RequestPermissionResponse> {
	const decoded = decodePermission(decoder, params);
	if (!decoded.ok) throw new WireError(errorCodes.invalidParams, `Invalid params: ${decoded.error}`);
	return encodeOutcome(await target.requestPermission(decoded.value, signal), decoded.value);
}

/**
 * Reads `session/request_permission`. Without a title the session finds one. What it is about may be something that we
 * do not know, and is asked all the same (acp C253); one of a kind that we know has to be readable.
 */
export function decodePermission(decoder: V2Decoder, params: JsonObject): Decoded<PermissionRequest> {
	const subject = decodeSubject(decoder, nameSubject(params)['subject']);
	if (!subject.ok) return { ok: false, error: `subject: ${subject.error}` };
	const options = decodePermissionOptions(params);
	if (!options.ok) return options;
	const title = stringAt(params, 'title');
	const texts = {
		...(title === undefined || title.trim() === '' ? {} : { title }),
		...pickStrings(params, 'description'),
	};
	return { ok: true, value: { ...texts, ...subject.value, options: options.value } };
}

function decodeSubject(
	decoder: V2Decoder,
	raw: unknown,
): Decoded<Pick<PermissionRequest, 'subject' | 'fields'>> {
	if (raw === undefined || raw === null) return { ok: true, value: { subject: { type: 'other', kind: '' } } };
	if (!isJsonObject(raw)) return { ok: false, error: 'should be object' };
	const kind = stringAt(raw, 'type');
	switch (kind) {
		case undefined:
			return { ok: false, error: 'type: should be string' };
		case 'tool_call': {
			const toolCall = decodeToolCall(decoder, raw['toolCall']);
			if (!toolCall.ok) return { ok: false, error: `toolCall: ${toolCall.error}` };
			const { toolCallId, fields } = toolCall.value;
			return { ok: true, value: { subject: { type: 'tool_call', toolCallId }, fields } };
		}
		case 'command':
			return decodeCommand(raw);
		default:
			return { ok: true, value: { subject: { type: 'other', kind } } };
	}
}

function decodeCommand(raw: JsonObject): Decoded<{ subject: PermissionSubject }> {
	const command = stringAt(raw, 'command');
	if (command === undefined) return { ok: false, error: 'command: should be string' };
	return {
		ok: true,
		value: { subject: { type: 'command', command, ...pickStrings(raw, 'cwd', 'toolCallId', 'terminalId') } },
	};
}
