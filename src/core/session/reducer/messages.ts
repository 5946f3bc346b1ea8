/** Messages: chunks become entries in the order they come (acp C53). */
import * as limits from '../../base/limits.ts';
import type { AgentEvent } from '../model/agentEvents.ts';
import { appendContent, type Content, joins, textOf } from '../model/content.ts';
import { addEntry, closeMessage, entryOf, messageKey, patchEntry, type Step } from './draft.ts';
import { isOfUser, type MessageEntry } from '../model/entry.ts';
import { isRepeatedChunk, isRepeatedPrompt } from './promptEcho.ts';

type MessageChunk = Extract<AgentEvent, { type: 'message_chunk' }>;
type WholeMessage = Extract<AgentEvent, { type: 'message' }>;

/** Appends a chunk to its message, or starts a new one when the role or the message's id changes. */
export function applyMessageChunk(step: Step, chunk: MessageChunk, at: number): void {
	if (mayRepeat(step, chunk) && isRepeatedChunk(step, chunk, at)) return;
	const message = findMessage(step, chunk);
	// Each step costs what is there: without end it would cost its square.
	const isFull = message !== undefined && message.content.length >= limits.contentParts;
	if (message === undefined || isFull) startMessage(step, chunk, at);
	else continueMessage(step, message, chunk.content, at);
}

/** A message as a whole: what chunks said of it before is replaced. Without content there is nothing to change. */
export function replaceMessage(step: Step, message: WholeMessage, at: number): void {
	if (mayRepeat(step, message) && isRepeatedPrompt(step, message, at)) return;
	const { type: _type, content, ...named } = message;
	if (content === undefined) return;
	const known = findReplaced(step, message);
	if (known !== undefined) return void patchEntry(step, known, { ...reworded(known), content, endedAt: at });
	// An empty one would show as an empty bubble; what is appended to it creates it.
	const [first] = content.filter((part) => part.type !== 'text' || part.text !== '');
	if (first === undefined) {
		// It has no id by which it could be named later: it only marks that another message begins.
		if (message.messageId === undefined) closeMessage(step);
		return;
	}
	startMessage(step, { type: 'message_chunk', ...named, content: first }, at);
	const created = findMessage(step, named);
	if (created !== undefined) patchEntry(step, created, { content });
}

/** Only the agent of the session itself repeats the user's prompts. */
function mayRepeat({ scope }: Step, { isFromSession }: Named): boolean {
	return scope === undefined && isFromSession !== true;
}

type Named = Pick<MessageChunk, 'role' | 'messageId' | 'isFromSession'>;

function keyOf(step: Step, { role, messageId, isFromSession }: Named): string | undefined {
	if (messageId === undefined) return undefined;
	return messageKey(step, isFromSession === true ? 'session' : role, messageId);
}

function findMessage(step: Step, chunk: Named): MessageEntry | undefined {
	const { draft } = step;
	const key = keyOf(step, chunk);
	if (key !== undefined) return entryOf(draft, draft.messages.get(key), 'message');
	const open = entryOf(draft, draft.openMessage, 'message');
	const isSame = open?.role === chunk.role && open.parentId === step.scope?.parentId;
	return isSame && open.messageId === undefined ? open : undefined;
}

/** The message that a whole one means: that of its name, or the nameless one that is open, where it repeats all of that. */
function findReplaced(step: Step, message: WholeMessage): MessageEntry | undefined {
	const found = findMessage(step, message);
	if (found === undefined || message.messageId !== undefined) return found;
	const isText = found.content.every(({ type }) => type === 'text');
	return isText && textOf(message.content ?? []).startsWith(textOf(found.content)) ? found : undefined;
}

function startMessage(step: Step, chunk: MessageChunk, at: number): void {
	// An empty first chunk is common and would show as an empty bubble.
	if (chunk.content.type === 'text' && chunk.content.text === '') return;
	closeMessage(step);
	const isPrompt = chunk.role === 'user' && mayRepeat(step, chunk);
	if (step.draft.isReplaying && isPrompt) step.draft.turnCount++;
	const message = addEntry<MessageEntry>(step, {
		type: 'message',
		role: chunk.role,
		...(chunk.messageId === undefined ? {} : { messageId: chunk.messageId }),
		content: [chunk.content],
		isComplete: false,
		startedAt: at,
		endedAt: at,
	});
	step.draft.openMessage = message.id;
	const key = keyOf(step, chunk);
	if (key !== undefined) step.draft.messages.set(key, message.id);
}

/** What the agent adds to a message of the user is not the user's. */
function reworded(message: MessageEntry): Pick<MessageEntry, 'isReworded'> {
	return isOfUser(message) ? { isReworded: true } : {};
}

function continueMessage(step: Step, message: MessageEntry, added: Content, at: number): void {
	const content = appendContent(message.content, added);
	// Chunks of several messages may take turns (acp C247): the one that grows is the open one.
	if (step.draft.openMessage !== message.id) closeMessage(step);
	step.draft.openMessage = message.id;
	const patched = { ...message, ...reworded(message), content, endedAt: at, isComplete: false };
	step.draft.entries.set(message.id, patched);
	const { id } = message;
	if (added.type !== 'text' || !joins(message.content.at(-1), added))
		return void step.changes.push({ type: 'entry', id });
	step.changes.push({ type: 'text', id, text: added.text });
	// A view that took the message for finished has to open it again, which text alone does not say.
	if (message.isComplete) step.changes.push({ type: 'entry', id, keepsContent: true });
}
