/** Carries messages to an agent that is a function of this test, with no process and no stream. */
import { AgentError } from '../../../src/core/base/errors.ts';
import { IdTable } from '../../../src/node/idTable.ts';
import type { MessageSink, Transport } from '../../../src/node/transport/transport.ts';

export interface MemoryMessage {
	readonly id?: string | number;
	readonly method?: string;
	readonly params?: Readonly<Record<string, unknown>>;
	readonly result?: unknown;
	readonly error?: unknown;
}

type Answerer = (message: MemoryMessage, transport: MemoryTransport) => void;

export class MemoryTransport implements Transport {
	readonly ids = new IdTable();
	readonly heard: MemoryMessage[] = [];
	readonly #agent: Answerer;
	/** What the agent said and the sink has not taken. */
	readonly #waiting: string[] = [];
	#sink: MessageSink | undefined;
	#isPaused = false;
	#failure: AgentError | undefined;

	/** @param agent gets each message of the client, in a turn of its own */
	constructor(agent: Answerer) {
		this.#agent = agent;
	}

	get failure(): AgentError | undefined {
		return this.#failure;
	}

	/** How many messages wait because the sink takes no more. */
	get waiting(): number {
		return this.#waiting.length;
	}

	say(message: MemoryMessage): void {
		this.#waiting.push(JSON.stringify({ jsonrpc: '2.0', ...message }));
		this.#handOut();
	}

	start(sink: MessageSink): void {
		this.#sink = sink;
		this.#handOut();
	}

	resume(): void {
		this.#isPaused = false;
		this.#handOut();
	}

	send(text: string): Promise<void> {
		if (this.#failure !== undefined) return Promise.reject(this.#failure);
		const message = JSON.parse(text) as MemoryMessage;
		this.heard.push(message);
		setImmediate(() => this.#agent(message, this));
		return Promise.resolve();
	}

	close(cause: AgentError): void {
		if (this.#failure !== undefined) return;
		this.#failure = cause;
		this.#sink?.closed(cause);
	}

	dispose(): void {
		this.#failure ??= new AgentError('exited', 'The test is over');
		this.#sink = undefined;
	}

	#handOut(): void {
		while (this.#sink !== undefined && !this.#isPaused) {
			const text = this.#waiting.shift();
			if (text === undefined) return;
			this.#isPaused = !this.#sink.take(text);
		}
	}
}
