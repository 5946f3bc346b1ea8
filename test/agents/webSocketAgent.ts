/**
 * An agent of stdio behind a plain WebSocket: each connection gets a process of its own, and each line of it is a text
 * frame.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type FakeAgentCommand, fakeAgentCommand } from './fakeAgentCommand.ts';
import type { FakeAgentScript } from './fakeAgentScript.ts';

export interface WebSocketAgent {
	readonly url: string;
	/** Of each connection that was made, in order. */
	readonly sockets: readonly WebSocket[];
	/** Headers of each connection, in order. */
	readonly headers: readonly Readonly<Record<string, unknown>>[];
	stop(): Promise<void>;
}

interface ServeOptions {
	/** Any free one if absent. */
	readonly port?: number;
	/** A process starts only when the one of the connection before is gone, since both keep the same sessions. */
	readonly isAlone?: boolean;
}

type AgentChild = ChildProcessByStdio<Writable, Readable, null>;

/** The scriptable agent, at a free port of this machine. */
export function serveByWebSocket(script: FakeAgentScript | string): Promise<WebSocketAgent> {
	return serveCommandByWebSocket(fakeAgentCommand(script));
}

/** Listens on this machine only. Rejects when the port is taken. */
export async function serveCommandByWebSocket(
	command: FakeAgentCommand,
	{ port: asked = 0, isAlone = true }: ServeOptions = {},
): Promise<WebSocketAgent> {
	const server = new WebSocketServer({
		...{ host: '127.0.0.1', port: asked, perMessageDeflate: false },
		// A page of any site may knock here; browsers say where it is from, and agents' clients do not.
		verifyClient: ({ origin }: { readonly origin?: string }) => origin === undefined,
	});
	const sockets: WebSocket[] = [];
	const headers: Readonly<Record<string, unknown>>[] = [];
	const children: AgentChild[] = [];
	let isOver = false;
	const join = async (socket: WebSocket): Promise<void> => {
		// What is said before the process is there is heard by it.
		socket.pause();
		if (isAlone) await Promise.all(children.map((child) => gone(child)));
		if (isOver || socket.readyState !== socket.OPEN) return;
		const child = startAgent(command);
		children.push(child);
		carry(socket, child);
		socket.resume();
	};
	server.on('connection', (socket, request) => {
		sockets.push(socket);
		headers.push(request.headers);
		socket.on('error', () => undefined);
		void join(socket);
	});
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `ws://127.0.0.1:${port}/acp`,
		sockets,
		headers,
		async stop() {
			isOver = true;
			for (const socket of server.clients) socket.terminate();
			server.close();
			for (const child of children) child.kill('SIGKILL');
			await Promise.all(children.map((child) => gone(child)));
		},
	};
}

/** The process of an agent whose stderr nobody reads. */
export function startAgent({ command, args, env }: FakeAgentCommand): AgentChild {
	const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'ignore'] });
	child.stdin.on('error', () => undefined);
	return child;
}

function carry(socket: WebSocket, child: AgentChild): void {
	socket.on('message', (data) => child.stdin.write(`${(data as Buffer).toString('utf8')}\n`));
	// Who does not leave by itself would keep the next one waiting.
	socket.on('close', () => {
		child.stdin.end();
		child.kill('SIGKILL');
	});
	// A flood waits in the pipe of the process, as it would on stdio.
	createInterface({ input: child.stdout }).on('line', (line) => {
		socket.send(line, () => {
			if (socket.bufferedAmount === 0) child.stdout.resume();
		});
		if (socket.bufferedAmount > 1024 * 1024) child.stdout.pause();
	});
	child.on('exit', () => socket.close(1011, 'The agent ended'));
}

/** Resolves when the process has ended. */
export async function gone(child: AgentChild): Promise<void> {
	if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
