/** MCP over ACP (unstable, docs/protocol.md#tool-servers): the agent's messages to a tool server of this window. */
import type { AbortSignal } from '../../base/abortSignal.ts';
import { toError } from '../../base/errors.ts';
import { type JsonObject, objectAt, stringAt } from '../../base/json.ts';
import { errorCodes, WireError } from '../wire.ts';

/** A tool server of this window. A thrown `WireError` is an error of the tool server, not of the connection. */
export type McpHandler = (message: McpMessage, signal: AbortSignal) => Promise<unknown>;

interface McpMessage {
	readonly serverId: string;
	readonly method: string;
	readonly params: JsonObject;
}

/** No server of that id: an error of the binding, outside of what the server would answer. */
const unknownServer = -33_001;

/** The answer of the server, also an error, is the result (docs/protocol.md#tool-servers). */
export async function answerMcp(
	handler: McpHandler,
	params: JsonObject,
	signal: AbortSignal,
): Promise<object> {
	const serverId = stringAt(params, 'serverId');
	const method = stringAt(params, 'method');
	if (serverId === undefined || method === undefined) {
		throw new WireError(errorCodes.invalidParams, 'Invalid params: serverId and method are required');
	}
	try {
		return { result: await handler({ serverId, method, params: objectAt(params, 'params') ?? {} }, signal) };
	} catch (error) {
		if (!WireError.is(error)) {
			return { error: { code: errorCodes.internalError, message: toError(error).message } };
		}
		if (error.code === unknownServer) throw error;
		return { error: { code: error.code, message: error.message } };
	}
}

/** What a handler throws for a server that is not there. */
export function unknownMcpServer(serverId: string): WireError {
	return new WireError(unknownServer, `Unknown MCP server: ${serverId}`);
}
