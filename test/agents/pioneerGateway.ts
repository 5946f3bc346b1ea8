/**
 * A Pioneer gateway of the first generation, strict about what a client sends: it refuses what the documented one refuses.
 * What it says follows from the words of a message: `slow` runs until it is stopped, `fail` fails, any other is answered
 * after a thought and a command.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { isJsonObject, type JsonObject, objectAt, objectsIn, stringAt } from '../../src/core/base/json.ts';

const idLength = 21;
const workspaceId = 'ws_1';

/** Fields that a method must have, each with its type; and those that it may have. */
interface Method {
	readonly needs: Readonly<Record<string, 'string' | 'array' | 'object'>>;
	readonly takes: readonly string[];
}

const methods: Readonly<Record<string, Method>> = {
	'workspace/default': { needs: {}, takes: [] },
	'provider/list': { needs: {}, takes: ['workspace_id'] },
	'provider/models/list': { needs: { provider: 'string' }, takes: ['workspace_id'] },
	'thread/start': {
		needs: { thread_id: 'string', workspace_id: 'string' },
		takes: ['name', 'model', 'model_provider', 'sandbox', 'mode', 'origin_kind', 'sidebar_visibility'],
	},
	'thread/tree': { needs: { workspace_id: 'string' }, takes: [] },
	'thread/history': { needs: { thread_id: 'string' }, takes: ['limit'] },
	'thread/unsubscribe': { needs: { threadId: 'string' }, takes: [] },
	'turn/start': {
		needs: { thread_id: 'string', turn_id: 'string', input: 'array' },
		takes: ['capabilities', 'model', 'model_provider', 'sandbox_policy', 'mode'],
	},
	'turn/cancel': { needs: { thread_id: 'string', turn_id: 'string' }, takes: ['reason'] },
	'turn/get': { needs: { thread_id: 'string', turn_id: 'string' }, takes: [] },
	'turn/timeline': { needs: { threadId: 'string', turnId: 'string' }, takes: ['composeTasks'] },
};

interface Thread {
	readonly id: string;
	mode: string;
	name?: string;
	readonly turns: { id: string; status: string; error?: string }[];
	readonly events: JsonObject[];
	readonly subscribers: Set<WebSocket>;
}

class Refusal extends Error {
	readonly code: number;

	constructor(code: number, message: string) {
		super(message);
		this.code = code;
	}
}

const invalidRequest = -32600;
const invalidParams = -32602;

export class PioneerGateway {
	/** Methods that came in, in order. */
	readonly seen: string[] = [];
	/** What was refused of them, and why. */
	readonly refused: { readonly method: string; readonly reason: string }[] = [];
	readonly #server: Server;
	readonly #sockets = new WebSocketServer({ noServer: true });
	readonly #threads = new Map<string, Thread>();

	/** @param token of the bearer that lets clients in; anybody comes in without one */
	static async start(token?: string, port = 0): Promise<PioneerGateway> {
		const gateway = new PioneerGateway(token);
		await new Promise<void>((resolve, reject) => {
			gateway.#server.once('error', reject);
			gateway.#server.listen(port, '127.0.0.1', resolve);
		});
		return gateway;
	}

	private constructor(token: string | undefined) {
		this.#server = createServer();
		this.#server.on('upgrade', (request, socket, head) => {
			if (token !== undefined && request.headers.authorization !== `Bearer ${token}`)
				return void socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
			this.#sockets.handleUpgrade(request, socket, head, (client) => {
				client.on('message', (data, isBinary) => {
					if (!isBinary) this.#receive(client, (data as Buffer).toString('utf8'));
				});
				client.on('close', () => {
					for (const { subscribers } of this.#threads.values()) subscribers.delete(client);
				});
			});
		});
	}

	get url(): string {
		return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
	}

	/** Cuts all lines; what they were about stays. */
	cut(): void {
		for (const client of this.#sockets.clients) client.terminate();
	}

	async close(): Promise<void> {
		this.cut();
		await new Promise((resolve) => this.#server.close(resolve));
	}

	#receive(client: WebSocket, text: string): void {
		let id: string | null = null;
		try {
			const message: unknown = parse(text);
			if (!isJsonObject(message)) throw new Refusal(invalidRequest, 'not an object');
			id = idOf(message);
			if (message['jsonrpc'] !== '2.0') throw new Refusal(invalidRequest, 'unsupported jsonrpc version');
			const method = stringAt(message, 'method') ?? '';
			this.seen.push(method);
			const params = check(method, message['params'] ?? {});
			const { result, afterwards } = this.#serve(client, method, params);
			client.send(JSON.stringify({ jsonrpc: '2.0', id, result }));
			afterwards?.();
		} catch (error) {
			const code = error instanceof Refusal ? error.code : -32603;
			const reason = error instanceof Error ? error.message : String(error);
			this.refused.push({ method: this.seen.at(-1) ?? '', reason });
			client.send(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: reason } }));
		}
	}

	#serve(
		client: WebSocket,
		method: string,
		params: JsonObject,
	): { result: unknown; afterwards?: () => void } {
		switch (method) {
			case 'workspace/default':
				return { result: { workspace: { id: workspaceId, name: 'Home', is_active: true } } };
			case 'provider/list':
				return { result: { providers: [{ name: 'scripted' }] } };
			case 'provider/models/list':
				return { result: { provider: params['provider'], models: [{ id: 'small', name: 'Small' }] } };
			case 'thread/start': {
				const thread = this.#openThread(client, params);
				return { result: { thread: shown(thread), sandbox: { mode: 'FullAccess' } } };
			}
			case 'thread/tree':
				return { result: { threads: [...this.#threads.values()].map(shown), folders: [], placements: [] } };
			case 'thread/history': {
				const { id, events } = this.#thread(params['thread_id']);
				return { result: { workspace_id: workspaceId, thread_id: id, events } };
			}
			case 'thread/unsubscribe': {
				const wasOne = this.#thread(params['threadId']).subscribers.delete(client);
				return { result: { status: wasOne ? 'unsubscribed' : 'notSubscribed' } };
			}
			case 'turn/start':
				return this.#startTurn(client, params);
			case 'turn/cancel':
				return this.#cancel(client, params);
			case 'turn/timeline':
				throw new Refusal(invalidParams, 'invalid params for `turn/timeline`: empty id');
			default:
				return { result: { turn: this.#turn(params) } };
		}
	}

	#openThread(client: WebSocket, params: JsonObject): Thread {
		if (params['workspace_id'] !== workspaceId) throw new Refusal(invalidParams, 'wrong workspace');
		if (params['sandbox'] !== undefined && params['sandbox'] !== 'FullAccess')
			throw new Refusal(invalidParams, 'invalid params for `thread/start`: sandbox');
		const id = String(params['thread_id']);
		const known = this.#threads.get(id);
		const mode = stringAt(params, 'mode') ?? 'Agent';
		const thread = known ?? { id, mode, turns: [], events: [], subscribers: new Set() };
		this.#threads.set(id, thread);
		thread.subscribers.add(client);
		return thread;
	}

	#startTurn(client: WebSocket, params: JsonObject): { result: unknown; afterwards: () => void } {
		const thread = this.#thread(params['thread_id']);
		if (!thread.subscribers.has(client)) throw new Refusal(invalidRequest, 'connection is not subscribed');
		if (objectAt(params, 'sandbox_policy')?.['mode'] !== 'FullAccess')
			throw new Refusal(invalidParams, 'invalid params for `turn/start`: sandbox_policy');
		const id = String(params['turn_id']);
		if (thread.turns.some((turn) => turn.id === id)) throw new Refusal(invalidRequest, 'turn exists');
		if (thread.turns.some(({ status }) => status === 'InProgress'))
			throw new Refusal(invalidRequest, 'failed to start turn: one is running');
		const turn = { id, status: 'InProgress' };
		thread.turns.push(turn);
		const words = objectsIn(params['input'])
			.map((part) => stringAt(part, 'text') ?? '')
			.join('\n');
		// The first word comes before the answer, as a gateway's may.
		this.#tell(thread, id, 'item/started', 'itemStarted', { item: thought(id, '') });
		return { result: { turn }, afterwards: () => this.#play(thread, turn, words) };
	}

	#play(thread: Thread, turn: Thread['turns'][number], words: string): void {
		const tell = (method: string, type: string, fields: object): void =>
			this.#tell(thread, turn.id, method, type, fields);
		const delta = (method: string, item_id: string, text: string, stream?: string): void =>
			tell(method, 'itemDelta', { item_id, delta: text, ...(stream === undefined ? {} : { stream }) });
		tell('turn/started', 'turnStarted', { turn, input: [] });
		const message = { type: 'userMessage', id: `u-${turn.id}`, text: words };
		tell('item/started', 'itemStarted', { item: message });
		tell('item/completed', 'itemCompleted', { item: message });
		delta('item/agent_message/delta', `r-${turn.id}`, 'think', 'generic');
		tell('item/completed', 'itemCompleted', { item: thought(turn.id, 'think') });
		if (words.includes('slow')) return;
		if (words.includes('fail')) return this.#end(thread, turn, 'Failed', 'the model is gone');
		tell('item/started', 'itemStarted', { item: command('in_progress', { kind: 'hidden' }) });
		delta('item/command_execution/output_delta', `c-${turn.id}`, 'ok\n', 'stdout');
		const display = { kind: 'shell', aggregated_output: 'ok\n', exit_code: 0, truncated: false };
		tell('item/completed', 'itemCompleted', { item: command('completed', display) });
		tell('item/started', 'itemStarted', { item: { type: 'agentMessage', id: `a-${turn.id}`, text: '' } });
		for (const piece of ['All ', 'gre']) delta('item/agent_message/delta', `a-${turn.id}`, piece);
		const answer = { type: 'agentMessage', id: `a-${turn.id}`, text: 'All green.' };
		tell('item/completed', 'itemCompleted', { item: answer });
		this.#end(thread, turn, 'Completed');

		function command(status: string, shown: object): object {
			const { id } = turn;
			const base = { type: 'commandExecution', id: `c-${id}`, toolName: 'exec_command', arguments: {} };
			return { ...base, status, display: shown, storage: { kind: 'none' }, command: ['npm', 'test'] };
		}
	}

	/** A cancelled turn ends before its cancelling is answered. */
	#cancel(client: WebSocket, params: JsonObject): { result: unknown } {
		const thread = this.#thread(params['thread_id']);
		if (!thread.subscribers.has(client)) throw new Refusal(invalidRequest, 'connection is not subscribed');
		const turn = this.#turn(params);
		if (turn.status === 'InProgress')
			this.#end(thread, turn, 'Interrupted', stringAt(params, 'reason') ?? 'turn cancelled by user');
		return { result: { thread_id: thread.id, workspace_id: workspaceId, turn } };
	}

	#end(thread: Thread, turn: Thread['turns'][number], status: string, error?: string): void {
		turn.status = status;
		if (error !== undefined) turn.error = error;
		const [method, type] =
			status === 'Completed' ? ['turn/completed', 'turnCompleted'] : ['turn/failed', 'turnFailed'];
		this.#tell(thread, turn.id, method ?? '', type ?? '', { turn });
	}

	/** Told to who has subscribed, and kept. */
	#tell(thread: Thread, turnId: string, method: string, type: string, fields: object): void {
		const params = { workspace_id: workspaceId, thread_id: thread.id, turn_id: turnId, ...fields };
		const live = method.startsWith('turn/')
			? { workspace_id: workspaceId, thread_id: thread.id, ...fields }
			: params;
		for (const client of thread.subscribers)
			client.send(JSON.stringify({ jsonrpc: '2.0', method, params: live }));
		const camel = Object.fromEntries(
			Object.entries(params).map(([key, value]) => [
				key.replaceAll(/_(\w)/gu, (_all, letter: string) => letter.toUpperCase()),
				structuredClone(value) as unknown,
			]),
		);
		const sequence = thread.events.length;
		thread.events.push({ turn_id: turnId, sequence, created_at: sequence, payload: { type, ...camel } });
	}

	#thread(id: unknown): Thread {
		const thread = this.#threads.get(String(id));
		if (thread === undefined) throw new Refusal(invalidRequest, `thread \`${String(id)}\` was not found`);
		return thread;
	}

	#turn(params: JsonObject): Thread['turns'][number] {
		const turn = this.#thread(params['thread_id']).turns.find(({ id }) => id === params['turn_id']);
		if (turn === undefined) throw new Refusal(invalidRequest, 'turn was not found');
		return turn;
	}
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new Refusal(-32700, 'parse error');
	}
}

/** Anything but a string of that many characters is no id. */
function idOf(message: JsonObject): string {
	const id = stringAt(message, 'id');
	if (id === undefined || Array.from(id).length !== idLength) throw new Refusal(invalidRequest, 'invalid id');
	return id;
}

function check(method: string, params: unknown): JsonObject {
	const known = Object.hasOwn(methods, method) ? methods[method] : undefined;
	if (known === undefined) throw new Refusal(-32601, `method \`${method}\` not found`);
	if (!isJsonObject(params)) throw new Refusal(invalidParams, `invalid params for \`${method}\``);
	for (const [name, type] of Object.entries(known.needs)) {
		const value = params[name];
		const isRight = type === 'array' ? Array.isArray(value) : typeof value === type && value !== null;
		if (!isRight)
			throw new Refusal(invalidParams, `invalid params for \`${method}\`: missing field \`${name}\``);
	}
	const other = Object.keys(params).find((name) => !(name in known.needs) && !known.takes.includes(name));
	// The gateway passes over them; here they are a mistake of the client.
	if (other !== undefined) throw new Refusal(invalidParams, `invalid params for \`${method}\`: \`${other}\``);
	return params;
}

function shown({ id, mode, name, turns }: Thread): object {
	return {
		workspace_id: workspaceId,
		id,
		name,
		preview: '',
		mode,
		model: 'small',
		model_provider: 'scripted',
		status: 'Idle',
		origin_kind: 'user',
		sidebar_visibility: 'visible',
		turns,
	};
}

function thought(turnId: string, text: string): object {
	return { type: 'reasoning', id: `r-${turnId}`, summary: text === '' ? [] : [text], content: [] };
}
