/**
 * What came in over a line to an address and waits for the sink, and the end of that line: its first failure stays, and
 * the sink hears of it after everything that came before (hazard B8).
 */
import { AgentError } from '../../core/base/errors.ts';
import { sentence } from '../../core/base/sentence.ts';
import type { MessageSink } from './transport.ts';

interface DeliveryParts {
	/** Reads what carries the messages, which is not read at first, or stops reading it. */
	setReading(isReading: boolean): void;
	/** Ends what carries the messages; called once. */
	end(failure: AgentError): void;
}

export class Delivery {
	readonly #parts: DeliveryParts;
	readonly #waiting: string[] = [];
	readonly #failed = Promise.withResolvers<never>();
	#sink: MessageSink | undefined;
	#failure: AgentError | undefined;
	/** What the sink is told. */
	#cause: AgentError | undefined;
	/** The sink takes nothing until `resume`. */
	#isPaused = false;
	#isReading = false;
	#isOver = false;

	constructor(parts: DeliveryParts) {
		this.#parts = parts;
		// Only who sends waits for it.
		this.#failed.promise.catch(() => undefined);
	}

	/** Rejects with the failure, once there is one. */
	get failed(): Promise<never> {
		return this.#failed.promise;
	}

	/** Why the line takes no messages any more. */
	get failure(): AgentError | undefined {
		return this.#failure;
	}

	/** Nothing is handed out any more. */
	get isOver(): boolean {
		return this.#isOver;
	}

	/** What carries the messages is read. */
	get isReading(): boolean {
		return this.#isReading;
	}

	start(sink: MessageSink): void {
		this.#sink = sink;
		this.#goOn();
	}

	resume(): void {
		if (!this.#isPaused || this.#isOver) return;
		this.#isPaused = false;
		this.#goOn();
	}

	/** Hands out a message, now or when the sink takes it. */
	take(text: string): void {
		this.#waiting.push(text);
		this.#goOn();
	}

	/** Ends the line when all that waits is handed out; at once when the agent does not read. */
	fail(cause: AgentError): void {
		if (this.#failure !== undefined) return;
		this.#settle(cause);
		this.#cause = cause;
		if (cause.reason === 'notReading') this.#waiting.length = 0;
		this.#endIfDrained();
	}

	/** Ends the line at once. What waits is lost; the sink hears why. */
	kill(cause: AgentError): void {
		this.#waiting.length = 0;
		this.fail(cause);
		this.#endIfDrained();
		this.dispose();
	}

	/** Ends the line at once; the sink hears nothing any more. */
	dispose(): void {
		if (this.#isOver) return;
		this.#isOver = true;
		this.#waiting.length = 0;
		this.#parts.end(
			this.#failure ?? this.#settle(new AgentError('exited', sentence('The connection was closed'))),
		);
	}

	#settle(failure: AgentError): AgentError {
		this.#failure = failure;
		this.#failed.reject(failure);
		return failure;
	}

	#goOn(): void {
		while (this.#sink !== undefined && !this.#isPaused && !this.#isOver) {
			const text = this.#waiting.shift();
			if (text === undefined) break;
			this.#isPaused = !this.#sink.take(text);
		}
		if (this.#isOver) return;
		this.#setReading(this.#sink !== undefined && !this.#isPaused);
		this.#endIfDrained();
	}

	/** Asked for with each message, done where it changes something. */
	#setReading(isReading: boolean): void {
		if (isReading === this.#isReading) return;
		this.#isReading = isReading;
		this.#parts.setReading(isReading);
	}

	#endIfDrained(): void {
		if (this.#cause === undefined || this.#isOver || this.#sink === undefined || this.#waiting.length > 0)
			return;
		this.dispose();
		this.#sink.closed(this.#cause);
	}
}
