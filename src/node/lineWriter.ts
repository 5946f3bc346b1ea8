/**
 * Writes newline-delimited JSON to an agent. Whatever goes wrong with the stream becomes one failure: the first
 * stays, is reported once, and every later write is refused with it (hazards A8, A9).
 */
import type { Writable } from 'node:stream';
import { AbstractMessageWriter, Message, type MessageWriter } from 'vscode-jsonrpc/node';
import { Emitter } from '../core/base/emitter.ts';
import { AgentError, toError } from '../core/base/errors.ts';
import { sentence } from '../core/base/sentence.ts';
import * as limits from '../core/base/limits.ts';
import type { IdTable } from './idTable.ts';

interface LineWriterOptions {
	readonly output: Writable;
	readonly ids: IdTable;
	/** Sees each message that goes out, as it is on the wire. */
	readonly tap?: (message: unknown) => void;
}

export class LineWriter extends AbstractMessageWriter implements MessageWriter {
	readonly #options: LineWriterOptions;
	readonly #failed = new Emitter<AgentError>();
	#unsent = 0;
	#failure: AgentError | undefined;

	constructor(options: LineWriterOptions) {
		super();
		this.#options = options;
		options.output.on('error', (error) => this.#fail(toExited(error)));
	}

	/** Fires once: `notReading` above `limits.unsentBytes`, `exited` for any error of the stream. */
	readonly onFailure = this.#failed.event;

	get failure(): AgentError | undefined {
		return this.#failure;
	}

	/**
	 * Resolves when the stream took the bytes. The bytes are queued before this returns, so calls keep their order.
	 * An answer gets the agent's own id back; an answer to what was answered before is dropped.
	 * Rejects with the failure, or with a TypeError or RangeError for what JSON cannot express.
	 */
	write(message: Message): Promise<void> {
		if (Message.isResponse(message) && typeof message.id === 'number')
			return this.#answer(message, message.id);
		if (!Message.isRequest(message)) return this.writeAsIs(message);
		const { id } = message;
		return this.writeAsIs(message, () => {
			if (typeof id === 'number') this.#options.ids.openOutbound(id);
		});
	}

	/**
	 * Writes a message whose id, if any, is what the agent shall see. Errors as for `write`.
	 * @param onEncoded runs once nothing can go wrong any more but the stream
	 */
	writeAsIs(message: object, onEncoded?: () => void): Promise<void> {
		if (this.#failure !== undefined) return Promise.reject(this.#failure);
		let line: Buffer;
		try {
			line = Buffer.from(JSON.stringify(message) + '\n');
		} catch (error) {
			return Promise.reject(toError(error));
		}
		onEncoded?.();
		this.#options.tap?.(message);
		return this.#send(line);
	}

	/** Part of vscode-jsonrpc's contract. The stream belongs to the process, which ends it. */
	end(): void {}

	override dispose(): void {
		this.#failed.dispose();
		super.dispose();
	}

	#answer(message: Message, internal: number): Promise<void> {
		const id = this.#options.ids.wireId(internal);
		if (id === undefined) return Promise.resolve();
		// Closed only when it could be encoded: otherwise vscode-jsonrpc answers again, with an error.
		return this.writeAsIs({ ...message, id }, () => this.#options.ids.closeInbound(internal));
	}

	#send(line: Buffer): Promise<void> {
		return new Promise((resolve, reject) => {
			this.#unsent += line.length;
			// One message alone says nothing about whether the agent reads: escapes may make a large file larger still.
			if (this.#unsent > limits.unsentBytes && this.#unsent > line.length) {
				this.#fail(new AgentError('notReading', sentence('The agent stopped reading its input')));
				reject(this.#failure);
				return;
			}
			this.#options.output.write(line, (error) => {
				this.#unsent -= line.length;
				if (error === null || error === undefined) return resolve();
				this.#fail(toExited(error));
				reject(this.#failure);
			});
		});
	}

	#fail(error: AgentError): void {
		if (this.#failure !== undefined) return;
		this.#failure = error;
		this.#failed.fire(error);
	}
}

function toExited(error: Error): AgentError {
	return new AgentError('exited', sentence('The agent closed its input: {0}', error.message), {
		cause: error,
	});
}
