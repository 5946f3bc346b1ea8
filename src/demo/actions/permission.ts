import type { PermissionOption, ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { Turn } from '../turn.ts';

export const permissionOptions: PermissionOption[] = [
	{ optionId: 'allow', name: 'Allow once', kind: 'allow_once' },
	{ optionId: 'allow-session', name: 'Always allow (session)', kind: 'allow_always' },
	{ optionId: 'reject', name: 'Reject', kind: 'reject_once' },
];

/** True when the tool call may go ahead: by mode, by an earlier "always", or because the user says so now. */
export async function isAllowed(turn: Turn, toolCall: ToolCallUpdate): Promise<boolean> {
	if (!turn.session.mustAsk) return true;
	const option = await turn.ask(toolCall, permissionOptions);
	if (option?.kind === 'allow_always') turn.session.isAlwaysAllowed = true;
	return option?.kind === 'allow_once' || option?.kind === 'allow_always';
}
