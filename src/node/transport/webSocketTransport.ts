/**
 * Messages over a WebSocket: one text frame is one JSON-RPC message. The limits are those of stdio. A line that has gone
 * dead without a word is found by pings that nobody answers.
 */
import type { RawData, WebSocket } from 'ws';
import type { Clock } from '../../core/base/clock.ts';
import type { Disposable } from '../../core/base/disposable.ts';
import { AgentError } from '../../core/base/errors.ts';
import * as limits from '../../core/base/limits.ts';
import { sentence } from '../../core/base/sentence.ts';
import { IdTable } from '../idTable.ts';
import { closedBy, failedSocket, shownAddress } from './socketProblem.ts';
import type { MessageSink, Transport } from './transport.ts';

interface WebSocketTransportOptions {
	/** Open, and nothing was read of it. */
	readonly socket: WebSocket;
	/** Where it leads, for what is told of its end. */
	readonly url: string;
	readonly clock: Clock;
}

/** Status of a close that we ask for (RFC 6455, 7.4.1). */
const normalClosure = 1000;
const unsupportedData = 1003;

export class WebSocketTransport implements Transport {
	readonly ids = new IdTable();
	readonly #socket: WebSocket;
	readonly #address: string;
	readonly #clock: Clock;
	/** What came while the sink took nothing. The frames of one read of the socket arrive together. */
	readonly #waiting: string[] = [];
	#sink: MessageSink | undefined;
	#unsent = 0;
	#failure: AgentError | undefined;
	#cause: AgentError | undefined;
	#isPaused = false;
	#isOver = false;
	#timer: Disposable | undefined;
	/** Epoch milliseconds. */
	#lastHeard: number;

	constructor({ socket, url, clock }: WebSocketTransportOptions) {
		this.#socket = socket;
		this.#address = shownAddress(url);
		this.#clock = clock;
		this.#lastHeard = clock.now();
		// Never removed: an 'error' without a listener would be an uncaught exception. 'close' follows each.
		socket.on('error', (error) => this.#fail(failedSocket(this.#address, error)));
		socket.on('close', (code, reason) => this.#fail(closedBy(this.#address, code, reason.toString())));
		socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
		for (const event of ['pong', 'ping'] as const) socket.on(event, () => this.#hear());
		socket.pause();
	}

	get failure(): AgentError | undefined {
		return this.#failure;
	}

	start(sink: MessageSink): void {
		this.#sink = sink;
		this.#ping();
		this.#goOn();
	}

	resume(): void {
		if (!this.#isPaused || this.#isOver) return;
		this.#isPaused = false;
		this.#goOn();
	}

	send(text: string): Promise<void> {
		if (this.#failure !== undefined) return Promise.reject(this.#failure);
		const bytes = Buffer.byteLength(text);
		return new Promise((resolve, reject) => {
			this.#unsent += bytes;
			// One message alone says nothing about whether the agent reads, as on stdio.
			if (this.#unsent > limits.unsentBytes && this.#unsent > bytes) {
				this.#fail(new AgentError('notReading', sentence('The agent stopped reading its input')));
				reject(this.#failure);
				return;
			}
			this.#socket.send(text, (error) => {
				this.#unsent -= bytes;
				if (error === null || error === undefined) return resolve();
				this.#fail(failedSocket(this.#address, error));
				reject(this.#failure);
			});
		});
	}

	close(cause: AgentError): void {
		this.#fail(cause);
	}

	dispose(): void {
		this.#isOver = true;
		this.#failure ??= new AgentError('exited', sentence('The connection was closed'));
		this.#timer?.dispose();
		this.#waiting.length = 0;
		this.#socket.resume();
		// Who reads nothing hears no farewell; any other gets what was sent before it.
		if (this.#failure.reason === 'notReading') this.#socket.terminate();
		else this.#socket.close(normalClosure);
	}

	#hear(): void {
		this.#lastHeard = this.#clock.now();
	}

	#receive(data: RawData, isBinary: boolean): void {
		if (this.#failure !== undefined) return;
		this.#hear();
		if (isBinary) {
			this.#socket.close(unsupportedData, 'Messages are text frames');
			this.#fail(
				new AgentError(
					'protocol',
					sentence(
						'{0} sent a binary frame, but messages of ACP are text. Check that an ACP agent answers at this address.',
						this.#address,
					),
				),
			);
			return;
		}
		this.#waiting.push(textOf(data));
		this.#goOn();
	}

	/** Hands out what waits, as far as the sink takes it, and reads on or holds the socket accordingly. */
	#goOn(): void {
		while (this.#sink !== undefined && !this.#isPaused && !this.#isOver) {
			const text = this.#waiting.shift();
			if (text === undefined) break;
			this.#isPaused = !this.#sink.take(text);
		}
		if (this.#isOver) return;
		if (this.#sink === undefined || this.#isPaused) this.#socket.pause();
		else this.#socket.resume();
		this.#checkOver();
	}

	/** Sends a ping now and then; what stays silent for too long is lost. A held socket is heard again when it is read. */
	#ping(): void {
		this.#timer = this.#clock.setTimer(limits.socketPingMs, () => {
			if (this.#isPaused) this.#hear();
			const silence = this.#clock.now() - this.#lastHeard;
			if (silence >= limits.socketPongMs) {
				this.#socket.terminate();
				this.#fail(
					new AgentError(
						'exited',
						sentence(
							'{0} has not answered for {1} s, so the connection counts as lost. Check the network, and whether the agent still runs.',
							this.#address,
							limits.socketPongMs / 1000,
						),
					),
				);
				return;
			}
			this.#socket.ping();
			this.#ping();
		});
	}

	#fail(cause: AgentError): void {
		if (this.#failure !== undefined) return;
		this.#failure = cause;
		this.#cause = cause;
		this.#timer?.dispose();
		if (cause.reason === 'notReading') this.#waiting.length = 0;
		this.#checkOver();
	}

	#checkOver(): void {
		if (this.#cause === undefined || this.#isOver || this.#sink === undefined) return;
		if (this.#waiting.length > 0) return;
		this.dispose();
		this.#sink.closed(this.#cause);
	}
}

function textOf(data: RawData): string {
	if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
	return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
