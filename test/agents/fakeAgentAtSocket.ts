/** The fake agent behind a plain WebSocket, in the process of a test: each line that it writes is a text frame. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { agentsHere, type AgentsHere, type CarrierLine } from './agentsHere.ts';

/** Listens at a free port of this machine. */
export async function serveAgentsHere(): Promise<AgentsHere> {
	const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
	const agents: ((line: CarrierLine) => void)[] = [];
	server.on('connection', (socket, { url = '' }) => {
		socket.on('error', () => undefined);
		agents[Number(url.slice(1))]?.({
			send: (message) => socket.send(message, { binary: false }),
			end: () => socket.close(1011, 'The agent ended'),
			cut: () => socket.terminate(),
			listen(onMessage, onEnd) {
				socket.on('message', (data) => onMessage((data as Buffer).toString('utf8')));
				socket.on('close', onEnd);
			},
		});
	});
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return agentsHere(
		(connected) => `ws://127.0.0.1:${port}/${agents.push(connected) - 1}`,
		() => {
			for (const socket of server.clients) socket.terminate();
			server.close();
		},
	);
}
