/** The lease of a session on its agent: taken on first use, by one attempt at a time, and released as a whole. */
import type { AgentError } from '../../base/errors.ts';
import type { LeasedAgent, AgentOpener } from './leasedAgent.ts';
import type { AgentSource } from '../model/agentPort.ts';
import type { SessionEvent } from '../model/events.ts';
import type { LoginGate } from './loginGate.ts';
import type { Reconnector } from './reconnector.ts';

interface SessionLeaseParts {
	readonly source: AgentSource;
	readonly opener: AgentOpener;
	readonly gate: LoginGate;
	readonly reconnector: Reconnector;
	readonly dispatch: (event: SessionEvent) => void;
	/** Tells the user. */
	readonly fail: (error: unknown) => void;
	/** The attempt to open has failed, which the session shows already. */
	readonly onFailure: () => void;
	/** The agent that was held is gone. */
	readonly onExit: (error: AgentError) => void;
}

interface Attempt {
	readonly agent: Promise<LeasedAgent | undefined>;
	/** Abandons the attempt: its outcome is not reported any more. */
	readonly abandon: () => void;
}

export class SessionLease {
	readonly #parts: SessionLeaseParts;
	#agent: LeasedAgent | undefined;
	/** The attempt to open that is under way, its report of a failure included: further callers share it. */
	#attempt: Attempt | undefined;
	#isEnded = false;

	constructor(parts: SessionLeaseParts) {
		this.#parts = parts;
	}

	/** The agent, once it has answered for the session and is there. */
	get agent(): LeasedAgent | undefined {
		return this.#agent;
	}

	/** The agent, opened if need be. Undefined when there is none to be had now, which the session shows. */
	acquire(): Promise<LeasedAgent | undefined> {
		if (this.#agent !== undefined) return Promise.resolve(this.#agent);
		this.#attempt ??= this.#begin();
		return this.#attempt.agent;
	}

	/** Releases the agent, and abandons an attempt to open. A later `acquire` opens anew. */
	release(): void {
		this.#attempt?.abandon();
		this.#attempt = undefined;
		const agent = this.#agent;
		this.#agent = undefined;
		agent?.dispose();
	}

	/** Releases the agent for ever: a later `acquire` gives undefined. */
	dispose(): void {
		this.#isEnded = true;
		this.release();
	}

	#begin(): Attempt {
		let isGivenUp = false;
		const agent = this.#open(() => isGivenUp).finally(() => {
			if (this.#attempt === attempt) this.#attempt = undefined;
		});
		const attempt: Attempt = { agent, abandon: () => (isGivenUp = true) };
		return attempt;
	}

	async #open(isGivenUp: () => boolean): Promise<LeasedAgent | undefined> {
		if (this.#isEnded) return undefined;
		const { source, opener, reconnector, dispatch } = this.#parts;
		if (!source.isApproved()) {
			reconnector.cancel();
			const remote = source.isRemote?.() === true ? { isRemote: true as const } : {};
			const agent = { type: 'unapproved', commandLine: source.commandLine(), ...remote } as const;
			dispatch({ type: 'agent_state', agent });
			return undefined;
		}
		try {
			const agent = await opener.open(isGivenUp);
			this.#agent = agent;
			agent.store.add(agent.onExit((error) => this.#onExit(agent, error)));
			// What was left to the account before says nothing of the one that is logged in now.
			agent.store.add(agent.port.onAuthStatus(() => dispatch({ type: 'quota', windows: [] })));
			reconnector.onOpened();
			return agent;
		} catch (error) {
			if (!isGivenUp()) this.#failed(error);
			return undefined;
		}
	}

	#failed(error: unknown): void {
		const { gate, reconnector, dispatch, fail, onFailure } = this.#parts;
		if (gate.stops(error)) {
			reconnector.cancel();
			return onFailure();
		}
		const after = reconnector.afterFailure(error);
		if (after.type === 'told') dispatch({ type: 'agent_state', agent: { type: 'exited' } });
		onFailure();
		if (after.type === 'told') fail(after.error);
	}

	#onExit(agent: LeasedAgent, error: AgentError): void {
		if (this.#agent === agent) this.#parts.onExit(error);
	}
}
