import { toDisposable, type Disposable } from '../../../../src/core/base/disposable.ts';
import { AgentError } from '../../../../src/core/base/errors.ts';
import type { RequestHandler, Wire } from '../../../../src/core/acp/wire.ts';
import { assertValidOutgoing, type SchemaVersion } from './wireSchema.ts';

type Answer = (params: unknown) => unknown;

/**
 * A wire without a process. `answers` plays the agent's answers; `ask` and `tell` play what it sends on its own.
 * Everything that goes out is checked against the protocol's schema (acp C11).
 */
export class MemoryWire implements Wire {
	readonly sent: { method: string; params: unknown }[] = [];
	readonly answers = new Map<string, Answer>();
	/** Ids of the agent's requests that were taken back. */
	readonly withdrawn: (string | number)[] = [];
	readonly #version: SchemaVersion;
	#onRequest: RequestHandler | undefined;
	#onNotification: ((method: string, params: unknown) => void) | undefined;

	/** @param version of the schema that what goes out has to fit */
	constructor(version: SchemaVersion = 'stable') {
		this.#version = version;
	}

	async request(method: string, params: object): Promise<unknown> {
		assertValidOutgoing('request', method, params, this.#version);
		this.sent.push({ method, params });
		const answer = this.answers.get(method);
		if (answer === undefined) throw new AgentError('answered', 'Method not found', { code: -32601 });
		return answer(params);
	}

	notify(method: string, params: object): void {
		assertValidOutgoing('notification', method, params, this.#version);
		this.sent.push({ method, params });
	}

	onRequest(handler: RequestHandler): Disposable {
		this.#onRequest = handler;
		return toDisposable(() => (this.#onRequest = undefined));
	}

	onNotification(handler: (method: string, params: unknown) => void): Disposable {
		this.#onNotification = handler;
		return toDisposable(() => (this.#onNotification = undefined));
	}

	padIds(): void {}

	withdraw(requestId: string | number): void {
		this.withdrawn.push(requestId);
	}

	/** A notification of the agent. */
	tell(method: string, params: unknown): void {
		this.#onNotification?.(method, params);
	}

	/** A request of the agent; resolves with our answer. */
	async ask(method: string, params: unknown, signal = new AbortController().signal): Promise<unknown> {
		if (this.#onRequest === undefined) throw new Error('nobody listens');
		const result = await this.#onRequest(method, params, signal);
		assertValidOutgoing('response', method, result, this.#version);
		return result;
	}

	/** A `session/update`. */
	update(sessionId: string, update: object): void {
		this.tell('session/update', { sessionId, update });
	}

	get isListening(): boolean {
		return this.#onNotification !== undefined || this.#onRequest !== undefined;
	}
}
