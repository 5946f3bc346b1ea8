/** Stops single pieces of the agent's work: the agent is asked, and only its updates tell what became of it (acp C261). */
import type { LeasedAgent } from './leasedAgent.ts';
import { subagentIdOf } from '../../base/ofSession.ts';
import type { RequestBrokers } from './requestBrokers.ts';
import type { SessionParts } from './sessionParts.ts';
import type { SessionBackend } from '../model/sessionTarget.ts';
import { terminalName } from '../../base/terminalId.ts';
import { isFinal } from '../../base/toolCall.ts';

interface WorkCancellerParts extends SessionParts {
	readonly brokers: RequestBrokers;
	readonly backend: SessionBackend;
}

export class WorkCanceller {
	readonly #parts: WorkCancellerParts;

	constructor(parts: WorkCancellerParts) {
		this.#parts = parts;
	}

	/** Only while the call says that it can be stopped (acp C259). Never rejects: failures are shown. */
	async toolCall(entryId: string): Promise<void> {
		const { state, lease, dispatch } = this.#parts;
		const call = state.entries.get(entryId);
		const { agent } = lease;
		if (call?.type !== 'tool_call' || call.canCancel !== true || isFinal(call.status)) return;
		if (agent === undefined || call.isCancelling === true) return;
		const sessionId = subagentIdOf(state, call) ?? state.sessionId ?? '';
		const mark = (isCancelling: boolean): void =>
			dispatch({ type: 'call_cancelling', entryId, isCancelling });
		await this.#ask(agent, mark, () => agent.port.cancelToolCall(sessionId, call.toolCallId));
	}

	/**
	 * Of the agent's commands only one that says that it can be stopped (acp C260); one of ours is killed. Never rejects:
	 * failures are shown.
	 */
	async command(terminalId: string): Promise<void> {
		const { state, lease, dispatch } = this.#parts;
		const terminal = state.terminals.get(terminalId);
		const { agent } = lease;
		if (terminal === undefined || terminal.exit !== undefined) return;
		if (terminal.owner === 'host') return this.#kill(terminalId);
		if (agent === undefined || terminal.canCancel !== true || terminal.isCancelling === true) return;
		const { name, subagentId } = terminalName(terminalId);
		const sessionId = subagentId ?? state.sessionId ?? '';
		const mark = (isCancelling: boolean): void =>
			dispatch({ type: 'terminal_cancelling', terminalId, isCancelling });
		await this.#ask(agent, mark, () => agent.port.cancelTerminal(sessionId, name));
	}

	#kill(terminalId: string): void {
		try {
			this.#parts.backend.terminals.kill(terminalName(terminalId).name);
		} catch {
			// The agent has released it, which ends it as well.
		}
	}

	/** Only a child session that can be stopped (unstable). */
	subagent(entryId: string): void {
		const { state, clock, lease, brokers } = this.#parts;
		const entry = state.entries.get(entryId);
		if (entry?.type !== 'subagent' || !entry.canCancel) return;
		const cancel = (): void => lease.agent?.port.cancel(entry.sessionId);
		// What waits for the user in it is answered first, as for the session itself (acp C58).
		if (brokers.cancelInside(entryId, 'user')) clock.setTimer(0, cancel);
		else cancel();
	}

	async #ask(
		agent: LeasedAgent,
		mark: (isCancelling: boolean) => void,
		ask: () => Promise<void>,
	): Promise<void> {
		mark(true);
		try {
			await ask();
		} catch (error) {
			// The agent is gone, which was reported, and with it the work.
			if (this.#parts.lease.agent !== agent) return;
			mark(false);
			this.#parts.fail(error);
		}
	}
}
