/**
 * Reads the messages that a transport hands out and queues only what is safe for vscode-jsonrpc (`inboundMessage.ts`).
 *
 * Back-pressure (hazard A7): no more than `limits.inboundHighWater` messages are ever in the queue: above, the transport
 * keeps what comes, until fewer than `limits.inboundLowWater` are left. Nothing is dropped or reordered.
 */
import { errorCodes } from '../core/acp/wire.ts';
import type { Disposable } from '../core/base/disposable.ts';
import { Emitter } from '../core/base/emitter.ts';
import type { AgentError } from '../core/base/errors.ts';
import * as limits from '../core/base/limits.ts';
import type { WireId } from './idTable.ts';
import { checkInbound } from './inboundMessage.ts';
import type { InboundQueue } from './inboundQueue.ts';
import type { MessageSink, Transport } from './transport/transport.ts';

/**
 * Errors that we send without having been asked by a proper request. Bounded, because an agent that logs them to
 * its stdout would otherwise get an error for that line too, for ever.
 */
const maxRefusals = 100;

/** Something an agent said that is no message. */
export interface Noise {
	/** `text` is no JSON; `invalid` is JSON but no message that can be served. */
	readonly kind: 'text' | 'invalid';
	/** What stood in place of a message, such as a line on stdout. It may be long and hold control characters. */
	readonly line: string;
	readonly reason: string;
	/** Noise so far, this one included, and messages so far. */
	readonly count: number;
	readonly messages: number;
}

interface MessageReaderOptions {
	readonly transport: Transport;
	/** Takes the messages. */
	readonly queue: InboundQueue;
	/** Sends an error answer to the agent. */
	readonly refuse: (id: WireId | null, code: number, reason: string) => void;
	/** Sees each JSON value that came in, before anything else. */
	readonly tap?: (value: unknown) => void;
}

/** The reader of one connection. Ends once, with the cause of the transport. */
export class MessageReader implements MessageSink, Disposable {
	readonly #options: MessageReaderOptions;
	readonly #subscription: Disposable;
	readonly #noise = new Emitter<Noise>();
	readonly #end = new Emitter<AgentError>();
	#messages = 0;
	#noiseCount = 0;
	#refusals = 0;
	#isFull = false;
	#isDone = false;
	#cause: AgentError | undefined;

	constructor(options: MessageReaderOptions) {
		this.#options = options;
		this.#subscription = options.queue.onDispatched(() => this.#onDispatched());
	}

	/** Fires for all that is no message; a listener that logs has to bound what it logs. */
	readonly onNoise = this.#noise.event;
	/**
	 * Fires once, when the line is over and everything read before was dispatched (hazard B8): at once where the agent
	 * does not read, since no answer would reach it.
	 */
	readonly onEnd = this.#end.event;

	take(text: string): boolean {
		this.#takeText(text.trim());
		this.#isFull = this.#options.queue.length >= limits.inboundHighWater;
		return !this.#isFull;
	}

	closed(cause: AgentError): void {
		this.#cause = cause;
		this.#checkDone();
	}

	dispose(): void {
		this.#isDone = true;
		this.#subscription.dispose();
		this.#noise.dispose();
		this.#end.dispose();
	}

	#onDispatched(): void {
		const { queue, transport } = this.#options;
		if (this.#isFull && queue.length < limits.inboundLowWater) {
			this.#isFull = false;
			transport.resume();
		}
		this.#checkDone();
	}

	#checkDone(): void {
		if (this.#cause === undefined || this.#isDone) return;
		if (this.#options.queue.length > 0 && this.#cause.reason !== 'notReading') return;
		this.#isDone = true;
		this.#end.fire(this.#cause);
	}

	#takeText(text: string): void {
		if (text === '') return;
		// Anything else is a banner or a log line. It is not answered: acp C12 allows an answer, and none is safer.
		if (!text.startsWith('{') && !text.startsWith('[')) return this.#reportNoise('text', text, 'not JSON');
		let value: unknown;
		try {
			value = JSON.parse(text);
		} catch {
			if (text.startsWith('{')) this.#refuse(null, errorCodes.parseError, 'Parse error');
			return this.#reportNoise('text', text, 'not JSON');
		}
		this.#options.tap?.(value);
		const { transport, queue } = this.#options;
		const inbound = checkInbound(value, transport.ids);
		if (inbound.kind === 'refuse' || inbound.kind === 'drop') {
			if (inbound.kind === 'refuse') this.#refuse(inbound.id, inbound.code, inbound.reason);
			return this.#reportNoise('invalid', text, inbound.reason);
		}
		this.#messages++;
		if (inbound.kind === 'deliver') queue.add(inbound.message, text.length);
	}

	#refuse(id: WireId | null, code: number, reason: string): void {
		if (this.#refusals++ < maxRefusals) this.#options.refuse(id, code, reason);
	}

	#reportNoise(kind: Noise['kind'], line: string, reason: string): void {
		this.#noiseCount++;
		this.#noise.fire({ kind, line, reason, count: this.#noiseCount, messages: this.#messages });
	}
}
