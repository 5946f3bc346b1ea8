/**
 * Prompts that come while the agent works. An agent that holds prompts gets them at once and says when it takes each
 * up; for the others they wait here for the end of the turn. When a turn fails they go on waiting until the user says
 * so. What is not sent comes back: nothing of it is lost.
 */
import { isAgentAnswer, isLoginRequired, isWithdrawn } from './agentFailure.ts';
import type { LeasedAgent } from './leasedAgent.ts';
import type { Content } from '../model/content.ts';
import { nameOf, nextQueueId } from '../reducer/promptQueue.ts';
import type { PromptOutcome, PromptSender } from './promptSender.ts';
import type { SessionParts } from './sessionParts.ts';
import { Steering } from './steering.ts';
import { act } from './turnDecisions.ts';
import { nextDue } from './turnGuards.ts';
import type { TurnRunner } from './turnRunner.ts';
import type { TurnCanceller } from './turnCanceller.ts';
import type { QueuedPrompt } from '../model/turnState.ts';
import { Withdrawal } from '../../base/abortSignal.ts';

interface PromptQueueParts extends SessionParts {
	readonly turns: TurnRunner;
	readonly sender: PromptSender;
	readonly turnCanceller: TurnCanceller;
}

/** A prompt in the queue: who waits for its outcome, and how the agent is asked to give it back. */
interface Waiting {
	readonly outcome: PromiseWithResolvers<PromptOutcome>;
	readonly withdrawal: Withdrawal;
}

export class PromptQueue {
	readonly #parts: PromptQueueParts;
	readonly #waiting = new Map<string, Waiting>();
	readonly #steering: Steering;

	constructor(parts: PromptQueueParts) {
		this.#parts = parts;
		this.#steering = new Steering({
			...parts,
			giveBack: (id, outcome) => this.#giveBack(id, outcome),
			settle: (id, outcome) => this.#settle(id, outcome),
			sendNext: () => this.#sendNext(),
		});
	}

	/** Puts a prompt last in line. Resolves as `Session.prompt`. */
	add(content: readonly Content[], place: 'here' | 'agent'): Promise<PromptOutcome> {
		const { state, lease, dispatch } = this.#parts;
		const id = nextQueueId(state);
		const { agent } = lease;
		const waiting: Waiting = { outcome: Promise.withResolvers(), withdrawal: new Withdrawal() };
		this.#waiting.set(id, waiting);
		dispatch({ type: 'prompt_queued', id, content, place });
		if (place === 'agent' && agent !== undefined) void this.#hand(agent, id, content, waiting);
		return waiting.outcome.promise;
	}

	/** The user wants a prompt back. One that is with the agent comes back when the agent agrees (acp C231). */
	withdraw(id: string): void {
		const { state, dispatch } = this.#parts;
		const queued = state.queue.find((prompt) => prompt.id === id);
		if (queued?.place === 'here') return this.#giveBack(id, 'withdrawn');
		if (queued?.place !== 'agent') return;
		dispatch({ type: 'prompt_withdrawing', id });
		this.#waiting.get(id)?.withdrawal.abort();
	}

	/** The user does not want it any more. What is with the agent has to be taken back. */
	remove(id: string): void {
		if (this.#find(id)?.place === 'here') this.#giveBack(id, 'done');
	}

	/** Changes the order of what waits here. */
	move(id: string, to: 'up' | 'down'): void {
		this.#parts.dispatch({ type: 'prompt_moved', id, to });
	}

	/** The turn is over: the next prompt's turn begins, or what waits here goes on waiting when it did not end well. */
	onTurnEnd(isWell: boolean): void {
		const { state, dispatch } = this.#parts;
		this.#steering.onTurnEnd(isWell);
		act(
			'turn_over',
			{ state, isWell },
			{
				pause_for_login: () => dispatch({ type: 'queue_paused', reason: 'login' }),
				pause: () => dispatch({ type: 'queue_paused', reason: 'failure' }),
				send_next: () => this.#sendNext(),
			},
		);
	}

	/** What waits here goes out again, in turn. Not while a prompt before it waits for a login. */
	resume(): void {
		const { state, dispatch } = this.#parts;
		act(
			'queue_resumed',
			{ state },
			{ resume: () => dispatch({ type: 'queue_resumed' }), send_next: () => this.#sendNext() },
		);
	}

	/**
	 * The user does not want to wait for the end of the turn: the prompt goes out now, into the turn where the agent takes
	 * it there, else as soon as the turn has stopped. The others wait on.
	 */
	hurry(id: string): void {
		const { state, lease, turnCanceller, dispatch } = this.#parts;
		act(
			'hurry_pressed',
			{ state, queued: this.#find(id), isOpen: lease.agent !== undefined },
			{
				steer: () => void this.#steering.steer(id),
				move_first: () => dispatch({ type: 'prompt_moved', id, to: 'next' }),
				send_next: () => this.#sendNext(),
				stop_turn: () => turnCanceller.stop(),
			},
		);
	}

	/** Stop means all of it: what waits here comes back now, what waits at the agent, the agent gives back. */
	stop(): void {
		const { state, turnCanceller, dispatch } = this.#parts;
		act(
			'stop_pressed',
			{ state },
			{
				return_queue: () => this.#giveBackUnsent(),
				recall_queue: () => dispatch({ type: 'queue_recalled' }),
				stop_turn: () => turnCanceller.stop(),
			},
		);
	}

	/** What waits here is not sent any more. */
	#giveBackUnsent(): void {
		for (const { id, place } of this.#parts.state.queue)
			if (place === 'here') this.#giveBack(id, 'withdrawn');
	}

	/**
	 * The agent is gone: what it had not taken up waits here until the user continues.
	 * @param isCut the line to it is, and it may have taken up more than it could say
	 */
	returnAll(isCut: boolean): void {
		const { dispatch } = this.#parts;
		for (const [id, { withdrawal }] of this.#waiting) {
			const { place, isRecalled } = this.#find(id) ?? {};
			if (place === undefined) this.#settle(id, 'done');
			else if (isRecalled === true || place === 'withdrawing') this.#giveBack(id, 'withdrawn');
			else if (place !== 'here')
				dispatch({ type: 'prompt_returned', id, ...(isCut ? { as: 'doubtful' } : {}) });
			if (place === 'agent') withdrawal.abort();
		}
		dispatch({ type: 'queue_paused', reason: 'failure' });
	}

	/** The agent is released: all prompts come back, and the agent is asked not to take up those it still has. */
	giveBackAll(): void {
		for (const [id, { withdrawal }] of this.#waiting) {
			const isAtAgent = this.#find(id)?.place === 'agent';
			this.#giveBack(id, this.#find(id) === undefined ? 'done' : 'withdrawn');
			if (isAtAgent) withdrawal.abort();
		}
	}

	#find(id: string): QueuedPrompt | undefined {
		return this.#parts.state.queue.find((prompt) => prompt.id === id);
	}

	#giveBack(id: string, outcome: PromptOutcome): void {
		this.#parts.dispatch({ type: 'prompt_unqueued', id });
		this.#settle(id, outcome);
	}

	#settle(id: string, outcome: PromptOutcome): void {
		this.#waiting.get(id)?.outcome.resolve(outcome);
		this.#waiting.delete(id);
	}

	#sendNext(): void {
		const next = nextDue(this.#parts.state);
		if (next !== undefined) this.#begin(next);
	}

	#begin({ id, content }: QueuedPrompt): void {
		const { clock, lease, sender, dispatch, fail } = this.#parts;
		const outcome = this.#waiting.get(id)?.outcome;
		// From now on the sender settles it.
		this.#waiting.delete(id);
		dispatch({ type: 'prompt_dequeued', id, isDelayed: lease.agent === undefined, at: clock.now() });
		sender.send(content).then(
			(value) => outcome?.resolve(value),
			(error: unknown) => {
				fail(error);
				outcome?.resolve('refused');
			},
		);
	}

	async #hand(
		agent: LeasedAgent,
		id: string,
		content: readonly Content[],
		{ withdrawal }: Waiting,
	): Promise<void> {
		const { state, clock, lease, gate, turns, dispatch } = this.#parts;
		try {
			const answer = await agent.port.prompt(state.sessionId ?? '', content, withdrawal);
			if (lease.agent !== agent) return;
			gate.open();
			const isEnd = answer.type === 'ended';
			const over = act<'queued_answered', Promise<void>>(
				'queued_answered',
				{ state, isEnd },
				{
					take_queued: () =>
						dispatch({ type: 'prompt_dequeued', id, at: clock.now(), taken: nameOf(answer) }),
					end_as_told: () => {
						if (isEnd) turns.end(answer.end);
					},
					await_word: () => turns.overOnceAnswered(),
				},
			);
			await over;
			this.#settle(id, 'done');
		} catch (error) {
			if (lease.agent === agent) this.#refused(agent, id, error);
		}
	}

	/** It comes back, and quietly so if that is what the user wanted. A turn that waited for it alone is over. */
	#refused(agent: LeasedAgent, id: string, error: unknown): void {
		const { state, gate, turns, fail } = this.#parts;
		const queued = this.#find(id);
		const message = isAgentAnswer(error) ? { message: error.message } : {};
		act(
			'queued_failed',
			{ state, queued, isWithdrawn: isWithdrawn(error), wantsLogin: isLoginRequired(error) },
			{
				end_failed: () => {
					turns.end({ reason: 'error', ...message });
					this.#settle(id, 'done');
				},
				return_quietly: () => this.#giveBack(id, 'withdrawn'),
				return_refused: () => this.#giveBack(id, 'refused'),
				end_if_done: () => turns.endForNothing(),
				show_login: () => void gate.stops(error, agent.port.authMethods),
				tell: () => fail(error),
			},
		);
	}
}
