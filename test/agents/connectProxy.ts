/** A real proxy of this machine: it answers CONNECT (RFC 9110, 9.3.6), may want a login, and writes down who asked for what. */
import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { ProxySockets } from './proxyParts.ts';

export interface ConnectProxy {
	readonly url: string;
	/** Places that were asked for, such as `agents.example:443`, in order. */
	readonly asked: readonly string[];
	/** What clients said of who they are, in order; empty for nothing. */
	readonly authorizations: readonly string[];
	stop(): void;
}

interface ConnectProxyOptions {
	/** The value of `Proxy-Authorization` without which it answers 407. */
	readonly authorization?: string;
	/** Answers every request with it. */
	readonly status?: number;
	/** Where it connects to, whatever it is asked for: names of the tests lead nowhere. */
	readonly port: number;
	/** Speaks TLS itself, with that key and certificate. */
	readonly tls?: { readonly key: string; readonly cert: string };
}

/** Listens at a free port of this machine. */
export async function startConnectProxy(options: ConnectProxyOptions): Promise<ConnectProxy> {
	const asked: string[] = [];
	const authorizations: string[] = [];
	const sockets = new ProxySockets();
	const refuse = (_request: http.IncomingMessage, response: http.ServerResponse): void =>
		void response.writeHead(400).end();
	const { tls } = options;
	const server = tls === undefined ? http.createServer(refuse) : https.createServer({ ...tls }, refuse);
	server.on('connection', (socket: Socket) => sockets.add(socket));
	server.on('connect', ({ url = '', headers }, client: Socket, head: Buffer) => {
		const authorization = headers['proxy-authorization'] ?? '';
		asked.push(url);
		authorizations.push(authorization);
		const isKnown = options.authorization === undefined || options.authorization === authorization;
		const status = isKnown ? (options.status ?? 200) : 407;
		if (status !== 200) return client.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
		client.write('HTTP/1.1 200 Connection established\r\n\r\n');
		sockets.join(client, options.port, head);
	});
	const { host, stop } = await sockets.listen(server);
	return { url: `${tls === undefined ? 'http' : 'https'}://${host}`, asked, authorizations, stop };
}
