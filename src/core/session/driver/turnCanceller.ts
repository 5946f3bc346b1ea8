/** Passes on the wish to stop the turn, which goes on until the agent says that it is over (acp C51, C60). */
import * as limits from '../../base/limits.ts';
import { unstoppedNotice } from './agentFailure.ts';
import type { RequestBrokers } from './requestBrokers.ts';
import type { SessionBackend } from '../model/sessionTarget.ts';
import type { SessionParts } from './sessionParts.ts';
import { act } from './turnDecisions.ts';
import type { TurnRunner } from './turnRunner.ts';
import { untakenIds } from '../reducer/turnFacts.ts';

interface TurnCancellerParts extends SessionParts {
	readonly brokers: RequestBrokers;
	readonly turns: TurnRunner;
	readonly backend: Pick<SessionBackend, 'refuseWaiting'>;
}

export class TurnCanceller {
	readonly #parts: TurnCancellerParts;

	constructor(parts: TurnCancellerParts) {
		this.#parts = parts;
	}

	/**
	 * Asks the agent to stop a turn that works. What waits for the user is answered first (acp C58, hazard C4),
	 * and nothing begins any more that only waited for its time.
	 */
	stop(): void {
		const { state, clock, dispatch, brokers, backend } = this.#parts;
		const hadPending = brokers.cancelOfTurn('user');
		backend.refuseWaiting();
		dispatch({ type: 'cancel_requested', at: clock.now() });
		const { turnCount } = state;
		const untaken = untakenIds(state);
		// The answers to permissions leave in later microtasks; `session/cancel` must not overtake them.
		if (!hadPending) this.#sendCancel();
		else clock.setTimer(0, () => this.#isWanted(turnCount, untaken) && this.#sendCancel());
		this.#offerForceStop(turnCount);
	}

	get #isStopping(): boolean {
		return this.#parts.state.turn.type === 'stopping';
	}

	/** What came after Stop must not be taken for what it was about. */
	#isWanted(turn: number, untaken: readonly string[]): boolean {
		const { state } = this.#parts;
		if (this.#isStopping && state.turnCount === turn) return true;
		return untakenIds(state).some((id) => untaken.includes(id));
	}

	#sendCancel(): void {
		const { state, lease } = this.#parts;
		if (state.sessionId !== undefined) lease.agent?.port.cancel(state.sessionId);
	}

	#offerForceStop(turn: number): void {
		const { state, clock, lease, dispatch, turns } = this.#parts;
		const timer = clock.setTimer(limits.forceStopOfferMs, () => {
			act(
				'stop_unanswered',
				{ state, isSame: state.turnCount === turn },
				{
					end_cancelled: () => turns.end({ reason: 'cancelled' }),
					offer_force: () => dispatch({ type: 'notice', notice: unstoppedNotice(state.agentTitle) }),
				},
			);
		});
		lease.agent?.store.add(timer);
	}
}
