/** Ends turns: only the agent's word does, or the agent's end (acp C51, C60). */
import type { Clock } from '../../base/clock.ts';
import { Deferred } from '../../base/deferred.ts';
import type { Disposable } from '../../base/disposable.ts';
import * as limits from '../../base/limits.ts';
import type { AgentEvent } from '../model/agentEvents.ts';
import { stopNotice } from './agentFailure.ts';
import type { SessionEvent } from '../model/events.ts';
import { hasUntaken, isForNothing } from '../reducer/promptLine.ts';
import { isAtRest } from '../reducer/rest.ts';
import type { SessionState } from '../model/sessionState.ts';
import type { TurnEnd } from '../model/turnState.ts';
import { endsTurn } from '../reducer/work.ts';

/** What waits for the end of such a turn may be no good after it. */
const failedReasons: ReadonlySet<TurnEnd['reason']> = new Set(['error', 'refusal', 'cancelled'] as const);

export interface TurnRunnerParts {
	readonly state: SessionState;
	readonly clock: Clock;
	readonly dispatch: (event: SessionEvent) => void;
	/** Answers what waits for the user in the turn. @returns true when there was anything */
	readonly cancelRequests: (by: 'user' | 'agent') => boolean;
	readonly killCommands: () => void;
	/** The turn is over, or did not come about. @param isWell what waits for its end can go on */
	readonly onEnd: (isWell: boolean) => void;
}

export class TurnRunner {
	readonly #parts: TurnRunnerParts;
	/** Resolved at the next end of a turn. */
	#over = new Deferred<void>();
	/** A prompt of the turn is answered, and the answer was not its end. */
	#isAnswered = false;
	#silence: Disposable | undefined;
	#wordCount = 0;

	constructor(parts: TurnRunnerParts) {
		this.#parts = parts;
	}

	get isStopping(): boolean {
		return this.#parts.state.turn.type === 'stopping';
	}

	/** The agent says anything at all. */
	onWord(): void {
		this.#wordCount++;
	}

	/** What the agent says of its work: the end of a turn for agents that do not answer prompts with it. */
	onWork(event: Extract<AgentEvent, { type: 'work' }>): void {
		const { state, dispatch } = this.#parts;
		const isEnd = endsTurn(state, event);
		dispatch(event);
		if (isEnd) this.end(event.end ?? { reason: 'not_reported' });
	}

	/** The agent said that the turn is over. Without a turn that is no news. */
	end(end: TurnEnd): void {
		const { state, clock, dispatch, cancelRequests, killCommands } = this.#parts;
		if (!this.#isRunning) return;
		cancelRequests('agent');
		const wasStopping = this.isStopping;
		// Agents that were stopped leave commands running that they had us start (agents-in-the-wild 20).
		if (wasStopping) killCommands();
		// After Stop the agent gives such prompts back; whether it does, its answers tell.
		const isFollowed = hasUntaken(state);
		dispatch({ type: 'turn_ended', end, isFollowed, at: clock.now() });
		// Some agents call a stopped turn an ordinary end.
		this.note(wasStopping && end.reason === 'end_turn' ? { reason: 'cancelled' } : end);
		// What came after Stop was not meant by it.
		this.#settle(wasStopping || !failedReasons.has(end.reason));
	}

	/** Ends the turn without a word of the agent on it: what it was about has failed, as the caller tells. */
	fail(isWell: boolean): void {
		const { state, clock, dispatch, cancelRequests } = this.#parts;
		cancelRequests('agent');
		const isFollowed = state.queue.some(({ place }) => place !== 'here');
		dispatch({ type: 'turn_failed', isFollowed, at: clock.now() });
		this.#settle(isWell);
	}

	/** Ends a turn that waits for nothing any more, such as for a prompt that the agent gave back. */
	endForNothing(): void {
		if (this.#isRunning && isForNothing(this.#parts.state)) this.fail(true);
	}

	/** A prompt comes back, which ends the turn if that was all it was about. What the agent does by itself goes on. */
	giveBack(event: Extract<SessionEvent, { type: 'prompt_held' | 'prompt_unsent' }>, isWell: boolean): void {
		const { dispatch, cancelRequests } = this.#parts;
		const wasRunning = this.#isRunning;
		dispatch(event);
		if (!wasRunning || this.#isRunning) return;
		cancelRequests('agent');
		this.#settle(isWell);
	}

	/** Resolves at the end of the turn that runs, however it ends. */
	over(): Promise<void> {
		return this.#isRunning ? this.#over.promise : Promise.resolve();
	}

	/**
	 * The same for a turn of which a prompt is answered. An agent that then says nothing, and is at nothing that it has
	 * told of, will not tell the end either: an answer that says nothing may have been meant as the end.
	 */
	overOnceAnswered(): Promise<void> {
		this.#isAnswered = this.#isRunning;
		if (this.#isAnswered) this.#awaitWord();
		return this.over();
	}

	/** Ends a turn that was to stop, and has nothing to stop. @returns false when the agent has still something to say */
	endStopped(): boolean {
		if (!this.#isAnswered || !isAtRest(this.#parts.state)) return false;
		this.end({ reason: 'cancelled' });
		return true;
	}

	/** Nobody has to wait for the end of the turn any more. */
	release(): void {
		this.#isAnswered = false;
		this.#silence?.dispose();
		this.#over.resolve();
		this.#over = new Deferred();
	}

	get #isRunning(): boolean {
		return this.#parts.state.turn.type !== 'idle';
	}

	#awaitWord(): void {
		const { state, clock } = this.#parts;
		const count = this.#wordCount;
		this.#silence?.dispose();
		this.#silence = clock.setTimer(limits.silentTurnMs, () => {
			if (!this.#isRunning) return;
			if (count !== this.#wordCount || !isAtRest(state)) this.#awaitWord();
			else this.end({ reason: this.isStopping ? 'cancelled' : 'not_reported' });
		});
	}

	/** Whoever waits for the end of the turn goes on. */
	#settle(isWell: boolean): void {
		this.release();
		this.#parts.onEnd(isWell);
	}

	/** Says why a turn ended, where that is worth a line. */
	note(end: TurnEnd): void {
		const { state, dispatch } = this.#parts;
		const notice = stopNotice(state.agentTitle, end);
		if (notice !== undefined) dispatch({ type: 'notice', notice });
	}
}
