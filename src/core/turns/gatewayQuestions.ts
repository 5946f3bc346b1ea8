/** Questions that a gateway asks by a notification: each is asked once, until it is answered here or by another client. */
import { Withdrawal } from '../base/abortSignal.ts';
import { toError } from '../base/errors.ts';
import * as limits from '../base/limits.ts';
import type { LogOnce } from '../acp/logOnce.ts';
import type { SessionLinks } from '../acp/shared/sessionLinks.ts';
import type { TurnNotification } from './turnDialect.ts';

export class GatewayQuestions {
	readonly #links: SessionLinks;
	readonly #log: LogOnce;
	/** Those that are open, by the gateway's names. */
	readonly #open = new Map<string, Withdrawal>();

	constructor(links: SessionLinks, log: LogOnce) {
		this.#links = links;
		this.#log = log;
	}

	/** Asks the user for the thread that it is about. One that is asked again while it is open is the same. */
	ask(question: TurnNotification & { readonly type: 'question' }): void {
		const { questionId, threadId } = question;
		if (this.#open.has(questionId)) return;
		if (this.#open.size >= limits.openRequests) return this.#log.write('Too many questions of', threadId);
		const withdrawal = new Withdrawal();
		this.#open.set(questionId, withdrawal);
		this.#ask(question, withdrawal)
			.catch((error: unknown) => {
				this.#log.write('Failed to answer a question of', threadId, toError(error).message);
			})
			.finally(() => this.#open.delete(questionId));
	}

	/** Another client has answered. */
	settle(questionId: string): void {
		this.#open.get(questionId)?.abort();
	}

	async #ask(
		{ threadId, shownIn = [], ask }: TurnNotification & { readonly type: 'question' },
		withdrawal: Withdrawal,
	): Promise<void> {
		const followed = [threadId, ...shownIn].find((id) => this.#links.target(id) !== undefined) ?? threadId;
		await ask(this.#links.target(followed) ?? (await this.#links.waitFor(threadId, withdrawal)), withdrawal);
	}
}
