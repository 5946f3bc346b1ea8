/** Ends turns: only the agent's word does, or the agent's end (acp C51, C60). */
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import * as limits from '../../base/limits.ts';
import type { AgentEvent } from '../model/agentEvents.ts';
import { stopNotice } from './agentFailure.ts';
import type { SessionEvent } from '../model/events.ts';
import { hasUntaken, isForNothing } from '../reducer/promptQueue.ts';
import type { RequestBrokers } from './requestBrokers.ts';
import type { SessionState } from '../model/sessionState.ts';
import type { SessionBackend } from '../model/sessionTarget.ts';
import type { AgentWork, TurnEnd } from '../model/turnState.ts';
import { endsTurn, isAsking, isBusy } from '../reducer/work.ts';
import { isBackgroundEntry } from '../reducer/background.ts';
import { entryOf } from '../reducer/draft.ts';
import { isFinal } from '../../base/toolCall.ts';
import type { PromptAnswer } from '../model/agentPort.ts';

/** What waits for the end of such a turn may be no good after it. */
const failedReasons: ReadonlySet<TurnEnd['reason']> = new Set(['error', 'refusal', 'cancelled'] as const);

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

	/** Takes what comes of the agent. What it says of its work may be the end of the turn. */
	receive(event: SessionEvent): void {
		const { state, dispatch } = this.#parts;
		this.#wordCount++;
		if (event.type === 'work' && !state.isReplaying) this.#onWork(event);
		else dispatch(event);
	}

	/** The end of a turn for agents that do not answer prompts with it. */
	#onWork(event: Extract<AgentEvent, { type: 'work' }>): void {
		const { state, dispatch } = this.#parts;
		this.sent.onWork(event.work, this.isStopping);
		const isEnd = endsTurn(state, event);
		dispatch(event);
		if (isEnd) this.end(event.end ?? { reason: 'not_reported' });
	}

	/** The agent said that the turn is over. Without a turn that is no news. */
	end(end: TurnEnd): void {
		const { state, clock, dispatch, brokers, backend } = this.#parts;
		if (!this.#isRunning) return;
		brokers.cancelOfTurn('agent');
		const wasStopping = this.isStopping;
		// Agents that were stopped leave commands running that they had us start
		// (docs/agents-in-the-wild.md#commands-that-the-agent-has-us-run).
		if (wasStopping) backend.killCommands();
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
		const { state, clock, dispatch, brokers } = this.#parts;
		brokers.cancelOfTurn('agent');
		const isFollowed = state.queue.some(({ place }) => place !== 'here');
		dispatch({ type: 'turn_failed', isFollowed, at: clock.now() });
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
		dispatch(event);
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
		this.#isAnswered = this.#isRunning;
		if (this.#isAnswered) this.#awaitWord();
		return this.over();
	}

	/** Ends a turn that was to stop, and has nothing to stop. @returns false when the agent has still something to say */
	endStopped(): boolean {
		if (!this.#isAnswered || !isQuiescent(this.#parts.state)) return false;
		this.end({ reason: 'cancelled' });
		return true;
	}

	/** Nobody has to wait for the end of the turn any more. */
	release(): void {
		this.#isAnswered = false;
		this.#silence?.dispose();
		this.#over.resolve();
		this.#over = Promise.withResolvers();
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
			if (count !== this.#wordCount || !isQuiescent(state)) this.#awaitWord();
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

/**
 * True when nothing that the agent has told of goes on, what outlives a turn aside. Who has sent it a prompt knows
 * besides whether that is answered (docs/protocol.md#turn-shapes).
 */
function isQuiescent(state: SessionState): boolean {
	if (isAsking(state) || isBusy(state.work) || hasUntaken(state)) return false;
	return [...state.toolCalls.values()].every((id) => {
		const call = entryOf(state, id, 'tool_call');
		return call === undefined || isFinal(call.status) || isBackgroundEntry(state, call);
	});
}

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

export /** Prompts that the agent has not answered yet, and whether it has worked meanwhile. */
class SentPrompts {
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
