/**
 * The scriptable agent behind a plain WebSocket: each connection gets a process of its own, and each line of it is a
 * text frame.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { type WebSocket, WebSocketServer } from 'ws';
import { fakeAgentCommand } from './fakeAgentCommand.ts';
import type { FakeAgentScript } from './fakeAgentScript.ts';

export interface WebSocketAgent {
	readonly url: string;
	/** Of each connection that was made, in order. */
	readonly sockets: readonly WebSocket[];
	/** Headers of each connection, in order. */
	readonly headers: readonly Readonly<Record<string, unknown>>[];
	stop(): Promise<void>;
}

/** Listens at a free port of this machine. */
export async function serveByWebSocket(script: FakeAgentScript | string): Promise<WebSocketAgent> {
	const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
	const sockets: WebSocket[] = [];
	const headers: Readonly<Record<string, unknown>>[] = [];
	const children: ChildProcess[] = [];
	server.on('connection', (socket, request) => {
		sockets.push(socket);
		headers.push(request.headers);
		children.push(join(socket, script));
	});
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `ws://127.0.0.1:${port}/acp`,
		sockets,
		headers,
		async stop() {
			for (const socket of server.clients) socket.terminate();
			server.close();
			await Promise.all(children.map((child) => ended(child)));
		},
	};
}

function join(socket: WebSocket, script: FakeAgentScript | string): ChildProcess {
	const { command, args, env } = fakeAgentCommand(script);
	const child = spawn(command, args, {
		env: { ...process.env, ...env },
		stdio: ['pipe', 'pipe', 'ignore'],
	});
	child.stdin.on('error', () => undefined);
	socket.on('error', () => undefined);
	socket.on('message', (data) => child.stdin.write(`${(data as Buffer).toString('utf8')}\n`));
	socket.on('close', () => child.stdin.end());
	// A flood waits in the pipe of the process, as it would on stdio.
	createInterface({ input: child.stdout }).on('line', (line) => {
		socket.send(line, () => {
			if (socket.bufferedAmount === 0) child.stdout.resume();
		});
		if (socket.bufferedAmount > 1024 * 1024) child.stdout.pause();
	});
	child.on('exit', () => socket.close(1011, 'The agent ended'));
	return child;
}

async function ended(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exit = once(child, 'exit');
	child.kill('SIGKILL');
	await exit;
}
