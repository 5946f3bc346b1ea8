/**
 * An agent of stdio at an address whose line is cut where a test wants it: after so many bytes of what the agent says.
 * The agent dies with its line, or it goes on and is found again by the next one, as agents that serve many are.
 */
import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { type WebSocket, WebSocketServer } from 'ws';
import type { FakeAgentCommand } from './fakeAgentCommand.ts';
import { gone, serveCommandByWebSocket, startAgent } from './webSocketAgent.ts';

export interface CuttingServer {
	readonly url: string;
	/** Bytes that came from the agent since the last `cutAfter`. */
	readonly passed: number;
	/** Cuts the line when so many bytes more have come from the agent; bytes that came with them arrive. */
	cutAfter(bytes: number): void;
	/** Cuts it now. */
	cut(): void;
	stop(): Promise<void>;
}

/** @param livesOn the agent goes on without its line */
export async function serveCut(command: FakeAgentCommand, livesOn: boolean): Promise<CuttingServer> {
	const agent = livesOn ? await serveOneProcess(command) : await serveCommandByWebSocket(command);
	const sockets = new Set<Socket>();
	let passed = 0;
	let left = Infinity;
	const server = net.createServer((client) => {
		const upstream = net.connect(Number(new URL(agent.url).port), '127.0.0.1');
		for (const socket of [client, upstream]) {
			sockets.add(socket);
			socket.on('error', () => undefined);
		}
		client.on('data', (bytes) => upstream.write(bytes));
		client.on('close', () => upstream.destroy());
		upstream.on('close', () => client.destroy());
		upstream.on('data', (bytes) => {
			passed += bytes.length;
			const some = bytes.subarray(0, Math.max(0, left));
			left -= bytes.length;
			if (left > 0) return void client.write(some);
			left = Infinity;
			client.end(some, () => client.destroy());
			upstream.destroy();
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/acp`,
		get passed() {
			return passed;
		},
		cutAfter(bytes) {
			passed = 0;
			left = bytes;
		},
		cut() {
			for (const socket of sockets) socket.destroy();
			sockets.clear();
		},
		async stop() {
			for (const socket of sockets) socket.destroy();
			server.close();
			await agent.stop();
		},
	};
}

/**
 * One process for all connections. What it says while there is none is not said again; answers go to who asked, and
 * updates of a session that a connection has not opened yet go to nobody.
 */
async function serveOneProcess(command: FakeAgentCommand): Promise<{ url: string; stop(): Promise<void> }> {
	const child = startAgent({ ...command, env: { ...command.env, SCENARIO_MARKS: '1' } });
	let count = 0;
	let isListening = true;
	const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
	let socket: WebSocket | undefined;
	/** Ids of requests of the connection that is open. */
	let asked = new Set<unknown>();
	server.on('connection', (next) => {
		socket = next;
		asked = new Set();
		isListening = count === 0;
		count++;
		next.on('error', () => undefined);
		next.on('message', (data) => {
			const line = (data as Buffer).toString('utf8');
			const { id, method } = JSON.parse(line) as { id?: unknown; method?: unknown };
			if (method !== undefined && id !== undefined) asked.add(id);
			child.stdin.write(`${line}\n`);
		});
	});
	createInterface({ input: child.stdout }).on('line', (line) => {
		const { id, method } = JSON.parse(line) as { id?: unknown; method?: unknown };
		if (method === '_scenario/replay') return void (isListening = true);
		const isOurs = method === undefined ? asked.delete(id) : isListening;
		if (isOurs && socket?.readyState === socket?.OPEN) socket?.send(line);
	});
	await once(server, 'listening');
	return {
		url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/acp`,
		async stop() {
			for (const client of server.clients) client.terminate();
			server.close();
			child.kill('SIGKILL');
			await gone(child);
		},
	};
}
