/**
 * Reads newline-delimited JSON from an agent and hands vscode-jsonrpc only what is safe for it (`inboundMessage.ts`).
 *
 * Back-pressure (hazard A7): vscode-jsonrpc queues without bound and dispatches one message per turn of the event
 * loop. So no more than `limits.inboundHighWater` messages are ever in its queue: above, lines stay bytes and the
 * stream is paused, until fewer than `limits.inboundLowWater` are left. Notifications in a row go as one message
 * (`NotificationRun`). Nothing is dropped or reordered.
 */
import type { Readable } from 'node:stream';
import {
	AbstractMessageReader,
	type DataCallback,
	type Disposable,
	type Message,
	type NotificationMessage,
} from 'vscode-jsonrpc/node';
import { errorCodes } from '../core/acp/wire.ts';
import { Emitter } from '../core/base/emitter.ts';
import { AgentError, toError } from '../core/base/errors.ts';
import * as limits from '../core/base/limits.ts';
import type { IdTable, WireId } from './idTable.ts';
import { admit, messagesOf, NotificationRun } from './inboundMessage.ts';
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
	/** Sends an error answer to the agent. */
	readonly refuse: (id: WireId | null, code: number, reason: string) => void;
	/** Sees each JSON value that came in, before anything else. */
	readonly tap?: (value: unknown) => void;
}

export class LineReader extends AbstractMessageReader {
	readonly #options: LineReaderOptions;
	readonly #splitter = new LineSplitter();
	readonly #noise = new Emitter<Noise>();
	readonly #end = new Emitter<AgentError | undefined>();
	#callback: DataCallback = () => undefined;
	#run = new NotificationRun();
	#undispatched = 0;
	#peak = 0;
	#messages = 0;
	#noiseCount = 0;
	#refusals = 0;
	#isHolding = false;
	/** Set once no more bytes will be taken: the reason, or undefined for a plain end of the stream. */
	#ending: { readonly error: AgentError | undefined } | undefined;
	#isDone = false;

	constructor(options: LineReaderOptions) {
		super();
		this.#options = options;
	}

	/** Fires for every noisy line; whoever logs it must limit itself. */
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

	/** Most messages that were waiting for dispatch at any time. */
	get peakUndispatched(): number {
		return this.#peak;
	}

	override listen(callback: DataCallback): Disposable {
		this.#callback = callback;
		const { input } = this.#options;
		input.on('data', this.#onData);
		input.on('end', this.#onEnd);
		input.on('close', this.#onEnd);
		// Stays for good: an 'error' without a listener would be an uncaught exception.
		input.on('error', this.#onEnd);
		return { dispose: () => this.#detach() };
	}

	/** To be called after each message left the queue of vscode-jsonrpc and its handler was called. */
	noteDispatched(message: Message): void {
		this.#undispatched -= messagesOf(message).length;
		if (this.#isHolding && this.#undispatched < limits.inboundLowWater) {
			this.#isHolding = false;
			this.#pump();
			if (!this.#isHolding && this.#ending === undefined) this.#options.input.resume();
		}
		this.#checkDone();
	}

	/** Takes what the stream has buffered as the last there is; `onEnd` follows when it is dispatched. */
	finish(): void {
		// Each chunk arrives through 'data' as well.
		while (this.#ending === undefined && this.#options.input.read() !== null);
		this.#onEnd();
	}

	override dispose(): void {
		this.#isDone = true;
		this.#detach();
		this.#noise.dispose();
		this.#end.dispose();
		super.dispose();
	}

	#detach(): void {
		const { input } = this.#options;
		input.off('data', this.#onData);
		input.off('end', this.#onEnd);
		input.off('close', this.#onEnd);
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
		while (!this.#isHolding && !this.#isDone) {
			const line = this.#nextLine();
			if (line === undefined) break;
			this.#takeLine(line.toString('utf8').trim());
			if (this.#undispatched >= limits.inboundHighWater) {
				this.#isHolding = true;
				this.#options.input.pause();
			}
		}
		this.#handOverRun();
	}

	#nextLine(): Buffer | undefined {
		try {
			return this.#splitter.next();
		} catch (error) {
			this.#ending = {
				error: AgentError.is(error) ? error : new AgentError('protocol', toError(error).message),
			};
			this.#detach();
			this.#checkDone();
			return undefined;
		}
	}

	#checkDone(): void {
		if (this.#ending === undefined || this.#undispatched > 0 || this.#isDone) return;
		// The last line may lack its newline; a half one is noise.
		const rest = this.#ending.error === undefined ? this.#splitter.takeRest() : undefined;
		if (rest !== undefined) this.#takeLine(rest.toString('utf8').trim());
		this.#handOverRun();
		if (this.#undispatched > 0) return;
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
		const inbound = admit(value, this.#options.ids);
		if (inbound.kind === 'deliver') return this.#deliver(inbound.message, inbound.isQueued);
		if (inbound.kind === 'notify') return this.#notify(inbound.message, line.length);
		if (inbound.kind === 'refuse') this.#refuse(inbound.id, inbound.code, inbound.reason);
		this.#reportNoise('invalid', line, inbound.reason);
	}

	#notify(message: NotificationMessage, chars: number): void {
		this.#count(true);
		this.#run.add(message, chars);
		if (this.#run.isFull) this.#handOverRun();
	}

	#deliver(message: Message, isQueued: boolean): void {
		this.#count(isQueued);
		this.#handOverRun();
		this.#handOver(message);
	}

	#count(isQueued: boolean): void {
		this.#messages++;
		if (isQueued) this.#undispatched++;
		this.#peak = Math.max(this.#peak, this.#undispatched);
	}

	#handOverRun(): void {
		if (this.#run.notifications.length === 0) return;
		const run = this.#run;
		this.#run = new NotificationRun();
		this.#handOver(run);
	}

	#handOver(message: Message): void {
		try {
			this.#callback(message);
		} catch (error) {
			this.fireError(error);
		}
	}

	#refuse(id: WireId | null, code: number, reason: string): void {
		if (this.#refusals++ < maxRefusals) this.#options.refuse(id, code, reason);
	}

	#reportNoise(kind: Noise['kind'], line: string, reason: string): void {
		this.#noiseCount++;
		this.#noise.fire({ kind, line, reason, count: this.#noiseCount, messages: this.#messages });
	}
}
