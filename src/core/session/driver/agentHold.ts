/** A session's hold on its agent: opened on first use, by one attempt at a time, and let go as a whole. */
import type { AgentError } from '../../base/errors.ts';
import type { AgentLink, AgentOpener } from './agentLink.ts';
import type { AgentSource } from '../model/agentPort.ts';
import type { SessionEvent } from '../model/events.ts';
import type { LoginGate } from './loginGate.ts';

interface AgentHoldParts {
	readonly source: AgentSource;
	readonly opener: AgentOpener;
	readonly gate: LoginGate;
	readonly dispatch: (event: SessionEvent) => void;
	/** Tells the user. */
	readonly fail: (error: unknown) => void;
	/** The agent that was held is gone. */
	readonly onExit: (error: AgentError) => void;
}

interface Attempt {
	readonly link: Promise<AgentLink | undefined>;
	/** Sets it aside: whatever becomes of it is not news any more. */
	readonly giveUp: () => void;
}

export class AgentHold {
	readonly #parts: AgentHoldParts;
	#link: AgentLink | undefined;
	/** The attempt to open that is under way, its report of a failure included: whoever comes joins it. */
	#attempt: Attempt | undefined;
	#isEnded = false;

	constructor(parts: AgentHoldParts) {
		this.#parts = parts;
	}

	/** The agent, once it has answered for the session and is there. */
	get link(): AgentLink | undefined {
		return this.#link;
	}

	/** The agent, opened if need be. Undefined when there is none to be had now, which the session shows. */
	take(): Promise<AgentLink | undefined> {
		if (this.#link !== undefined) return Promise.resolve(this.#link);
		this.#attempt ??= this.#begin();
		return this.#attempt.link;
	}

	/** Lets go of the agent, and of an attempt to open. A later `take` opens anew. */
	letGo(): void {
		this.#attempt?.giveUp();
		this.#attempt = undefined;
		const link = this.#link;
		this.#link = undefined;
		link?.dispose();
	}

	/** Lets go for good. */
	end(): void {
		this.#isEnded = true;
		this.letGo();
	}

	#begin(): Attempt {
		let isGivenUp = false;
		const link = this.#open(() => isGivenUp).finally(() => {
			if (this.#attempt === attempt) this.#attempt = undefined;
		});
		const attempt: Attempt = { link, giveUp: () => (isGivenUp = true) };
		return attempt;
	}

	async #open(isGivenUp: () => boolean): Promise<AgentLink | undefined> {
		if (this.#isEnded) return undefined;
		const { source, opener, gate, dispatch, fail } = this.#parts;
		if (!source.isApproved()) {
			dispatch({ type: 'agent_state', agent: { type: 'unapproved', commandLine: source.commandLine() } });
			return undefined;
		}
		try {
			const link = await opener.open(isGivenUp);
			this.#link = link;
			link.store.add(link.onExit((error) => this.#onExit(link, error)));
			return link;
		} catch (error) {
			if (isGivenUp() || gate.stops(error)) return undefined;
			dispatch({ type: 'agent_state', agent: { type: 'exited' } });
			fail(error);
			return undefined;
		}
	}

	#onExit(link: AgentLink, error: AgentError): void {
		if (this.#link === link) this.#parts.onExit(error);
	}
}
