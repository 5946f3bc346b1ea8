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
