/**
 * Reads newline-delimited JSON from an agent and queues only what is safe for vscode-jsonrpc (`inboundMessage.ts`).
 *
 * Back-pressure (hazard A7): no more than `limits.inboundHighWater` messages are ever in the queue: above, lines stay
 * bytes and the stream is paused, until fewer than `limits.inboundLowWater` are left. Nothing is dropped or reordered.
 */
import type { Readable } from 'node:stream';
import { errorCodes } from '../core/acp/wire.ts';
import type { Disposable } from '../core/base/disposable.ts';
import { Emitter } from '../core/base/emitter.ts';
import { AgentError, wordsOf } from '../core/base/errors.ts';
import * as limits from '../core/base/limits.ts';
import type { IdTable, WireId } from './idTable.ts';
import { checkInbound } from './inboundMessage.ts';
import type { InboundQueue } from './inboundQueue.ts';
import { LineSplitter } from './lineSplitter.ts';

/**
 * Errors that we send without having been asked by a proper request. Bounded, because an agent that logs them to
 * its stdout would otherwise get an error for that line too, for ever.
 */
const maxRefusals = 100;

/** Something on stdout that is no message. */
export interface Noise {
	/** `text` is no JSON; `invalid` is JSON but no message that can be served. */
	readonly kind: 'text' | 'invalid';
	/** The line, as it came; it may be long and hold control characters. */
	readonly line: string;
	readonly reason: string;
	/** Noise so far, this one included, and messages so far. */
	readonly count: number;
	readonly messages: number;
}

interface LineReaderOptions {
	readonly input: Readable;
	readonly ids: IdTable;
	/** Takes the messages. */
	readonly queue: InboundQueue;
	/** Sends an error answer to the agent. */
	readonly refuse: (id: WireId | null, code: number, reason: string) => void;
	/** Sees each JSON value that came in, before anything else. */
	readonly tap?: (value: unknown) => void;
}

/** The reader of one connection. Ends once, with the error of the stream if there was one. */
export class LineReader implements Disposable {
	readonly #options: LineReaderOptions;
	readonly #subscription: Disposable;
	readonly #splitter = new LineSplitter();
	readonly #noise = new Emitter<Noise>();
	readonly #end = new Emitter<AgentError | undefined>();
	#messages = 0;
	#noiseCount = 0;
	#refusals = 0;
	#isPaused = false;
	/** Set once no more bytes will be taken: the reason, or undefined for a plain end of the stream. */
	#ending: { readonly error: AgentError | undefined } | undefined;
	#isDone = false;

	constructor(options: LineReaderOptions) {
		this.#options = options;
		this.#subscription = options.queue.onDispatched(() => this.#onDispatched());
	}

	/** Fires for every line that is no message; a listener that logs has to bound what it logs. */
	readonly onNoise = this.#noise.event;
	/**
	 * Fires once, when the stream has ended or failed and everything read before was dispatched (hazard B8).
	 * The error is `tooLarge` for a line above the limit, undefined for an end.
	 */
	readonly onEnd = this.#end.event;

	/** True once `onEnd` has fired, or after `dispose`. */
	get isDone(): boolean {
		return this.#isDone;
	}

	/** Begins to read. */
	start(): void {
		const { input } = this.#options;
		input.on('data', this.#onData);
		input.on('end', this.#onEnd);
		input.on('close', this.#onEnd);
		// Never removed: an 'error' without a listener would be an uncaught exception.
		input.on('error', this.#onEnd);
	}

	/** Takes what the stream has buffered as the last there is; `onEnd` follows when it is dispatched. */
	finish(): void {
		// Each chunk arrives through 'data' as well.
		while (this.#ending === undefined && this.#options.input.read() !== null);
		this.#onEnd();
	}

	dispose(): void {
		this.#isDone = true;
		this.#detach();
		this.#subscription.dispose();
		this.#noise.dispose();
		this.#end.dispose();
	}

	#detach(): void {
		const { input } = this.#options;
		input.off('data', this.#onData);
		input.off('end', this.#onEnd);
		input.off('close', this.#onEnd);
	}

	#onDispatched(): void {
		if (this.#isPaused && this.#options.queue.length < limits.inboundLowWater) {
			this.#isPaused = false;
			this.#pump();
			if (!this.#isPaused && this.#ending === undefined) this.#options.input.resume();
		}
		this.#checkDone();
	}

	readonly #onData = (chunk: Buffer | string): void => {
		if (this.#ending !== undefined) return;
		this.#splitter.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
		this.#pump();
	};

	readonly #onEnd = (): void => {
		if (this.#ending !== undefined) return;
		this.#ending = { error: undefined };
		this.#checkDone();
	};

	/** Turns bytes into messages until there are no more, or enough for now. */
	#pump(): void {
		while (!this.#isPaused && !this.#isDone) {
			const line = this.#nextLine();
			if (line === undefined) break;
			this.#takeLine(line.toString('utf8').trim());
			if (this.#options.queue.length >= limits.inboundHighWater) {
				this.#isPaused = true;
				this.#options.input.pause();
			}
		}
	}

	#nextLine(): Buffer | undefined {
		try {
			return this.#splitter.next();
		} catch (error) {
			this.#ending = {
				error: AgentError.is(error) ? error : new AgentError('protocol', wordsOf(error)),
			};
			this.#detach();
			this.#checkDone();
			return undefined;
		}
	}

	#checkDone(): void {
		if (this.#ending === undefined || this.#options.queue.length > 0 || this.#isDone) return;
		// The last line may lack its newline; a half one is noise.
		const rest = this.#ending.error === undefined ? this.#splitter.takeRest() : undefined;
		if (rest !== undefined) this.#takeLine(rest.toString('utf8').trim());
		if (this.#options.queue.length > 0) return;
		this.#isDone = true;
		this.#detach();
		this.#end.fire(this.#ending.error);
	}

	#takeLine(line: string): void {
		if (line === '') return;
		// Anything else is a banner or a log line. It is not answered: acp C12 allows an answer, and none is safer.
		if (!line.startsWith('{') && !line.startsWith('[')) return this.#reportNoise('text', line, 'not JSON');
		let value: unknown;
		try {
			value = JSON.parse(line);
		} catch {
			if (line.startsWith('{')) this.#refuse(null, errorCodes.parseError, 'Parse error');
			return this.#reportNoise('text', line, 'not JSON');
		}
		this.#options.tap?.(value);
		const { ids, queue } = this.#options;
		const inbound = checkInbound(value, ids);
		if (inbound.kind === 'refuse' || inbound.kind === 'drop') {
			if (inbound.kind === 'refuse') this.#refuse(inbound.id, inbound.code, inbound.reason);
			return this.#reportNoise('invalid', line, inbound.reason);
		}
		this.#messages++;
		if (inbound.kind === 'deliver') queue.add(inbound.message, line.length);
	}

	#refuse(id: WireId | null, code: number, reason: string): void {
		if (this.#refusals++ < maxRefusals) this.#options.refuse(id, code, reason);
	}

	#reportNoise(kind: Noise['kind'], line: string, reason: string): void {
		this.#noiseCount++;
		this.#noise.fire({ kind, line, reason, count: this.#noiseCount, messages: this.#messages });
	}
}
