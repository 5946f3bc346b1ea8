/** Prompts that the agent has not answered yet, and whether it has worked meanwhile. */
import type { PromptAnswer } from '../model/agentPort.ts';
import type { AgentWork } from '../model/turnState.ts';
import { isBusy } from '../reducer/work.ts';

export interface SentAnswer {
	readonly answer: PromptAnswer;
	/** Since the prompt was sent the agent has begun to work, and has ended. */
	readonly hasWorked: boolean;
}

interface Sent {
	readonly answer: PromiseWithResolvers<PromptAnswer | undefined>;
	isBusy: boolean;
	/** What the agent works on has begun after the prompt was sent. */
	isOfLate: boolean;
	hasWorked: boolean;
}

export class SentPrompts {
	readonly #waiting = new Set<Sent>();

	/**
	 * Rejects as `answering`.
	 * @param work what the agent said of its work when the prompt was sent
	 * @returns undefined when nobody waits for the answer any more
	 */
	async answerTo(answering: Promise<PromptAnswer>, work: AgentWork): Promise<SentAnswer | undefined> {
		const answer = Promise.withResolvers<PromptAnswer | undefined>();
		const sent: Sent = { answer, isBusy: isBusy(work), isOfLate: false, hasWorked: false };
		this.#waiting.add(sent);
		answering.then(
			(value) => answer.resolve(value),
			(error: unknown) => answer.reject(error),
		);
		try {
			const given = await answer.promise;
			return given === undefined ? undefined : { answer: given, hasWorked: sent.hasWorked };
		} finally {
			this.#waiting.delete(sent);
		}
	}

	/** @param isStopping an agent that is idle after Stop has no work to begin */
	onWork(work: AgentWork, isStopping: boolean): void {
		const isNowBusy = isBusy(work);
		for (const sent of this.#waiting) {
			if (isNowBusy && !sent.isBusy) sent.isOfLate = true;
			const hasEnded = sent.isBusy && sent.isOfLate;
			if (!isNowBusy && (hasEnded || isStopping)) sent.hasWorked = true;
			sent.isBusy = isNowBusy;
		}
	}

	/** Nobody waits for answers any more. */
	abandon(): void {
		for (const { answer } of this.#waiting) answer.resolve(undefined);
	}
}
