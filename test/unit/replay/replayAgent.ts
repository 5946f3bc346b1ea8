/**
 * Plays the agent's side of a recording into the two streams of a process: what the agent sent, in order, each stretch
 * only after we sent what it had waited for. Our request ids are put in place of the recorded ones.
 */
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject, type JsonObject } from '../../../src/core/base/json.ts';
import type { Recording } from '../core/acp/support.ts';

/** How the agent's bytes arrive: as much as possible at once, or torn into pieces that also cut characters. */
export type Pace = 'burst' | 'torn';

/** What the user and the session do where the recorded client did something. */
export interface ReplayUser {
	/**
	 * Called for each message the recorded client sent, before ours is awaited.
	 * @param request of the agent that it answers
	 * @returns false for what our client never sends: it is left out, its answer with it
	 */
	act(message: JsonObject, request: JsonObject | undefined): Promise<boolean>;
}

/** A request of the agent with the answers it got then and now. */
export interface Answered {
	readonly method: string;
	readonly recorded: unknown;
	readonly ours: unknown;
}

/** A request that no client knows, after all of the recording. */
export const endOfRecording = '_replay/end';

export class ReplayAgent {
	/** What the agent writes and what it reads. */
	readonly stdout = new PassThrough();
	readonly stdin = new PassThrough();
	readonly answered: Answered[] = [];
	readonly #messages: Recording['messages'];
	readonly #pace: Pace;
	readonly #received: JsonObject[] = [];
	readonly #requests = new Map<unknown, JsonObject>();
	readonly #ourIds = new Map<unknown, unknown>();
	/** Ids of recorded requests of the client that ours does not send. */
	readonly #skipped = new Set<unknown>();
	/** Ids of requests of the agent without an answer, with their methods. */
	readonly #asked = new Map<unknown, unknown>();
	/** Recorded ids of our requests that have no answer yet, with their methods. */
	readonly #open = new Map<unknown, string>();
	#unread = '';
	#unsent = '';

	constructor({ messages }: Recording, pace: Pace) {
		this.#messages = messages;
		this.#pace = pace;
		this.stdin.setEncoding('utf8').on('data', (text: string) => {
			const lines = (this.#unread + text).split('\n');
			this.#unread = lines.pop() ?? '';
			for (const line of lines) this.#received.push(asObject(JSON.parse(line)));
		});
	}

	/** Messages of ours that the recorded client did not send. */
	get surplus(): readonly JsonObject[] {
		return this.#received;
	}

	/** True while the agent has not answered such a request of ours. */
	isOpen(method: string): boolean {
		return [...this.#open.values()].includes(method);
	}

	/** True while the recorded client has not answered such a request of the agent. */
	isAsked(method: string): boolean {
		return [...this.#asked.values()].includes(method);
	}

	/** Resolves once all that was sent has been handled: the answer to a request comes after that. */
	async play(user: ReplayUser): Promise<void> {
		for (const { dir, msg } of this.#messages) {
			if (dir === 'in') this.#say(msg);
			else {
				this.#flush();
				if (await user.act(msg, this.#requests.get(msg['id']))) await this.#hear(msg);
				else this.#skipped.add(msg['id']);
			}
		}
		this.#say({ jsonrpc: '2.0', id: endOfRecording, method: endOfRecording });
		this.#flush();
		await this.#take('the answer to the last request', ({ id }) => id === endOfRecording);
	}

	#say(msg: JsonObject): void {
		const isAnswer = !('method' in msg);
		if (isAnswer && this.#skipped.has(msg['id'])) return;
		if (isAnswer) this.#open.delete(msg['id']);
		else if ('id' in msg) {
			this.#requests.set(msg['id'], msg);
			this.#asked.set(msg['id'], msg['method']);
		}
		// An answer to nothing has the id null.
		const id = isAnswer ? { id: this.#ourIds.get(msg['id']) ?? null } : {};
		this.#unsent += `${JSON.stringify({ ...msg, ...id })}\n`;
	}

	/** Waits for the message that corresponds to a recorded one of the client. */
	async #hear(msg: JsonObject): Promise<void> {
		const method = msg['method'];
		if (typeof method === 'string') {
			const ours = await this.#take(`a call of ${method}`, (other) => other['method'] === method);
			if ('id' in msg) {
				this.#ourIds.set(msg['id'], ours['id']);
				this.#open.set(msg['id'], method);
			}
			return;
		}
		const request = this.#requests.get(msg['id']);
		this.#asked.delete(msg['id']);
		const asked = String(request?.['method']);
		const ours = await this.#take(
			`the answer to ${asked}`,
			(other) => !('method' in other) && other['id'] === msg['id'],
		);
		this.answered.push({
			method: asked,
			recorded: msg['result'] ?? msg['error'],
			ours: ours['result'] ?? ours['error'],
		});
	}

	async #take(what: string, matches: (message: JsonObject) => boolean): Promise<JsonObject> {
		await until(() => this.#received.some(matches));
		const [found] = this.#received.splice(this.#received.findIndex(matches), 1);
		if (found === undefined || !matches(found)) throw new Error(`The client did not send ${what}.`);
		return found;
	}

	#flush(): void {
		const bytes = Buffer.from(this.#unsent);
		this.#unsent = '';
		// A prime number, so that the cuts wander over everything.
		const size = this.#pace === 'burst' ? bytes.length : 97;
		for (let at = 0; at < bytes.length; at += size) this.stdout.write(bytes.subarray(at, at + size));
	}
}

/** Waits until it is so, or for 3 s: the assertions after it say what is missing. */
export async function until(isSo: () => boolean): Promise<void> {
	const deadline = Date.now() + 3_000;
	while (!isSo() && Date.now() < deadline) await sleep(1);
}

export function asObject(value: unknown): JsonObject {
	if (!isJsonObject(value)) throw new Error(`not an object: ${JSON.stringify(value)}`);
	return value;
}
