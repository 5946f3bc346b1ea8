/**
 * Permissions: asked once, settled once (hazard C1). Quick-pick, card, badge and status are views of this state.
 * Whoever settles first wins; a second answer finds nothing pending and changes nothing.
 */
import { closeMessage } from './messages.ts';
import { addEntry, entryOf, patchEntry, type Step } from './draft.ts';
import type { HostEvent } from './events.ts';
import type { PermissionEntry, SessionState } from './model.ts';
import { patchToolCall } from './toolCalls.ts';

type Requested = Extract<HostEvent, { type: 'permission_requested' }>;
type Settled = Extract<HostEvent, { type: 'permission_settled' }>;

/** Merges what the request says of its tool call (acp C75), then adds it as pending. */
export function requestPermission(step: Step, request: Requested): void {
	const { draft } = step;
	const call = patchToolCall(step, request.toolCallId, request.fields, request.at);
	closeMessage(step);
	const entry = addEntry<PermissionEntry>(step, {
		type: 'permission',
		id: request.permissionId,
		parentId: call.id,
		title: request.title ?? call.title,
		...(request.description === undefined ? {} : { description: request.description }),
		subject: { type: 'tool_call', toolCallId: request.toolCallId },
		options: request.options,
		state: { type: 'pending' },
	});
	draft.pendingPermissions = [...draft.pendingPermissions, entry.id];
	waitOrRun(step);
	step.changes.push({ type: 'session' });
}

/** The turn waits for the user while anything is pending, and runs on when nothing is. */
export function waitOrRun({ draft }: Step): void {
	const isPending = draft.pendingPermissions.length > 0 || draft.pendingElicitations.length > 0;
	const { turn } = draft;
	if (isPending && turn.type === 'running') draft.turn = { ...turn, type: 'requires_action' };
	if (!isPending && turn.type === 'requires_action') draft.turn = { ...turn, type: 'running' };
}

/** Settles a pending permission. For one that is settled already nothing happens. */
export function settlePermission(step: Step, settled: Settled): void {
	const { draft } = step;
	const entry = pendingPermission(draft, settled.permissionId);
	if (entry === undefined) return;
	patchEntry(step, entry, { state: settled.state });
	draft.pendingPermissions = draft.pendingPermissions.filter((id) => id !== entry.id);
	waitOrRun(step);
	step.changes.push({ type: 'session' });
}

/** The permission of that id while it waits for an answer. */
export function pendingPermission(
	state: Pick<SessionState, 'entries'>,
	permissionId: string,
): PermissionEntry | undefined {
	const entry = entryOf(state, permissionId, 'permission');
	return entry?.state.type === 'pending' ? entry : undefined;
}
