/** The user's prompts as messages of the transcript. */
import { type Content, textOf } from '../model/content.ts';
import { addEntry, closeMessage, entryOf, messageKey, patchEntry, type Step } from './draft.ts';
import type { EntryId, MessageEntry } from '../model/entry.ts';
import { nameByPrompt } from './promptTitle.ts';
import type { SessionState } from '../model/sessionState.ts';
import type { TurnPrompt } from '../model/turnState.ts';

/** Adds what the user typed to the turn. Once it is sent the agent may repeat it: see `promptEcho.ts`. */
export function addPrompt(
	step: Step,
	content: readonly Content[],
	isSent: boolean,
	at: number,
): MessageEntry {
	closeMessage(step);
	const prompt = addEntry<MessageEntry>(step, {
		type: 'message',
		role: 'user',
		origin: 'user',
		content,
		isComplete: true,
		startedAt: at,
		endedAt: at,
	});
	nameByPrompt(step);
	awaitSending(step, prompt);
	if (isSent) sendPrompt(step, prompt.id);
	return prompt;
}

/** Marks a prompt as not having reached the agent, which cannot repeat it any more. */
export function markUnsent(step: Step, entryId: EntryId | undefined): void {
	const prompt = entryOf(step.draft, entryId, 'message');
	if (prompt === undefined) return;
	step.draft.expectedEchoes.delete(prompt.id);
	patchEntry(step, prompt, { isUnsent: true });
}

/** It waits for a login, and goes out after that (acp C30). */
export function isAwaitingLogin(
	{ promptAwaitingLogin }: Pick<SessionState, 'promptAwaitingLogin'>,
	{ isUnsent, isReworded, content }: MessageEntry,
): boolean {
	// What the agent has put in its place does not change what goes out.
	const isIt = content === promptAwaitingLogin || (promptAwaitingLogin !== undefined && isReworded === true);
	return isUnsent === true && isIt;
}

/** Adds it anew, unsent: the turn that it will begin is counted, and nothing runs or ends. */
export function showAwaitingLogin(step: Step, content: readonly Content[], at: number): void {
	const { draft } = step;
	draft.turnCount++;
	const prompt = addPrompt(step, content, false, at);
	markUnsent(step, prompt.id);
	draft.turnPrompts = draft.turnPrompts.filter(({ entryId }) => entryId !== prompt.id);
	draft.promptAwaitingLogin = content;
	step.changes.push({ type: 'session' });
}

/** The prompt that waited for a login is an ordinary unsent one from now on. */
export function dropPromptAwaitingLogin(step: Step): void {
	const { draft } = step;
	const prompt = lastPrompt(step);
	const wasAwaitingLogin = prompt !== undefined && isAwaitingLogin(draft, prompt);
	draft.promptAwaitingLogin = undefined;
	if (wasAwaitingLogin) patchEntry(step, prompt, {});
	step.changes.push({ type: 'session' });
}

/** The last prompt is about to be sent after all. */
export function markUnderWay(step: Step): void {
	const prompt = lastPrompt(step);
	if (prompt !== undefined) awaitSending(step, patchEntry(step, prompt, { isUnsent: false }));
}

/** It goes out: from now on what the agent says may be about it, and may begin by repeating it. */
export function sendPrompt(step: Step, entryId: EntryId): void {
	closeMessage(step);
	patchTurnPrompt(step, entryId, { isSent: true });
	step.draft.unnamedEcho = entryId;
}

/** The prompt that the user sent last. */
export function lastPrompt({ draft }: Step): MessageEntry | undefined {
	return [...draft.entries.values()].findLast(
		(entry): entry is MessageEntry => entry.type === 'message' && entry.origin === 'user',
	);
}

/** Gives a prompt of the transcript the name that the agent has for it: it has taken it up. */
export function namePrompt(step: Step, prompt: MessageEntry, messageId: string): MessageEntry {
	const { draft } = step;
	patchTurnPrompt(step, prompt.id, { isTaken: true, isNamed: true });
	const key = messageKey(step, 'user', messageId);
	if (draft.messages.has(key) || prompt.messageId !== undefined) return prompt;
	draft.messages.set(key, prompt.id);
	return patchEntry(step, prompt, { messageId });
}

export function patchTurnPrompt({ draft }: Step, entryId: EntryId, fields: Partial<TurnPrompt>): void {
	const patch = (prompt: TurnPrompt): TurnPrompt =>
		prompt.entryId === entryId ? { ...prompt, ...fields } : prompt;
	draft.turnPrompts = draft.turnPrompts.map(patch);
}

function awaitSending({ draft }: Step, { id, content }: MessageEntry): void {
	const prompt: TurnPrompt = { entryId: id, isSent: false, isTaken: false, isNamed: false };
	draft.turnPrompts = [...draft.turnPrompts, prompt];
	draft.expectedEchoes.set(id, textOf(content));
}
