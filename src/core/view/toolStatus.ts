import type { ToolStatus } from '../session/model/toolContent.ts';

/** True when the agent is not expected to work on the call any more: what is paused, or in a state of its own, goes on. */
export function isFinalStatus(status: ToolStatus): boolean {
	return status === 'completed' || status === 'failed' || status === 'cancelled';
}
