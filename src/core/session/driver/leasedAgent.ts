import { type Disposable, DisposableStore } from '../../base/disposable.ts';
import type { Event } from '../../base/emitter.ts';
import type { AgentError } from '../../base/errors.ts';
import type { AgentLease, AgentPort } from '../model/agentPort.ts';

/** Opens a session with its agent. */
export interface AgentOpener {
	/**
	 * Rejects with `AgentError`; then nothing of the attempt is left.
	 * @param isGone asked after each step: the session may have been closed, or let go of its agent, meanwhile
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

	/** @param isGivenUp true once nobody wants what is opened over it */
	constructor(lease: AgentLease, isGivenUp: () => boolean) {
		this.port = lease.port;
		this.onExit = lease.onExit;
		this.#isGivenUp = isGivenUp;
		this.store.add(lease);
		// Who comes after the opening would miss it: an exit is told once.
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
