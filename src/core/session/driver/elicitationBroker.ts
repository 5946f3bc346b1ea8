/** Pairs each question of the agent with exactly one answer. What the user answers passes through and is not kept. */
import type { AbortSignal } from '../../base/abortSignal.ts';
import { isAskedByBackground } from '../reducer/background.ts';
import type { ElicitationOutcome, ElicitationRequest, ElicitationState } from '../model/elicitation.ts';
import type { ElicitationEntry } from '../model/entry.ts';
import type { HostEvent } from '../model/events.ts';
import { OpenRequests } from './openRequests.ts';
import type { SessionState } from '../model/sessionState.ts';
import type { ElicitationPort } from '../model/sessionTarget.ts';

type Settled = Exclude<ElicitationState, { type: 'pending' }>;

export class ElicitationBroker implements ElicitationPort {
	readonly #state: SessionState;
	readonly #dispatch: (event: HostEvent) => void;
	readonly #open = new OpenRequests<ElicitationOutcome>('q');

	constructor(state: SessionState, dispatch: (event: HostEvent) => void) {
		this.#state = state;
		this.#dispatch = dispatch;
	}

	/** Shows the question and waits for the user, for Stop, or for the agent to withdraw it. */
	ask(request: ElicitationRequest, signal: AbortSignal): Promise<ElicitationOutcome> {
		const isStopped = this.#state.turn.type === 'stopping' && !isAskedByBackground(this.#state, request);
		if (signal.aborted || isStopped) return Promise.resolve({ type: 'cancel' });
		return this.#open.wait(
			signal,
			(entryId) => this.#dispatch({ type: 'elicitation_requested', entryId, ...request }),
			(entryId) => this.#cancel(entryId, 'agent'),
		);
	}

	/** What the user went to an address for is done. Ids we do not know mean nothing (acp C105). */
	complete(elicitationId: string): void {
		this.#dispatch({ type: 'elicitation_completed', elicitationId });
	}

	/** The question of that id while it waits for an answer. */
	pending(entryId: string): ElicitationEntry | undefined {
		const entry = this.#state.entries.get(entryId);
		return entry?.type === 'elicitation' && entry.state.type === 'pending' ? entry : undefined;
	}

	/** Answers a question that is pending: the first answer counts. Values have to be checked before. */
	answer(entryId: string, outcome: ElicitationOutcome): void {
		const entry = this.pending(entryId);
		if (entry === undefined) return;
		if (outcome.type === 'cancel') return this.#cancel(entryId, 'user');
		const isWaiting = entry.mode.type === 'url';
		this.#settle(
			entryId,
			outcome.type === 'accept' ? { type: 'accepted', isWaiting } : { type: 'declined' },
			outcome,
		);
	}

	/**
	 * @param isMeant leaves others pending
	 * @returns true when there was anything
	 */
	cancelAll(by: 'user' | 'agent' | 'exit', isMeant?: (entryId: string) => boolean): boolean {
		return this.#open.withdrawAll((entryId) => this.#cancel(entryId, by), isMeant);
	}

	#cancel(entryId: string, by: 'user' | 'agent' | 'exit'): void {
		this.#settle(entryId, { type: 'cancelled', by }, { type: 'cancel' });
	}

	#settle(entryId: string, state: Settled, outcome: ElicitationOutcome): void {
		if (!this.#open.settle(entryId, outcome)) return;
		this.#dispatch({ type: 'elicitation_settled', entryId, state });
	}
}
