/** Prompts of the queue that go into the turn that runs, where the agent takes them there. */
import type { Step } from './draft.ts';
import type { HostEvent } from '../model/events.ts';
import type { QueuedPrompt } from '../model/turnState.ts';
import { pauseQueue, setQueue, unqueuePrompt } from './promptQueue.ts';
import { addPrompt, patchTurnPrompt } from './prompts.ts';
import { moveTurn } from './turnMove.ts';

/** It was sent, or the agent has it and will name it. It keeps its place in line until it becomes a message. */
export function markSteering(step: Step, id: string, place: 'steering' | 'steered'): void {
	patchQueued(step, id, ({ isNext: _next, ...prompt }) => ({ ...prompt, place }));
}

/** It is a message of the turn now. The agent has it, and may still repeat it when it comes to it. */
export function injectPrompt(step: Step, id: string, at: number): void {
	const { draft } = step;
	const queued = draft.queue.find((prompt) => prompt.id === id);
	if (queued === undefined) return;
	unqueuePrompt(step, id);
	moveTurn(step, 'prompt_injected', at);
	const { id: entryId } = addPrompt(step, queued.content, true, at);
	patchTurnPrompt(step, entryId, { isTaken: true, isSteered: true });
	// The turn that had it is over already.
	if (draft.turn.type === 'idle') draft.turnPrompts = [];
}

/** It waits here again. What the agent may have all the same goes out only when the user says so. */
export function returnQueued(
	step: Step,
	{ id, as }: Omit<Extract<HostEvent, { type: 'prompt_returned' }>, 'type'>,
): void {
	patchQueued(step, id, ({ isNext: _next, isDoubtful: _doubt, ...prompt }) => ({
		...prompt,
		place: 'here',
		...(as === 'next' ? { isNext: true } : {}),
		...(as === 'doubtful' ? { isDoubtful: true } : {}),
	}));
	if (as === 'doubtful') pauseQueue(step, 'doubt');
}

function patchQueued(step: Step, id: string, patch: (prompt: QueuedPrompt) => QueuedPrompt): void {
	setQueue(
		step,
		step.draft.queue.map((prompt) => (prompt.id === id ? patch(prompt) : prompt)),
	);
}
