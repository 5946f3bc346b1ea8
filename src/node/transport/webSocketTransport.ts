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
import { shownAddress } from './address.ts';
import { binaryFrame, closedBy, failedSocket, silentSocket } from './lineProblem.ts';
import type { EndedTransport, MessageSink } from './transport.ts';

interface WebSocketTransportOptions {
	/** Open, and nothing was read of it. */
	readonly socket: WebSocket;
	/** Number of bytes that ever came in below the socket: a frame that comes slowly is no silence. */
	readonly bytesHeard: () => number;
	/** Number of bytes that ever left below the socket: a ping waits behind a frame that goes out slowly. */
	readonly bytesSent: () => number;
	/** Where it leads, for what is told of its end. */
	readonly url: string;
	readonly clock: Clock;
	/** Takes secrets out of words of the other side. */
	readonly redact?: (text: string) => string;
}

/** Pings without an answer after which the line counts as lost. */
const mostUnanswered = limits.socketPongMs / limits.socketPingMs;

/** Status of a close that we ask for (RFC 6455, 7.4.1). */
const normalClosure = 1000;
const unsupportedData = 1003;

export class WebSocketTransport implements EndedTransport {
	readonly ids = new IdTable();
	readonly ended: Promise<void>;
	readonly #socket: WebSocket;
	readonly #bytesHeard: () => number;
	readonly #bytesSent: () => number;
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
	/** The socket is not read. */
	#isHeld = true;
	#timer: Disposable | undefined;
	/** Pings since anything was heard. */
	#unanswered = 0;
	/** Bytes heard when the last ping went out. */
	#heardBefore: number;
	/** Bytes sent when the last ping was to go out, if any had to wait then. */
	#sentBefore: number | undefined;
	readonly #failed = Promise.withResolvers<never>();

	constructor({
		socket,
		bytesHeard,
		bytesSent,
		url,
		clock,
		redact = (text) => text,
	}: WebSocketTransportOptions) {
		this.#socket = socket;
		this.#bytesHeard = bytesHeard;
		this.#bytesSent = bytesSent;
		this.#address = shownAddress(url);
		this.#clock = clock;
		this.#heardBefore = bytesHeard();
		// Only messages that are being sent wait for it.
		this.#failed.promise.catch(() => undefined);
		// Never removed: an 'error' without a listener would be an uncaught exception. 'close' follows each.
		socket.on('error', (error) => this.#fail(failedSocket(this.#address, error)));
		this.ended = new Promise((resolve) => {
			socket.on('close', (code, reason) => {
				this.#fail(closedBy(this.#address, code, redact(reason.toString())));
				resolve();
			});
		});
		socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
		socket.pause();
	}

	get failure(): AgentError | undefined {
		return this.#failure;
	}

	start(sink: MessageSink): void {
		this.#sink = sink;
		if (this.#failure === undefined) this.#ping();
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
				// A socket that is closing says in a moment why, and that says more than that it takes nothing.
				if (this.#socket.readyState === this.#socket.OPEN) this.#fail(failedSocket(this.#address, error));
				this.#failed.promise.catch(reject);
			});
		});
	}

	close(cause: AgentError): void {
		this.#fail(cause);
	}

	kill(cause: AgentError): void {
		this.#waiting.length = 0;
		this.#fail(cause);
		this.#checkOver();
		this.dispose();
		this.#socket.terminate();
	}

	dispose(): void {
		this.#isOver = true;
		this.#failure ??= new AgentError('exited', sentence('The connection was closed'));
		this.#failed.reject(this.#failure);
		this.#timer?.dispose();
		this.#waiting.length = 0;
		this.#socket.resume();
		// Who reads nothing hears no farewell; any other gets what was sent before it.
		if (this.#failure.reason === 'notReading') this.#socket.terminate();
		else this.#socket.close(normalClosure);
	}

	#receive(data: RawData, isBinary: boolean): void {
		if (this.#failure !== undefined) return;
		if (isBinary) {
			this.#socket.close(unsupportedData, 'Messages are text frames');
			return this.#fail(binaryFrame(this.#address));
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
		this.#hold(this.#sink === undefined || this.#isPaused);
		this.#checkOver();
	}

	/** Reads the socket or does not. Asked for with each frame, done where it changes something. */
	#hold(isHeld: boolean): void {
		if (isHeld === this.#isHeld) return;
		this.#isHeld = isHeld;
		if (isHeld) this.#socket.pause();
		else this.#socket.resume();
	}

	/**
	 * Sends a ping now and then; who leaves several without a word is lost. Pings are counted, not time, so that a machine
	 * that slept asks before it judges. A held socket is heard again when it is read. While what waits to go out goes out,
	 * somebody takes it; what does not wait says nothing, since the system takes it for a line that is dead, too.
	 */
	#ping(): void {
		this.#timer = this.#clock.setTimer(limits.socketPingMs, () => {
			const heard = this.#bytesHeard();
			const sent = this.#bytesSent();
			const isTaken = this.#sentBefore !== undefined && sent > this.#sentBefore;
			if (this.#isPaused || isTaken || heard !== this.#heardBefore) this.#unanswered = 0;
			this.#heardBefore = heard;
			this.#sentBefore = this.#socket.bufferedAmount > 0 ? sent : undefined;
			if (this.#unanswered >= mostUnanswered) return this.#giveUp();
			this.#unanswered++;
			this.#socket.ping();
			this.#ping();
		});
	}

	#giveUp(): void {
		this.#socket.terminate();
		this.#fail(silentSocket(this.#address));
	}

	#fail(cause: AgentError): void {
		if (this.#failure !== undefined) return;
		this.#failure = cause;
		this.#cause = cause;
		this.#failed.reject(cause);
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
