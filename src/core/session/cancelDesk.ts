/** Stops single pieces of the agent's work: the agent is asked, and only its updates tell what became of it (acp C261). */
import type { AgentHold } from './agentHold.ts';
import type { AgentLink } from './agentLink.ts';
import type { SessionEvent } from './events.ts';
import type { SessionState, ToolCallEntry } from './model.ts';
import { isFinal } from './toolCalls.ts';

export interface CancelDeskParts {
	readonly state: SessionState;
	readonly hold: AgentHold;
	readonly dispatch: (event: SessionEvent) => void;
	/** Tells the user. */
	readonly fail: (error: unknown) => void;
}

export class CancelDesk {
	readonly #parts: CancelDeskParts;

	constructor(parts: CancelDeskParts) {
		this.#parts = parts;
	}

	/** Only while the call says that it can be stopped (acp C259). Never rejects: failures are shown. */
	async toolCall(entryId: string): Promise<void> {
		const { state, hold, dispatch } = this.#parts;
		const call = state.entries.get(entryId);
		const { link } = hold;
		if (call?.type !== 'tool_call' || call.canCancel !== true || isFinal(call.status)) return;
		if (link === undefined || call.isCancelling === true) return;
		const sessionId = this.#sessionOf(call.parentId);
		const mark = (isCancelling: boolean): void =>
			dispatch({ type: 'call_cancelling', entryId, isCancelling });
		await this.#ask(link, mark, () => link.port.cancelToolCall(sessionId, call.toolCallId));
	}

	/** Only while the terminal says that it can be stopped (acp C260). Never rejects: failures are shown. */
	async terminal(terminalId: string): Promise<void> {
		const { state, hold, dispatch } = this.#parts;
		const terminal = state.terminals.get(terminalId);
		const { link } = hold;
		if (terminal?.canCancel !== true || terminal.exit !== undefined) return;
		if (link === undefined || terminal.isCancelling === true) return;
		const sessionId = this.#sessionOf(shownBy(state, terminalId)?.parentId);
		const mark = (isCancelling: boolean): void =>
			dispatch({ type: 'terminal_cancelling', terminalId, isCancelling });
		await this.#ask(link, mark, () => link.port.cancelTerminal(sessionId, terminalId));
	}

	/** The child session that an entry belongs to, else the session itself. */
	#sessionOf(parentId: string | undefined): string {
		const parent = this.#parts.state.entries.get(parentId ?? '');
		return parent?.type === 'subagent' ? parent.sessionId : (this.#parts.state.sessionId ?? '');
	}

	async #ask(
		link: AgentLink,
		mark: (isCancelling: boolean) => void,
		ask: () => Promise<void>,
	): Promise<void> {
		mark(true);
		try {
			await ask();
		} catch (error) {
			// An agent that is gone runs nothing any more, which has been said.
			if (this.#parts.hold.link !== link) return;
			mark(false);
			this.#parts.fail(error);
		}
	}
}

/** The call that shows a terminal. */
function shownBy({ entries }: SessionState, terminalId: string): ToolCallEntry | undefined {
	return [...entries.values()].find(
		(entry): entry is ToolCallEntry =>
			entry.type === 'tool_call' &&
			entry.content.some((item) => item.type === 'terminal' && item.terminalId === terminalId),
	);
}
