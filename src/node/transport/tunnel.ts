/** A way through a proxy: it is asked to connect (RFC 9110, 9.3.6), and then passes on what it does not understand. */
import type { Socket } from 'node:net';
import { AgentError, toError } from '../../core/base/errors.ts';
import { type Sentence, sentence } from '../../core/base/sentence.ts';
import { portOf, shownAddress } from './address.ts';
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
	const place = shownAddress(proxy.url.href);
	const to = `${address.hostname}:${portOf(address)}`;
	const connection = await connecting.catch((error: unknown) => {
		throw signal.aborted ? toError(signal.reason) : unreached(place, toError(error));
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
	asking.on('error', (error) => reject(signal.aborted ? toError(signal.reason) : unreached(place, error)));
	asking.on('connect', ({ statusCode = 0 }, socket: Socket, head) => {
		if (statusCode !== 200) {
			socket.destroy();
			return reject(refused(place, to, statusCode));
		}
		if (head.length > 0) socket.unshift(head);
		resolve(socket);
	});
	asking.end();
	return promise;
}

function unreached(proxy: string, error: Error): AgentError {
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

function refused(proxy: string, to: string, status: number): AgentError {
	return new AgentError(status >= 500 ? 'unreachable' : 'rejected', refusalText(proxy, to, status));
}

function refusalText(proxy: string, to: string, status: number): Sentence {
	if (status === 407)
		return sentence(
			'The proxy {0} wants a login (407). Give it one in http.proxyAuthorization in the settings, or in the address of the proxy.',
			proxy,
		);
	return sentence(
		'The proxy {0} does not connect to {1} ({2}). Ask who runs it, or name the agent in http.noProxy.',
		proxy,
		to,
		status,
	);
}
