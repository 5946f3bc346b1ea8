/**
 * The pipe to an agent as a codec sees it: JSON-RPC calls with any JSON in them. `src/node` makes one from a process.
 */
import type { AbortSignal } from '../base/abortSignal.ts';
import type { Disposable } from '../base/disposable.ts';
import { isBranded } from '../base/errors.ts';

/** Answers a request of the agent. A thrown `WireError` keeps its code; anything else becomes -32603. */
export type RequestHandler = (method: string, params: unknown, signal: AbortSignal) => Promise<unknown>;

export type NotificationHandler = (method: string, params: unknown) => void;

/** Sends requests and notifications to one agent, and registers handlers for those of the agent. */
export interface Wire {
	/**
	 * Rejects with `AgentError`: `answered` (the agent's error), `exited`, `tooLarge`, `notReading`, `cancelled`.
	 * @param params always an object
	 * @param signal sends `$/cancel_request` when aborted; the promise still waits for the answer
	 */
	request(method: string, params: object, signal?: AbortSignal): Promise<unknown>;
	/** Never throws; what cannot be written any more is dropped. */
	notify(method: string, params: object): void;
	/** A frame of bytes beside the messages, where the line has such. Rejects as a request does. */
	readonly sendBytes?: ((bytes: Uint8Array) => Promise<void>) | undefined;
	/** One handler at a time. Without one, requests are answered -32601. */
	onRequest(handler: RequestHandler): Disposable;
	/** From now on the ids of our requests are strings of digits of that length, for who takes no others. */
	padIds(length: number): void;
	/** The agent takes a request of its own back, in its own way: the signal of the handler aborts. None is left alone. */
	withdraw(requestId: string | number): void;
	/**
	 * @param handler called synchronously, in the order of the wire, before any response that follows
	 * @param together has to call its argument, which calls `handler` for those that came together
	 */
	onNotification(handler: NotificationHandler, together?: (handleAll: () => void) => void): Disposable;
}

const brand = 'acp-host.WireError';

/** An error with its JSON-RPC code, to be sent to the agent (docs/protocol.md#error-codes). */
export class WireError extends Error {
	readonly brand = brand;
	readonly code: number;
	readonly data: unknown;

	constructor(code: number, message: string, data?: unknown) {
		super(message);
		this.name = 'WireError';
		this.code = code;
		this.data = data;
	}

	static is(error: unknown): error is WireError {
		return isBranded<WireError>(error, brand);
	}
}

/** JSON-RPC and ACP error codes (docs/protocol.md#error-codes). */
export const errorCodes = Object.freeze({
	parseError: -32700,
	invalidRequest: -32600,
	methodNotFound: -32601,
	invalidParams: -32602,
	internalError: -32603,
	authRequired: -32000,
	resourceNotFound: -32002,
	unsupportedProtocolVersion: -32022,
	requestCancelled: -32800,
});
