/** Prompts on their way: those that wait for their turn, here or at the agent, and those that it has taken up. */
import type { PromptAnswer } from '../model/agentPort.ts';
import { entryOf, messageKey, type Step } from './draft.ts';
import type { EntryId, MessageEntry } from '../model/entry.ts';
import type { HostEvent } from '../model/events.ts';
import { addPrompt, namePrompt, patchTurnPrompt } from './prompts.ts';
import type { SessionState } from '../model/sessionState.ts';
import type { QueuedPrompt, QueuePause, TurnPrompt } from '../model/turnState.ts';
import { isOfTurn } from './turnFacts.ts';
import { moveTurn } from './turnMove.ts';

/** The id of the prompt that is queued next. */
export function nextQueueId({ queueCount }: Pick<SessionState, 'queueCount'>): string {
	return `q${queueCount + 1}`;
}

/**
 * True when an agent that does not report its work has answered the prompt with anything but the prompt itself.
 * @param count of entries when the prompt was sent
 */
export function hasRepliedSince(
	{ work, entries }: Pick<SessionState, 'work' | 'entries'>,
	count: number,
): boolean {
	return work.type === 'none' && hasAgentEntrySince({ entries }, count);
}

/** True when the agent has added an entry since there were `count` entries, other than its repeat of the prompt. */
export function hasAgentEntrySince({ entries }: Pick<SessionState, 'entries'>, count: number): boolean {
	return [...entries.values()]
		.slice(count)
		.some((entry) => entry.origin === 'agent' && (entry.type !== 'message' || entry.role !== 'user'));
}

/** The prompt is last in line. */
export function queuePrompt(
	step: Step,
	{ id, content, place }: Extract<HostEvent, { type: 'prompt_queued' }>,
): void {
	const { draft } = step;
	draft.queueCount++;
	setQueue(step, [...draft.queue, { id, content, place }]);
}

/** The prompt becomes a message, in a turn of its own if none runs. Undefined when it does not wait (any more). */
export function dequeuePrompt(
	step: Step,
	id: string,
	at: number,
	isDelayed = false,
): MessageEntry | undefined {
	const { draft } = step;
	const queued = draft.queue.find((prompt) => prompt.id === id);
	if (queued === undefined) return undefined;
	unqueuePrompt(step, id);
	moveTurn(step, 'prompt_dequeued', at);
	return addPrompt(step, queued.content, !isDelayed, at);
}

/** It is sent now; or the agent has taken it up, and it is the message of that name, which may stand there already. */
export function takeQueued(
	step: Step,
	{ id, taken, isDelayed, at }: Extract<HostEvent, { type: 'prompt_dequeued' }>,
): void {
	const { draft } = step;
	const messageId = taken?.messageId;
	const there = messageId === undefined ? undefined : draft.messages.get(messageKey(step, 'user', messageId));
	if (there !== undefined) {
		unqueuePrompt(step, id);
		return joinTurn(step, there);
	}
	const prompt = dequeuePrompt(step, id, at, isDelayed);
	if (prompt !== undefined && taken !== undefined) answerPrompt(step, { entryId: prompt.id, ...taken });
}

/** The turn that runs is about that message as well. */
function joinTurn(step: Step, entryId: EntryId): void {
	const { draft } = step;
	const { turn, turnPrompts } = draft;
	if (turn.type === 'idle') return;
	const joined: TurnPrompt = { entryId, isSent: true, isTaken: true, isNamed: true };
	if (!isOfTurn(draft, entryId)) draft.turnPrompts = [...turnPrompts, joined];
	patchTurnPrompt(step, entryId, { isAnswered: true });
}

export function unqueuePrompt(step: Step, id: string): void {
	const { queue } = step.draft;
	if (queue.some((prompt) => prompt.id === id))
		setQueue(
			step,
			queue.filter((prompt) => prompt.id !== id),
		);
}

/** The agent was asked to give it back. */
export function withdrawQueued(step: Step, id: string): void {
	const mark = (prompt: QueuedPrompt): QueuedPrompt =>
		prompt.id === id ? { ...prompt, place: 'withdrawing' } : prompt;
	setQueue(step, step.draft.queue.map(mark));
}

/** Changes the order of what waits here; what is with the agent is the agent's to order. */
export function moveQueued(
	step: Step,
	{ id, to }: Omit<Extract<HostEvent, { type: 'prompt_moved' }>, 'type'>,
): void {
	const here = step.draft.queue.filter(isHere);
	const at = here.findIndex((prompt) => prompt.id === id);
	const target = to === 'next' ? 0 : to === 'up' ? at - 1 : at + 1;
	const moved = here[at];
	if (moved === undefined || here[target] === undefined) return;
	const others = here.toSpliced(at, 1).map(to === 'next' ? unhurried : (prompt) => prompt);
	const ordered = others.toSpliced(target, 0, to === 'next' ? { ...moved, isNext: true } : moved);
	setQueue(
		step,
		step.draft.queue.map((prompt) => (isHere(prompt) ? (ordered.shift() ?? prompt) : prompt)),
	);
}

/** What waits here goes on waiting. Without any such there is nothing to pause. */
export function pauseQueue(step: Step, reason: QueuePause): void {
	if (!step.draft.queue.some(isHere)) return;
	step.draft.queuePause = reason;
	setQueue(step, step.draft.queue.map(unhurried));
}

function isHere({ place }: QueuedPrompt): boolean {
	return place === 'here';
}

function unhurried(prompt: QueuedPrompt): QueuedPrompt {
	const { isNext, ...rest } = prompt;
	return isNext === undefined ? prompt : rest;
}

/** Stop means those that the agent has, too: it is expected to give them back. */
export function recallQueued(step: Step): void {
	const recall = (prompt: QueuedPrompt): QueuedPrompt =>
		isHere(prompt) ? prompt : { ...prompt, isRecalled: true };
	if (step.draft.queue.some(({ place }) => place !== 'here')) setQueue(step, step.draft.queue.map(recall));
}

/** The agent has answered the request of a prompt, which is not yet the end of its turn. */
export function answerPrompt(
	step: Step,
	event: Omit<Extract<HostEvent, { type: 'prompt_taken' }>, 'type'>,
): void {
	takePrompt(step, event);
	patchTurnPrompt(step, event.entryId, { isAnswered: true });
}

/** The agent has taken up a prompt of the transcript. One that names it holds further ones until their turn. */
export function takePrompt(
	step: Step,
	{ entryId, messageId }: Omit<Extract<HostEvent, { type: 'prompt_taken' }>, 'type'>,
): void {
	const { draft } = step;
	patchTurnPrompt(step, entryId, { isTaken: true });
	if (messageId === undefined) return;
	draft.agentQueuesPrompts = true;
	const prompt = entryOf(draft, entryId, 'message');
	if (prompt !== undefined) namePrompt(step, prompt, messageId);
}

/** An agent that does not report its work has taken up what it was sent when it says anything. */
export function takeByOutput({ draft }: Step): void {
	const { work, turnPrompts, isReplaying } = draft;
	const isMeant = ({ isSent, isTaken }: TurnPrompt): boolean => isSent && !isTaken;
	if (work.type !== 'none' || isReplaying || !turnPrompts.some(isMeant)) return;
	draft.turnPrompts = turnPrompts.map((prompt) => (isMeant(prompt) ? { ...prompt, isTaken: true } : prompt));
}

/** The name that the agent has for a prompt, where it answers with one. */
export function nameOf(answer: PromptAnswer): { messageId?: string } {
	return answer.type === 'taken' && answer.messageId !== undefined ? { messageId: answer.messageId } : {};
}

export function setQueue(step: Step, queue: readonly QueuedPrompt[]): void {
	const { draft } = step;
	draft.queue = queue;
	const isNothingLeft = !queue.some(isHere);
	// Without a doubt there is nothing to wait for the user for.
	const isSure = draft.queuePause === 'doubt' && !queue.some(({ isDoubtful }) => isDoubtful);
	if (isNothingLeft || isSure) draft.queuePause = undefined;
	step.changes.push({ type: 'session' });
}
