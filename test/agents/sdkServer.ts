/**
 * An agent of stdio behind the SDK's own server for addresses, by WebSocket and by HTTP: the carrier is theirs, what is
 * said is that of the agent. Each connection gets a process of its own.
 */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { Stream } from '@agentclientprotocol/sdk';
import {
	createNodeHttpHandler,
	createNodeWebSocketUpgradeHandler,
} from '@agentclientprotocol/sdk/experimental/node';
import { AcpServer } from '@agentclientprotocol/sdk/experimental/server';
import { WebSocketServer } from 'ws';
import type { FakeAgentCommand } from './fakeAgentCommand.ts';
import { gone, startAgent } from './webSocketAgent.ts';

type Message = Stream extends { readonly readable: ReadableStream<infer M> } ? M : never;

export interface SdkServer {
	/** For WebSockets. */
	readonly webSocketUrl: string;
	/** For streamable HTTP, of the same server. */
	readonly httpUrl: string;
	/** Headers of each request, in order. */
	readonly headers: readonly http.IncomingHttpHeaders[];
	stop(): Promise<void>;
}

/** Listens at a free port of this machine. */
export async function serveBySdk(command: FakeAgentCommand): Promise<SdkServer> {
	const children: ReturnType<typeof startAgent>[] = [];
	const acp = new AcpServer({
		createAgent: () => ({
			connect: (stream) => {
				// The agent of a connection that is over may still keep its sessions.
				const before = children.map((child) => gone(child));
				for (const child of children) child.kill('SIGKILL');
				const closed = Promise.all(before).then(() => {
					const child = startAgent(command);
					children.push(child);
					return carry(stream, child);
				});
				return { closed };
			},
		}),
	});
	const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
	const headers: http.IncomingHttpHeaders[] = [];
	const answer = createNodeHttpHandler(acp, { maxRequestBodyBytes: 64 * 1024 * 1024 });
	const server = http.createServer((request, response) => {
		headers.push(request.headers);
		answer(request, response);
	});
	server.on('upgrade', createNodeWebSocketUpgradeHandler(acp, sockets));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		webSocketUrl: `ws://127.0.0.1:${port}/acp`,
		httpUrl: `http://127.0.0.1:${port}/acp`,
		headers,
		async stop() {
			for (const socket of sockets.clients) socket.terminate();
			server.close();
			server.closeAllConnections();
			for (const child of children) child.kill('SIGKILL');
			await Promise.all(children.map((child) => gone(child)));
		},
	};
}

/** Resolves when the agent has ended, or the client has. */
async function carry(stream: Stream, child: ReturnType<typeof startAgent>): Promise<void> {
	const writer = stream.writable.getWriter();
	const toClient = async (): Promise<void> => {
		for await (const line of createInterface({ input: child.stdout }))
			await writer.write(JSON.parse(line) as Message);
		await writer.close();
	};
	const toAgent = async (): Promise<void> => {
		for await (const message of stream.readable) child.stdin.write(`${JSON.stringify(message)}\n`);
		child.stdin.end();
		child.kill('SIGKILL');
	};
	toAgent().catch(() => child.kill('SIGKILL'));
	toClient().catch(() => child.kill('SIGKILL'));
	await gone(child);
}
