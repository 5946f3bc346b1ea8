/** Writes messages as JSON to a transport, with the ids that the agent knows. */
import { AbstractMessageWriter, Message, type MessageWriter as RpcWriter } from 'vscode-jsonrpc/node';
import { toError } from '../core/base/errors.ts';
import type { Transport } from './transport/transport.ts';

interface MessageWriterOptions {
	readonly transport: Transport;
	/** Sees each message that goes out, as it is on the wire. */
	readonly tap?: (message: unknown) => void;
}

export class MessageWriter extends AbstractMessageWriter implements RpcWriter {
	readonly #options: MessageWriterOptions;

	constructor(options: MessageWriterOptions) {
		super();
		this.#options = options;
	}

	/**
	 * Resolves when the transport took the message. It is queued before this returns, so calls keep their order.
	 * An answer gets the agent's own id back; an answer to what was answered before is dropped.
	 * Rejects with the failure of the transport, or with a TypeError or RangeError for what JSON cannot express.
	 */
	write(message: Message): Promise<void> {
		if (Message.isResponse(message) && typeof message.id === 'number')
			return this.#answer(message, message.id);
		if (!Message.isRequest(message)) return this.writeAsIs(message);
		const { id } = message;
		if (typeof id !== 'number') return this.writeAsIs(message);
		const { ids } = this.#options.transport;
		return this.writeAsIs({ ...message, id: ids.outboundId(id) }, () => ids.openOutbound(id));
	}

	/**
	 * Writes a message whose id, if any, is what the agent shall see. Errors as for `write`.
	 * @param onEncoded runs once nothing can go wrong any more but the transport
	 */
	writeAsIs(message: object, onEncoded?: () => void): Promise<void> {
		const { transport, tap } = this.#options;
		if (transport.failure !== undefined) return Promise.reject(transport.failure);
		let text: string;
		try {
			text = JSON.stringify(message);
		} catch (error) {
			return Promise.reject(toError(error));
		}
		onEncoded?.();
		tap?.(message);
		return transport.send(text);
	}

	/** Part of vscode-jsonrpc's contract. The line belongs to the transport, which ends it. */
	end(): void {}

	#answer(message: Message, internal: number): Promise<void> {
		const { ids } = this.#options.transport;
		const id = ids.wireId(internal);
		if (id === undefined) return Promise.resolve();
		// Closed only when it could be encoded: otherwise vscode-jsonrpc answers again, with an error.
		return this.writeAsIs({ ...message, id }, () => ids.closeInbound(internal));
	}
}
