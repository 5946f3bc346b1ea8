/** The requests of prompts that the agent has not answered yet: each can be settled here without its answer. */
import type { PromptAnswer } from '../model/agentPort.ts';

export class SentPrompts {
	readonly #waiting = new Set<PromiseWithResolvers<PromptAnswer | undefined>>();

	/**
	 * Rejects as `answering`.
	 * @returns undefined once `abandon` has ended the wait for the answer
	 */
	async answerTo(answering: Promise<PromptAnswer>): Promise<PromptAnswer | undefined> {
		const answer = Promise.withResolvers<PromptAnswer | undefined>();
		this.#waiting.add(answer);
		answering.then(
			(value) => answer.resolve(value),
			(error: unknown) => answer.reject(error),
		);
		try {
			return await answer.promise;
		} finally {
			this.#waiting.delete(answer);
		}
	}

	/** Ends every wait for an answer, with undefined. */
	abandon(): void {
		for (const { resolve } of this.#waiting) resolve(undefined);
	}
}
