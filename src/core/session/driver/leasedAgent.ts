import { type Disposable, DisposableStore } from '../../base/disposable.ts';
import type { Event } from '../../base/emitter.ts';
import type { AgentError } from '../../base/errors.ts';
import type { AgentLease, AgentPort } from '../model/agentPort.ts';

/** Opens a session with its agent. */
export interface AgentOpener {
	/**
	 * Rejects with `AgentError`; then nothing of the attempt is left.
	 * @param isGone asked after each step: true once the session was closed or has released its agent
	 */
	open(isGone: () => boolean): Promise<LeasedAgent>;
}

/** An agent that a session has leased, with everything that ends when the lease is released. */
export class LeasedAgent implements Disposable {
	readonly store = new DisposableStore();
	readonly port: AgentPort;
	readonly onExit: Event<AgentError>;
	readonly #isGivenUp: () => boolean;
	#exit: AgentError | undefined;

	/** @param isGivenUp true once the attempt to open was abandoned */
	constructor(lease: AgentLease, isGivenUp: () => boolean) {
		this.port = lease.port;
		this.onExit = lease.onExit;
		this.#isGivenUp = isGivenUp;
		this.store.add(lease);
		// Kept for callers that come after the opening: the exit is reported only once.
		this.store.add(lease.onExit((error) => (this.#exit = error)));
	}

	/** True when what the agent says over it does not count any more. */
	get isOver(): boolean {
		return this.store.isDisposed || this.#isGivenUp();
	}

	/** @throws AgentError when the agent is gone */
	requireRunning(): void {
		if (this.#exit !== undefined) throw this.#exit;
	}

	dispose(): void {
		this.store.dispose();
	}
}
