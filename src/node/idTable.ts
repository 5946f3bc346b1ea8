/**
 * Which requests are open, in both directions.
 * Inbound ids are the agent's: `1` and `"1"` differ for it but not inside vscode-jsonrpc, so each gets an internal
 * number while it is open and its own id back in the answer (acp C8). Outbound ids are ours (integers from 0).
 */

/** A request id as JSON-RPC allows it, null aside. */
export type WireId = string | number;

interface InboundRequest {
	readonly id: WireId;
	readonly cancellation: AbortController;
}

/** Maps request ids of JSON-RPC 2.0 between the agent and vscode-jsonrpc. One for each connection. */
export class IdTable {
	readonly #internalByKey = new Map<string, number>();
	readonly #inbound = new Map<number, InboundRequest>();
	readonly #outbound = new Set<number>();
	#nextInternal = 0;
	#outboundLength = 0;

	/** Opens an inbound request. Nothing comes back when a request with this very id is open already. */
	openInbound(id: WireId): number | undefined {
		const key = keyOf(id);
		if (this.#internalByKey.has(key)) return undefined;
		const internal = this.#nextInternal++;
		this.#internalByKey.set(key, internal);
		this.#inbound.set(internal, { id, cancellation: new AbortController() });
		return internal;
	}

	/** Cancels an open inbound request, whether it is being handled or waits. @returns false when there is none */
	cancelInbound(id: WireId): boolean {
		const request = this.#inbound.get(this.#internalByKey.get(keyOf(id)) ?? -1);
		request?.cancellation.abort();
		return request !== undefined;
	}

	/** Fires when the request with that internal number is cancelled. */
	cancellationOf(internal: number): AbortSignal {
		return (this.#inbound.get(internal)?.cancellation ?? new AbortController()).signal;
	}

	/** The agent's id for an internal number, as long as the request is open. */
	wireId(internal: number): WireId | undefined {
		return this.#inbound.get(internal)?.id;
	}

	/** Closes an inbound request: it is being answered. */
	closeInbound(internal: number): void {
		const request = this.#inbound.get(internal);
		if (request === undefined) return;
		this.#inbound.delete(internal);
		this.#internalByKey.delete(keyOf(request.id));
	}

	/** Internal numbers of all inbound requests without an answer. */
	openInboundRequests(): number[] {
		return [...this.#inbound.keys()];
	}

	/** From now on our ids are strings of digits of that length, which some gateways want. */
	padOutbound(length: number): void {
		this.#outboundLength = length;
	}

	/** A request of ours goes out. @returns its id on the wire */
	outboundId(id: number): WireId {
		return this.#outboundLength === 0 ? id : String(id).padStart(this.#outboundLength, '0');
	}

	/** A request of ours has gone out. */
	openOutbound(id: number): void {
		this.#outbound.add(id);
	}

	/**
	 * Settles one of our requests by the id of a response: once, so a second response finds nothing (hazard A6). A string
	 * that spells a pending id counts as that id: some agents stringify ids.
	 */
	settleOutbound(id: WireId): number | undefined {
		const spelled = typeof id === 'string' && this.outboundId(Number(id)) === id;
		const own = spelled || (typeof id === 'string' && String(Number(id)) === id) ? Number(id) : id;
		return typeof own === 'number' && this.#outbound.delete(own) ? own : undefined;
	}
}

function keyOf(id: WireId): string {
	return `${typeof id}:${id}`;
}
