/** Which session a name of the agent's counts in: the session itself, or a child session that has names of its own. */
import { agentTerminalId } from './terminalId.ts';

/** What of an entry says whose it is. */
interface Placed {
	readonly type: string;
	readonly parentId?: string;
	/** Of an entry that stands for a child session. */
	readonly sessionId?: string;
}

interface WithEntries {
	readonly entries: ReadonlyMap<string, Placed>;
}

/**
 * An id of the agent's, told apart from the same id in another session.
 * @param subagentId the agent's id of a child session; undefined for the session itself
 */
export function idInSession(subagentId: string | undefined, id: string): string {
	return subagentId === undefined ? id : `${subagentId}\u0000${id}`;
}

/** The agent's id of the child session that an entry is of; undefined for one of the session itself. */
export function subagentIdOf({ entries }: WithEntries, { parentId }: Placed): string | undefined {
	const parent = entries.get(parentId ?? '');
	// A request stands below the call that it is about.
	const above = parent?.type === 'tool_call' ? entries.get(parent.parentId ?? '') : parent;
	return above?.type === 'subagent' ? above.sessionId : undefined;
}

/** Id of the terminal that is named after a call, whether there is one or not. */
export function terminalOfCall(state: WithEntries, call: Placed & { readonly toolCallId: string }): string {
	return agentTerminalId(call.toolCallId, subagentIdOf(state, call));
}
