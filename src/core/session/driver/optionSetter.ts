/** Chooses values of options; what is shown follows only when the agent agreed (acp C82, C84, C121). */
import { choiceRefusedNotice } from './agentFailure.ts';
import { isOffered } from '../model/config.ts';
import type { SessionParts } from './sessionParts.ts';

interface Choice {
	readonly optionId: string;
	readonly value: string | boolean;
}

export class OptionSetter {
	readonly #parts: SessionParts;
	/** A choice that was refused for want of a login, to be made again after the login (acp C30). */
	#deferred: Choice | undefined;

	constructor(parts: SessionParts) {
		this.#parts = parts;
	}

	/** @returns false when it is not offered, or the agent did not take it, which the session then shows */
	async set(optionId: string, value: string | boolean): Promise<boolean> {
		// The newest choice is the one that the user wants.
		this.#deferred = undefined;
		const { state, lease, gate, dispatch } = this.#parts;
		const { agent } = lease;
		const { sessionId } = state;
		const refuse = (): false => {
			dispatch({ type: 'option_refused', optionId, value });
			return false;
		};
		const option = state.options.find(({ id }) => id === optionId);
		if (agent === undefined || sessionId === undefined || option === undefined) return refuse();
		if (!isOffered(option, value)) return refuse();
		dispatch({ type: 'option_requested', optionId, value });
		try {
			const options = await agent.port.setOption(sessionId, option, value);
			if (lease.agent !== agent) return refuse();
			gate.open();
			dispatch({ type: 'option_taken', optionId, value, options });
			return true;
		} catch (error) {
			refuse();
			// When the agent is gone, that has been said.
			if (lease.agent !== agent) return false;
			if (gate.stops(error, agent.port.authMethods)) this.#deferred = { optionId, value };
			else {
				const notice = choiceRefusedNotice(state.agentTitle, option.name, error);
				dispatch({ type: 'notice', notice });
			}
			return false;
		}
	}

	/** Makes the choice that waited for a login. */
	async setDeferred(): Promise<void> {
		const choice = this.#deferred;
		if (choice === undefined || this.#parts.lease.agent === undefined) return;
		await this.set(choice.optionId, choice.value);
	}
}
