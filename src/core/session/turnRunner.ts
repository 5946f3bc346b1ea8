/** Runs turns: sends the prompt, waits for the agent's end of it, and passes on the wish to stop (acp C51, C60). */
import { AgentError } from '../base/errors.ts';
import { limits } from '../base/limits.ts';
import { isLoginRequired, stopNotice, unstoppedNotice } from './agentFailure.ts';
import type { AgentHold } from './agentHold.ts';
import type { AgentLink } from './agentLink.ts';
import type { Content } from './content.ts';
import type { SessionEvent } from './events.ts';
import type { LoginGate } from './loginGate.ts';
import type { SessionState, StopReason } from './model.ts';
import type { Clock } from './ports.ts';

/**
 * `refused`: not sent, the text belongs back into the composer; `held`: not sent, it goes out after the login; `done`:
 * the turn is over.
 */
export type PromptOutcome = 'refused' | 'held' | 'done';

export interface TurnRunnerParts {
	readonly state: SessionState;
	readonly clock: Clock;
	readonly hold: AgentHold;
	readonly gate: LoginGate;
	readonly dispatch: (event: SessionEvent) => void;
	/** Answers what waits for the user. @returns true when there was anything */
	readonly cancelRequests: (by: 'user' | 'agent') => boolean;
	readonly killCommands: () => void;
	/** Tells the user. */
	readonly fail: (error: unknown) => void;
}

export class TurnRunner {
	readonly #parts: TurnRunnerParts;

	constructor(parts: TurnRunnerParts) {
		this.#parts = parts;
	}

	/**
	 * Sends what is shown as submitted.
	 * @param prepare what has to be done before the prompt, in the open session
	 */
	async send(content: readonly Content[], prepare?: () => Promise<void>): Promise<PromptOutcome> {
		const { state, hold, dispatch } = this.#parts;
		const { turnCount } = state;
		const link = await hold.take();
		if (link === undefined) {
			// The session was let go of and has ended this turn; another one may run by now.
			if (state.turn.type === 'idle' || state.turnCount !== turnCount) return 'refused';
			const isHeld = state.agent.type === 'login_required';
			dispatch(isHeld ? { type: 'prompt_held', content } : { type: 'prompt_unsent' });
			return isHeld ? 'held' : 'refused';
		}
		if (prepare !== undefined) await prepare();
		if (this.#isStopping) {
			this.#end('cancelled');
			return 'done';
		}
		return this.#run(link, content);
	}

	/** Asks the agent to stop. What waits for the user is answered first (acp C58, hazard C4). */
	stop(): void {
		const { state, clock, dispatch, cancelRequests } = this.#parts;
		if (state.turn.type === 'idle' || this.#isStopping) return;
		const hadPending = cancelRequests('user');
		dispatch({ type: 'cancel_requested', at: clock.now() });
		// The answers to permissions leave in later microtasks; `session/cancel` must not overtake them.
		if (hadPending) clock.setTimer(0, () => this.#sendCancel());
		else this.#sendCancel();
		this.#offerForceStop(state.turnCount);
	}

	get #isStopping(): boolean {
		return this.#parts.state.turn.type === 'stopping';
	}

	async #run(link: AgentLink, content: readonly Content[]): Promise<PromptOutcome> {
		const { state, hold, gate } = this.#parts;
		const { sessionId } = state;
		if (sessionId === undefined) return 'refused';
		try {
			const reason = await link.port.prompt(sessionId, content);
			// An agent that was let go of answers on its way out: that turn has ended, another one may run.
			if (hold.link !== link) return 'done';
			gate.open();
			this.#end(reason);
			return 'done';
		} catch (error) {
			// When the agent is gone, that has been said, and the turn has ended.
			return hold.link === link ? this.#failed(link, content, error) : 'done';
		}
	}

	#failed(link: AgentLink, content: readonly Content[], error: unknown): PromptOutcome {
		const { clock, gate, dispatch, cancelRequests, fail } = this.#parts;
		const wasStopping = this.#isStopping;
		cancelRequests('agent');
		if (isLoginRequired(error) && !wasStopping) {
			dispatch({ type: 'prompt_held', content });
			gate.stops(error, link.port.authMethods);
			return 'held';
		}
		// Nothing of it has reached the agent: it does not take what the prompt holds.
		if (AgentError.is(error, 'unsupported')) {
			dispatch({ type: 'prompt_unsent' });
			fail(error);
			return 'refused';
		}
		dispatch({ type: 'turn_failed', at: clock.now() });
		// Many agents answer a cancelled prompt with an error; that is no news to who pressed Stop.
		if (wasStopping && AgentError.is(error, 'answered')) this.#note('cancelled');
		else fail(error);
		return 'done';
	}

	#sendCancel(): void {
		const { state, hold } = this.#parts;
		if (state.sessionId !== undefined && this.#isStopping) hold.link?.port.cancel(state.sessionId);
	}

	#end(reason: StopReason): void {
		const { clock, dispatch, cancelRequests, killCommands } = this.#parts;
		cancelRequests('agent');
		// Agents that were stopped leave commands running that they had us start (agents-in-the-wild 20).
		const wasStopping = this.#isStopping;
		if (wasStopping) killCommands();
		dispatch({ type: 'turn_ended', stopReason: reason, at: clock.now() });
		// Some agents call a stopped turn an ordinary end.
		this.#note(wasStopping && reason === 'end_turn' ? 'cancelled' : reason);
	}

	#note(reason: StopReason): void {
		const { state, dispatch } = this.#parts;
		const notice = stopNotice(state.agentTitle, reason);
		if (notice !== undefined) dispatch({ type: 'notice', notice });
	}

	#offerForceStop(turn: number): void {
		const { state, clock, hold, dispatch } = this.#parts;
		const timer = clock.setTimer(limits.forceStopOfferMs, () => {
			if (!this.#isStopping || state.turnCount !== turn) return;
			dispatch({ type: 'notice', notice: unstoppedNotice(state.agentTitle) });
		});
		hold.link?.store.add(timer);
	}
}
