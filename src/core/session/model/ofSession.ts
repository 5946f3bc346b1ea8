/** Which session a name of the agent's counts in: the session itself, or a child session that has names of its own. */
import type { Entry } from './entry.ts';
import type { SessionState } from './sessionState.ts';

/**
 * An id of the agent's, told apart from the same id in another session.
 * @param subagentId the agent's id of a child session; undefined for the session itself
 */
export function idInSession(subagentId: string | undefined, id: string): string {
	return subagentId === undefined ? id : `${subagentId}\u0000${id}`;
}

/** The agent's id of the child session that an entry is of; undefined for one of the session itself. */
export function subagentIdOf(
	{ entries }: Pick<SessionState, 'entries'>,
	{ parentId }: Pick<Entry, 'parentId'>,
): string | undefined {
	const parent = entries.get(parentId ?? '');
	// A request stands below the call that it is about.
	const above = parent?.type === 'tool_call' ? entries.get(parent.parentId ?? '') : parent;
	return above?.type === 'subagent' ? above.sessionId : undefined;
}
