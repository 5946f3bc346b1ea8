/**
 * Agents repeat the user's prompt, before or after they answer it, as a whole or in chunks, named or not (acp C230).
 * The bubble that stands there already is that message: it gets its name, and nothing is shown twice.
 */
import type { AgentEvent } from '../model/agentEvents.ts';
import { appendContent, type Content, textOf } from '../model/content.ts';
import { isSameText, textAfterWords } from './historyWords.ts';
import { entryOf, messageKey, patchEntry, type Step } from './draft.ts';
import type { EntryId, MessageEntry } from '../model/entry.ts';
import { dequeuePrompt } from './promptQueue.ts';
import { namePrompt } from './prompts.ts';
import { injectPrompt } from './steering.ts';
import { isQueuedAtAgent, isOfTurn } from './turnFacts.ts';
import type { QueuedPrompt } from '../model/turnState.ts';

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
			? unnamedEcho(step, wordsOf(content), at)
			: promptNamed(step, messageId, wordsOf(content), at);
	const left = draft.expectedEchoes.get(prompt?.id ?? '');
	if (prompt === undefined || left === undefined) return false;
	// What was attached stands there already.
	if (content.type !== 'text') return true;
	const rest = textAfterWords(left, content.text);
	if (rest !== undefined && (left !== '' || content.text === '')) {
		draft.expectedEchoes.set(prompt.id, rest);
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
			? unnamedPrompt(step, words, at)
			: promptNamed(step, messageId, { text: words, isWhole: true }, at);
	if (prompt?.origin !== 'user') return false;
	if (content === undefined) return true;
	// Begins the message that chunks are about to repeat.
	if (content.length === 0 && draft.expectedEchoes.has(prompt.id)) {
		draft.expectedEchoes.set(prompt.id, textOf(prompt.content));
		return true;
	}
	draft.expectedEchoes.delete(prompt.id);
	if (content.length === 0 || !isSameText(textOf(prompt.content), words)) {
		patchEntry(step, prompt, { content: [...content], isReworded: true, endedAt: at });
	}
	return true;
}

/** The prompt that was sent last, if these are its words: without a name nothing else tells which one is meant. */
function unnamedPrompt(step: Step, words: string, at: number): MessageEntry | undefined {
	const prompt = unnamedEcho(step, { text: words, isWhole: true }, at);
	return prompt !== undefined && isSameText(textOf(prompt.content), words) ? prompt : undefined;
}

/**
 * The prompt that words without a name repeat: the last one, until the agent says anything else, and what it has taken
 * into its turn, which it comes to between other words, or even before it says that it takes it.
 */
function unnamedEcho(step: Step, words: Words | undefined, at: number): MessageEntry | undefined {
	const { draft } = step;
	if (!isLeft(step, draft.unnamedEcho, words)) {
		const underway = draft.queue.find((prompt) => isWithAgent(prompt) && begins(prompt.content, words));
		const ofTurn = draft.turnPrompts.filter(({ isSteered, isNamed }) => isSteered === true && !isNamed);
		const steered = [...ofTurn.map(({ entryId }) => entryId), ...lateIds(draft)].find((entryId) =>
			isLeft(step, entryId, words),
		);
		if (steered !== undefined) draft.unnamedEcho = steered;
		else if (underway !== undefined) injectPrompt(step, underway.id, at);
	}
	return entryOf(draft, draft.unnamedEcho, 'message');
}

/** What a turn had taken that was over when the agent said so. */
function lateIds(draft: Step['draft']): readonly EntryId[] {
	return [...draft.expectedEchoes.keys()].filter((entryId) => !isOfTurn(draft, entryId));
}

/** It was sent into the turn, and the agent may have it, whatever it has said of it. */
function isWithAgent({ place, isDoubtful }: QueuedPrompt): boolean {
	return place === 'steering' || place === 'steered' || isDoubtful === true;
}

/** They are what the agent has not repeated yet of that prompt, or begin it. */
function isLeft({ draft }: Step, entryId: EntryId | undefined, words: Words | undefined): boolean {
	const left = draft.expectedEchoes.get(entryId ?? '') ?? '';
	return words !== undefined && words.text.trim() !== '' && matches(left, words);
}

function begins(content: readonly Content[], words: Words | undefined): boolean {
	return words !== undefined && words.text.trim() !== '' && matches(textOf(content), words);
}

/** The agent's words count from here on: what it has repeated so far, and then the chunk. */
function reword(step: Step, prompt: MessageEntry, left: string, added: Content, at: number): void {
	step.draft.expectedEchoes.delete(prompt.id);
	const whole = textOf(prompt.content);
	const repeated = whole.slice(0, whole.length - left.length);
	const said: readonly Content[] = repeated === '' ? [] : [{ type: 'text', text: repeated }];
	patchEntry(step, prompt, { content: appendContent(said, added), isReworded: true, endedAt: at });
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
	return isWhole ? isSameText(whole, text) : textAfterWords(whole, text) !== undefined;
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
	const ofTurn = turnPrompts
		.filter(({ isSent, isNamed }) => isSent && !isNamed)
		.map(({ entryId }) => entryId);
	const sent = [...ofTurn, ...lateIds(step.draft)]
		.map((entryId) => entryOf(step.draft, entryId, 'message'))
		.filter((prompt) => prompt !== undefined)
		// Agents that do not report their work put messages of their own between their words.
		.map((prompt) => ({
			content: prompt.content,
			isNext: (work.type !== 'none' && ofTurn.includes(prompt.id)) || unnamedEcho === prompt.id,
			take: () => prompt,
		}));
	// Of these the agent's answer tells which words are theirs: others may be of its own.
	const atAgent = queue
		.filter((prompt) => isWithAgent(prompt) || isQueuedAtAgent(prompt))
		.map(({ id, content, place }) => ({
			content,
			// The agent has it, and names what it comes to.
			isNext: place === 'steered',
			take: () => dequeuePrompt(step, id, at),
		}));
	return [...sent, ...atAgent];
}
