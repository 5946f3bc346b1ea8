import type { AbortSignal } from '../../base/abortSignal.ts';
import { AgentError } from '../../base/errors.ts';
import { t } from '../../base/l10n.ts';
import { errorCodes, type Wire } from '../wire.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import { readableError } from './errors.ts';

/** Sends our requests. Errors of the agent come with the text that the user should read. */
export class Requests {
	readonly #wire: Wire;

	constructor(wire: Wire) {
		this.#wire = wire;
	}

	/**
	 * Rejects with `AgentError`.
	 * @param signal sends `$/cancel_request` when aborted (acp C113)
	 * @returns the answer's object; null and whatever else an agent may send count as an empty one (acp C47)
	 */
	async send(method: string, params: object, signal?: AbortSignal): Promise<JsonObject> {
		try {
			const answer = await this.#wire.request(method, params, signal);
			return isJsonObject(answer) ? answer : {};
		} catch (error) {
			throw readableError(error);
		}
	}

	/** As `send`; that the agent does not know the session (any more) is as good as a yes (acp C120). */
	async sendForGone(method: string, params: object): Promise<void> {
		try {
			await this.send(method, params);
		} catch (error) {
			if (!AgentError.is(error, 'answered') || error.code !== errorCodes.resourceNotFound) throw error;
		}
	}

	/** Never throws. */
	notify(method: string, params: object): void {
		this.#wire.notify(method, params);
	}
}

/** The agent answered something that cannot be used. */
export function unreadable(method: string, error: string): AgentError {
	return new AgentError('protocol', t("The agent's answer to {0} cannot be read: {1}", method, error));
}
