/**
 * Pairs each permission request of the agent with exactly one answer (hazard C1). The state says who is pending;
 * this keeps the promise that waits, and lets go of it the moment it is settled.
 */
import { Deferred } from '../base/deferred.ts';
import type { HostEvent } from './events.ts';
import type { PermissionState, SessionState } from './model.ts';
import { pendingPermission } from './permissions.ts';
import type { Clock, PermissionOutcome, PermissionRequest } from './ports.ts';
import type { AbortSignal } from '../base/abortSignal.ts';

type Settled = Exclude<PermissionState, { type: 'pending' }>;

export class PermissionDesk {
	readonly #state: SessionState;
	readonly #dispatch: (event: HostEvent) => void;
	readonly #clock: Clock;
	readonly #waiting = new Map<string, Deferred<PermissionOutcome>>();
	#count = 0;

	constructor(state: SessionState, dispatch: (event: HostEvent) => void, clock: Clock) {
		this.#state = state;
		this.#dispatch = dispatch;
		this.#clock = clock;
	}

	/** Shows the request and waits for the user, for Stop, or for the agent to withdraw it. */
	ask(request: PermissionRequest, signal: AbortSignal): Promise<PermissionOutcome> {
		if (signal.aborted || this.#isStopping()) return Promise.resolve({ type: 'cancelled' });
		const permissionId = `p${++this.#count}`;
		const waiting = new Deferred<PermissionOutcome>();
		this.#waiting.set(permissionId, waiting);
		const withdraw = (): void =>
			this.#settle(permissionId, { type: 'cancelled', by: 'agent' }, { type: 'cancelled' });
		signal.addEventListener('abort', withdraw);
		this.#dispatch({ type: 'permission_requested', permissionId, at: this.#clock.now(), ...request });
		return waiting.promise.finally(() => signal.removeEventListener('abort', withdraw));
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
	 * @returns true when there was anything
	 */
	cancelAll(by: 'user' | 'agent' | 'exit'): boolean {
		const hadPending = this.#waiting.size > 0;
		for (const permissionId of this.#waiting.keys()) {
			this.#settle(permissionId, { type: 'cancelled', by }, { type: 'cancelled' });
		}
		return hadPending;
	}

	/** A request that arrives after Stop must not wait for anybody. */
	#isStopping(): boolean {
		return this.#state.turn.type === 'stopping';
	}

	#settle(permissionId: string, state: Settled, outcome: PermissionOutcome): void {
		const waiting = this.#waiting.get(permissionId);
		if (waiting === undefined) return;
		this.#waiting.delete(permissionId);
		waiting.resolve(outcome);
		this.#dispatch({ type: 'permission_settled', permissionId, state });
	}
}
