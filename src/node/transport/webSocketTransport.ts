/**
 * Messages over a WebSocket: one text frame is one JSON-RPC message. The limits are those of stdio. A line that has gone
 * dead without a word is found by pings that nobody answers.
 */
import type { RawData, WebSocket } from 'ws';
import type { Clock } from '../../core/base/clock.ts';
import type { Disposable } from '../../core/base/disposable.ts';
import type { AgentError } from '../../core/base/errors.ts';
import * as limits from '../../core/base/limits.ts';
import { IdTable } from '../idTable.ts';
import { shownAddress } from './address.ts';
import { Delivery } from './delivery.ts';
import { binaryFrame, closedBy, failedSocket, silentSocket } from './lineProblem.ts';
import { type EndedTransport, type MessageSink, notReading } from './transport.ts';

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
	readonly #delivery = new Delivery({
		setReading: (isReading) => (isReading ? this.#socket.resume() : this.#socket.pause()),
		end: (failure) => this.#end(failure),
	});
	#unsent = 0;
	#timer: Disposable | undefined;
	/** Pings since anything was heard. */
	#unanswered = 0;
	/** Bytes heard when the last ping went out. */
	#heardBefore: number;
	/** Bytes sent when the last ping was to go out, if any had to wait then. */
	#sentBefore: number | undefined;

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
		// Never removed: an 'error' without a listener would be an uncaught exception. 'close' follows each.
		socket.on('error', (error) => this.#delivery.fail(failedSocket(this.#address, error)));
		this.ended = new Promise((resolve) => {
			socket.on('close', (code, reason) => {
				this.#delivery.fail(closedBy(this.#address, code, redact(reason.toString())));
				resolve();
			});
		});
		socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
		socket.pause();
	}

	get failure(): AgentError | undefined {
		return this.#delivery.failure;
	}

	start(sink: MessageSink): void {
		if (this.failure === undefined) this.#ping();
		this.#delivery.start(sink);
	}

	resume(): void {
		this.#delivery.resume();
	}

	readonly sendBytes = (bytes: Uint8Array): Promise<void> => this.#send(bytes, bytes.length);

	send(text: string): Promise<void> {
		return this.#send(text, Buffer.byteLength(text));
	}

	#send(data: string | Uint8Array, bytes: number): Promise<void> {
		if (this.failure !== undefined) return Promise.reject(this.failure);
		return new Promise((resolve, reject) => {
			this.#unsent += bytes;
			const problem = notReading(this.#unsent, bytes);
			if (problem !== undefined) {
				this.#delivery.fail(problem);
				return reject(problem);
			}
			this.#socket.send(data, (error) => {
				this.#unsent -= bytes;
				if (error === null || error === undefined) return resolve();
				// A socket that is closing says in a moment why, and that says more than that it takes nothing.
				if (this.#socket.readyState === this.#socket.OPEN)
					this.#delivery.fail(failedSocket(this.#address, error));
				this.#delivery.failed.catch(reject);
			});
		});
	}

	close(cause: AgentError): void {
		this.#delivery.fail(cause);
	}

	kill(cause: AgentError): void {
		this.#delivery.kill(cause);
		this.#socket.terminate();
	}

	dispose(): void {
		this.#delivery.dispose();
	}

	#end({ reason }: AgentError): void {
		this.#timer?.dispose();
		this.#socket.resume();
		// Who reads nothing hears no farewell; any other gets what was sent before it.
		if (reason === 'notReading') this.#socket.terminate();
		else this.#socket.close(normalClosure);
	}

	#receive(data: RawData, isBinary: boolean): void {
		if (this.failure !== undefined) return;
		if (!isBinary) return this.#delivery.take(textOf(data));
		this.#socket.close(unsupportedData, 'Messages are text frames');
		this.#delivery.fail(binaryFrame(this.#address));
	}

	/**
	 * Sends a ping now and then; who leaves several without a word is lost. Pings are counted, not time, so that a machine
	 * that slept asks before it judges. A socket that is not read is heard again when it is. While what waits to go out goes out,
	 * somebody takes it; what does not wait says nothing, since the system takes it for a line that is dead, too.
	 */
	#ping(): void {
		this.#timer = this.#clock.setTimer(limits.socketPingMs, () => {
			if (this.failure !== undefined) return;
			const heard = this.#bytesHeard();
			const sent = this.#bytesSent();
			const isTaken = this.#sentBefore !== undefined && sent > this.#sentBefore;
			if (!this.#delivery.isReading || isTaken || heard !== this.#heardBefore) this.#unanswered = 0;
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
		this.#delivery.fail(silentSocket(this.#address));
	}
}

function textOf(data: RawData): string {
	if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
	return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
