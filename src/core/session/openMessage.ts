/** The message that grows at the moment, and where messages are found by their names. */
import { entryOf, patchEntry, scopedId, type Step } from './draft.ts';

/** Where a message of that name is found. */
export function messageKey(step: Step, role: string, messageId: string): string {
	return scopedId(step, `${role}:${messageId}`);
}

/** Nothing more is appended to the open message without its name being called. */
export function closeMessage(step: Step): void {
	const open = entryOf(step.draft, step.draft.openMessage, 'message');
	step.draft.openMessage = undefined;
	if (open !== undefined && !open.isComplete) patchEntry(step, open, { isComplete: true });
}
