/** Opens a WebSocket to an agent. */
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { toError } from '../../core/base/errors.ts';
import * as limits from '../../core/base/limits.ts';
import { beginOpening, dial } from './dial.ts';
import type { ProxySettings } from './proxy.ts';
import { SlicedSocket } from './slicedSocket.ts';
import { notConnected, refusedBy } from './socketProblem.ts';

export interface SocketAddress {
	/** Begins with `ws:` or `wss:`. */
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly proxy: ProxySettings;
	/** Gives up while it is not open yet. */
	readonly signal: AbortSignal;
	/** The same headers were good enough before. */
	readonly wasLetIn?: boolean;
	/** PEM; takes the place of all that is trusted otherwise. For tests. */
	readonly authorities?: readonly string[];
}

export interface OpenedSocket {
	readonly socket: WebSocket;
	/** Number of bytes that ever came in below it. */
	readonly bytesHeard: () => number;
	/** Number of bytes that the system ever took of it. */
	readonly bytesSent: () => number;
}

/**
 * Follows no redirect, since headers would go along, and compresses nothing. Nothing was read of the socket when it
 * resolves. Rejects with AgentError: `unreachable`, `rejected`, or `cancelled` by the signal.
 */
export async function openWebSocket(address: SocketAddress): Promise<OpenedSocket> {
	const { signal, end } = beginOpening(address.signal);
	try {
		const { socket, bytesHeard } = await dial({ ...address, url: new URL(address.url), signal });
		const sliced = new SlicedSocket(socket);
		const bytesSent = (): number => sliced.bytesSent;
		return { socket: await upgraded(address, sliced, signal), bytesHeard, bytesSent };
	} catch (error) {
		throw notConnected(address.url, toError(error));
	} finally {
		end();
	}
}

function upgraded(
	{ url, headers, wasLetIn = false }: SocketAddress,
	sliced: SlicedSocket,
	signal: AbortSignal,
): Promise<WebSocket> {
	const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
	let socket: WebSocket;
	try {
		// The types do not know all of them.
		const options = {
			headers: { ...headers },
			followRedirects: false,
			perMessageDeflate: false,
			maxPayload: limits.lineBytes,
			closeTimeout: limits.socketCloseMs,
			createConnection: () => sliced,
		};
		socket = new WebSocket(url, options);
	} catch (error) {
		// An address that is none, or a header that no request can have.
		sliced.destroy();
		return Promise.reject(toError(error));
	}
	const onAbort = (): void => {
		reject(toError(signal.reason));
		socket.terminate();
	};
	signal.addEventListener('abort', onAbort);
	if (signal.aborted) onAbort();
	// Stays for as long as the socket is ours alone: giving it up makes an error, too.
	socket.on('error', reject);
	socket.on('unexpected-response', (request, { statusCode = 0, headers }: IncomingMessage) => {
		reject(refusedBy(url, { status: statusCode, location: headers.location, wasLetIn }));
		request.destroy();
	});
	socket.on('open', () => {
		socket.pause();
		resolve(socket);
	});
	return promise.finally(() => signal.removeEventListener('abort', onAbort));
}
