/** Agents of each family that say one megabyte in a turn, on stdio or behind a socket. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { JsonObject } from '../../src/core/base/json.ts';

export type Family = 'acp' | 'codex' | 'pioneer';
export type Carrier = 'stdio' | 'socket';

const bytes = 1024 * 1024;
const text = 'twenty bytes of text';
/** How many pieces the turn has. */
export const chunks = Math.ceil(bytes / text.length);

type Send = (message: object) => Promise<void>;

interface Agent {
	/** What a request is answered with; an error of that code for a number. */
	readonly answers: Readonly<Record<string, object | number>>;
	/** The request that begins the turn. */
	readonly begin: string;
	/** ACP answers it at the end of the turn, gateways at once. */
	readonly answersAtEnd: boolean;
	readonly before: (params: JsonObject) => readonly object[];
	readonly piece: (params: JsonObject) => object;
	readonly end: (params: JsonObject) => readonly object[];
}

const place = ({ thread_id, turn_id }: JsonObject): object => ({ workspace_id: 'ws', thread_id, turn_id });

const agents: Readonly<Record<Family, Agent>> = {
	acp: {
		answers: {
			initialize: { protocolVersion: 1, agentCapabilities: {} },
			'session/new': { sessionId: 's1' },
			'session/prompt': { stopReason: 'end_turn' },
		},
		begin: 'session/prompt',
		answersAtEnd: true,
		before: () => [],
		piece: () => ({
			jsonrpc: '2.0',
			method: 'session/update',
			params: {
				sessionId: 's1',
				update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
			},
		}),
		end: () => [],
	},
	codex: {
		answers: {
			initialize: { userAgent: 'codex/1 (x)' },
			'thread/start': { thread: { id: 's1', turns: [] } },
			'turn/start': { turn: { id: 't1' } },
		},
		begin: 'turn/start',
		answersAtEnd: false,
		before: () => [],
		piece: () => ({
			method: 'item/agentMessage/delta',
			params: { threadId: 's1', turnId: 't1', itemId: 'm1', delta: text },
			emittedAtMs: 1_700_000_000_000,
		}),
		end: () => [
			{ method: 'turn/completed', params: { threadId: 's1', turn: { id: 't1', status: 'completed' } } },
		],
	},
	pioneer: {
		answers: {
			'workspace/default': { workspace: { id: 'ws' } },
			'turn/timeline': -32602,
			'artifact/capabilities': -32601,
			'provider/list': { providers: [] },
		},
		begin: 'turn/start',
		answersAtEnd: false,
		before: (params) => [
			{
				jsonrpc: '2.0',
				method: 'item/started',
				params: { ...place(params), item: { type: 'agentMessage', id: 'm1', text: '' } },
			},
		],
		piece: (params) => ({
			jsonrpc: '2.0',
			method: 'item/agent_message/delta',
			params: { ...place(params), item_id: 'm1', delta: text, stream: 'agent_message' },
		}),
		end: ({ thread_id, turn_id: id }) => [
			{
				jsonrpc: '2.0',
				method: 'turn/completed',
				params: { workspace_id: 'ws', thread_id, turn: { id, status: 'Completed' } },
			},
		],
	},
};

/** Serves a client until it is gone. On a socket, the address is the first line of the output. */
export function serve(family: Family, carrier: Carrier): void {
	const agent = agents[family];
	if (carrier === 'stdio') {
		const send: Send = async (message) => {
			if (!process.stdout.write(`${JSON.stringify(message)}\n`)) await once(process.stdout, 'drain');
		};
		createInterface({ input: process.stdin }).on('line', (line) => void answer(agent, line, send));
		return;
	}
	const server = new WebSocketServer({ port: 0, host: '127.0.0.1' }, () => {
		console.log(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`);
	});
	server.on('connection', (socket) => {
		const send: Send = (message) =>
			new Promise((resolve) => {
				socket.send(JSON.stringify(message), () => resolve());
			});
		socket.on('message', (data) => void answer(agent, (data as Buffer).toString(), send));
		socket.on('close', () => process.exit());
	});
}

async function answer(agent: Agent, line: string, send: Send): Promise<void> {
	const {
		id,
		method = '',
		params = {},
	} = JSON.parse(line) as {
		id?: number;
		method?: string;
		params?: JsonObject;
	};
	const result = agent.answers[method] ?? {};
	const said = typeof result === 'number' ? { error: { code: result, message: 'no' } } : { result };
	const reply = { jsonrpc: '2.0', id, ...said };
	const begins = method === agent.begin;
	if (id !== undefined && !(begins && agent.answersAtEnd)) await send(reply);
	if (!begins) return;
	for (const message of agent.before(params)) await send(message);
	const piece = agent.piece(params);
	for (let n = 0; n < chunks; n++) await send(piece);
	for (const message of agent.end(params)) await send(message);
	if (agent.answersAtEnd) await send(reply);
}
