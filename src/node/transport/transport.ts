/**
 * The seam between what carries messages and what they mean. A transport knows where one message ends and the next
 * begins, how much may be on its way, and why its line ended; it knows nothing of JSON-RPC but whose ids are whose.
 */
import type { Disposable } from '../../core/base/disposable.ts';
import { AgentError } from '../../core/base/errors.ts';
import * as limits from '../../core/base/limits.ts';
import { sentence } from '../../core/base/sentence.ts';
import type { IdTable } from '../idTable.ts';

/** Takes what a transport hands out, in the order of the wire. */
export interface MessageSink {
	/**
	 * One message, as text; blank text is none.
	 * @returns false when nothing more shall come until `resume` (hazard A7)
	 */
	take(text: string): boolean;
	/** The line is over, for that reason; called once, after the last `take` (hazard B8). */
	closed(cause: AgentError): void;
}

/** Carries the messages of one agent in both directions. Made for one sink, and used up with its line. */
export interface Transport extends Disposable {
	/** Which ids requests have on this line, and which of them are open. */
	readonly ids: IdTable;
	/** Why nothing can be sent any more, once that is so; the sink hears of the end on its own. */
	readonly failure: AgentError | undefined;
	/** Begins to hand out what comes in. To be called once. */
	start(sink: MessageSink): void;
	/** The sink takes more, after a `take` that returned false. */
	resume(): void;
	/**
	 * Sends one message. It is queued before this returns, so calls keep their order; resolves when it was taken off
	 * our hands. Rejects with the failure: `notReading` above `limits.unsentBytes`, `exited` for any other.
	 */
	send(text: string): Promise<void>;
	/** Sends a frame of bytes, in order with the messages; only on lines that have such. Rejects as `send` does. */
	readonly sendBytes?: (bytes: Uint8Array) => Promise<void>;
	/**
	 * Ends the line from outside. What came in before is handed out first.
	 * @param cause what the sink is told; one that was found earlier stays
	 */
	close(cause: AgentError): void;
	/** Ends the line at once: the sink hears nothing any more. What was sent before may still arrive. */
	dispose(): void;
}

/** One that leads to an address, where the agent goes on when it ends. */
export interface EndedTransport extends Transport {
	/** Resolves when nothing of the line is left here. */
	readonly ended: Promise<void>;
	/**
	 * Ends the line at once, also for an agent that takes nothing any more. What came in and was not handed out is lost.
	 * @param cause what the sink is told, unless the line was over before
	 */
	kill(cause: AgentError): void;
}

/**
 * More is on its way out than the line may owe.
 * @param unsent bytes that were sent and not taken yet, with those of the message that is sent now
 * @param bytes those of that message: one message alone says nothing about whether the agent reads, since escapes may
 *   make a large file larger still
 */
export function notReading(unsent: number, bytes: number): AgentError | undefined {
	if (unsent <= limits.unsentBytes || unsent <= bytes) return undefined;
	return new AgentError('notReading', sentence('The agent stopped reading its input'));
}
