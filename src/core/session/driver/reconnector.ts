/**
 * An agent at an address whose line broke: the line is opened again by itself, with pauses that grow. Nothing that was
 * sent is sent again; what became of it, the agent's own history tells.
 */
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { AgentError } from '../../base/errors.ts';
import * as limits from '../../base/limits.ts';
import { sentence } from '../../base/sentence.ts';
import type { SessionEvent } from '../model/events.ts';

interface ReconnectorParts {
	readonly clock: Clock;
	readonly dispatch: (event: SessionEvent) => void;
	/** Opens the session. What fails is handed to `afterFailure`. */
	readonly open: () => void;
	/** From 0 to 1: agents that lost many clients at once do not get them all back at once. */
	readonly random: () => number;
}

/** What comes of a failed try: another one, of which nothing is told, or the error to tell the user of. */
export type AfterFailure = { readonly type: 'again' } | { readonly type: 'told'; readonly error: unknown };

export class Reconnector {
	readonly #parts: ReconnectorParts;
	/** Tries since the line was last steady; 0 when nothing is tried. */
	#attempt = 0;
	#timer: Disposable | undefined;
	/** Epoch milliseconds. */
	#openedAt = 0;

	constructor(parts: ReconnectorParts) {
		this.#parts = parts;
	}

	/** The line broke. @returns what to tell of it */
	onLost(error: AgentError): AgentError {
		// A line that breaks as soon as it is there is none.
		if (this.#parts.clock.now() - this.#openedAt >= limits.reconnectSteadyMs) this.#attempt = 0;
		return this.#tryAgain() ? error : this.#giveUp(error);
	}

	/** The session is open. */
	onOpened(): void {
		this.#timer?.dispose();
		this.#openedAt = this.#parts.clock.now();
	}

	/** The session did not open. */
	afterFailure(error: unknown): AfterFailure {
		if (this.#attempt === 0) return { type: 'told', error };
		if (!mayRecover(error)) {
			this.cancel();
			return { type: 'told', error };
		}
		return this.#tryAgain() ? { type: 'again' } : { type: 'told', error: this.#giveUp(error) };
	}

	/** Tries no more by itself. */
	cancel(): void {
		this.#timer?.dispose();
		this.#attempt = 0;
	}

	#tryAgain(): boolean {
		this.#timer?.dispose();
		if (this.#attempt >= limits.reconnectAttempts) return false;
		this.#attempt++;
		const { clock, dispatch, open } = this.#parts;
		const ms = this.#pause();
		const retry = { attempt: this.#attempt, at: clock.now() + ms };
		dispatch({ type: 'agent_state', agent: { type: 'exited', retry } });
		this.#timer = clock.setTimer(ms, open);
		return true;
	}

	/** In milliseconds. */
	#pause(): number {
		const doubled = limits.reconnectMinMs * 2 ** (this.#attempt - 1);
		const spread = 1 + (this.#parts.random() * 2 - 1) * limits.reconnectSpread;
		return Math.round(Math.min(doubled, limits.reconnectMaxMs) * spread);
	}

	#giveUp({ reason, words, code }: AgentError): AgentError {
		const tried = sentence('It was tried {0} times. Your next message tries again.', this.#attempt);
		this.cancel();
		return new AgentError(reason, [...words, tried], code === undefined ? {} : { code });
	}
}

/** True for what may be over in a moment. */
function mayRecover(error: unknown): error is AgentError {
	return (
		AgentError.is(error, 'unreachable') ||
		AgentError.is(error, 'disconnected') ||
		AgentError.is(error, 'timeout')
	);
}
