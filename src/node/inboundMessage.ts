/**
 * Decides what becomes of one parsed line before vscode-jsonrpc sees it. That library throws, hangs or silently
 * loses neighbours on the odd inputs of docs/protocol.md#odd-messages; every message that comes out of here is safe for it.
 */
import type { Message } from 'vscode-jsonrpc/node';
import { isJsonObject, type JsonObject } from '../core/base/json.ts';
import { cancelRequest } from '../core/acp/methods.ts';
import { errorCodes } from '../core/acp/wire.ts';
import type { IdTable, WireId } from './idTable.ts';

type Inbound =
	/** Hand it out after those before it. */
	| { readonly kind: 'deliver'; readonly message: Message }
	/** It has cancelled an open request of the agent. */
	| { readonly kind: 'cancelled' }
	/** Answer it with an error and forget it. */
	| { readonly kind: 'refuse'; readonly id: WireId | null; readonly code: number; readonly reason: string }
	| { readonly kind: 'drop'; readonly reason: string };

/**
 * Sorts a value that came from JSON.parse.
 * @param ids opens and cancels inbound requests and settles ours as a side effect
 */
export function checkInbound(value: unknown, ids: IdTable): Inbound {
	// acp C13: v1 has no batches; one error for the line.
	if (Array.isArray(value)) return refuse(null, 'Batches are not supported');
	if (!isJsonObject(value)) return { kind: 'drop', reason: 'not an object' };
	if (typeof value['method'] === 'string') {
		return value['id'] === undefined
			? admitNotification(value, value['method'], ids)
			: admitRequest(value, value['method'], ids);
	}
	if (value['result'] !== undefined || value['error'] !== undefined) return admitResponse(value, ids);
	if (value['method'] === undefined && isWireId(value['id'])) return admitResponse(value, ids);
	return refuse(null, 'Neither a request, a notification nor a response');
}

function admitRequest(value: JsonObject, method: string, ids: IdTable): Inbound {
	const id = value['id'];
	if (!isWireId(id)) return refuse(null, 'A request id must be a string or a number');
	const internal = ids.openInbound(id);
	// The id stays with the first request: an error that names it would be taken for the first one's answer (hazard A6).
	if (internal === undefined) return refuse(null, 'Duplicate request id');
	return deliver({ jsonrpc: '2.0', id: internal, method, params: value['params'] });
}

function admitNotification(value: JsonObject, method: string, ids: IdTable): Inbound {
	if (method === cancelRequest) return admitCancellation(value['params'], ids);
	// vscode-jsonrpc acts on this LSP name, and throws when it has no params. ACP does not know it.
	if (method === '$/cancelRequest') return { kind: 'drop', reason: '$/cancelRequest is not ACP' };
	return deliver({ jsonrpc: '2.0', method, params: value['params'] });
}

function admitCancellation(params: unknown, ids: IdTable): Inbound {
	const id = isJsonObject(params) ? params['requestId'] : undefined;
	if (!isWireId(id)) return { kind: 'drop', reason: `${cancelRequest} without a request id` };
	// acp C114: it may have crossed our answer.
	return ids.cancelInbound(id)
		? { kind: 'cancelled' }
		: { kind: 'drop', reason: `${cancelRequest} for no open request` };
}

function admitResponse(value: JsonObject, ids: IdTable): Inbound {
	const id = isWireId(value['id']) ? ids.settleOutbound(value['id']) : undefined;
	if (id === undefined) return { kind: 'drop', reason: 'a response to no pending request' };
	if (value['error'] !== undefined && value['error'] !== null) {
		return deliver({ jsonrpc: '2.0', id, error: toErrorObject(value['error']) });
	}
	if (value['result'] !== undefined) return deliver({ jsonrpc: '2.0', id, result: value['result'] });
	return deliver({ jsonrpc: '2.0', id, error: toErrorObject('The response has neither result nor error') });
}

/** A JSON-RPC error object from the `error` field of any shape; a value that is none is kept as data. */
function toErrorObject(error: unknown): { code: number; message: string; data?: unknown } {
	if (typeof error === 'string') return { code: errorCodes.internalError, message: error };
	if (!isJsonObject(error)) return { code: errorCodes.internalError, message: 'Unknown error', data: error };
	return {
		code: typeof error['code'] === 'number' ? error['code'] : errorCodes.internalError,
		message: typeof error['message'] === 'string' ? error['message'] : 'Unknown error',
		...(error['data'] === undefined ? {} : { data: error['data'] }),
	};
}

function deliver(message: Message & JsonObject): Inbound {
	return { kind: 'deliver', message };
}

function refuse(id: WireId | null, reason: string): Inbound {
	return { kind: 'refuse', id, code: errorCodes.invalidRequest, reason };
}

function isWireId(value: unknown): value is WireId {
	return typeof value === 'string' || typeof value === 'number';
}
