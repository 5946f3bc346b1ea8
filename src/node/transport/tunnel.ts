/** A way through a proxy: it is asked to connect (RFC 9110, 9.3.6), and then passes on what it does not understand. */
import type { Socket } from 'node:net';
import { AgentError, toError } from '../../core/base/errors.ts';
import { sentence } from '../../core/base/sentence.ts';
import { portOf, redactedUrl } from './address.ts';
import { request } from './plainHttp.ts';
import type { Proxy } from './proxy.ts';
import { codeOf } from './socketProblem.ts';

/**
 * A socket that leads to the address by the proxy; nothing was read of it.
 * Rejects with AgentError `unreachable` or `rejected`, and with any error when the signal ends it.
 * @param connecting a connection to the proxy, for this alone
 */
export async function tunnel(
	proxy: Proxy,
	address: URL,
	connecting: Promise<Socket>,
	signal: AbortSignal,
): Promise<Socket> {
	const { promise, resolve, reject } = Promise.withResolvers<Socket>();
	const place = redactedUrl(proxy.url.href);
	const to = `${address.hostname}:${portOf(address)}`;
	const connection = await connecting.catch((error: unknown) => {
		throw signal.aborted ? toError(signal.reason) : unreachedProxy(place, toError(error));
	});
	const asking = request({
		method: 'CONNECT',
		createConnection: () => connection,
		path: to,
		headers: {
			Host: to,
			...(proxy.authorization === undefined ? {} : { 'Proxy-Authorization': proxy.authorization }),
		},
		signal,
	});
	asking.on('error', (error) =>
		reject(signal.aborted ? toError(signal.reason) : unreachedProxy(place, error)),
	);
	asking.on('connect', ({ statusCode = 0 }, socket: Socket, head) => {
		if (statusCode !== 200) {
			socket.destroy();
			if (statusCode === 407) return reject(loginNeeded(place));
			return reject(refusedByProxy(statusCode >= 500 ? 'unreachable' : 'rejected', place, to, statusCode));
		}
		if (head.length > 0) socket.unshift(head);
		resolve(socket);
	});
	asking.end();
	return promise;
}

/** The proxy is not there, or breaks off. */
export function unreachedProxy(proxy: string, error: Error): AgentError {
	const said = codeOf(error) === '' ? error.message : codeOf(error);
	return new AgentError(
		'unreachable',
		sentence(
			'The proxy {0} cannot be reached ({1}). Check http.proxy in the settings, HTTPS_PROXY, and the network.',
			proxy,
			said,
		),
		{ cause: error },
	);
}

function loginNeeded(proxy: string): AgentError {
	return new AgentError(
		'rejected',
		sentence(
			'The proxy {0} wants a login (407). Give it one in http.proxyAuthorization in the settings, or in the address of the proxy.',
			proxy,
		),
	);
}

/**
 * The proxy has heard where to, and says no.
 * @param status its word for why
 */
export function refusedByProxy(
	reason: 'unreachable' | 'rejected',
	proxy: string,
	to: string,
	status: number,
): AgentError {
	return new AgentError(
		reason,
		sentence(
			'The proxy {0} does not connect to {1} ({2}). Ask who runs it, or name the agent in http.noProxy.',
			proxy,
			to,
			status,
		),
	);
}
