/** Ends turns: only the agent's word does, or the agent's end (acp C51, C60). What is done when is `turnDecisions.ts`. */
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import * as limits from '../../base/limits.ts';
import { stopNotice } from './agentFailure.ts';
import type { PromptAnswer } from '../model/agentPort.ts';
import type { SessionEvent } from '../model/events.ts';
import type { RequestBrokers } from './requestBrokers.ts';
import type { SessionState } from '../model/sessionState.ts';
import type { SessionBackend } from '../model/sessionTarget.ts';
import type { TurnEnd } from '../model/turnState.ts';
import { hasUntaken, isForNothing, isQueuedAtAgent } from '../reducer/turnFacts.ts';
import { act } from './turnDecisions.ts';

/** What waits for the end of such a turn may be no good after it. */
const failedReasons: ReadonlySet<TurnEnd['reason']> = new Set([
	'error',
	'refusal',
	'cancelled',
	'blocked',
] as const);

interface TurnRunnerParts {
	readonly state: SessionState;
	readonly clock: Clock;
	readonly dispatch: (event: SessionEvent) => void;
	readonly brokers: RequestBrokers;
	readonly backend: SessionBackend;
	/** The turn is over, or did not come about. @param isWell what waits for its end can go on */
	readonly onEnd: (isWell: boolean) => void;
}

export class TurnRunner {
	/** Prompts that the agent has not answered yet. */
	readonly sent = new SentPrompts();
	readonly #parts: TurnRunnerParts;
	/** Resolved at the next end of a turn. */
	#over = Promise.withResolvers<void>();
	#silence: Disposable | undefined;

	constructor(parts: TurnRunnerParts) {
		this.#parts = parts;
	}

	get isStopping(): boolean {
		return this.#parts.state.turn.type === 'stopping';
	}

	/** Takes what comes of the agent. What it says of its work may be the end of the turn. */
	receive(event: SessionEvent): void {
		const { state, dispatch } = this.#parts;
		if (event.type !== 'work') return dispatch(event);
		act(
			'work_reported',
			{ state, work: event },
			{
				report: () => dispatch(event),
				end_as_told: () => this.end(event.end ?? { reason: 'not_reported' }),
			},
		);
	}

	/** The agent said that the turn is over. Without a turn that is no news. */
	end(end: TurnEnd): void {
		const { state, clock, dispatch, brokers, backend } = this.#parts;
		const wasStopping = this.isStopping;
		act(
			'turn_ending',
			{ state },
			{
				withdraw_requests: () => void brokers.cancelOfTurn('agent'),
				// Agents that were stopped leave commands running that they had us start
				// (docs/agents-in-the-wild.md#commands-that-the-agent-has-us-run).
				kill_commands: () => {
					backend.refuseWaiting();
					backend.killCommands();
				},
				// After Stop the agent gives such prompts back; whether it does, its answers tell.
				end_turn: () => dispatch({ type: 'turn_ended', end, isFollowed: hasUntaken(state), at: clock.now() }),
				// Some agents call a stopped turn an ordinary end.
				say_why: () => this.note(wasStopping && end.reason === 'end_turn' ? { reason: 'cancelled' } : end),
				// What came after Stop was not meant by it.
				go_on: () => this.#settle(wasStopping || !failedReasons.has(end.reason)),
			},
		);
	}

	/** Ends the turn without a word of the agent on it: what it was about has failed, as the caller tells. */
	fail(isWell: boolean): void {
		const { state, clock, dispatch, brokers } = this.#parts;
		brokers.cancelOfTurn('agent');
		const isFollowed = state.queue.some(isQueuedAtAgent);
		const end: TurnEnd = { reason: isWell ? 'cancelled' : 'error' };
		dispatch({ type: 'turn_failed', end, isFollowed, at: clock.now() });
		this.#settle(isWell);
	}

	/** Ends a turn that waits for nothing any more, such as for a prompt that the agent gave back. */
	endForNothing(): void {
		if (this.#isRunning && isForNothing(this.#parts.state)) this.fail(true);
	}

	/** A prompt comes back, which ends the turn if that was all it was about. What the agent does by itself goes on. */
	giveBack(
		event: Extract<SessionEvent, { type: 'prompt_awaiting_login' | 'prompt_unsent' }>,
		isWell: boolean,
	): void {
		const { dispatch, brokers } = this.#parts;
		const wasRunning = this.#isRunning;
		const end: TurnEnd = { reason: isWell ? 'cancelled' : 'error' };
		dispatch(event.type === 'prompt_unsent' ? { ...event, end } : event);
		if (!wasRunning || this.#isRunning) return;
		brokers.cancelOfTurn('agent');
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
		if (this.#isRunning) this.#awaitWord();
		return this.over();
	}

	/** Ends every wait for the end of the turn. */
	release(): void {
		this.#silence?.dispose();
		this.#over.resolve();
		this.#over = Promise.withResolvers();
	}

	get #isRunning(): boolean {
		return this.#parts.state.turn.type !== 'idle';
	}

	#awaitWord(): void {
		const { state, clock } = this.#parts;
		const { heardCount } = state;
		this.#silence?.dispose();
		this.#silence = clock.setTimer(limits.silentTurnMs, () =>
			act(
				'silence_elapsed',
				{ state, isHeard: state.heardCount !== heardCount },
				{
					await_word: () => this.#awaitWord(),
					end_unreported: () => this.end({ reason: 'not_reported' }),
					end_cancelled: () => this.end({ reason: 'cancelled' }),
				},
			),
		);
	}

	/** Prompts that wait for the end of the turn go on. */
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

/** The requests of prompts that the agent has not answered yet: each can be settled here without its answer. */
class SentPrompts {
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
