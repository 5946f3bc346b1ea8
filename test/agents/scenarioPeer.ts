/** Requests of the scenario agent to its client, and their answers. */
import type { JsonObject } from './fakeAgentScript.ts';
import { type WireMessage, writeMessage } from './fakeAgentWire.ts';

export class ScenarioPeer {
	readonly #open = new Map<number, (answer: WireMessage) => void>();
	#nextId = 0;

	/** An answer of the client. */
	receive(answer: WireMessage): void {
		const id = Number(answer.id);
		this.#open.get(id)?.(answer);
		this.#open.delete(id);
	}

	/** Rejects when the client answers with an error. @param signal withdraws the request, which still gets its answer */
	async request(method: string, params: JsonObject, signal?: AbortSignal): Promise<JsonObject> {
		const id = this.#nextId++;
		const withdraw = (): void => writeMessage({ method: '$/cancel_request', params: { requestId: id } });
		signal?.addEventListener('abort', withdraw);
		const { result, error } = await new Promise<WireMessage>((resolve) => {
			this.#open.set(id, resolve);
			writeMessage({ id, method, params });
		});
		signal?.removeEventListener('abort', withdraw);
		if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
		return (result ?? {}) as JsonObject;
	}
}
