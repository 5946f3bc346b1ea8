/** A transport that is there at once, and carries as soon as another one is open. */
import type { AgentError } from '../../../src/core/base/errors.ts';
import { IdTable } from '../../../src/node/idTable.ts';
import type { MessageSink, Transport } from '../../../src/node/transport/transport.ts';

export class LaterTransport implements Transport {
	readonly ids = new IdTable();
	readonly #opening: Promise<Transport>;
	#opened: Transport | undefined;

	constructor(opening: Promise<Transport>) {
		this.#opening = opening.then((opened) => (this.#opened = opened));
	}

	get failure(): AgentError | undefined {
		return this.#opened?.failure;
	}

	start(sink: MessageSink): void {
		this.#later((transport) => transport.start(sink));
	}

	resume(): void {
		this.#later((transport) => transport.resume());
	}

	send(text: string): Promise<void> {
		return this.#opening.then((transport) => transport.send(text));
	}

	close(cause: AgentError): void {
		this.#later((transport) => transport.close(cause));
	}

	dispose(): void {
		this.#later((transport) => transport.dispose());
	}

	/** In the order of the calls. */
	#later(act: (transport: Transport) => void): void {
		void this.#opening.then(act);
	}
}

/** What opens a line of streamable HTTP before a test says anything. */
export const greeting = {
	id: 'greeting of the carrier',
	text: '{"jsonrpc":"2.0","id":"greeting of the carrier","method":"initialize"}',
	answer: { jsonrpc: '2.0', id: 'greeting of the carrier', result: {} },
} as const;

/** Says the greeting first, and keeps the answer to itself: who carries by requests is silent until there is one. */
export class GreetingTransport extends LaterTransport {
	readonly #greeted: Transport;

	constructor(greeted: Transport) {
		super(Promise.resolve(greeted));
		this.#greeted = greeted;
	}

	override start(sink: MessageSink): void {
		const isAnswer = (text: string): boolean => text.includes(greeting.id);
		super.start({
			take: (text) => isAnswer(text) || sink.take(text),
			closed: (cause) => sink.closed(cause),
		});
		// What fails is told by the end of the line.
		this.#greeted.send(greeting.text).catch(() => undefined);
	}
}
