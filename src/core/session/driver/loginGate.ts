/**
 * What happens when an agent wants a login first: the session shows the ways to log in, until one has succeeded
 * (acp C30).
 */
import { isLoginRequired, LoginRequired } from './agentFailure.ts';
import type { AuthMethod } from '../model/auth.ts';
import type { SessionEvent } from '../model/events.ts';
import type { SessionState } from '../model/sessionState.ts';

export class LoginGate {
	readonly #state: SessionState;
	readonly #dispatch: (event: SessionEvent) => void;

	constructor(state: SessionState, dispatch: (event: SessionEvent) => void) {
		this.#state = state;
		this.#dispatch = dispatch;
	}

	/**
	 * Shows how to log in, if that is what the error is about.
	 * @param methods the agent's ways, where the error does not carry them
	 * @returns true when it was
	 */
	stops(error: unknown, methods: readonly AuthMethod[] = []): boolean {
		if (!isLoginRequired(error)) return false;
		const offered = error instanceof LoginRequired ? error.methods : methods;
		const agent = { type: 'login_required', reason: error.message, methods: offered } as const;
		this.#dispatch({ type: 'agent_state', agent });
		return true;
	}

	/** The agent did what it had refused before: the user has logged in, here or elsewhere. */
	open(): void {
		if (this.#state.agent.type !== 'login_required') return;
		this.#dispatch({ type: 'agent_state', agent: { type: 'ready' } });
	}
}
