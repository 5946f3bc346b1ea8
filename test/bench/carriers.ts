/**
 * What a carrier costs: `node test/bench/carriers.ts [rounds]`. An agent says 1 MB in chunks of 20 bytes over stdio and over
 * a WebSocket, in turn and by the same messages; printed is the time until all of it is decoded, and what the WebSocket
 * takes of the time of stdio. With `--agent stdio|socket` it is that agent.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { WebSocketServer } from 'ws';
import { negotiate } from '../../src/core/acp/negotiate.ts';
import { AgentConnection } from '../../src/node/connection.ts';
import { openWebSocket } from '../../src/node/transport/openWebSocket.ts';
import { noProxySettings } from '../../src/node/transport/proxy.ts';
import { StreamTransport } from '../../src/node/transport/streamTransport.ts';
import type { Transport } from '../../src/node/transport/transport.ts';
import { WebSocketTransport } from '../../src/node/transport/webSocketTransport.ts';
import { systemClock } from '../../src/host/common/systemClock.ts';
import { negotiateOptions } from '../unit/core/acp/negotiateOptions.ts';
import { FakeTarget } from '../unit/core/acp/support.ts';

const bytes = 1024 * 1024;
const text = 'twenty bytes of text';
const chunks = Math.ceil(bytes / text.length);
const goal = 1.3;

const answers: Readonly<Record<string, unknown>> = {
	initialize: { protocolVersion: 1, agentCapabilities: {} },
	'session/new': { sessionId: 's1' },
	'session/prompt': { stopReason: 'end_turn' },
};

/** How the agent says something; `out` is what it goes through in the end. */
interface Mouth {
	readonly out: Writable;
	readonly say: (text: string) => void;
}

/** Chunks that leave in one piece: what the writing of each costs the agent is no matter of ours. */
const batch = 400;

/** Says what is asked for, and waits while nobody takes it. */
async function answer(line: string, { out, say }: Mouth): Promise<void> {
	const { id, method = '' } = JSON.parse(line) as { id?: number; method?: string };
	if (method === 'session/prompt') {
		const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
		const chunk = JSON.stringify({
			jsonrpc: '2.0',
			method: 'session/update',
			params: { sessionId: 's1', update },
		});
		for (let left = chunks; left > 0; left -= batch) {
			out.cork();
			for (let n = 0; n < Math.min(batch, left); n++) say(chunk);
			out.uncork();
			if (out.writableNeedDrain) await once(out, 'drain');
		}
	}
	if (id !== undefined) say(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] ?? {} }));
}

function serveStdio(): void {
	const mouth = { out: process.stdout, say: (text: string) => void process.stdout.write(`${text}\n`) };
	createInterface({ input: process.stdin }).on('line', (line) => void answer(line, mouth));
}

function serveSocket(): void {
	const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
	server.on('connection', (socket, request) => {
		const mouth = { out: request.socket, say: (text: string) => socket.send(text) };
		socket.on('message', (data) => void answer((data as Buffer).toString(), mouth));
	});
	server.on('listening', () => console.log(JSON.stringify(server.address())));
	process.stdin.on('end', () => process.exit(0)).resume();
}

function start(kind: 'stdio' | 'socket') {
	const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--agent', kind], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	return { child, end: () => child.stdin.end() };
}

async function open(
	kind: 'stdio' | 'socket',
): Promise<{ readonly transport: Transport; readonly end: () => void }> {
	const { child, end } = start(kind);
	if (kind === 'stdio')
		return { transport: new StreamTransport({ input: child.stdout, output: child.stdin }), end };
	const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
	const { port } = JSON.parse(line) as { port: number };
	const url = `ws://127.0.0.1:${port}/acp`;
	const { signal } = new AbortController();
	const opened = await openWebSocket({ url, headers: {}, proxy: noProxySettings, signal });
	return { transport: new WebSocketTransport({ ...opened, url, clock: systemClock }), end };
}

/** Milliseconds from the prompt to its answer, after which all of it is decoded. */
async function measure(kind: 'stdio' | 'socket'): Promise<number> {
	const { transport, end } = await open(kind);
	const connection = new AgentConnection({ transport });
	const result = await negotiate(connection, negotiateOptions({ log: () => {} }), 1);
	if (result.type !== 'connected') throw result.reason;
	const { agent } = result;
	const { sessionId } = await agent.newSession({ cwd: '/', additionalDirectories: [], mcpServers: [] });
	const target = new FakeTarget();
	agent.attach(sessionId, target);
	const begin = performance.now();
	await agent.prompt(sessionId, [{ type: 'text', text: 'go' }]);
	const ms = performance.now() - begin;
	if (target.events.length < chunks) throw new Error(`Only ${target.events.length} of ${chunks} came.`);
	connection.dispose();
	end();
	return ms;
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

async function main(rounds: number): Promise<void> {
	const times = { stdio: [] as number[], socket: [] as number[] };
	// The first round warms up.
	for (let round = 0; round <= rounds; round++) {
		for (const kind of ['stdio', 'socket'] as const) {
			const ms = await measure(kind);
			if (round > 0) times[kind].push(ms);
		}
	}
	const [stdio, socket] = [median(times.stdio), median(times.socket)];
	const ratio = socket / stdio;
	console.log(`${bytes} bytes in ${chunks} chunks, median of ${rounds}: stdio ${stdio.toFixed(0)} ms`);
	console.log(
		`WebSocket ${socket.toFixed(0)} ms, ${ratio.toFixed(2)}x of stdio; goal <= ${goal}x: ${ratio <= goal ? 'met' : 'MISSED'}`,
	);
}

const [first, second] = process.argv.slice(2);
if (first === '--agent') (second === 'socket' ? serveSocket : serveStdio)();
else await main(Number(first ?? 25));
