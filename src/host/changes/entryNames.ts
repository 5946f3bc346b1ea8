/**
 * How what watches changes knows calls and prompts. It keeps them longer than a transcript: there the number of an entry
 * may be given to another one, after a crash or when the agent tells its history anew; when it came stays with it.
 */
import type { Entry, MessageEntry, ToolCallEntry } from '../../core/session/model/entry.ts';
import type { TurnId } from '../../core/changes/record.ts';
import { writtenText } from '../../core/view/projectContent.ts';
import { sessionTitle } from '../../core/view/projectSession.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type { TurnNames } from './changeReview.ts';

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

/** More of a prompt is in the conversation. */
const promptChars = 200;

/** How people know a turn of a session that is in the window. The prompt is empty where it is not at hand. */
export function turnNames({ session: { state } }: HostedSession, { turn }: TurnId): TurnNames {
	const turns = new Set([turn]);
	const entry = [...state.entries.values()].find((one) => isPromptOf(one, turns));
	const prompt = entry?.type === 'message' ? writtenText(entry.content).trim() : '';
	return { session: sessionTitle(state) || state.agentTitle, prompt: prompt.slice(0, promptChars) };
}
