/**
 * Sends prompts of the queue into the turn that runs, where the agent says that it takes them there. What it does not
 * take waits in the queue: nothing is lost, and nothing goes out twice unless the user says so.
 */
import { Withdrawal } from '../../base/abortSignal.ts';
import { toDisposable } from '../../base/disposable.ts';
import { wordsOf } from '../../base/errors.ts';
import * as limits from '../../base/limits.ts';
import { isAgentAnswer, isLoginRequired, type Notice } from './agentFailure.ts';
import type { LeasedAgent } from './leasedAgent.ts';
import type { SteeringOutcome } from '../model/agentPort.ts';
import { saying } from '../model/saying.ts';
import type { QueuedPrompt } from '../model/turnState.ts';
import type { PromptOutcome } from './promptSender.ts';
import type { SessionParts } from './sessionParts.ts';
import { act } from './turnDecisions.ts';
import type { TurnRunner } from './turnRunner.ts';

interface SteeringParts extends SessionParts {
	readonly turns: TurnRunner;
	/** Takes a prompt out of the queue. */
	readonly giveBack: (id: string, outcome: PromptOutcome) => void;
	/** Who waits for the prompt hears what came of it. */
	readonly settle: (id: string, outcome: PromptOutcome) => void;
	readonly sendNext: () => void;
}

/** The code of a request that the agent does not know (docs/protocol.md#error-codes). */
const methodNotFound = -32601;

export class Steering {
	readonly #parts: SteeringParts;

	constructor(parts: SteeringParts) {
		this.#parts = parts;
	}

	/** Sends the prompt of that id. Never rejects: what fails is shown. */
	async steer(id: string): Promise<void> {
		const { state, clock, lease, dispatch } = this.#parts;
		const { agent } = lease;
		const queued = this.#find(id);
		if (agent === undefined || queued === undefined) return;
		dispatch({ type: 'prompt_steering', id });
		const withdrawal = new Withdrawal();
		const timer = clock.setTimer(limits.steeringAnswerMs, () => {
			if (lease.agent !== agent) return;
			withdrawal.abort();
			this.#unanswered(id);
		});
		agent.store.add(
			toDisposable(() => {
				timer.dispose();
				withdrawal.abort();
			}),
		);
		try {
			const steering = await agent.port.steer(state.sessionId ?? '', queued.content, withdrawal);
			// Of an agent that is gone, what it had not taken has come back.
			if (lease.agent === agent) await this.#answered(id, steering);
		} catch (error) {
			if (lease.agent === agent) this.#failed(agent, id, error);
		} finally {
			timer.dispose();
		}
	}

	/** A turn is over. @param isWell what waits for its end can go on */
	onTurnEnd(isWell: boolean): void {
		const { state } = this.#parts;
		for (const queued of state.queue.filter(({ place }) => place === 'steered')) {
			const { id } = queued;
			act('steered_turn_over', { state, queued, isWell }, this.#effects(id));
		}
	}

	async #answered(id: string, steering: SteeringOutcome): Promise<void> {
		const { state, clock, turns, dispatch, settle } = this.#parts;
		const over = act<'steering_answered', Promise<void>>(
			'steering_answered',
			{ state, queued: this.#find(id), steering },
			{
				...this.#effects(id),
				await_name: () => dispatch({ type: 'prompt_steered', id }),
				take_queued: () => dispatch({ type: 'prompt_dequeued', id, at: clock.now(), taken: {} }),
				await_word: () => turns.overOnceAnswered(),
			},
		);
		await (over ?? turns.over());
		if (this.#find(id) === undefined) settle(id, 'done');
	}

	#failed(agent: LeasedAgent, id: string, error: unknown): void {
		const { state, gate, dispatch } = this.#parts;
		const isMissing = isAgentAnswer(error) && error.code === methodNotFound;
		act(
			'steering_failed',
			{ state, queued: this.#find(id), wantsLogin: isLoginRequired(error), isMissing },
			{
				...this.#effects(id),
				show_login: () => void gate.stops(error, agent.port.authMethods),
				forget_steering: () => dispatch({ type: 'steering_missing' }),
				tell: () => dispatch({ type: 'notice', notice: refusedNotice(state.agentTitle, error) }),
			},
		);
	}

	#unanswered(id: string): void {
		const { state } = this.#parts;
		act('steering_unanswered', { state, queued: this.#find(id) }, this.#effects(id));
	}

	/** What several occasions lead to. */
	#effects(id: string) {
		const { state, clock, dispatch, giveBack, settle, sendNext } = this.#parts;
		return {
			inject: () => {
				dispatch({ type: 'prompt_injected', id, at: clock.now() });
				if (state.turn.type === 'idle') settle(id, 'done');
			},
			return_here: () => dispatch({ type: 'prompt_returned', id }),
			return_next: () => dispatch({ type: 'prompt_returned', id, as: 'next' }),
			return_quietly: () => giveBack(id, 'withdrawn'),
			pause_for_login: () => dispatch({ type: 'queue_paused', reason: 'login' }),
			send_next: sendNext,
			doubt: () => dispatch({ type: 'prompt_returned', id, as: 'doubtful' }),
			tell_doubt: () => dispatch({ type: 'notice', notice: doubtNotice(state.agentTitle) }),
		} as const;
	}

	#find(id: string): QueuedPrompt | undefined {
		return this.#parts.state.queue.find((prompt) => prompt.id === id);
	}
}

function refusedNotice(agentTitle: string, error: unknown): Notice {
	const title = saying('not_steered', agentTitle);
	return {
		severity: 'warning',
		title,
		detail: [...wordsOf(error), saying('not_steered_hint')],
		actions: ['show_log'],
	};
}

function doubtNotice(agentTitle: string): Notice {
	const title = saying('steering_unanswered', agentTitle);
	return { severity: 'warning', title, detail: saying('steering_unanswered_hint'), actions: ['show_log'] };
}
