/**
 * Newline-delimited JSON over two streams (acp C1, C3): the stdio of a process. The one transport that waits for an exit,
 * because the exit code of a process says more than its closed pipe.
 *
 * Back-pressure (hazard A7): while the sink takes nothing, lines stay bytes and the stream is paused. Nothing is dropped
 * or reordered. Whatever goes wrong with the output becomes one failure: the first stays, and every later message is
 * refused with it (hazards A8, A9).
 */
import type { Readable, Writable } from 'node:stream';
import { AgentError, wordsOf } from '../../core/base/errors.ts';
import * as limits from '../../core/base/limits.ts';
import { sentence } from '../../core/base/sentence.ts';
import { IdTable } from '../idTable.ts';
import { LineSplitter } from './lineSplitter.ts';
import { type MessageSink, type Transport, notReading } from './transport.ts';

interface Streams {
	/** What the agent writes: its stdout. */
	readonly input: Readable;
	/** What the agent reads: its stdin. The maker of the streams ends them. */
	readonly output: Writable;
}

export class StreamTransport implements Transport {
	readonly ids = new IdTable();
	readonly #input: Readable;
	readonly #output: Writable;
	readonly #splitter = new LineSplitter();
	#sink: MessageSink | undefined;
	#unsent = 0;
	#failure: AgentError | undefined;
	/** Set once no more bytes will be taken: the reason, or undefined for a plain end of the stream. */
	#ending: { readonly error: AgentError | undefined } | undefined;
	/** What the sink will be told when everything that came in was handed out. */
	#cause: AgentError | undefined;
	#exitTimer: NodeJS.Timeout | undefined;
	#isPaused = false;
	/** Everything that came in was handed out. */
	#isDrained = false;
	#isOver = false;

	constructor({ input, output }: Streams) {
		this.#input = input;
		this.#output = output;
		// Never removed: an 'error' without a listener would be an uncaught exception.
		output.on('error', (error) => this.#fail(closedInput(error)));
	}

	get failure(): AgentError | undefined {
		return this.#failure;
	}

	start(sink: MessageSink): void {
		this.#sink = sink;
		const input = this.#input;
		input.on('data', this.#onData);
		input.on('end', this.#onEnd);
		input.on('close', this.#onEnd);
		// Never removed, like that of the output.
		input.on('error', this.#onEnd);
	}

	resume(): void {
		if (!this.#isPaused || this.#isOver) return;
		this.#isPaused = false;
		this.#pump();
		if (!this.#isPaused && this.#ending === undefined) this.#input.resume();
		this.#drain();
	}

	send(text: string): Promise<void> {
		if (this.#failure !== undefined) return Promise.reject(this.#failure);
		const line = Buffer.from(text + '\n');
		return new Promise((resolve, reject) => {
			this.#unsent += line.length;
			const problem = notReading(this.#unsent, line.length);
			if (problem !== undefined) {
				this.#fail(problem);
				return reject(problem);
			}
			this.#output.write(line, (error) => {
				this.#unsent -= line.length;
				if (error === null || error === undefined) return resolve();
				this.#fail(closedInput(error));
				reject(this.#failure);
			});
		});
	}

	close(cause: AgentError): void {
		if (this.#isOver) return;
		this.#cause ??= cause;
		// Each chunk arrives through 'data' as well.
		while (this.#ending === undefined && this.#input.read() !== null);
		this.#onEnd();
		if (this.#isDrained) this.#end(this.#cause);
	}

	dispose(): void {
		this.#isOver = true;
		clearTimeout(this.#exitTimer);
		this.#detach();
	}

	#detach(): void {
		this.#input.off('data', this.#onData);
		this.#input.off('end', this.#onEnd);
		this.#input.off('close', this.#onEnd);
	}

	readonly #onData = (chunk: Buffer | string): void => {
		if (this.#ending !== undefined) return;
		this.#splitter.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
		this.#pump();
	};

	readonly #onEnd = (): void => {
		if (this.#ending !== undefined) return;
		this.#ending = { error: undefined };
		this.#drain();
	};

	/** Turns bytes into messages until there are no more, or enough for now. */
	#pump(): void {
		while (!this.#isPaused && !this.#isOver) {
			const line = this.#nextLine();
			if (line === undefined) break;
			this.#handOut(line);
			if (this.#isPaused) this.#input.pause();
		}
	}

	#handOut(line: Buffer): void {
		if (this.#sink?.take(line.toString('utf8')) === false) this.#isPaused = true;
	}

	#nextLine(): Buffer | undefined {
		try {
			return this.#splitter.next();
		} catch (error) {
			this.#ending = {
				error: AgentError.is(error) ? error : new AgentError('protocol', wordsOf(error)),
			};
			this.#detach();
			this.#drain();
			return undefined;
		}
	}

	/** Once nothing more comes in and all of it was handed out, the line is over, or will be when the process exits. */
	#drain(): void {
		if (this.#ending === undefined || this.#isPaused || this.#isDrained || this.#isOver) return;
		this.#isDrained = true;
		// The last line may lack its newline; a half one is noise.
		const rest = this.#ending.error === undefined ? this.#splitter.takeRest() : undefined;
		if (rest !== undefined) this.#handOut(rest);
		this.#detach();
		const cause = this.#ending.error ?? this.#cause;
		if (cause !== undefined) this.#end(cause);
		else this.#closeSoon(this.#failure ?? closedOutput());
	}

	#fail(error: AgentError): void {
		if (this.#failure !== undefined) return;
		this.#failure = error;
		if (error.reason === 'notReading') this.#end(error);
		else this.#closeSoon(error);
	}

	/**
	 * Gives the process a moment to exit, because its exit code says more than a closed pipe, and as long again to tell of
	 * it: a descendant may hold the stderr of a process that has exited.
	 */
	#closeSoon(cause: AgentError): void {
		if (this.#isOver) return;
		this.#exitTimer ??= setTimeout(() => this.close(cause), 2 * limits.exitDrainMs);
	}

	#end(cause: AgentError): void {
		if (this.#isOver) return;
		this.dispose();
		this.#sink?.closed(cause);
	}
}

function closedOutput(): AgentError {
	return new AgentError('exited', sentence('The agent closed its output'));
}

function closedInput(error: Error): AgentError {
	return new AgentError('exited', sentence('The agent closed its input: {0}', error.message), {
		cause: error,
	});
}
