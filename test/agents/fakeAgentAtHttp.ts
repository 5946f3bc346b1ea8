/**
 * The fake agent behind streamable HTTP (RFD streamable-http-websocket-transport), in the process of a test: each line that
 * it writes is an event, also one that is no message, which the SDK's own server would not carry.
 */
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { isJsonObject, type JsonObject, parseJson } from '../../src/core/base/json.ts';
import { agentsHere, type AgentsHere, type CarrierLine, type Hear } from './agentsHere.ts';

/** Listens at a free port of this machine. */
export async function serveAgentsByHttp(): Promise<AgentsHere> {
	const agents: ((line: CarrierLine) => void)[] = [];
	const connections = new Map<string, HttpConnection>();
	const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const { method = '', url = '', headers } = request;
		const body = await text(request);
		const id = headers['acp-connection-id'];
		const known = typeof id === 'string' ? connections.get(id) : undefined;
		if (method === 'POST' && id === undefined) {
			const connection = new HttpConnection();
			const name = String(connections.size);
			connections.set(name, connection);
			agents[Number(url.slice(1))]?.(connection);
			return connection.initialize(body, response, name);
		}
		if (known === undefined || known.isOver) return void response.writeHead(404).end();
		const session = headers['acp-session-id'];
		if (method === 'GET') return known.open(typeof session === 'string' ? session : '', response);
		// Like the SDK's own server.
		if (method === 'POST' && objectIn(body)['method'] === 'initialize')
			return void response.writeHead(400).end();
		if (method === 'POST') known.hear(body);
		else if (method === 'DELETE') known.leave();
		response.writeHead(method === 'OPTIONS' ? 204 : 202).end();
	};
	const server = http.createServer((request, response) => {
		answer(request, response).catch(() => response.destroy());
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return agentsHere(
		(connected) => `http://127.0.0.1:${port}/${agents.push(connected) - 1}`,
		() => {
			server.close();
			server.closeAllConnections();
		},
	);
}

/** What was said and has no stream yet, and the stream once there is one. */
interface Stream {
	readonly waiting: Buffer[];
	response?: ServerResponse;
}

class HttpConnection implements CarrierLine {
	/** By session; the one without a name is that of the connection. */
	readonly #streams = new Map<string, Stream>();
	/** The session that a request of the client names, by its id. */
	readonly #asked = new Map<string, string>();
	/** Sessions that the client has named, and those that it has begun. */
	readonly #known = new Set<string>();
	/** What came before the agent listens. */
	readonly #early: string[] = [];
	#first: { readonly id: unknown; readonly response: ServerResponse; readonly name: string } | undefined;
	#onMessage: Hear | undefined;
	#onEnd: () => void = () => undefined;
	#isOver = false;

	get isOver(): boolean {
		return this.#isOver;
	}

	initialize(body: string, response: ServerResponse, name: string): void {
		this.#first = { id: objectIn(body)['id'], response, name };
		response.on('close', () => {
			if (!response.writableFinished) this.leave();
		});
		this.hear(body);
	}

	hear(body: string): void {
		const { method, id, params } = objectIn(body);
		const session = isJsonObject(params) ? params['sessionId'] : undefined;
		const isFollowed = typeof session === 'string' && this.#streams.get(session)?.response !== undefined;
		// That a session is deleted may be heard by who never opened it.
		if (typeof session === 'string' && (isFollowed || method !== 'session/delete')) {
			this.#asked.set(JSON.stringify(id), session);
			this.#known.add(session);
		}
		if (this.#onMessage === undefined) this.#early.push(body);
		else this.#onMessage(body);
	}

	open(session: string, response: ServerResponse): void {
		const stream = this.#stream(session);
		stream.response = response;
		response.writeHead(200, { 'content-type': 'text/event-stream' });
		response.flushHeaders();
		for (const message of stream.waiting.splice(0)) writeEvent(response, message);
	}

	/** The client has left. */
	leave(): void {
		if (this.#isOver) return;
		this.end();
		this.#onEnd();
	}

	send(message: Buffer): void {
		const known = objectIn(message.toString('utf8'));
		const first = this.#first;
		if (first !== undefined && known['method'] === undefined && known['id'] === first.id) {
			this.#first = undefined;
			const headers = { 'content-type': 'application/json', 'acp-connection-id': first.name };
			return void first.response.writeHead(200, headers).end(message);
		}
		const { result } = known;
		if (isJsonObject(result) && typeof result['sessionId'] === 'string') this.#known.add(result['sessionId']);
		const { response, waiting } = this.#stream(this.#sessionOf(known));
		if (response === undefined) waiting.push(Buffer.from(message));
		else writeEvent(response, message);
	}

	end(): void {
		this.#isOver = true;
		const { response: first } = this.#first ?? {};
		if (first?.headersSent === false) first.writeHead(500).end();
		for (const { response } of this.#streams.values()) response?.end();
	}

	cut(): void {
		this.#isOver = true;
		this.#first?.response.destroy();
		for (const { response } of this.#streams.values()) response?.destroy();
	}

	listen(onMessage: Hear, onEnd: () => void): void {
		this.#onEnd = onEnd;
		this.#onMessage = onMessage;
		for (const body of this.#early.splice(0)) onMessage(body);
	}

	/** Its own where it names one that the client can know, else that of what it answers. */
	#sessionOf({ method, id, params }: JsonObject): string {
		if (typeof method !== 'string') return this.#asked.get(JSON.stringify(id)) ?? '';
		const session = isJsonObject(params) ? params['sessionId'] : undefined;
		return typeof session === 'string' && this.#known.has(session) ? session : '';
	}

	#stream(session: string): Stream {
		const known = this.#streams.get(session);
		if (known !== undefined) return known;
		const stream: Stream = { waiting: [] };
		this.#streams.set(session, stream);
		return stream;
	}
}

function writeEvent(response: ServerResponse, message: Buffer): void {
	response.write(Buffer.concat([Buffer.from('data: '), message, Buffer.from('\n\n')]));
}

/** Empty for what is no message. */
function objectIn(body: string): JsonObject {
	const message = parseJson(body);
	return isJsonObject(message) ? message : {};
}
