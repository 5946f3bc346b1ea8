/** Messages over a WebSocket: one text frame is one JSON-RPC message. The limits are those of stdio. */
import type { RawData, WebSocket } from 'ws';
import type { Clock } from '../../core/base/clock.ts';
import type { AgentError } from '../../core/base/errors.ts';
import { AddressTransport } from './addressTransport.ts';
import { binaryFrame, closedBy, failedSocket } from './lineProblem.ts';

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

/** Status of a close that we ask for (RFC 6455, 7.4.1). */
const normalClosure = 1000;
const unsupportedData = 1003;

export class WebSocketTransport extends AddressTransport {
	readonly ended: Promise<void>;
	readonly #socket: WebSocket;
	readonly #bytesHeard: () => number;
	readonly #bytesSent: () => number;
	/** Bytes heard when the last ping went out. */
	#heardBefore: number;
	/** Bytes sent when the last ping was to go out, if any had to wait then. */
	#sentBefore: number | undefined;

	constructor(options: WebSocketTransportOptions) {
		const { socket, bytesHeard, bytesSent, url, clock, redact = (text) => text } = options;
		super(url, clock);
		this.#socket = socket;
		this.#bytesHeard = bytesHeard;
		this.#bytesSent = bytesSent;
		this.#heardBefore = bytesHeard();
		// Never removed: an 'error' without a listener would be an uncaught exception. 'close' follows each.
		socket.on('error', (error) => this.delivery.fail(failedSocket(this.address, error)));
		this.ended = new Promise((resolve) => {
			socket.on('close', (code, reason) => {
				this.delivery.fail(closedBy(this.address, code, redact(reason.toString())));
				resolve();
			});
		});
		socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
		socket.pause();
	}

	readonly sendBytes = (bytes: Uint8Array): Promise<void> =>
		this.sendCounted(bytes.length, () => this.#send(bytes));

	protected carry(text: string): Promise<void> {
		return this.#send(text);
	}

	#send(data: string | Uint8Array): Promise<void> {
		return new Promise((resolve, reject) => {
			this.#socket.send(data, (error) => {
				if (error === null || error === undefined) return resolve();
				// A socket that is closing says in a moment why, and that says more than that it takes nothing.
				if (this.#socket.readyState === this.#socket.OPEN)
					this.delivery.fail(failedSocket(this.address, error));
				this.delivery.failed.catch(reject);
			});
		});
	}

	protected setReading(isReading: boolean): void {
		if (isReading) this.#socket.resume();
		else this.#socket.pause();
	}

	protected end({ reason }: AgentError): void {
		this.#socket.resume();
		// Who reads nothing hears no farewell; any other gets what was sent before it.
		if (reason === 'notReading') this.#socket.terminate();
		else this.#socket.close(normalClosure);
	}

	protected cut(): void {
		this.#socket.terminate();
	}

	protected ping(): void {
		this.#socket.ping();
	}

	/**
	 * Anything that was heard counts. While what waits to go out goes out, it is taken; what does not wait says nothing,
	 * since the system takes it for a line that is dead, too.
	 */
	protected isAlive(): boolean {
		const heard = this.#bytesHeard();
		const sent = this.#bytesSent();
		const isTaken = this.#sentBefore !== undefined && sent > this.#sentBefore;
		const wasHeard = heard !== this.#heardBefore;
		this.#heardBefore = heard;
		this.#sentBefore = this.#socket.bufferedAmount > 0 ? sent : undefined;
		return isTaken || wasHeard;
	}

	#receive(data: RawData, isBinary: boolean): void {
		if (this.failure !== undefined) return;
		if (!isBinary) return this.delivery.take(textOf(data));
		this.#socket.close(unsupportedData, 'Messages are text frames');
		this.delivery.fail(binaryFrame(this.address));
	}
}

function textOf(data: RawData): string {
	if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
	return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
