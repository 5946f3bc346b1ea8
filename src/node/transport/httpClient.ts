/** Requests of HTTP to one address: by the way that all lines take, with the headers of the user and the cookies of it. */
import http, { type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { toError } from '../../core/base/errors.ts';
import * as limits from '../../core/base/limits.ts';
import { beginOpening, dial } from './dial.ts';
import type { SocketAddress } from './openWebSocket.ts';
import { tooLong } from './lineProblem.ts';
import { request } from './plainHttp.ts';
import { notConnected, tooLate } from './socketProblem.ts';

interface HttpRequest {
	readonly method: 'POST' | 'GET' | 'DELETE' | 'OPTIONS';
	/** Those of the protocol: none of the user's takes their place. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string;
}

export class HttpClient {
	readonly #url: URL;
	readonly #address: SocketAddress;
	readonly #cookies = new CookieJar();
	readonly #agent: http.Agent;
	readonly #over = new AbortController();

	constructor(address: SocketAddress) {
		this.#address = address;
		this.#url = new URL(address.url);
		this.#agent = new DialledAgent({ ...address, signal: this.#over.signal });
	}

	/**
	 * Sends a request. Resolves with the head of its answer, whatever that says; no redirect is followed.
	 * Rejects with AgentError.
	 */
	send({ method, headers, body }: HttpRequest): Promise<IncomingMessage> {
		const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
		const sending = request({
			method,
			agent: this.#agent,
			path: this.#url.pathname + this.#url.search,
			headers: this.#headers(headers, body),
		});
		const timer = setTimeout(() => sending.destroy(tooLate()), limits.socketPongMs);
		sending.on('error', (error) => reject(notConnected(this.#url.href, error)));
		sending.on('response', (response) => {
			// What breaks later is told by its end.
			response.on('error', () => undefined);
			this.#cookies.take(response.headers['set-cookie']);
			resolve(response);
		});
		sending.end(body);
		return promise.finally(() => clearTimeout(timer));
	}

	/** Ends all requests. */
	destroy(): void {
		this.#over.abort();
		this.#agent.destroy();
	}

	#headers(own: HttpRequest['headers'], body: string | undefined): Record<string, string> {
		const users = Object.entries(this.#address.headers).map(([name, value]) => [name.toLowerCase(), value]);
		const headers: Record<string, string> = { host: this.#url.host, ...Object.fromEntries(users), ...own };
		if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
		const cookie = this.#cookies.header(headers['cookie']);
		return cookie === '' ? headers : { ...headers, cookie };
	}
}

/** Keeps connections for the next request, as they were dialled: with TLS where the address asks for it. */
class DialledAgent extends http.Agent {
	readonly #address: SocketAddress;

	constructor(address: SocketAddress) {
		super({ keepAlive: true });
		this.#address = address;
	}

	override createConnection(
		_options: unknown,
		callback?: (error: Error | null, socket: Duplex) => void,
	): undefined {
		const { signal, end } = beginOpening(this.#address.signal);
		dial({ ...this.#address, url: new URL(this.#address.url), signal })
			.then(
				({ socket }) => callback?.(null, socket),
				// There is no socket to go with the error.
				(error: unknown) => (callback as ((error: Error) => void) | undefined)?.(toError(error)),
			)
			.finally(end);
	}
}

/**
 * The body of an answer as text.
 * @param most bytes above which it fails with AgentError `tooLarge`
 */
export async function bodyOf(response: IncomingMessage, most: number = limits.lineBytes): Promise<string> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of response as AsyncIterable<Buffer>) {
		bytes += chunk.length;
		if (bytes > most) throw tooLong();
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}

/**
 * Lets go of a body that is not read: the next request may have its connection, unless the body is longer than a word
 * of why, or does not come to its end.
 */
export function discard(response: IncomingMessage): void {
	let bytes = 0;
	const giveUp = (): void => void response.destroy();
	const timer = setTimeout(giveUp, limits.socketPongMs).unref();
	response.on('data', (chunk: Buffer) => {
		bytes += chunk.length;
		if (bytes > limits.unreadBodyBytes) giveUp();
	});
	response.on('close', () => clearTimeout(timer));
}

/**
 * Cookies of one line: a server that stands behind several machines finds by them which one is ours. They go to the
 * address that set them and nowhere else, and are forgotten with the line.
 */
export class CookieJar {
	readonly #cookies = new Map<string, string>();

	/** @param lines values of `Set-Cookie`, one for each cookie */
	take(lines: readonly string[] = []): void {
		for (const line of lines) {
			const [, name, value = ''] = /^\s*([^=;\s]+)\s*=\s*([^;]*)/u.exec(line) ?? [];
			if (name === undefined || line.length > limits.cookieChars) continue;
			if (isOver(line)) this.#cookies.delete(name);
			else if (this.#cookies.has(name) || this.#cookies.size < limits.cookieCount)
				this.#cookies.set(name, value.trim());
		}
	}

	/** The value of `Cookie`: those that the user set, and those of the server that have other names. */
	header(own = ''): string {
		const named = own.split(';').map((cookie) => cookie.trim().replace(/=.*$/su, ''));
		const kept = [...this.#cookies].filter(([name]) => !named.includes(name));
		return [own.trim(), ...kept.map(([name, value]) => `${name}=${value}`)].filter(Boolean).join('; ');
	}
}

/** The server takes the cookie back. */
function isOver(line: string): boolean {
	const { age } = /;\s*max-age\s*=\s*(?<age>-?\d+)/iu.exec(line)?.groups ?? {};
	if (age !== undefined) return Number(age) <= 0;
	const { date } = /;\s*expires\s*=\s*(?<date>[^;]+)/iu.exec(line)?.groups ?? {};
	return date !== undefined && Date.parse(date) <= Date.now();
}
