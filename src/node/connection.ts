/**
 * What is said to an agent and by it: vscode-jsonrpc over a transport, with its surprises kept inside.
 *
 * It ends once, with one reason: everything pending rejects with it, signals of the agent's open requests abort,
 * then `onClose` fires. What was read before the end is handed out before that (hazard B8).
 */
import {
	type CancellationToken,
	CancellationTokenSource,
	createMessageConnection,
	ErrorCodes,
	type MessageConnection,
	type NotificationMessage,
	ParameterStructures,
	ResponseError,
	type ResponseMessage,
} from 'vscode-jsonrpc/node';
import { cancelRequest } from '../core/acp/methods.ts';
import {
	errorCodes,
	type NotificationHandler,
	type RequestHandler,
	type Wire,
	WireError,
} from '../core/acp/wire.ts';
import type { AbortSignal } from '../core/base/abortSignal.ts';
import { type Disposable, DisposableStore, toDisposable } from '../core/base/disposable.ts';
import { Emitter } from '../core/base/emitter.ts';
import { AgentError, toError } from '../core/base/errors.ts';
import { isJsonObject } from '../core/base/json.ts';
import { sentence } from '../core/base/sentence.ts';
import * as limits from '../core/base/limits.ts';
import { InboundQueue } from './inboundQueue.ts';
import { toLogLine } from './logLine.ts';
import { MessageReader, type Noise } from './messageReader.ts';
import { MessageWriter } from './messageWriter.ts';
import type { Transport } from './transport/transport.ts';

/** What carries the messages of the agent, and where odd things are reported. */
export interface ConnectionOptions {
	/** Nothing was read of it; it is disposed when the connection ends. */
	readonly transport: Transport;
	/** Takes lines of at most `limits.logLineBytes` about odd things that happened. */
	readonly log?: (line: string) => void;
	/** Takes secrets out of log lines and of the messages of errors. */
	readonly redact?: (text: string) => string;
	/** Sees every JSON message as it is on the wire; for the traffic log. */
	readonly tap?: (direction: 'in' | 'out', message: unknown) => void;
}

/** JSON-RPC 2.0 over a transport. Implements `Wire` for the codecs. */
export class AgentConnection implements Wire, Disposable {
	readonly #options: ConnectionOptions;
	readonly #queue = new InboundQueue(
		(notification) => this.#handleNotification(notification),
		(handleAll) => this.#together(handleAll),
	);
	readonly #reader: MessageReader;
	readonly #writer: MessageWriter;
	readonly #rpc: MessageConnection;
	readonly #store = new DisposableStore();
	readonly #running = new Set<AbortController>();
	readonly #closed: Emitter<AgentError>;
	#requestHandler: RequestHandler | undefined;
	#notificationHandler: NotificationHandler | undefined;
	#together = handleAtOnce;
	#closeReason: AgentError | undefined;
	readonly #over = Promise.withResolvers<AgentError>();

	/** Fires once with the reason: `exited`, `tooLarge` or `notReading`. */
	readonly onClose: (listener: (reason: AgentError) => void) => Disposable;
	/** Fires for all that is no message (hazard A2); a flood of it is the listener's to limit. */
	readonly onNoise: (listener: (noise: Noise) => void) => Disposable;

	constructor(options: ConnectionOptions) {
		this.#options = options;
		this.#closed = new Emitter<AgentError>((error) => this.#log(`Close listener failed: ${String(error)}`));
		this.onClose = this.#closed.event;
		const { transport } = options;
		this.#writer = new MessageWriter({ transport, tap: (message) => this.#tap('out', message) });
		this.#reader = new MessageReader({
			transport,
			queue: this.#queue,
			refuse: (id, code, message) =>
				quietly(this.#writer.writeAsIs({ jsonrpc: '2.0', id, error: { code, message } })),
			tap: (message) => this.#tap('in', message),
		});
		this.onNoise = this.#reader.onNoise;
		this.#rpc = this.#connect();
		this.#store.add(this.#reader.onEnd((cause) => this.#finish(cause)));
		this.#rpc.listen();
		transport.start(this.#reader);
	}

	/** Why the connection ended, once it has. */
	get closeReason(): AgentError | undefined {
		return this.#closeReason;
	}

	/** Most messages that ever waited for dispatch; at most `limits.inboundHighWater`. */
	get peakUndispatched(): number {
		return this.#queue.peak;
	}

	async request(method: string, params: object, signal?: AbortSignal): Promise<unknown> {
		if (this.#closeReason !== undefined) throw this.#closeReason;
		if (signal?.aborted === true)
			throw new AgentError('cancelled', sentence('{0} was cancelled before it was sent', method));
		const source = new CancellationTokenSource();
		const cancel = (): void => source.cancel();
		signal?.addEventListener('abort', cancel);
		try {
			const args = [ParameterStructures.byName, params, source.token] as const;
			return await this.#rpc.sendRequest<unknown>(method, ...args);
		} catch (error) {
			// A failed write ends the connection in a moment, and then it is known how: one reason for all that fails.
			if (this.#options.transport.failure !== undefined && isWriteError(error))
				throw await this.#over.promise;
			throw this.#toAgentError(error, method, signal);
		} finally {
			signal?.removeEventListener('abort', cancel);
			source.dispose();
		}
	}

	notify(method: string, params: object): void {
		if (this.#closeReason !== undefined) return;
		quietly(this.#writer.writeAsIs({ jsonrpc: '2.0', method, params }), (error) =>
			this.#log(`${method} was not sent: ${error.message}`),
		);
	}

	onRequest(handler: RequestHandler): Disposable {
		this.#requestHandler = handler;
		return toDisposable(() => {
			if (this.#requestHandler === handler) this.#requestHandler = undefined;
		});
	}

	get sendBytes(): Wire['sendBytes'] {
		return this.#options.transport.sendBytes;
	}

	padIds(length: number): void {
		this.#options.transport.ids.padOutbound(length);
	}

	withdraw(requestId: string | number): void {
		this.#options.transport.ids.cancelInbound(requestId);
	}

	onNotification(handler: NotificationHandler, together = handleAtOnce): Disposable {
		this.#notificationHandler = handler;
		this.#together = together;
		return toDisposable(() => {
			if (this.#notificationHandler !== handler) return;
			this.#notificationHandler = undefined;
			this.#together = handleAtOnce;
		});
	}

	/**
	 * Ends the connection from outside, say because the process exited. What was read is handed out first.
	 * @param reason what pending requests reject with; a reason found earlier stays
	 */
	close(reason: AgentError): void {
		this.#options.transport.close(reason);
	}

	/** Ends at once. Open requests of the agent are answered -32800 if the line still takes it (acp C112). */
	dispose(): void {
		if (this.#closeReason !== undefined) return;
		const error = { code: errorCodes.requestCancelled, message: 'The client closed the connection' };
		for (const id of this.#options.transport.ids.openInboundRequests()) {
			const answer: ResponseMessage = { jsonrpc: '2.0', id, error };
			quietly(this.#writer.write(answer));
		}
		this.#finish(new AgentError('exited', sentence('The connection was closed')));
	}

	#connect(): MessageConnection {
		const log = (line: string): void => this.#log(line);
		const rpc = createMessageConnection(
			this.#queue,
			this.#writer,
			{ error: log, warn: log, info: log, log },
			{
				cancellationStrategy: {
					receiver: {
						kind: 'request',
						createCancellationTokenSource: ({ id }) =>
							sourceOf(this.#options.transport.ids.cancellationOf(Number(id))),
					},

					sender: { sendCancellation: (_rpc, id) => this.#sendCancellation(id), cleanup: () => undefined },
				},
				messageStrategy: {
					handleMessage: (message, next) => {
						try {
							// The returned promise, which the types hide, reports failures to the library's logger.
							return next(message);
						} finally {
							this.#queue.noteDispatched(message);
						}
					},
				},
			},
		);
		rpc.onRequest((method, params, token) => this.#serve(method, params, token));
		rpc.onError(([error]) => log(`Connection error: ${error.message}`));
		return rpc;
	}

	#handleNotification({ method, params }: NotificationMessage): void {
		try {
			this.#notificationHandler?.(method, params);
		} catch (error) {
			this.#log(`The handler of ${method} failed: ${toError(error).message}`);
		}
	}

	#sendCancellation(requestId: unknown): Promise<void> {
		const params = { requestId };
		return this.#writer.writeAsIs({ jsonrpc: '2.0', method: cancelRequest, params });
	}

	async #serve(method: string, params: unknown, token: CancellationToken): Promise<unknown> {
		const handler = this.#requestHandler;
		if (handler === undefined)
			throw new ResponseError(errorCodes.methodNotFound, `Method not found: ${method}`);
		// Withdrawn while it was queued: nothing to stop yet.
		if (token.isCancellationRequested)
			throw new ResponseError(errorCodes.requestCancelled, 'Request cancelled');
		const controller = new AbortController();
		this.#running.add(controller);
		const subscription = token.onCancellationRequested(() => controller.abort());
		try {
			// JSON-RPC has no undefined; vscode-jsonrpc would send null where ACP wants an object.
			const result = await handler(method, params, controller.signal);
			return result === undefined ? {} : result;
		} catch (error) {
			throw toResponseError(error, controller.signal.aborted);
		} finally {
			subscription.dispose();
			this.#running.delete(controller);
		}
	}

	#toAgentError(error: unknown, method: string, signal: AbortSignal | undefined): AgentError {
		if (this.#closeReason !== undefined) return this.#closeReason;
		if (!(error instanceof ResponseError)) {
			return new AgentError('protocol', sentence('{0} failed: {1}', method, toError(error).message), {
				cause: error,
			});
		}
		// acp C110: the answer to a request that we withdrew.
		const isWithdrawn = signal?.aborted === true && error.code === errorCodes.requestCancelled;
		// Shown, logged and stored: agents put what they were configured with into their errors (hazard F5).
		const { redact = (text: string) => text } = this.#options;
		const data = withoutSecrets(error.data, redact);
		return new AgentError(isWithdrawn ? 'cancelled' : 'answered', redact(error.message), {
			code: error.code,
			...(data === undefined ? {} : { data }),
		});
	}

	#finish(reason: AgentError): void {
		if (this.#closeReason !== undefined) return;
		this.#closeReason = reason;
		this.#store.dispose();
		this.#rpc.dispose();
		this.#reader.dispose();
		this.#options.transport.dispose();
		// The reason comes first, so that handlers of the agent's requests see that it is gone, not that it withdrew
		// them.
		this.#closed.fire(reason);
		this.#over.resolve(reason);
		for (const controller of this.#running) controller.abort();
		this.#running.clear();
		this.#closed.dispose();
	}

	#tap(direction: 'in' | 'out', message: unknown): void {
		try {
			this.#options.tap?.(direction, message);
		} catch (error) {
			this.#log(`Traffic tap failed: ${toError(error).message}`);
		}
	}

	#log(text: string): void {
		const { log, redact } = this.#options;
		// Cut before as well as after: looking for secrets in a whole 32 MiB message would take long.
		const start = text.slice(0, limits.logLineBytes * 4);
		log?.(toLogLine(redact === undefined ? start : redact(start)));
	}
}

const handleAtOnce = (handleAll: () => void): void => handleAll();

/** The data of an error with the texts in it that may be shown in place of its message redacted. */
function withoutSecrets(data: unknown, redact: (text: string) => string): unknown {
	if (typeof data === 'string') return redact(data);
	if (!isJsonObject(data)) return data;
	const fields = Object.entries(data);
	return Object.fromEntries(
		fields.map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value]),
	);
}

function toResponseError(error: unknown, isAborted: boolean): ResponseError<unknown> {
	if (WireError.is(error)) return new ResponseError(error.code, error.message, error.data);
	if (isAborted) return new ResponseError(errorCodes.requestCancelled, 'Request cancelled');
	return new ResponseError(errorCodes.internalError, toError(error).message);
}

function isWriteError(error: unknown): boolean {
	return error instanceof ResponseError && error.code === ErrorCodes.MessageWriteError;
}

function sourceOf(signal: AbortSignal): CancellationTokenSource {
	const source = new CancellationTokenSource();
	if (signal.aborted) source.cancel();
	else signal.addEventListener('abort', () => source.cancel());
	return source;
}

/** This write is not awaited: a failure of the line is reported by the transport, once. */
function quietly(write: Promise<void>, onError: (error: Error) => void = () => undefined): void {
	write.catch((error: unknown) => onError(toError(error)));
}
