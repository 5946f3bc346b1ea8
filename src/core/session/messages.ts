/** Messages: chunks become entries in the order they come (acp C53). */
import { appendContent, type Content, joins, textOf } from './content.ts';
import { addEntry, entryOf, patchEntry, scopedId, type Step } from './draft.ts';
import type { AgentEvent } from './events.ts';
import type { MessageEntry } from './model.ts';

type MessageChunk = Extract<AgentEvent, { type: 'message_chunk' }>;
type WholeMessage = Extract<AgentEvent, { type: 'message' }>;

/** Appends a chunk to its message, or starts a new one when the role or the message's id changes. */
export function applyMessageChunk(step: Step, chunk: MessageChunk, at: number): void {
	if (step.scope === undefined && isEcho(step, chunk)) return;
	const message = findMessage(step, chunk);
	if (message === undefined) startMessage(step, chunk, at);
	else continueMessage(step, message, chunk.content, at);
}

/** A message as a whole: what chunks said of it before is replaced. */
export function replaceMessage(step: Step, { role, messageId, content }: WholeMessage, at: number): void {
	const known = findMessage(step, { role, messageId });
	if (known !== undefined) return void patchEntry(step, known, { content, endedAt: at });
	const [first, ...others] = content;
	if (first === undefined) return;
	startMessage(step, { type: 'message_chunk', role, messageId, content: first }, at);
	const created = findMessage(step, { role, messageId });
	if (created !== undefined && others.length > 0) patchEntry(step, created, { content });
}

/** Adds what the user typed. The agent may echo it: see `expectedEcho`. */
export function addPrompt(step: Step, content: readonly Content[], at: number): void {
	closeMessage(step);
	addEntry<MessageEntry>(step, {
		type: 'message',
		role: 'user',
		origin: 'user',
		content,
		isComplete: true,
		startedAt: at,
		endedAt: at,
	});
	step.draft.expectedEcho = textOf(content);
}

/** Nothing more is appended to the open message without its name being called. */
export function closeMessage(step: Step): void {
	const open = entryOf(step.draft, step.draft.openMessage, 'message');
	step.draft.openMessage = undefined;
	if (open !== undefined && !open.isComplete) patchEntry(step, open, { isComplete: true });
}

/** Marks the last prompt as not having reached the agent. */
export function markUnsent(step: Step): void {
	const prompt = lastPrompt(step);
	if (prompt !== undefined) patchEntry(step, prompt, { isUnsent: true });
}

/** The last prompt is sent after all. The agent may echo it. */
export function markSent(step: Step): void {
	const prompt = lastPrompt(step);
	if (prompt === undefined) return;
	patchEntry(step, prompt, { isUnsent: false });
	step.draft.expectedEcho = textOf(prompt.content);
}

function lastPrompt({ draft }: Step): MessageEntry | undefined {
	return [...draft.entries.values()].findLast(
		(entry): entry is MessageEntry => entry.type === 'message' && entry.origin === 'user',
	);
}

/** Version 1 leaves open whether an agent repeats the user's message. One that does must not show it twice. */
function isEcho(step: Step, chunk: MessageChunk): boolean {
	const { draft } = step;
	if (chunk.role !== 'user') {
		draft.expectedEcho = '';
		return false;
	}
	if (draft.isReplaying || draft.expectedEcho === '') return false;
	if (chunk.content.type !== 'text') return true;
	if (!draft.expectedEcho.startsWith(chunk.content.text)) return false;
	draft.expectedEcho = draft.expectedEcho.slice(chunk.content.text.length);
	return true;
}

function findMessage(step: Step, chunk: Pick<MessageChunk, 'role' | 'messageId'>): MessageEntry | undefined {
	const { draft } = step;
	if (chunk.messageId !== undefined) {
		return entryOf(draft, draft.messages.get(keyOf(step, chunk.role, chunk.messageId)), 'message');
	}
	const open = entryOf(draft, draft.openMessage, 'message');
	const isSame = open?.role === chunk.role && open.parentId === step.scope?.parentId;
	return isSame && open.messageId === undefined ? open : undefined;
}

function startMessage(step: Step, chunk: MessageChunk, at: number): void {
	// An empty first chunk is common and would show as an empty bubble.
	if (chunk.content.type === 'text' && chunk.content.text === '') return;
	closeMessage(step);
	const isPrompt = chunk.role === 'user' && step.scope === undefined;
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
	if (chunk.messageId !== undefined)
		step.draft.messages.set(keyOf(step, chunk.role, chunk.messageId), message.id);
}

function continueMessage(step: Step, message: MessageEntry, added: Content, at: number): void {
	const content = appendContent(message.content, added);
	step.draft.openMessage = message.id;
	const patched = { ...message, content, endedAt: at };
	step.draft.entries.set(message.id, patched);
	const isMoreText = added.type === 'text' && joins(message.content.at(-1), added);
	step.changes.push(
		isMoreText ? { type: 'text', id: message.id, text: added.text } : { type: 'entry', id: message.id },
	);
}

function keyOf(step: Step, role: string, messageId: string): string {
	return scopedId(step, `${role}:${messageId}`);
}
