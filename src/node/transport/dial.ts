/** A connection to an address, through the proxy that is on the way, and with TLS where the address asks for it. */
import net from 'node:net';
import tls from 'node:tls';
import { toError } from '../../core/base/errors.ts';
import * as limits from '../../core/base/limits.ts';
import { bareHost, isLoopback, isSecure, portOf } from './address.ts';
import { type Proxy, proxyFor, type ProxySettings } from './proxy.ts';
import { givenUp, strangeLoopback, tooLate } from './socketProblem.ts';
import { socksTunnel } from './socks.ts';
import { tunnel } from './tunnel.ts';

export interface DialOptions {
	readonly url: URL;
	readonly proxy: ProxySettings;
	/** Gives up before there is a connection. */
	readonly signal: AbortSignal;
	/** PEM; takes the place of all that is trusted otherwise. For tests. */
	readonly authorities?: readonly string[];
}

export interface Dialled {
	/** Connected; nothing was read of it. */
	readonly socket: net.Socket;
	/** Number of bytes that ever came in, TLS and all. */
	readonly bytesHeard: () => number;
}

export interface Opening {
	/** Fires with the one that was given, or when a connection takes too long. Its reason is what to fail with. */
	readonly signal: AbortSignal;
	/** To be called when the connection is there, or given up. */
	readonly end: () => void;
}

/** @param signal gives up */
export function beginOpening(signal: AbortSignal): Opening {
	const controller = new AbortController();
	const giveUp = (): void => controller.abort(givenUp());
	const timer = setTimeout(() => controller.abort(tooLate()), limits.socketOpenMs);
	if (signal.aborted) giveUp();
	signal.addEventListener('abort', giveUp);
	const end = (): void => {
		clearTimeout(timer);
		signal.removeEventListener('abort', giveUp);
	};
	return { signal: controller.signal, end };
}

/**
 * The certificate of the address is always checked.
 * Rejects with AgentError for what a proxy does, and with the reason of the signal or an error of Node for the rest.
 */
export async function dial(options: DialOptions): Promise<Dialled> {
	const { url, signal } = options;
	signal.throwIfAborted();
	const proxy = proxyFor(url, options.proxy, process.env);
	const raw = await (proxy === undefined ? connected(plain(url), signal) : throughProxy(proxy, options));
	if (!isSecure(url) && isLoopback(url.hostname) && !isLoopback(raw.remoteAddress ?? '')) {
		raw.destroy();
		throw strangeLoopback(url);
	}
	raw.setNoDelay(true);
	raw.setKeepAlive(true, limits.socketPingMs);
	const bytesHeard = (): number => raw.bytesRead;
	if (!isSecure(url)) return { socket: raw, bytesHeard };
	const socket = secure(raw, url, options);
	return { socket: await connected(socket, signal, 'secureConnect'), bytesHeard };
}

function throughProxy(proxy: Proxy, options: DialOptions): Promise<net.Socket> {
	const go = proxy.url.protocol.startsWith('socks') ? socksTunnel : tunnel;
	return go(proxy, options.url, reach(proxy, options), options.signal);
}

/** A connection to the proxy itself. */
async function reach({ url, isStrict }: Proxy, options: DialOptions): Promise<net.Socket> {
	const raw = await connected(plain(url), options.signal);
	if (!isSecure(url)) return raw;
	return connected(secure(raw, url, options, isStrict), options.signal, 'secureConnect');
}

function plain(url: URL): net.Socket {
	return net.connect({ host: bareHost(url.hostname), port: portOf(url) });
}

/** @param isStrict whether the certificate has to be good */
function secure(
	raw: net.Socket,
	url: URL,
	{ proxy, authorities }: DialOptions,
	isStrict = true,
): tls.TLSSocket {
	const host = bareHost(url.hostname);
	return tls.connect({
		socket: raw,
		host,
		// A number has no name that could be indicated.
		...(net.isIP(host) === 0 ? { servername: host } : {}),
		ca: [...(authorities ?? trusted(proxy.systemCertificates))],
		ALPNProtocols: ['http/1.1'],
		rejectUnauthorized: isStrict,
	});
}

/** What this computer trusts, too: reading it takes time, and Node keeps it. */
function trusted(withSystem: boolean): readonly string[] {
	const usual = tls.getCACertificates('default');
	return withSystem ? [...usual, ...tls.getCACertificates('system')] : usual;
}

/** The socket once it is connected. A socket that fails is gone. */
function connected<S extends net.Socket>(
	socket: S,
	signal: AbortSignal,
	event: 'connect' | 'secureConnect' = 'connect',
): Promise<S> {
	const { promise, resolve, reject } = Promise.withResolvers<S>();
	const onAbort = (): void => void socket.destroy(toError(signal.reason));
	const onClose = (): void => reject(new Error('socket hang up'));
	signal.addEventListener('abort', onAbort);
	socket.on('error', reject);
	socket.on('close', onClose);
	socket.on(event, () => {
		socket.off('close', onClose);
		resolve(socket);
	});
	return promise.finally(() => signal.removeEventListener('abort', onAbort));
}
