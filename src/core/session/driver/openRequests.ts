/** Requests of an agent that wait for an answer of this side. Each gets exactly one (hazard C1). */
import type { AbortSignal } from '../../base/abortSignal.ts';
import { ServiceError } from '../../base/errors.ts';
import * as limits from '../../base/limits.ts';

const tooMany = `Too many requests wait for the user: at most ${limits.openRequests} at a time. Ask again once one is answered.`;

export class OpenRequests<Outcome> {
	readonly #prefix: string;
	readonly #waiting = new Map<string, PromiseWithResolvers<Outcome>>();
	#count = 0;

	/** @param prefix tells the ids made here from those of others in the same session */
	constructor(prefix: string) {
		this.#prefix = prefix;
	}

	get ids(): readonly string[] {
		return [...this.#waiting.keys()];
	}

	/**
	 * @param show makes the request visible under the id it is given
	 * @param withdraw called when the agent takes the request back; has to settle it
	 * @throws ServiceError `failed` when too many wait already
	 */
	async wait(
		signal: AbortSignal,
		show: (id: string) => void,
		withdraw: (id: string) => void,
	): Promise<Outcome> {
		if (this.#waiting.size >= limits.openRequests) throw new ServiceError('failed', tooMany);
		const id = `${this.#prefix}${++this.#count}`;
		const waiting = Promise.withResolvers<Outcome>();
		this.#waiting.set(id, waiting);
		const onAbort = (): void => withdraw(id);
		signal.addEventListener('abort', onAbort);
		show(id);
		try {
			return await waiting.promise;
		} finally {
			signal.removeEventListener('abort', onAbort);
		}
	}

	/**
	 * @param withdraw has to settle it
	 * @param isMeant leaves others waiting
	 * @returns true when there was anything
	 */
	withdrawAll(withdraw: (id: string) => void, isMeant: (id: string) => boolean = () => true): boolean {
		const ids = this.ids.filter(isMeant);
		for (const id of ids) withdraw(id);
		return ids.length > 0;
	}

	/** @returns false when it was settled before, or never there */
	settle(id: string, outcome: Outcome): boolean {
		const waiting = this.#waiting.get(id);
		if (waiting === undefined) return false;
		this.#waiting.delete(id);
		waiting.resolve(outcome);
		return true;
	}
}
