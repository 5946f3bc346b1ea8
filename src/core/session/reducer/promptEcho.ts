/**
 * Agents repeat the user's prompt, before or after they answer it, as a whole or in chunks, named or not (acp C230).
 * The bubble that stands there already is that message: it gets its name, and nothing is shown twice.
 */
import type { AgentEvent } from '../model/agentEvents.ts';
import { appendContent, type Content, textOf } from '../model/content.ts';
import { entryOf, messageKey, patchEntry, type Step } from './draft.ts';
import type { MessageEntry } from '../model/entry.ts';
import { dequeuePrompt } from './promptQueue.ts';
import { namePrompt } from './prompts.ts';

type MessageChunk = Extract<AgentEvent, { type: 'message_chunk' }>;
type WholeMessage = Extract<AgentEvent, { type: 'message' }>;

/** True when the chunk repeats what the user sent, or words it differently under the name of the prompt. */
export function isRepeatedChunk(step: Step, { role, messageId, content }: MessageChunk, at: number): boolean {
	const { draft } = step;
	if (role !== 'user') {
		draft.unnamedEcho = undefined;
		return false;
	}
	if (draft.isReplaying) return false;
	const prompt =
		messageId === undefined
			? entryOf(draft, draft.unnamedEcho, 'message')
			: promptNamed(step, messageId, wordsOf(content), at);
	const left = draft.expectedEchoes.get(prompt?.id ?? '');
	if (prompt === undefined || left === undefined) return false;
	// What was attached stands there already.
	if (content.type !== 'text') return true;
	if (left.startsWith(content.text) && (left !== '' || content.text === '')) {
		draft.expectedEchoes.set(prompt.id, left.slice(content.text.length));
		return true;
	}
	if (left === '' || messageId === undefined) return false;
	reword(step, prompt, left, content, at);
	return true;
}

/** The same for a message as a whole. The bubble keeps what the user attached unless the agent changed the text. */
export function isRepeatedPrompt(
	step: Step,
	{ role, messageId, content }: WholeMessage,
	at: number,
): boolean {
	const { draft } = step;
	if (role !== 'user') draft.unnamedEcho = undefined;
	if (role !== 'user' || draft.isReplaying) return false;
	const words = textOf(content ?? []);
	const prompt =
		messageId === undefined
			? unnamedPrompt(step, words)
			: promptNamed(step, messageId, { text: words, isWhole: true }, at);
	if (prompt?.origin !== 'user') return false;
	if (content === undefined) return true;
	// Begins the message that chunks are about to repeat.
	if (content.length === 0 && draft.expectedEchoes.has(prompt.id)) {
		draft.expectedEchoes.set(prompt.id, textOf(prompt.content));
		return true;
	}
	draft.expectedEchoes.delete(prompt.id);
	if (content.length === 0 || words !== textOf(prompt.content)) {
		patchEntry(step, prompt, { content: [...content], endedAt: at });
	}
	return true;
}

/** The prompt that was sent last, if these are its words: without a name nothing else tells which one is meant. */
function unnamedPrompt({ draft }: Step, words: string): MessageEntry | undefined {
	const prompt = entryOf(draft, draft.unnamedEcho, 'message');
	return prompt !== undefined && textOf(prompt.content) === words ? prompt : undefined;
}

/** The agent's words count from here on: what it has repeated so far, and then the chunk. */
function reword(step: Step, prompt: MessageEntry, left: string, added: Content, at: number): void {
	step.draft.expectedEchoes.delete(prompt.id);
	const whole = textOf(prompt.content);
	const repeated = whole.slice(0, whole.length - left.length);
	const said: readonly Content[] = repeated === '' ? [] : [{ type: 'text', text: repeated }];
	patchEntry(step, prompt, { content: appendContent(said, added), endedAt: at });
}

/** The message of that name. One without a name so far is looked for among the prompts that wait for a name. */
function promptNamed(
	step: Step,
	messageId: string,
	words: Words | undefined,
	at: number,
): MessageEntry | undefined {
	const known = step.draft.messages.get(messageKey(step, 'user', messageId));
	if (known !== undefined) return entryOf(step.draft, known, 'message');
	const waiting = unnamedPrompts(step, at);
	// Which of them it is, the words tell: those of an empty message are still to come.
	if (words?.text === '' && waiting.length > 1) return undefined;
	const isSame = ({ content }: Unnamed): boolean => words !== undefined && matches(textOf(content), words);
	const chosen = waiting.find(isSame) ?? waiting.find(({ isNext }) => isNext);
	const prompt = chosen?.take();
	return prompt === undefined ? undefined : namePrompt(step, prompt, messageId);
}

/** What is known of a user message: all of its text, or the beginning. */
interface Words {
	readonly text: string;
	readonly isWhole: boolean;
}

function wordsOf(content: Content): Words | undefined {
	return content.type === 'text' ? { text: content.text, isWhole: false } : undefined;
}

function matches(whole: string, { text, isWhole }: Words): boolean {
	return isWhole ? whole === text : whole.startsWith(text);
}

interface Unnamed {
	readonly content: readonly Content[];
	/** Any words of a user message may be meant for it, not only its own. */
	readonly isNext: boolean;
	readonly take: () => MessageEntry | undefined;
}

/** Prompts that the agent has and has not named, oldest first. */
function unnamedPrompts(step: Step, at: number): readonly Unnamed[] {
	const { turnPrompts, queue, work, unnamedEcho } = step.draft;
	const sent = turnPrompts
		.filter(({ isSent, isNamed }) => isSent && !isNamed)
		.map(({ entryId }) => entryOf(step.draft, entryId, 'message'))
		.filter((prompt) => prompt !== undefined)
		// Agents that do not report their work put messages of their own between their words.
		.map((prompt) => ({
			content: prompt.content,
			isNext: work.type !== 'none' || unnamedEcho === prompt.id,
			take: () => prompt,
		}));
	// Of these the agent's answer tells which words are theirs: others may be of its own.
	const held = queue
		.filter(({ place }) => place !== 'here')
		.map(({ id, content }) => ({ content, isNext: false, take: () => dequeuePrompt(step, id, at) }));
	return [...sent, ...held];
}
