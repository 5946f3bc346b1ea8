/**
 * Streamable HTTP (RFD streamable-http-websocket-transport). Each message to the agent is one POST; the next goes out
 * when the server has accepted the one before. The agent's messages arrive as server-sent events: one stream for the
 * connection, one for each session. The response to `initialize` names the connection in a header. A stream that ends
 * unasked ends the connection, because missed events cannot be requested again; the stream of a session that is being
 * closed may end.
 */
import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../core/base/clock.ts';
import { AgentError, toError } from '../../core/base/errors.ts';
import * as limits from '../../core/base/limits.ts';
import { AddressTransport } from './addressTransport.ts';
import { bodyOf, discard, HttpClient } from './httpClient.ts';
import { type CarriedMessage, carriedMessage, idKey } from './httpMessage.ts';
import { endedStream, failedSocket, missingStream, refusedMessage, strangeSession } from './lineProblem.ts';
import type { SocketAddress } from './openWebSocket.ts';
import { refusedBy, type Refusal } from './socketProblem.ts';
import { EventReader } from './sse.ts';

const connectionHeader = 'acp-connection-id';
const sessionHeader = 'acp-session-id';
/** Requests after which the stream of their session may end by itself. */
const endsSession: ReadonlySet<string> = new Set(['session/close', 'session/delete']);
/** Requests that open the session that they name. */
const reopensSession: ReadonlySet<string> = new Set(['session/load', 'session/resume']);
/** Requests whose answers name a session, and open it. */
const opensSession: ReadonlySet<string> = new Set([
	'session/new',
	'session/load',
	'session/resume',
	'session/fork',
]);
/**
 * Requests that have lost the line where something on the way says that the agent is not there: it may have a prompt all
 * the same, and a session that it is said to refuse is given up.
 */
const needsLine: ReadonlySet<string> = new Set(['session/prompt', '_session/steering', ...reopensSession]);
/** Statuses of something on the way to the agent. */
const isAway: ReadonlySet<number> = new Set([502, 503, 504]);
/** What the value of a header may be (RFC 9110, 5.5), as far as everybody reads it the same. */
const inHeader = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/u;
/** Statuses of what the server does not know any more. */
const isForgotten: ReadonlySet<number> = new Set([404, 409, 410]);

/** The server has no stream for a session, which says nothing of the other ones. */
class NoStream extends Error {
	readonly status: number;

	constructor(status: number) {
		super(`HTTP ${status}`);
		this.status = status;
	}
}

interface HttpTransportOptions {
	readonly address: SocketAddress;
	readonly clock: Clock;
	/** The address has let us in. */
	readonly onLetIn?: () => void;
}

export class HttpTransport extends AddressTransport {
	readonly ended: Promise<void>;
	readonly #client: HttpClient;
	readonly #options: HttpTransportOptions;
	/** Streams that are open, and not read while the sink takes nothing. */
	/** Those that are read, by the session that they are of. */
	readonly #responses = new Map<IncomingMessage, string | undefined>();
	/** Streams of sessions that were to be closed: a server may end them in good order at any time after. */
	readonly #mayEnd = new WeakSet<IncomingMessage>();
	/** Streams of sessions, by id; each resolves when it is open. */
	readonly #sessions = new Map<string, Promise<void>>();
	/** Sessions that may end. */
	readonly #closing = new Set<string>();
	/** Streams that we do not listen to any more. */
	readonly #left = new WeakSet<IncomingMessage>();
	/** Requests of ours that open sessions and have no answer yet: so many streams can follow, and no more. */
	readonly #openings = new Set<string>();
	/** By which session a request of the agent came, which its answer has to name. */
	readonly #asked = new Map<string, string>();
	readonly #finished = Promise.withResolvers<void>();
	#connectionId: string | undefined;
	#sending: Promise<void> = Promise.resolve();
	/** Something came by a stream, or a ping was answered, since that was last asked. */
	#wasHeard = false;
	/** Who has never answered a ping is not judged by them. */
	#answersPings = false;

	constructor(options: HttpTransportOptions) {
		super(options.address.url, options.clock);
		this.#options = options;
		this.#client = new HttpClient(options.address);
		this.ended = this.#finished.promise;
	}

	protected carry(text: string): Promise<void> {
		const sent = this.#sending.then(() => this.#post(text));
		this.#sending = sent.catch((error: unknown) => this.delivery.fail(this.#problemOf(error)));
		return sent.catch((error: unknown) => Promise.reject(this.failure ?? this.#problemOf(error)));
	}

	protected setReading(isReading: boolean): void {
		for (const one of this.#responses.keys())
			if (isReading) one.resume();
			else one.pause();
	}

	protected end(): void {
		void this.#leave();
	}

	protected cut(): void {
		this.#client.destroy();
		this.#finished.resolve();
	}

	/**
	 * The draft has no pings: what any server answers, if only that it does not do that, is a request for what it can do
	 * (RFC 9110, 9.3.7).
	 */
	protected ping(): void {
		if (this.#connectionId === undefined) return;
		const answered = this.#client.send({ method: 'OPTIONS', headers: this.#ownHeaders() });
		answered.then(
			(response) => {
				discard(response);
				this.#wasHeard = true;
				this.#answersPings = true;
			},
			() => undefined,
		);
	}

	protected isAlive(): boolean {
		const isAlive = this.#wasHeard || !this.#answersPings;
		this.#wasHeard = false;
		return isAlive;
	}

	/** What was sent before still arrives, and the server hears that it may forget the connection. */
	async #leave(): Promise<void> {
		const timer = setTimeout(() => this.cut(), limits.socketCloseMs);
		await this.#sending;
		await this.#forget();
		clearTimeout(timer);
		this.cut();
	}

	/** Ends the connection, but not the line. */
	async #forget(): Promise<void> {
		if (this.#connectionId === undefined) return;
		const headers = this.#ownHeaders();
		this.#connectionId = undefined;
		for (const response of this.#responses.keys()) {
			this.#left.add(response);
			response.destroy();
		}
		this.#sessions.clear();
		await this.#client.send({ method: 'DELETE', headers }).then(discard, () => undefined);
	}

	async #post(text: string): Promise<void> {
		if (this.failure !== undefined && !this.delivery.isOver) throw this.failure;
		const message = carriedMessage(text);
		// A server takes one `initialize` for each connection: a further one, in another version, begins another.
		if (message.method === 'initialize') await this.#forget();
		if (this.#connectionId === undefined) return this.#initialize(text);
		const sessionId = message.sessionId ?? this.#sessionOfAnswer(message);
		const { method = '', id } = message;
		if (opensSession.has(method) && id !== undefined) this.#openings.add(idKey(id));
		if (sessionId !== undefined) {
			const isOpen = this.#sessions.has(sessionId);
			if (endsSession.has(method) && isOpen) this.#noteClosing(sessionId);
			if (reopensSession.has(method)) this.#closing.delete(sessionId);
			// Of a session that is not open nothing is to be heard but that it is deleted.
			if (isOpen || method !== 'session/delete') {
				const missing = await this.#openSession(sessionId).then(() => undefined, noStream);
				if (missing !== undefined)
					return this.#failAlone(missingStream(this.address, missing.status), message);
			}
		}
		const response = await this.#client.send({
			method: 'POST',
			headers: { ...this.#ownHeaders(sessionId), 'content-type': 'application/json' },
			body: text,
		});
		discard(response);
		const { statusCode: status = 0 } = response;
		if (status >= 200 && status < 300) return;
		this.#refused(response, message);
	}

	/** The one message that is answered at once, by the connection that it opens. */
	async #initialize(text: string): Promise<void> {
		const headers = { 'content-type': 'application/json', accept: 'application/json' };
		const response = await this.#client.send({ method: 'POST', headers, body: text });
		const id = response.headers[connectionHeader];
		const isOpen = response.statusCode === 200 && typeof id === 'string';
		if (!isOpen) {
			discard(response);
			throw this.#refusal(response);
		}
		this.#options.onLetIn?.();
		this.#connectionId = id;
		const answer = await bodyOf(response);
		await this.#open();
		this.delivery.take(answer);
	}

	#sessionOfAnswer({ method, id }: CarriedMessage): string | undefined {
		if (method !== undefined || id === undefined) return undefined;
		const key = idKey(id);
		const sessionId = this.#asked.get(key);
		this.#asked.delete(key);
		return sessionId;
	}

	#openSession(sessionId: string): Promise<void> {
		const known = this.#sessions.get(sessionId);
		if (known !== undefined) return known;
		const opening = this.#open(sessionId);
		this.#sessions.set(sessionId, opening);
		opening.catch(() => this.#sessions.delete(sessionId));
		return opening;
	}

	/** Opens a stream of events, of a session or of the connection. */
	async #open(sessionId?: string): Promise<void> {
		const headers = { ...this.#ownHeaders(sessionId), accept: 'text/event-stream' };
		const response = await this.#client.send({ method: 'GET', headers });
		if (response.statusCode !== 200) {
			discard(response);
			const { statusCode = 0 } = response;
			if (sessionId !== undefined && isForgotten.has(statusCode)) throw new NoStream(statusCode);
			throw this.#refusal(response);
		}
		if (this.delivery.isOver) return void response.destroy();
		this.#read(response, sessionId);
	}

	#read(response: IncomingMessage, sessionId: string | undefined): void {
		const events = new EventReader();
		this.#responses.set(response, sessionId);
		if (!this.delivery.isReading) response.pause();
		response.on('data', (chunk: Buffer) => {
			this.#wasHeard = true;
			events.push(chunk);
			try {
				for (let text = events.next(); text !== undefined; text = events.next()) this.#hear(text, sessionId);
			} catch (error) {
				this.delivery.fail(this.#problemOf(error));
			}
		});
		response.on('close', () => {
			this.#responses.delete(response);
			if (this.#left.has(response)) return;
			if (sessionId !== undefined) this.#sessions.delete(sessionId);
			if (this.#closing.delete(sessionId ?? '')) return;
			// Of a session that was closed and is open again the end of its first stream may come late.
			const isOld = sessionId !== undefined && response.complete && this.#mayEnd.has(response);
			if (isOld) this.#openAgain(sessionId);
			else this.delivery.fail(endedStream(this.address));
		});
	}

	#hear(text: string, sessionId: string | undefined): void {
		if (this.failure !== undefined) return;
		const { method, id, openedSessionId } = carriedMessage(text);
		if (method !== undefined && id !== undefined && sessionId !== undefined)
			this.#asked.set(idKey(id), sessionId);
		const isOpening = method === undefined && id !== undefined && this.#openings.delete(idKey(id));
		if (isOpening && openedSessionId !== undefined) {
			this.#closing.delete(openedSessionId);
			// What the agent says of it waits at the server until its stream is read. The next request for it tries again.
			this.#openAgain(openedSessionId);
		}
		this.delivery.take(text);
	}

	#openAgain(sessionId: string): void {
		this.#openSession(sessionId)
			.catch(noStream)
			.catch((error: unknown) => this.delivery.fail(this.#problemOf(error)));
	}

	#noteClosing(sessionId: string): void {
		this.#closing.add(sessionId);
		for (const [response, of] of this.#responses) if (of === sessionId) this.#mayEnd.add(response);
	}

	/** A request that is not accepted fails alone; what else is not accepted ends the line. */
	#refused(response: IncomingMessage, message: CarriedMessage): void {
		const { method, id } = message;
		const { statusCode: status = 0 } = response;
		const isGone = [401, 403, 404, 410].includes(status) || (status >= 300 && status < 400);
		const isBroken = isAway.has(status) && needsLine.has(method ?? '');
		if (isGone || isBroken || method === undefined || id === undefined) throw this.#refusal(response);
		this.#failAlone(refusedMessage(this.address, status), message);
	}

	/** A notification, or an answer, that does not get through is awaited by no caller. */
	#failAlone(problem: AgentError, { method, id }: CarriedMessage): void {
		if (method === undefined || id === undefined) return;
		this.#openings.delete(idKey(id));
		const error = { code: -32_603, message: problem.message };
		this.delivery.take(JSON.stringify({ jsonrpc: '2.0', id, error }));
	}

	#refusal({ statusCode = 0, headers }: IncomingMessage): AgentError {
		const { url, wasLetIn = false } = this.#options.address;
		// A server that knew the connection has forgotten it: another one may be had.
		if (this.#connectionId !== undefined && isForgotten.has(statusCode)) return endedStream(this.address);
		const refusal: Refusal = {
			...{ status: statusCode, location: headers.location, carrier: 'http' },
			wasLetIn: wasLetIn || this.#connectionId !== undefined,
		};
		return refusedBy(url, refusal);
	}

	#problemOf(error: unknown): AgentError {
		if (!AgentError.is(error)) return failedSocket(this.address, toError(error));
		// An open line whose next request does not get through is broken.
		const isBroken = this.#connectionId !== undefined && error.reason === 'unreachable';
		return isBroken ? new AgentError('disconnected', error.words, { cause: error }) : error;
	}

	#ownHeaders(sessionId?: string): Record<string, string> {
		if (sessionId !== undefined && !inHeader.test(sessionId)) throw strangeSession(this.address);
		return {
			...(this.#connectionId === undefined ? {} : { [connectionHeader]: this.#connectionId }),
			...(sessionId === undefined ? {} : { [sessionHeader]: sessionId }),
		};
	}
}

/** @throws everything else */
function noStream(error: unknown): NoStream {
	if (error instanceof NoStream) return error;
	throw error;
}
