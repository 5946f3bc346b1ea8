/**
 * One connection of a client with a Pioneer gateway, held against the schemas: every message of both sides, and whether
 * the client has subscribed to the thread that a message is about.
 */
import { isJsonObject, type JsonObject, objectAt, stringAt } from '../../src/core/base/json.ts';
import { type Generation, isIn, problemWith } from './pioneerSchemas.ts';

type Side = 'client' | 'gateway';

/** Told to every connection of the workspace, or about no thread. */
const needsNoSubscription =
	/^(?:turn\/permission\/|cli_runtime\/|thread\/(?:started|tree)|artifact\/|auth\/)/u;
/** Refused to who has not subscribed. */
const needsSubscription: ReadonlySet<string> = new Set(['turn/cancel']);

export class PioneerConversation {
	/** A sentence for each violation, in order. */
	readonly violations: string[] = [];
	readonly #generation: Generation;
	readonly #asked = new Map<string, { readonly method: string; readonly params: JsonObject }>();
	readonly #subscribed = new Set<string>();

	constructor(generation: Generation = 'G1') {
		this.#generation = generation;
	}

	/** A frame of the client. @returns whether the documents describe it */
	fromClient(frame: unknown): boolean {
		const before = this.violations.length;
		this.#check('client', 'request', frame, 'A frame');
		if (!isJsonObject(frame)) return false;
		const method = stringAt(frame, 'method') ?? '';
		const id = stringAt(frame, 'id');
		if (id !== undefined && this.#asked.has(id)) this.#say('client', method, `repeats the id ${id}`);
		this.request(method, frame['params'] ?? {}, id);
		return this.violations.length === before;
	}

	/** A frame of the gateway. */
	fromGateway(frame: unknown): void {
		if (!isJsonObject(frame)) return this.#say('gateway', 'A frame', 'is no object');
		const method = stringAt(frame, 'method');
		if (method !== undefined) {
			this.#check('gateway', 'notification', frame, method);
			return this.notification(method, frame['params']);
		}
		const id = stringAt(frame, 'id');
		const asked = id === undefined ? undefined : this.#asked.get(id);
		const name = asked === undefined ? 'An answer' : `${asked.method} answer`;
		if (id !== undefined && asked === undefined)
			this.#say('gateway', name, `is for ${id}, which nobody asked`);
		if (id !== undefined) this.#asked.delete(id);
		if ('error' in frame) return this.#check('gateway', 'error', frame, name);
		this.#check('gateway', 'response', frame, name);
		if (asked !== undefined) this.result(asked.method, asked.params, frame['result']);
	}

	/** The params of a request, where there are no frames. */
	request(method: string, params: unknown, id?: string): void {
		this.#check('client', `${method} params`, params);
		const fields = isJsonObject(params) ? params : {};
		if (id !== undefined) this.#asked.set(id, { method, params: fields });
		const threadId = stringAt(fields, 'thread_id');
		if (needsSubscription.has(method) && threadId !== undefined && !this.#subscribed.has(threadId))
			this.#say('client', method, `is for ${threadId}, which the client has not subscribed to`);
	}

	/** What a request was answered with. */
	result(method: string, params: JsonObject, result: unknown): void {
		if (!isIn('methods', method, this.#generation))
			this.#say('gateway', method, `is answered, which ${this.#generation} does not have`);
		this.#check('gateway', `${method} result`, result);
		if (method === 'thread/start') this.#subscribed.add(stringAt(params, 'thread_id') ?? '');
		if (method === 'thread/unsubscribe') this.#subscribed.delete(stringAt(params, 'threadId') ?? '');
	}

	notification(method: string, params: unknown): void {
		if (!isIn('notifications', method, this.#generation))
			return this.#say('gateway', method, `is no notification of ${this.#generation}`);
		this.#check('gateway', `${method} notification`, params);
		const threadId = isJsonObject(params) ? threadIn(params) : undefined;
		if (needsNoSubscription.test(method) || threadId === undefined || this.#subscribed.has(threadId)) return;
		this.#say('gateway', method, `is about ${threadId}, which the client has not subscribed to`);
	}

	/** Fails with all violations, for the end of a test. */
	assertClean(): void {
		if (this.violations.length > 0) throw new Error(this.violations.join('\n'));
	}

	#check(side: Side, name: string, value: unknown, shown = name): void {
		const problem = problemWith(name, value, this.#generation);
		if (problem !== undefined) this.#say(side, shown, problem);
	}

	#say(side: Side, name: string, problem: string): void {
		this.violations.push(`${name} of the ${side}: ${problem}`);
	}
}

function threadIn(params: JsonObject): string | undefined {
	return (
		stringAt(params, 'thread_id') ??
		stringAt(params, 'threadId') ??
		stringAt(objectAt(params, 'thread') ?? {}, 'id')
	);
}
