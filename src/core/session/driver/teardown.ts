/**
 * Ends the connection of a session with its agent, on the user's wish or when the agent is gone, so that nothing waits
 * for it any more.
 */
import { AgentError } from '../../base/errors.ts';
import type { PromptQueue } from './promptQueue.ts';
import type { Reconnector } from './reconnector.ts';
import type { RequestBrokers } from './requestBrokers.ts';
import type { SessionParts } from './sessionParts.ts';
import type { SessionBackend } from '../model/sessionTarget.ts';
import { act } from './turnDecisions.ts';
import type { TurnRunner } from './turnRunner.ts';
import type { TurnEnd, TurnPrompt } from '../model/turnState.ts';
import { isAsking } from '../reducer/turnFacts.ts';

interface TeardownParts extends SessionParts {
	readonly brokers: RequestBrokers;
	readonly backend: SessionBackend;
	readonly queue: PromptQueue;
	readonly turns: TurnRunner;
	readonly reconnector: Reconnector;
	/** The agent is at an address. */
	readonly isRemote: () => boolean;
}

export class Teardown {
	readonly #parts: TeardownParts;

	constructor(parts: TeardownParts) {
		this.#parts = parts;
	}

	/** Releases the agent. Prompts that it has not taken up come back. */
	detach(): void {
		this.#parts.reconnector.cancel();
		this.#release({ reason: 'cancelled' }, () => this.#parts.queue.giveBackAll());
	}

	/**
	 * The agent is gone. Prompts that it had not taken up wait here. An agent at an address may go on there, however the line
	 * to it ended; where the line broke, it is sought again.
	 */
	onExit(error: AgentError): void {
		const { queue, reconnector, isRemote, fail } = this.#parts;
		const isBroken = AgentError.is(error, 'disconnected');
		const isCut = isBroken || isRemote();
		const end: TurnEnd = { reason: 'error', message: error.message, ...(isCut ? { isCut } : {}) };
		this.#release(end, () => queue.returnAll(isCut));
		if (isBroken) fail(reconnector.onLost(error));
		else {
			reconnector.cancel();
			fail(error);
		}
	}

	/** The session did not open. Work that the agent has told of is over; a prompt comes back by who wanted to send it. */
	onOpenFailure(): void {
		const { state, turns } = this.#parts;
		if (state.turnPrompts.length === 0) act('agent_left', { state }, { fail_turn: () => turns.fail(false) });
	}

	/** Releases the agent, and closes the session in it (acp C35). Never rejects. */
	async close(): Promise<void> {
		const { state, clock, lease } = this.#parts;
		const { agent } = lease;
		const { sessionId, turn } = state;
		const hadPending = isAsking(state);
		this.detach();
		if (agent === undefined || sessionId === undefined) return;
		// The answers to what was pending leave in later microtasks; nothing that follows must overtake them.
		if (hadPending) await new Promise<void>((resolve) => clock.setTimer(0, resolve));
		if (turn.type !== 'idle') agent.port.cancel(sessionId);
		if (!agent.port.capabilities.closeSession) return;
		try {
			await agent.port.closeSession(sessionId);
		} catch {
			// The session is gone for us; an agent that cannot free it has nothing to tell the user.
		}
	}

	/** Releases everything without events: the session is gone as well. */
	dispose(): void {
		const { lease, brokers, queue, turns, backend, reconnector } = this.#parts;
		reconnector.cancel();
		brokers.dispose();
		lease.dispose();
		queue.giveBackAll();
		turns.sent.abandon();
		turns.release();
		backend.dispose();
	}

	/**
	 * @param end how a turn that runs ends by it
	 * @param leaveQueue what becomes of the prompts that wait
	 */
	#release(end: TurnEnd, leaveQueue: () => void): void {
		const { state, clock, lease, brokers, backend, turns, dispatch } = this.#parts;
		brokers.cancelAll('exit');
		backend.releaseCommands();
		const unsent = this.#unsentPrompts(end.isCut === true);
		lease.release();
		leaveQueue();
		for (const { entryId } of unsent) dispatch({ type: 'prompt_unsent', entryId, end });
		act(
			'agent_left',
			{ state },
			{ fail_turn: () => dispatch({ type: 'turn_failed', end, at: clock.now() }) },
		);
		turns.sent.abandon();
		turns.release();
		dispatch({ type: 'agent_state', agent: { type: 'exited' } });
	}

	/**
	 * Prompts that the agent cannot have taken up: they have not gone out yet, or it says which it takes. On a line that was
	 * cut it could not say so.
	 */
	#unsentPrompts(isCut: boolean): readonly TurnPrompt[] {
		const { turnPrompts, agentQueuesPrompts } = this.#parts.state;
		const tells = agentQueuesPrompts && !isCut;
		return turnPrompts.filter(({ isSent, isTaken }) => !isSent || (tells && !isTaken));
	}
}
