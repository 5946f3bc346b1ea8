/** Questions of the agent: pending until the user, the agent or its end settles them, once. */
import { addEntry, closeMessage, entryOf, patchEntry, scopedId, type Step } from './draft.ts';
import type { ElicitationState } from '../model/elicitation.ts';
import type { ElicitationEntry } from '../model/entry.ts';
import type { HostEvent } from '../model/events.ts';
import { updateTurnWaiting } from './permissions.ts';

type Requested = Extract<HostEvent, { type: 'elicitation_requested' }>;

/** Adds the question. In a turn it means that the agent waits for the user. */
export function requestElicitation(step: Step, { entryId, message, toolCallId, mode }: Requested): void {
	closeMessage(step);
	const parentId =
		toolCallId === undefined ? undefined : step.draft.toolCalls.get(scopedId(step, toolCallId));
	addEntry<ElicitationEntry>(step, {
		type: 'elicitation',
		id: entryId,
		...(parentId === undefined ? {} : { parentId }),
		message,
		mode,
		state: { type: 'pending' },
	});
	step.draft.pendingElicitations = [...step.draft.pendingElicitations, entryId];
	updateTurnWaiting(step, 'request_opened');
	step.changes.push({ type: 'session' });
}

/** The first answer counts; later ones find nothing pending. */
export function settleElicitation(
	step: Step,
	entryId: string,
	state: Exclude<ElicitationState, { type: 'pending' }>,
): void {
	const entry = entryOf(step.draft, entryId, 'elicitation');
	if (entry?.state.type !== 'pending') return;
	patchEntry(step, entry, { state });
	step.draft.pendingElicitations = step.draft.pendingElicitations.filter((id) => id !== entryId);
	updateTurnWaiting(step, 'request_closed');
	step.changes.push({ type: 'session' });
}

/**
 * What the user visited an address for is done. An id that is unknown or finished means nothing (acp C105).
 * @param elicitationId absent where the agent is gone, which waits for none any more
 */
export function completeElicitation(step: Step, elicitationId?: string): void {
	for (const entry of step.draft.entries.values()) {
		if (entry.type !== 'elicitation' || entry.mode.type !== 'url') continue;
		const isMeant = elicitationId === undefined || entry.mode.elicitationId === elicitationId;
		if (isMeant && entry.state.type === 'accepted' && entry.state.isWaiting)
			patchEntry(step, entry, { state: { type: 'accepted', isWaiting: false } });
	}
}
