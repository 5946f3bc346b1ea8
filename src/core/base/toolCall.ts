/** The kinds and statuses of tool calls, by ACP's names. What the protocol, the model, rules and views share. */

/** In the order in which a choice among them is offered. */
export const toolKinds = [
	'read',
	'search',
	'edit',
	'delete',
	'move',
	'execute',
	'fetch',
	'think',
	'switch_mode',
	'other',
] as const;
/** Kind of a tool call, by ACP's name. */
export type ToolKind = (typeof toolKinds)[number];

/** `cancelled` may be ours: not every agent has such a status (docs/protocol.md#upserts). */
export const toolStatuses = ['pending', 'in_progress', 'paused', 'completed', 'failed', 'cancelled'] as const;
/** Status of a tool call, by ACP's name. */
export type ToolStatus = (typeof toolStatuses)[number];

/** True when the agent is not expected to work on the call any more. A paused call may go on, one of an unknown status too. */
export function isFinal(status: ToolStatus): boolean {
	return status === 'completed' || status === 'failed' || status === 'cancelled';
}
