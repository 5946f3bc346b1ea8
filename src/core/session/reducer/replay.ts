import type { AgentEvent } from '../model/agentEvents.ts';
import type { Content } from '../model/content.ts';
import type { SessionEvent } from '../model/events.ts';
import type { SessionState } from '../model/sessionState.ts';

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

const history: ReadonlySet<SessionEvent['type']> = new Set([
	'message',
	'message_chunk',
	'tool_call',
	'tool_call_update',
	'tool_call_content',
	'plan',
	'compaction',
	'subagent',
	'in_subagent',
] as const);

/** True for what becomes part of the transcript, and not only says something about the session. */
export function isHistory({ type }: SessionEvent): boolean {
	return history.has(type);
}
