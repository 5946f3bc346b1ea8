/** The message that grows at the moment, and where messages are found by their names. */
import { entryOf, patchEntry, scopedId, type Step } from './draft.ts';
import type { MessageRole } from '../model/entry.ts';

/** Where a message of that name is found. Names count within a family of messages (acp C245). */
export function messageKey(step: Step, family: MessageRole | 'session', messageId: string): string {
	return scopedId(step, `${family}:${messageId}`);
}

/** Nothing more is appended to the open message without its name being called. */
export function closeMessage(step: Step): void {
	const open = entryOf(step.draft, step.draft.openMessage, 'message');
	step.draft.openMessage = undefined;
	if (open !== undefined && !open.isComplete) patchEntry(step, open, { isComplete: true });
}
