import type { AgentEvent } from '../model/agentEvents.ts';
import type { Content } from '../model/content.ts';
import type { SessionEvent } from '../model/events.ts';
import type { SessionState } from '../model/sessionState.ts';
import type { Step } from './draft.ts';
import { cancelUnfinished } from './toolCalls.ts';
import { leaveTurn } from './turn.ts';
import { followWork, isBusy } from './work.ts';

/**
 * Puts the agent's replay in the place of the transcript (acp C46). A prompt that waited, for the agent or for a login,
 * is not in the agent's history yet: it comes after it.
 * @param now epoch milliseconds
 */
export function rebuildTranscript(
	state: SessionState,
	replay: readonly AgentEvent[],
	dispatch: (event: SessionEvent) => void,
	now: number,
): void {
	const { turn: running, heldPrompt } = state;
	const prompt = running.type === 'idle' ? heldPrompt : lastPrompt(state);
	dispatch({ type: 'replay_started' });
	for (const event of replay) dispatch(event);
	dispatch({ type: 'replay_ended' });
	if (prompt === undefined) return;
	const at = running.type === 'idle' ? now : running.startedAt;
	dispatch({ type: 'prompt_submitted', content: prompt, isDelayed: true, at });
	if (running.type === 'idle') dispatch({ type: 'prompt_held', content: prompt });
	if (running.type === 'stopping') dispatch({ type: 'cancel_requested', at: running.stopAt });
}

function lastPrompt(state: SessionState): readonly Content[] | undefined {
	const prompt = [...state.entries.values()].findLast(
		(entry) => entry.type === 'message' && entry.origin === 'user',
	);
	return prompt?.type === 'message' ? prompt.content : undefined;
}

/** The agent sends its own history: the transcript is rebuilt from its replay alone, so nothing stands in it twice (acp C46). */
export function startReplay(step: Step): void {
	const { draft } = step;
	const { entries, toolCalls, plans, messages, compactions, subagents, terminals, expectedEchoes } = draft;
	const maps = [entries, toolCalls, plans, messages, compactions, subagents, terminals, expectedEchoes];
	for (const map of maps) map.clear();
	draft.turnPrompts = [];
	draft.unnamedEcho = undefined;
	draft.pendingPermissions = [];
	draft.pendingElicitations = [];
	draft.openMessage = undefined;
	draft.isReplaying = true;
	draft.isFromStore = false;
	step.changes.push({ type: 'reset' });
}

/** The history is complete: what the agent said of its work meanwhile counts now. */
export function endReplay(step: Step, at: number): void {
	leaveTurn(step);
	// Of an agent that is at work, what has no end yet in its history goes on.
	if (!isBusy(step.draft.work)) cancelUnfinished(step, at);
	step.draft.isReplaying = false;
	followWork(step, at);
}
