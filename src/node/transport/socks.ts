/** A way through a proxy that speaks SOCKS 5 (RFC 1928), with a password where it wants one (RFC 1929). */
import type { Socket } from 'node:net';
import { AgentError, toError } from '../../core/base/errors.ts';
import { sentence } from '../../core/base/sentence.ts';
import { bareHost, ipFamilyOf, portOf, redactedUrl } from './address.ts';
import { decoded, type Proxy } from './proxy.ts';
import { refusedByProxy, unreachedProxy } from './tunnel.ts';

const socks5 = 5;
const methods = { none: 0, password: 2 } as const;
const kinds = { ipv4: 1, name: 3, ipv6: 4 } as const;
const connectCommand = 1;
/** Reply to what its rules do not allow. */
const notAllowed = 2;
const longestText = 255;

/**
 * A socket that leads to the address by the proxy; nothing was read of it. A name is looked up by the proxy alone.
 * Rejects with AgentError `unreachable` or `rejected`, and with the reason of the signal when that ends it.
 * @param connecting a connection to the proxy, for this alone
 */
export async function socksTunnel(
	proxy: Proxy,
	address: URL,
	connecting: Promise<Socket>,
	signal: AbortSignal,
): Promise<Socket> {
	const place = redactedUrl(proxy.url.href);
	let socket: Socket | undefined;
	const giveUp = (): void => void socket?.destroy(toError(signal.reason));
	signal.addEventListener('abort', giveUp);
	try {
		socket = await connecting;
		await logIn(socket, proxy.url, place);
		const reply = await askFor(socket, address);
		if (reply === 0) return socket;
		const to = `${address.hostname}:${portOf(address)}`;
		throw refusedByProxy(reply === notAllowed ? 'rejected' : 'unreachable', place, to, reply);
	} catch (error) {
		socket?.destroy();
		if (signal.aborted) throw toError(signal.reason);
		throw AgentError.is(error) ? error : unreachedProxy(place, toError(error));
	} finally {
		signal.removeEventListener('abort', giveUp);
	}
}

async function logIn(socket: Socket, { username, password }: URL, place: string): Promise<void> {
	const offered = username === '' ? [methods.none] : [methods.none, methods.password];
	socket.write(Buffer.from([socks5, offered.length, ...offered]));
	const [speaks, method] = await take(socket, 2);
	if (speaks !== socks5) throw new Error('It does not speak SOCKS 5');
	if (method === methods.none) return;
	if (method !== methods.password || username === '') throw loginNeeded(place);
	socket.write(Buffer.from([1, ...textBytes(username), ...textBytes(password)]));
	const [, status] = await take(socket, 2);
	if (status !== 0) throw loginNeeded(place);
}

/** @returns 0, or why there is no connection (RFC 1928, 6) */
async function askFor(socket: Socket, address: URL): Promise<number> {
	const port = portOf(address);
	socket.write(Buffer.from([socks5, connectCommand, 0, ...hostBytes(address), port >> 8, port & 255]));
	const [speaks, reply = 1, , kind] = await take(socket, 4);
	if (speaks !== socks5) throw new Error('It does not speak SOCKS 5');
	if (reply !== 0) return reply;
	// Where it connected from, which is not needed.
	const bytes = kind === kinds.name ? (await take(socket, 1))[0] : kind === kinds.ipv4 ? 4 : 16;
	await take(socket, (bytes ?? 0) + 2);
	return 0;
}

function hostBytes({ hostname }: URL): readonly number[] {
	const host = bareHost(hostname);
	const family = ipFamilyOf(host);
	if (family === 4) return [kinds.ipv4, ...host.split('.').map(Number)];
	if (family === 6) return [kinds.ipv6, ...ipv6Bytes(host)];
	return [kinds.name, ...sized(Buffer.from(host))];
}

/** @param host in the spelling of the parser of addresses: no part of it is IPv4 */
function ipv6Bytes(host: string): readonly number[] {
	const [head = [], tail = []] = host
		.split('::')
		.map((half) => half.split(':').filter((group) => group !== ''));
	const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
	return [...head, ...zeros, ...tail].flatMap((group) => {
		const value = Number.parseInt(group, 16);
		return [value >> 8, value & 255];
	});
}

/** A name or a password of an address, as it is meant. */
function textBytes(text: string): readonly number[] {
	return sized(Buffer.from(decoded(text)));
}

function sized(bytes: Buffer): readonly number[] {
	if (bytes.length > longestText) throw new Error('A name or a password is too long for it');
	return [bytes.length, ...bytes];
}

function loginNeeded(place: string): AgentError {
	return new AgentError(
		'rejected',
		sentence(
			'The proxy {0} wants a login. Put its name and password into http.proxy, such as "socks5://name:password@host:1080".',
			place,
		),
	);
}

/** So many bytes of what comes; the rest stays where it is. Rejects when the other side leaves before. */
function take(socket: Socket, bytes: number): Promise<Buffer> {
	const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
	const read = (): void => {
		const taken: unknown = socket.read(bytes);
		// At the end of the stream it is what is left.
		if (Buffer.isBuffer(taken) && taken.length === bytes) resolve(taken);
		else if (taken !== null) leave();
	};
	const leave = (): void => reject(new Error('socket hang up'));
	socket.on('readable', read);
	socket.on('end', leave);
	socket.on('close', leave);
	read();
	return promise.finally(() => {
		socket.off('readable', read);
		socket.off('end', leave);
		socket.off('close', leave);
	});
}
