/** Sends the prompt of a turn, and reads what the agent's answer means for it (docs/protocol.md#turn-shapes). */
import { AgentError } from '../../base/errors.ts';
import { asFailureOfWork, isAgentAnswer, isLoginRequired, isWithdrawn } from './agentFailure.ts';
import type { LeasedAgent } from './leasedAgent.ts';
import type { Content } from '../model/content.ts';
import { entryOf } from '../reducer/draft.ts';
import type { EntryId } from '../model/entry.ts';
import { hasRepliedSince, hasActivitySince, isUntaken, nameOf } from '../reducer/promptQueue.ts';
import { type SentAnswer, type TurnRunner } from './turnRunner.ts';
import type { SessionParts } from './sessionParts.ts';
import { isBusy } from '../reducer/work.ts';

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
	#preparations = 0;

	constructor(parts: PromptSenderParts) {
		this.#parts = parts;
	}

	/**
	 * Sends what is shown as submitted.
	 * @param prepare what has to be done before the prompt, in the open session
	 */
	async send(content: readonly Content[], prepare?: () => Promise<void>): Promise<PromptOutcome> {
		const { state, lease, turns } = this.#parts;
		const { turnCount } = state;
		// At once where the session is open: nothing that comes next must overtake it.
		const agent = lease.agent ?? (await lease.acquire());
		if (agent !== undefined && prepare !== undefined) await this.#preparing(prepare);
		if (agent === undefined || lease.agent !== agent) {
			// The session was let go of and has ended this turn; another one may run by now.
			const isOver = state.turn.type === 'idle' || state.turnCount !== turnCount;
			return isOver ? 'refused' : this.#unopened(content);
		}
		return turns.isStopping ? this.#stopped(agent) : this.#run(agent, content);
	}

	/** True while a prompt is about to be sent: a later one must not overtake it. */
	get isPreparing(): boolean {
		return this.#preparations > 0;
	}

	async #preparing(prepare: () => Promise<void>): Promise<void> {
		this.#preparations++;
		try {
			await prepare();
		} finally {
			this.#preparations--;
		}
	}

	#unopened(content: readonly Content[]): PromptOutcome {
		const { state, turns } = this.#parts;
		const isAwaitingLogin = state.agent.type === 'login_required';
		turns.giveBack(
			isAwaitingLogin ? { type: 'prompt_awaiting_login', content } : { type: 'prompt_unsent' },
			false,
		);
		return isAwaitingLogin ? 'awaiting_login' : 'refused';
	}

	/** Stop came before the prompt went out. An agent that works by itself has not been asked to stop yet. */
	#stopped(agent: LeasedAgent): PromptOutcome {
		const { state, turns } = this.#parts;
		turns.giveBack({ type: 'prompt_unsent' }, true);
		turns.note({ reason: 'cancelled' });
		if (turns.isStopping && state.sessionId !== undefined) agent.port.cancel(state.sessionId);
		return 'withdrawn';
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
			const sent = await turns.sent.answerTo(agent.port.prompt(state.sessionId ?? '', content), state.work);
			if (sent === undefined || isGone()) return this.#leftBehind(entryId);
			gate.open();
			await this.#answered(entryId, sent, hasRepliedSince(state, before));
			return 'done';
		} catch (error) {
			if (isGone()) return this.#leftBehind(entryId);
			// Words of an agent that was at nothing are about the prompt, unless it gives that back or wants a login first.
			const isBack = isWithdrawn(error) || isLoginRequired(error);
			const isBegun = !wasBusy && isBusy(state.work) && hasActivitySince(state, before) && !isBack;
			if (isBegun && isAgentAnswer(error)) return this.#failedAtWork(entryId, error);
			return this.#failed(agent, content, entryId, error);
		}
	}

	/** When the agent is gone, that has been said, and the turn has ended: only what it had not taken up is unsent. */
	#leftBehind(entryId: EntryId): PromptOutcome {
		return entryOf(this.#parts.state, entryId, 'message')?.isUnsent === true ? 'withdrawn' : 'done';
	}

	async #answered(entryId: EntryId, { answer, hasWorked }: SentAnswer, hasSpoken: boolean): Promise<void> {
		const { state, turns, dispatch } = this.#parts;
		const isLate = hasWorked && !isBusy(state.work);
		dispatch({ type: 'prompt_taken', entryId, ...nameOf(answer) });
		// Its turn may have ended before the answer came.
		if (!this.#isOfTurn(entryId)) return;
		if (answer.type === 'ended') turns.end(answer.end);
		// The work that it would wait for is done; or nothing more will come, because the agent reports no work.
		else if (isLate || (hasSpoken && answer.messageId === undefined)) turns.end({ reason: 'not_reported' });
		else await turns.overOnceAnswered();
	}

	#isOfTurn(entryId: EntryId): boolean {
		return this.#parts.state.turnPrompts.some((prompt) => prompt.entryId === entryId);
	}

	/** The error of a prompt that the agent works on is no refusal; the agent says itself when that work is over. */
	async #failedAtWork(entryId: EntryId, error: AgentError): Promise<PromptOutcome> {
		const { dispatch, turns } = this.#parts;
		dispatch({ type: 'prompt_taken', entryId });
		this.#tell(asFailureOfWork(error), turns.isStopping);
		await turns.over();
		return 'done';
	}

	#failed(agent: LeasedAgent, content: readonly Content[], entryId: EntryId, error: unknown): PromptOutcome {
		const { state, gate, turns } = this.#parts;
		const wasStopping = turns.isStopping && this.#isOfTurn(entryId);
		if (isLoginRequired(error) && !wasStopping) {
			turns.giveBack({ type: 'prompt_awaiting_login', content, entryId }, false);
			gate.stops(error, agent.port.authMethods);
			return 'awaiting_login';
		}
		// Nothing of it has reached the agent: it does not take what the prompt holds, or refused it as a whole.
		const isRefused = AgentError.is(error, 'refused') && isUntaken(state, entryId);
		if (isRefused || AgentError.is(error, 'unsupported')) return this.#unsent(entryId, error, wasStopping);
		const isTaken = isAgentAnswer(error) && !isUntaken(state, entryId);
		if (this.#isOfTurn(entryId)) turns.fail(wasStopping && isAgentAnswer(error));
		this.#tell(isTaken ? asFailureOfWork(error) : error, wasStopping);
		return 'done';
	}

	#unsent(entryId: EntryId, error: AgentError, wasStopping: boolean): PromptOutcome {
		const isBack = isWithdrawn(error);
		this.#parts.turns.giveBack({ type: 'prompt_unsent', entryId }, wasStopping || isBack);
		if (isBack) return 'withdrawn';
		this.#tell(error, wasStopping);
		return wasStopping ? 'withdrawn' : 'refused';
	}

	/** Many agents answer a cancelled prompt with an error; that is no news to who pressed Stop. */
	#tell(error: unknown, wasStopping: boolean): void {
		const { turns, fail } = this.#parts;
		if (wasStopping && isAgentAnswer(error)) turns.note({ reason: 'cancelled' });
		else fail(error);
	}
}
