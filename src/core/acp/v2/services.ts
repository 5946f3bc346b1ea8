import type { RequestPermissionResponse } from '@agentclientprotocol/sdk/unstable';
import type { PermissionSubject, PermissionRequest } from '../../session/model/permission.ts';
import type { Decoded } from '../decoder.ts';
import { isJsonObject, type JsonObject, pickStrings, stringAt } from '../../base/json.ts';
import { clientRequests } from '../methods.ts';
import { toWireError } from '../shared/errors.ts';
import type { SessionRequest, SessionServices } from '../shared/inbound.ts';
import { decodePermissionOptions, encodeOutcome } from '../shared/permissionOptions.ts';
import { errorCodes, WireError } from '../wire.ts';
import { nameSubject } from './shims.ts';
import { decodeToolCall } from './toolCall.ts';
import type { V2Decoder } from './types.ts';

/** What an agent of version 2 may ask for a session: a permission. */
export class V2Services implements SessionServices {
	/** Files and terminals are the agent's own in this version: such requests are answered -32601. */
	readonly served: ReadonlySet<string> = new Set([clientRequests.requestPermission]);
	readonly #decoder: V2Decoder;

	constructor(decoder: V2Decoder) {
		this.#decoder = decoder;
	}

	/** Asks the session. Rejects with `WireError` -32602 for what cannot be asked. */
	async serve({ params, target, signal }: SessionRequest): Promise<RequestPermissionResponse> {
		const decoded = decodePermission(this.#decoder, params);
		if (!decoded.ok) throw new WireError(errorCodes.invalidParams, `Invalid params: ${decoded.error}`);
		try {
			return encodeOutcome(await target.permissions.ask(decoded.value, signal), decoded.value);
		} catch (error) {
			throw toWireError(error, 'path');
		}
	}
}

/**
 * Reads `session/request_permission`. Without a title the session finds one. What it is about may be something that we
 * do not know, and is asked all the same (acp C253); one of a kind that we know has to be readable.
 */
function decodePermission(decoder: V2Decoder, params: JsonObject): Decoded<PermissionRequest> {
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
