/** Opens a WebSocket to an agent. */
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { AgentError, toError } from '../../core/base/errors.ts';
import * as limits from '../../core/base/limits.ts';
import { sentence } from '../../core/base/sentence.ts';
import { notConnected, refusedBy } from './socketProblem.ts';

interface SocketAddress {
	/** Begins with `ws:` or `wss:`. */
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	/** Gives up while it is not open yet. */
	readonly signal: AbortSignal;
}

/**
 * Follows no redirect, since headers would go along, and compresses nothing. Nothing was read of the socket when it
 * resolves. Rejects with AgentError `spawn`, or `cancelled` by the signal.
 */
export function openWebSocket({ url, headers, signal }: SocketAddress): Promise<WebSocket> {
	if (signal.aborted) return Promise.reject(cancelled());
	const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
	let socket: WebSocket;
	try {
		socket = new WebSocket(url, {
			headers,
			followRedirects: false,
			perMessageDeflate: false,
			maxPayload: limits.lineBytes,
			handshakeTimeout: limits.socketOpenMs,
		});
	} catch (error) {
		// An address that is none, or a header that no request can have.
		return Promise.reject(notConnected(url, toError(error)));
	}
	const onAbort = (): void => {
		reject(cancelled());
		socket.terminate();
	};
	signal.addEventListener('abort', onAbort);
	// Stays for as long as the socket is ours alone: giving it up makes an error, too.
	socket.on('error', (error) => reject(notConnected(url, error)));
	socket.on('unexpected-response', (request, response: IncomingMessage) => {
		reject(refusedBy(url, response.statusCode ?? 0, response.headers.location));
		request.destroy();
	});
	socket.on('open', () => {
		socket.pause();
		resolve(socket);
	});
	return promise.finally(() => signal.removeEventListener('abort', onAbort));
}

function cancelled(): AgentError {
	return new AgentError('cancelled', sentence('The connection was closed'));
}
