/** Tool calls: upserted by id from whichever message names them first (acp C64, agents-in-the-wild 13-17). */
import { closeMessage } from './messages.ts';
import { addEntry, entryOf, patchEntry, scopedId, type Step } from './draft.ts';
import type { ToolCallPatch } from './events.ts';
import type { ToolCallEntry, ToolStatus } from './model.ts';
import { endTerminalsOf } from './terminals.ts';

const finalStatuses: ReadonlySet<ToolStatus> = new Set(['completed', 'failed', 'cancelled']);

/** True when the agent is not expected to work on the call any more. */
export function isFinal(status: ToolStatus): boolean {
	return finalStatuses.has(status);
}

/**
 * A full tool call. For a known id it is the same call announced again, unless that one ended in an earlier turn:
 * some agents count their calls anew in each turn (seen: the SDK's example agent).
 */
export function announceToolCall(step: Step, toolCallId: string, fields: ToolCallPatch, at: number): void {
	const known = knownCall(step, toolCallId);
	const isReused = known !== undefined && known.turn !== step.draft.turnCount && isFinal(known.status);
	if (isReused) createToolCall(step, toolCallId, fields, at);
	else patchToolCall(step, toolCallId, fields, at);
}

/** Creates the call, or patches the known one: an absent field keeps what is there (acp C63). */
export function patchToolCall(
	step: Step,
	toolCallId: string,
	fields: ToolCallPatch,
	at: number,
): ToolCallEntry {
	const known = knownCall(step, toolCallId);
	if (known === undefined) return createToolCall(step, toolCallId, fields, at);
	if (Object.keys(fields).length === 0) return known;
	announcePermissions(step, known.id);
	const patch: Partial<ToolCallEntry> = { ...fields };
	const status = fields.status ?? known.status;
	if (!isFinal(status) || known.endedAt !== undefined) return patchEntry(step, known, patch);
	const ended = patchEntry(step, known, { ...patch, endedAt: at });
	endTerminalsOf(step, ended);
	return ended;
}

/** What a pending permission shows is its tool call: when that changes, so does the question (hazard C9). */
function announcePermissions({ draft, changes }: Step, callEntryId: string): void {
	for (const id of draft.pendingPermissions) {
		if (draft.entries.get(id)?.parentId === callEntryId) changes.push({ type: 'entry', id });
	}
}

/**
 * Ends what is unfinished: at Stop at once, before the agent says anything (acp C57), and at the end of a turn for
 * the calls an agent forgot. Later updates of the agent still count (acp C59).
 */
export function cancelUnfinished(step: Step, at: number): void {
	for (const id of step.draft.toolCalls.values()) {
		const call = entryOf(step.draft, id, 'tool_call');
		if (call !== undefined && !isFinal(call.status)) {
			endTerminalsOf(step, patchEntry(step, call, { status: 'cancelled', endedAt: at }));
		}
	}
}

function createToolCall(step: Step, toolCallId: string, fields: ToolCallPatch, at: number): ToolCallEntry {
	closeMessage(step);
	const status = fields.status ?? 'pending';
	const call = addEntry<ToolCallEntry>(step, {
		type: 'tool_call',
		toolCallId,
		title: 'Tool call',
		kind: 'other',
		content: [],
		locations: [],
		startedAt: at,
		...fields,
		status,
		...(isFinal(status) ? { endedAt: at } : {}),
	});
	step.draft.toolCalls.set(scopedId(step, toolCallId), call.id);
	return call;
}

function knownCall(step: Step, toolCallId: string): ToolCallEntry | undefined {
	return entryOf(step.draft, step.draft.toolCalls.get(scopedId(step, toolCallId)), 'tool_call');
}
