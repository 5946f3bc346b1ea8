/**
 * Pairs each permission request of the agent with exactly one answer (hazard C1). The state says who is pending;
 * this keeps the promise that waits, and lets go of it the moment it is settled.
 */
import type { AbortSignal } from '../base/abortSignal.ts';
import { isAskedByBackground } from './background.ts';
import type { HostEvent } from './events.ts';
import type { PermissionState, SessionState } from './model.ts';
import { OpenRequests } from './openRequests.ts';
import { pendingPermission } from './permissions.ts';
import type { Clock, PermissionOutcome, PermissionRequest } from './ports.ts';

type Settled = Exclude<PermissionState, { type: 'pending' }>;

export class PermissionDesk {
	readonly #state: SessionState;
	readonly #dispatch: (event: HostEvent) => void;
	readonly #clock: Clock;
	readonly #open = new OpenRequests<PermissionOutcome>('p');

	constructor(state: SessionState, dispatch: (event: HostEvent) => void, clock: Clock) {
		this.#state = state;
		this.#dispatch = dispatch;
		this.#clock = clock;
	}

	/** Shows the request and waits for the user, for Stop, or for the agent to withdraw it. */
	ask(request: PermissionRequest, signal: AbortSignal): Promise<PermissionOutcome> {
		const { agent, turn } = this.#state;
		// A request that arrives after Stop, or after the agent is gone, must not wait for anybody.
		const isStopped = turn.type === 'stopping' && !isAskedByBackground(this.#state, request);
		const isTooLate = isStopped || agent.type === 'exited';
		if (signal.aborted || isTooLate) return Promise.resolve({ type: 'cancelled' });
		return this.#open.wait(
			signal,
			(permissionId) =>
				this.#dispatch({ type: 'permission_requested', permissionId, at: this.#clock.now(), ...request }),
			(permissionId) => this.#cancel(permissionId, 'agent'),
		);
	}

	/** Only an option that was offered, and only once. */
	answer(permissionId: string, optionId: string): void {
		const option = pendingPermission(this.#state, permissionId)?.options.find(
			(offered) => offered.optionId === optionId,
		);
		if (option === undefined) return;
		this.#settle(permissionId, { type: 'answered', option }, { type: 'selected', optionId });
	}

	/**
	 * Answers everything that is pending with `cancelled`.
	 * @param isMeant leaves others pending
	 * @returns true when there was anything
	 */
	cancelAll(by: 'user' | 'agent' | 'exit', isMeant: (permissionId: string) => boolean = () => true): boolean {
		const ids = this.#open.ids.filter(isMeant);
		for (const permissionId of ids) this.#cancel(permissionId, by);
		return ids.length > 0;
	}

	#cancel(permissionId: string, by: 'user' | 'agent' | 'exit'): void {
		this.#settle(permissionId, { type: 'cancelled', by }, { type: 'cancelled' });
	}

	#settle(permissionId: string, state: Settled, outcome: PermissionOutcome): void {
		if (!this.#open.settle(permissionId, outcome)) return;
		this.#dispatch({ type: 'permission_settled', permissionId, state });
	}
}
