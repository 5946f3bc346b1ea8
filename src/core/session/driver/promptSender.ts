/** Sends the prompt of a turn, and reads what the agent's answer means for it (docs/protocol.md#turn-shapes). */
import { AgentError } from '../../base/errors.ts';
import { asFailureOfWork, isAgentAnswer, isLoginRequired, isWithdrawn } from './agentFailure.ts';
import type { LeasedAgent } from './leasedAgent.ts';
import type { Content } from '../model/content.ts';
import { entryOf } from '../reducer/draft.ts';
import type { PromptAnswer } from '../model/agentPort.ts';
import type { EntryId } from '../model/entry.ts';
import { hasRepliedSince, hasAgentEntrySince, nameOf } from '../reducer/promptQueue.ts';
import { act } from './turnDecisions.ts';
import type { TurnRunner } from './turnRunner.ts';
import type { SessionParts } from './sessionParts.ts';
import { isBusy, isOfTurn, isUntaken } from '../reducer/turnFacts.ts';

/**
 * `refused`: not sent; `withdrawn`: not sent, or given back by the agent, because the user wanted it so: the text of
 * both belongs back into the composer; `awaiting_login`: not sent, it goes out after the login; `done`: the turn is over.
 */
export type PromptOutcome = 'refused' | 'withdrawn' | 'awaiting_login' | 'done';

interface PromptSenderParts extends SessionParts {
	readonly turns: TurnRunner;
}

export class PromptSender {
	readonly #parts: PromptSenderParts;

	constructor(parts: PromptSenderParts) {
		this.#parts = parts;
	}

	/**
	 * Sends what is shown as submitted.
	 * @param prepare what has to be done before the prompt, in the open session
	 */
	async send(content: readonly Content[], prepare?: () => Promise<void>): Promise<PromptOutcome> {
		const { state, lease, turns } = this.#parts;
		// At once where the session is open: nothing that comes next must overtake it.
		const agent = lease.agent ?? (await lease.acquire());
		if (agent !== undefined && prepare !== undefined) await prepare();
		const open = lease.agent === agent ? agent : undefined;
		// The session may have been let go of, which has ended this turn; another one may run by now.
		const isSame = state.turnPrompts.some(
			({ entryId, isSent }) => !isSent && entryOf(state, entryId, 'message')?.content === content,
		);
		const outcome = act<'prompt_ready', PromptOutcome | Promise<PromptOutcome>>(
			'prompt_ready',
			{ state, isOpen: open !== undefined, isSame },
			{
				refuse: () => 'refused',
				keep_for_login: () => {
					turns.giveBack({ type: 'prompt_awaiting_login', content }, false);
					return 'awaiting_login';
				},
				give_back: () => {
					turns.giveBack({ type: 'prompt_unsent' }, open !== undefined);
					return 'withdrawn';
				},
				say_stopped: () => {
					turns.note({ reason: 'cancelled' });
					return 'withdrawn';
				},
				// An agent that works by itself has not been asked to stop yet.
				cancel_work: () => {
					if (turns.isStopping && state.sessionId !== undefined) open?.port.cancel(state.sessionId);
					return 'withdrawn';
				},
				send: () => (open === undefined ? 'refused' : this.#run(open, content)),
			},
		);
		return outcome ?? 'refused';
	}

	async #run(agent: LeasedAgent, content: readonly Content[]): Promise<PromptOutcome> {
		const { state, lease, gate, turns, dispatch } = this.#parts;
		const entryId = state.turnPrompts.at(-1)?.entryId ?? '';
		const before = state.entries.size;
		const wasBusy = isBusy(state.work);
		// An agent that was let go of may answer on its way out: that turn has ended, another one may run.
		const isGone = (): boolean => lease.agent !== agent;
		dispatch({ type: 'prompt_sent', entryId });
		try {
			const answer = await turns.sent.answerTo(agent.port.prompt(state.sessionId ?? '', content));
			if (answer === undefined || isGone()) return this.#leftBehind(entryId);
			gate.open();
			await this.#answered(entryId, answer, hasRepliedSince(state, before));
			return 'done';
		} catch (error) {
			if (isGone()) return this.#leftBehind(entryId);
			// Words of an agent that was at nothing are about the prompt, unless it gives that back or wants a login first.
			const isBack = isWithdrawn(error) || isLoginRequired(error);
			const isBegun = !wasBusy && isBusy(state.work) && hasAgentEntrySince(state, before) && !isBack;
			return await this.#failed(agent, content, entryId, error, isBegun && isAgentAnswer(error));
		}
	}

	/** When the agent is gone, that has been said, and the turn has ended: only what it had not taken up is unsent. */
	#leftBehind(entryId: EntryId): PromptOutcome {
		return entryOf(this.#parts.state, entryId, 'message')?.isUnsent === true ? 'withdrawn' : 'done';
	}

	async #answered(entryId: EntryId, answer: PromptAnswer, hasSpoken: boolean): Promise<void> {
		const { state, turns, dispatch } = this.#parts;
		const isEnd = answer.type === 'ended';
		const isNamed = nameOf(answer).messageId !== undefined;
		await act<'prompt_answered', Promise<void>>(
			'prompt_answered',
			{ state, entryId, isEnd, hasSpoken: hasSpoken && !isNamed },
			{
				take_prompt: () => dispatch({ type: 'prompt_taken', entryId, ...nameOf(answer) }),
				end_as_told: () => {
					if (isEnd) turns.end(answer.end);
				},
				end_unreported: () => turns.end({ reason: 'not_reported' }),
				await_word: () => turns.overOnceAnswered(),
			},
		);
	}

	/** @param isBegun the agent works on it: it says itself when that work is over */
	async #failed(
		agent: LeasedAgent,
		content: readonly Content[],
		entryId: EntryId,
		error: unknown,
		isBegun: boolean,
	): Promise<PromptOutcome> {
		const { state, gate, turns, dispatch } = this.#parts;
		const wasStopping = turns.isStopping && isOfTurn(state, entryId);
		const isBack = isWithdrawn(error);
		// It does not take what the prompt holds, or refused it as a whole.
		const isRefused = AgentError.is(error, 'refused') && isUntaken(state, entryId);
		const isUnsent = isRefused || AgentError.is(error, 'unsupported');
		const isTaken = isAgentAnswer(error) && (isBegun || !isUntaken(state, entryId));
		const told = isTaken ? asFailureOfWork(error) : error;
		let outcome: PromptOutcome = 'done';
		const giveBack = (as: PromptOutcome, isWell: boolean): void => {
			outcome = as;
			const type = as === 'awaiting_login' ? 'prompt_awaiting_login' : 'prompt_unsent';
			turns.giveBack(
				type === 'prompt_awaiting_login' ? { type, content, entryId } : { type, entryId },
				isWell,
			);
		};
		const backAs = isBack || wasStopping ? 'withdrawn' : 'refused';
		await act<'prompt_failed', Promise<void>>(
			'prompt_failed',
			{ state, entryId, isBegun, isUnsent, isWithdrawn: isBack, wantsLogin: isLoginRequired(error) },
			{
				return_text: () => {
					outcome = backAs;
				},
				take_prompt: () => dispatch({ type: 'prompt_failed_at_work', entryId }),
				await_end: () => turns.over(),
				keep_for_login: () => giveBack('awaiting_login', false),
				show_login: () => void gate.stops(error, agent.port.authMethods),
				give_back: () => giveBack(backAs, wasStopping || isBack),
				fail_turn: () => turns.fail(wasStopping && isAgentAnswer(error)),
				tell: () => this.#tell(told, wasStopping),
			},
		);
		return outcome;
	}

	/** Many agents answer a cancelled prompt with an error; that is no news to who pressed Stop. */
	#tell(error: unknown, wasStopping: boolean): void {
		const { turns, fail } = this.#parts;
		if (wasStopping && isAgentAnswer(error)) turns.note({ reason: 'cancelled' });
		else fail(error);
	}
}
