/**
 * How what watches changes knows calls and prompts. It keeps them longer than a transcript: there the number of an entry
 * may be given to another one, after a crash or when the agent tells its history anew; when it came stays with it.
 */
import type { Entry, MessageEntry, ToolCallEntry } from '../../core/session/model/entry.ts';

export function callName({ toolCallId, startedAt }: ToolCallEntry): string {
	return `${startedAt} ${toolCallId}`;
}

export function promptName({ startedAt }: MessageEntry): string {
	return `prompt ${startedAt}`;
}

/** @param turns as records name them; those of earlier releases have the id of the entry */
export function isPromptOf(entry: Entry, turns: ReadonlySet<string>): entry is MessageEntry {
	if (entry.type !== 'message') return false;
	return turns.has(entry.id) || (entry.role === 'user' && turns.has(promptName(entry)));
}
