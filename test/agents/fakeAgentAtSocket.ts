/** The fake agent behind a plain WebSocket, in the process of a test: each line that it writes is a text frame. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { FakeAgentPeer } from './fakeAgentPeer.ts';
import type { FakeAgentScript } from './fakeAgentScript.ts';
import { type AgentWire, parse } from './fakeAgentWire.ts';

export interface SocketAgents {
	/**
	 * An address at which each connection gets an agent of its own with this script.
	 * @param hear gets each message as it came
	 */
	urlOf(script: FakeAgentScript, hear?: Hear): string;
	/**
	 * An address at which each connection is an agent of the test.
	 * @param connected gets what writes lines, as frames
	 */
	urlFor(connected: (wire: AgentWire) => void, hear: Hear): string;
	stop(): void;
}

type Hear = (text: string) => void;

/** What only a process has: pipes, an environment, children. A signal is a line that is cut, as it is for any server. */
const stepsOfProcess =
	/"(?:endless|stderrFlood|spawnTree|closeStdout|closeStdin|stderr|dumpEnv|ignoreStdin|ignoreTerm)":/u;

/** Listens at a free port of this machine. */
export async function serveAgentsHere(): Promise<SocketAgents> {
	const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
	const agents: ((socket: WebSocket) => void)[] = [];
	server.on('connection', (socket, { url = '' }) => {
		socket.on('error', () => undefined);
		agents[Number(url.slice(1))]?.(socket);
	});
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const urlFor = (connected: (socket: WebSocket) => void): string =>
		`ws://127.0.0.1:${port}/${agents.push(connected) - 1}`;
	return {
		urlOf(script, hear) {
			// As text, so that the two sides share no object.
			const text = JSON.stringify(script);
			const [step] = stepsOfProcess.exec(text) ?? [];
			if (step !== undefined) throw new Error(`Only a process has a step ${step}`);
			return urlFor((socket) => {
				void new FakeAgentPeer(JSON.parse(text) as FakeAgentScript, wireOf(socket, hear)).run();
			});
		},
		urlFor: (connected, hear) => urlFor((socket) => connected(wireOf(socket, hear))),
		stop() {
			for (const socket of server.clients) socket.terminate();
			server.close();
		},
	};
}

function wireOf(socket: WebSocket, hear: Hear = () => undefined): AgentWire {
	let rest = Buffer.alloc(0);
	return {
		isProcess: false,
		write(bytes) {
			const all = Buffer.concat([rest, bytes]);
			let from = 0;
			for (let to = all.indexOf(10); to >= 0; to = all.indexOf(10, from)) {
				socket.send(all.subarray(from, to), { binary: false });
				from = to + 1;
			}
			rest = all.subarray(from);
		},
		read(onMessage, onEnd) {
			socket.on('message', (data) => {
				const text = (data as Buffer).toString('utf8');
				hear(text);
				const message = parse(text);
				if (message !== undefined) onMessage(message);
			});
			socket.on('close', onEnd);
		},
		exit() {
			if (rest.length > 0) socket.send(rest, { binary: false });
			rest = Buffer.alloc(0);
			socket.close(1011, 'The agent ended');
		},
		kill: () => socket.terminate(),
	};
}
