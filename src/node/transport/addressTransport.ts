/**
 * What lines to addresses share: what waits here and what is owed, how they end, and how one is found that has gone dead
 * without a word.
 */
import type { Clock } from '../../core/base/clock.ts';
import type { Disposable } from '../../core/base/disposable.ts';
import type { AgentError } from '../../core/base/errors.ts';
import * as limits from '../../core/base/limits.ts';
import { IdTable } from '../idTable.ts';
import { redactedUrl } from './address.ts';
import { Delivery } from './delivery.ts';
import { silentLine } from './lineProblem.ts';
import { type EndedTransport, type MessageSink, notReading } from './transport.ts';

/** Pings without an answer after which the line counts as lost. */
const mostUnanswered = limits.socketPongMs / limits.socketPingMs;

export abstract class AddressTransport implements EndedTransport {
	readonly ids = new IdTable();
	abstract readonly ended: Promise<void>;
	/** Where the line leads, for what is told of its end. */
	protected readonly address: string;
	protected readonly delivery = new Delivery({
		setReading: (isReading) => this.setReading(isReading),
		end: (failure) => {
			this.#timer?.dispose();
			this.end(failure);
		},
	});
	readonly #clock: Clock;
	#unsent = 0;
	#timer: Disposable | undefined;
	/** Pings since there was a sign of life. */
	#unanswered = 0;

	constructor(url: string, clock: Clock) {
		this.address = redactedUrl(url);
		this.#clock = clock;
	}

	get failure(): AgentError | undefined {
		return this.delivery.failure;
	}

	start(sink: MessageSink): void {
		if (this.failure === undefined) this.#awaitPing();
		this.delivery.start(sink);
	}

	resume(): void {
		this.delivery.resume();
	}

	send(text: string): Promise<void> {
		return this.sendCounted(Buffer.byteLength(text), () => this.carry(text));
	}

	/** @param bytes that wait here until they are taken off our hands, of which there is a bound */
	protected sendCounted(bytes: number, carry: () => Promise<void>): Promise<void> {
		if (this.failure !== undefined) return Promise.reject(this.failure);
		this.#unsent += bytes;
		const problem = notReading(this.#unsent, bytes);
		if (problem === undefined) return carry().finally(() => (this.#unsent -= bytes));
		this.delivery.fail(problem);
		return Promise.reject(problem);
	}

	close(cause: AgentError): void {
		this.delivery.fail(cause);
	}

	kill(cause: AgentError): void {
		this.delivery.kill(cause);
		this.cut();
	}

	dispose(): void {
		this.delivery.dispose();
	}

	/** Sends a message behind those before it. Resolves when it was taken off our hands; rejects with the failure. */
	protected abstract carry(text: string): Promise<void>;
	/** Reads what carries the messages, which is not read at first, or stops reading it. */
	protected abstract setReading(isReading: boolean): void;
	/** Ends what carries the messages, in good order; called once. */
	protected abstract end(failure: AgentError): void;
	/** Ends it at once, also where nothing is taken any more. */
	protected abstract cut(): void;
	/** Asks the other side for a sign of life. */
	protected abstract ping(): void;
	/** True when there was a sign of life since this was last asked. */
	protected abstract isAlive(): boolean;

	/**
	 * Asks now and then; who leaves several pings without a sign of life is lost. Pings are counted, not time, so that a
	 * machine that slept asks before it judges. A line that is not read is heard again when it is.
	 */
	#awaitPing(): void {
		this.#timer = this.#clock.setTimer(limits.socketPingMs, () => {
			if (this.failure !== undefined) return;
			const isAlive = this.isAlive();
			if (isAlive || !this.delivery.isReading) this.#unanswered = 0;
			if (this.#unanswered >= mostUnanswered) {
				this.cut();
				return this.delivery.fail(silentLine(this.address));
			}
			this.#unanswered++;
			this.ping();
			this.#awaitPing();
		});
	}
}
