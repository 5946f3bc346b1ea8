/** How far the work of a subagent, a task or another turn is, as an agent says it. */
export type SubagentState = 'running' | 'idle' | 'requires_action' | 'failed' | 'cancelled' | 'unknown';

/** True for one that does nothing any more. */
export function isOver(state: SubagentState): boolean {
	return state === 'idle' || state === 'failed' || state === 'cancelled';
}
