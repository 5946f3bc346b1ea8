/** The scriptable agent behind a server that lets in only who sends one header as it is to be. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FakeAgentScript } from './fakeAgentScript.ts';
import { serveByWebSocket } from './webSocketAgent.ts';

export interface GuardedAgent {
	readonly url: string;
	/** What was sent as authorization with each connection that was tried, in order. */
	readonly tried: readonly string[];
	stop(): Promise<void>;
}

/** Listens at a free port of this machine. @param authorization the whole value of the header */
export async function serveGuarded(script: FakeAgentScript, authorization: string): Promise<GuardedAgent> {
	const agent = await serveByWebSocket(script);
	const inner = new URL(agent.url);
	const tried: string[] = [];
	const open = new Set<Duplex>();
	const server = createServer((_request, response) => response.writeHead(426).end());
	server.on('upgrade', (request, socket, head) => {
		open.add(socket);
		socket.on('error', () => undefined);
		tried.push(request.headers.authorization ?? '');
		if (request.headers.authorization !== authorization) {
			return void socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
		}
		const behind = connect(Number(inner.port), inner.hostname);
		behind.on('error', () => socket.destroy());
		behind.write(headOf(request));
		behind.write(head);
		socket.pipe(behind).pipe(socket);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `ws://127.0.0.1:${port}${inner.pathname}`,
		tried,
		async stop() {
			for (const socket of open) socket.destroy();
			server.close();
			await agent.stop();
		},
	};
}

function headOf({ method, url, rawHeaders }: IncomingMessage): string {
	const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
	return `${[`${method} ${url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
}
