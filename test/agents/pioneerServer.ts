/**
 * The socket of a Pioneer gateway, strict about what a client sends: it refuses what the documented one refuses. Every
 * message of both sides is held against the schemas (test/schemas); `close` fails with what they do not describe.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { isJsonObject, type JsonObject, stringAt } from '../../src/core/base/json.ts';
import { PioneerConversation } from '../schemas/pioneerConversation.ts';
import { type Generation, isIn, problemWith } from '../schemas/pioneerSchemas.ts';

const idLength = 21;

export const refusals = {
	parseError: -32700,
	invalidRequest: -32600,
	methodNotFound: -32601,
	invalidParams: -32602,
	authTerminal: -32040,
} as const;

/** An error that the gateway answers with. */
export class Refusal extends Error {
	readonly code: number;

	constructor(code: number, message: string) {
		super(message);
		this.code = code;
	}
}

/** What a request comes to: its answer, and what the gateway says after it. `later` answers after a while. */
export interface Served {
	readonly result: unknown;
	readonly afterwards?: () => void;
	readonly later?: Promise<void>;
}

/** Says what goes on behind the socket. */
export interface PioneerBehaviour {
	serve(client: PioneerClient, method: string, params: JsonObject): Served;
	/** A frame that is no text. */
	heardBytes?(client: PioneerClient, bytes: Buffer): void;
	left(client: PioneerClient): void;
}

/** One connection. */
export class PioneerClient {
	/** The token that it came with. */
	readonly bearer: string | undefined;
	readonly conversation: PioneerConversation;
	readonly #socket: WebSocket;

	constructor(socket: WebSocket, bearer: string | undefined, generation: Generation) {
		this.#socket = socket;
		this.bearer = bearer;
		this.conversation = new PioneerConversation(generation);
	}

	notify(method: string, params: object): void {
		this.send({ jsonrpc: '2.0', method, params });
	}

	send(frame: object): void {
		const text = JSON.stringify(frame);
		this.conversation.fromGateway(JSON.parse(text));
		this.#socket.send(text);
	}

	/** Says what no document describes, on purpose: as a newer gateway, or a broken one, might. */
	sendUndocumented(frame: object): void {
		this.#socket.send(JSON.stringify({ jsonrpc: '2.0', ...frame }));
	}

	/** Cuts the line without a word. */
	cut(): void {
		this.#socket.terminate();
	}
}

export interface PioneerServerOptions {
	/** Says whether a client may come in, by its bearer; anybody may if absent. */
	readonly admits?: (bearer: string | undefined) => boolean;
	readonly generation?: Generation;
	/** 0 for any. */
	readonly port?: number;
}

export class PioneerServer {
	/** Methods that came in, in order, with what came with them. */
	readonly heard: { readonly method: string; readonly params: JsonObject }[] = [];
	/** What was refused of them, and why. */
	readonly refused: { readonly method: string; readonly reason: string }[] = [];
	readonly generation: Generation;
	readonly #options: PioneerServerOptions;
	readonly #behaviour: PioneerBehaviour;
	readonly #server: Server = createServer();
	readonly #sockets = new WebSocketServer({ noServer: true });
	readonly #conversations: PioneerConversation[] = [];
	readonly #clients = new Set<PioneerClient>();

	constructor(behaviour: PioneerBehaviour, options: PioneerServerOptions = {}) {
		this.#behaviour = behaviour;
		this.#options = options;
		this.generation = options.generation ?? 'G1';
		this.#server.on('upgrade', (request, socket, head) => {
			const bearer = bearerOf(request);
			if (options.admits?.(bearer) === false)
				return void socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
			this.#sockets.handleUpgrade(request, socket, head, (line) => this.#welcome(line, bearer));
		});
	}

	async listen(): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			this.#server.once('error', reject);
			this.#server.listen(this.#options.port ?? 0, '127.0.0.1', resolve);
		});
	}

	get url(): string {
		return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
	}

	get clients(): ReadonlySet<PioneerClient> {
		return this.#clients;
	}

	/** Every violation of the documents so far, of either side: a sentence each. */
	get violations(): readonly string[] {
		return this.#conversations.flatMap(({ violations }) => violations);
	}

	/** Cuts all lines; what they were about stays. */
	cut(): void {
		for (const client of this.#clients) client.cut();
	}

	async stop(): Promise<void> {
		this.cut();
		await new Promise((resolve) => this.#server.close(resolve));
	}

	/** Stops, and fails with every message that the documents do not describe. */
	async close(): Promise<void> {
		await this.stop();
		this.assertClean();
	}

	/** Fails with every message so far that the documents do not describe. */
	assertClean(): void {
		if (this.violations.length > 0) throw new Error(this.violations.join('\n'));
	}

	#welcome(line: WebSocket, bearer: string | undefined): void {
		const client = new PioneerClient(line, bearer, this.generation);
		this.#clients.add(client);
		this.#conversations.push(client.conversation);
		line.on('message', (data, isBinary) => {
			if (isBinary) this.#behaviour.heardBytes?.(client, data as Buffer);
			else this.#receive(client, (data as Buffer).toString('utf8'));
		});
		line.on('close', () => {
			this.#clients.delete(client);
			this.#behaviour.left(client);
		});
	}

	#receive(client: PioneerClient, text: string): void {
		let id: string | null = null;
		const refuse = (error: unknown): void => {
			// Anything but a refusal is a fault of this file, and no gateway answers so.
			if (!(error instanceof Refusal)) client.conversation.violations.push(String(error));
			const { code = refusals.invalidRequest, message } = error as Partial<Refusal>;
			this.refused.push({ method: this.heard.at(-1)?.method ?? '', reason: message ?? '' });
			client.send({ jsonrpc: '2.0', id, error: { code, message: message ?? '' } });
		};
		try {
			const frame = parse(text);
			client.conversation.fromClient(frame);
			if (!isJsonObject(frame)) throw new Refusal(refusals.invalidRequest, 'not an object');
			id = idOf(frame);
			if (frame['jsonrpc'] !== '2.0')
				throw new Refusal(refusals.invalidRequest, 'unsupported jsonrpc version');
			const method = stringAt(frame, 'method') ?? '';
			const params = frame['params'] ?? {};
			this.heard.push({ method, params: isJsonObject(params) ? params : {} });
			const { result, afterwards, later } = this.#behaviour.serve(
				client,
				method,
				this.#check(method, params),
			);
			const answer = (): void => {
				client.send({ jsonrpc: '2.0', id, result });
				afterwards?.();
			};
			if (later === undefined) answer();
			else later.then(answer).catch(refuse);
		} catch (error) {
			refuse(error);
		}
	}

	#check(method: string, params: unknown): JsonObject {
		if (!isIn('methods', method, this.generation))
			throw new Refusal(refusals.methodNotFound, `method \`${method}\` not found`);
		const problem = problemWith(`${method} params`, params, this.generation);
		if (problem !== undefined || !isJsonObject(params))
			throw new Refusal(refusals.invalidParams, `invalid params for \`${method}\`: ${problem ?? ''}`);
		return params;
	}
}

function bearerOf({ headers: { authorization = '' } }: IncomingMessage): string | undefined {
	return /^bearer (.*)$/iu.exec(authorization)?.[1];
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new Refusal(refusals.parseError, 'parse error');
	}
}

/** Anything but a string of that many characters is no id. */
function idOf(frame: JsonObject): string {
	const id = stringAt(frame, 'id');
	if (id === undefined || Array.from(id).length !== idLength)
		throw new Refusal(refusals.invalidRequest, 'invalid id');
	return id;
}
