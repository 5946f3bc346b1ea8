/** Servers of WebSockets for tests, and a connection to one of them. Everything ends with the tests of the file. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { after } from 'node:test';
import { type WebSocket, WebSocketServer } from 'ws';
import { AgentError, type AgentErrorReason } from '../../../../src/core/base/errors.ts';
import { systemClock } from '../../../../src/host/common/systemClock.ts';
import { AgentConnection } from '../../../../src/node/connection.ts';
import { openWebSocket, type SocketAddress } from '../../../../src/node/transport/openWebSocket.ts';
import { noProxySettings } from '../../../../src/node/transport/proxy.ts';
import { WebSocketTransport } from '../../../../src/node/transport/webSocketTransport.ts';
import type { FakeAgentScript } from '../../../agents/fakeAgentScript.ts';
import { serveByWebSocket } from '../../../agents/webSocketAgent.ts';

/** What ends with the tests of the file. */
export const stops: (() => unknown)[] = [];
after(() => Promise.all(stops.map((stop) => stop())));

export interface Connected {
	readonly connection: AgentConnection;
	readonly socket: WebSocket;
	readonly closed: Promise<AgentError>;
	readonly updates: unknown[];
}

export async function connect(
	url: string,
	clock = systemClock,
	more: Partial<SocketAddress> = {},
): Promise<Connected> {
	const { signal } = new AbortController();
	const opened = await openWebSocket({ url, headers: {}, proxy: noProxySettings, signal, ...more });
	const { socket } = opened;
	const updates: unknown[] = [];
	const connection = new AgentConnection({ transport: new WebSocketTransport({ ...opened, url, clock }) });
	connection.onNotification((_method, params) => updates.push(params));
	const closed = new Promise<AgentError>((resolve) => connection.onClose(resolve));
	stops.push(() => connection.dispose());
	return { connection, socket, closed, updates };
}

/** A server of this test: what it does with each socket. */
export async function serve(
	onSocket: (socket: WebSocket) => void,
	{ perMessageDeflate = false } = {},
): Promise<string> {
	const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate });
	server.on('connection', (socket) => {
		socket.on('error', () => undefined);
		onSocket(socket);
	});
	await once(server, 'listening');
	stops.push(() => {
		for (const socket of server.clients) socket.terminate();
		server.close();
	});
	return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/acp`;
}

export async function agent(script: FakeAgentScript) {
	const served = await serveByWebSocket(script);
	stops.push(() => served.stop());
	return served;
}

/** What opening this address fails with. */
export async function refusal(
	url: string,
	reason: AgentErrorReason = 'rejected',
	more: Partial<SocketAddress> = {},
): Promise<string> {
	const error = await connect(url, systemClock, more).then(
		() => assert.fail('It was opened.'),
		(error: unknown) => error,
	);
	assert.ok(AgentError.is(error, reason), String(error));
	return error.message;
}

export async function portOf(server: net.Server): Promise<number> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	stops.push(() => server.close());
	return (server.address() as AddressInfo).port;
}

export function answering(status: number, headers: http.OutgoingHttpHeaders = {}): Promise<number> {
	const server = http.createServer((_request, response) => response.writeHead(status, headers).end());
	server.on('upgrade', (_request, socket) => {
		const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
		socket.end(`HTTP/1.1 ${status} No\r\n${lines.join('')}Content-Length: 0\r\n\r\n`);
	});
	return portOf(server);
}

/** Passes everything on, until it swallows it: neither side hears that it does. @param target an address here */
export async function swallowingProxy(target: string): Promise<{ readonly url: string; swallow(): void }> {
	const url = new URL(target);
	const { port } = url;
	let isSwallowing = false;
	const server = net.createServer((client) => {
		const upstream = net.connect(Number(port), '127.0.0.1');
		stops.push(() => [client, upstream].map((socket) => socket.destroy()));
		for (const socket of [client, upstream]) socket.on('error', () => undefined);
		client.on('data', (bytes) => isSwallowing || upstream.write(bytes));
		upstream.on('data', (bytes) => isSwallowing || client.write(bytes));
	});
	url.port = String(await portOf(server));
	return { url: url.href, swallow: () => void (isSwallowing = true) };
}
