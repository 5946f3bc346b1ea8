/** What the tables of the turn ask of a session: predicates of its state, and nothing else. */
import { isFinal } from '../../base/toolCall.ts';
import type { AgentEvent } from '../model/agentEvents.ts';
import type { EntryId } from '../model/entry.ts';
import type { SessionState } from '../model/sessionState.ts';
import type { AgentWork, QueuedPrompt, TurnResume } from '../model/turnState.ts';
import { isBackgroundEntry } from './background.ts';
import { entryOf } from './draft.ts';

type Work = Extract<AgentEvent, { type: 'work' }>;

/** True while a permission or a question waits for the user. */
export function isAsking({
	pendingPermissions,
	pendingElicitations,
}: Pick<SessionState, 'pendingPermissions' | 'pendingElicitations'>): boolean {
	return pendingPermissions.length > 0 || pendingElicitations.length > 0;
}

/** A state that we do not know is not idle (acp C233). */
export function isBusy({ type }: AgentWork): boolean {
	return type !== 'none' && type !== 'idle';
}

/**
 * True when this is the end of the turn that runs: the agent was at work, or had taken up the prompt, and says that it
 * is idle now. Repeated snapshots, and those of a session that is being opened, are no ends (acp C234).
 */
export function endsTurn(state: SessionState, { work }: Pick<Work, 'work'>): boolean {
	const { turnPrompts } = state;
	if (work.type !== 'idle' || state.isReplaying || state.turn.type === 'idle') return false;
	// The turn is about prompts that have not gone out: this is the end of something before.
	if (turnPrompts.length > 0 && turnPrompts.every(({ isSent }) => !isSent)) return false;
	return isBusy(state.work) || turnPrompts.some(({ isTaken }) => isTaken);
}

/** A prompt is with the agent, which has neither taken it up nor given it back. */
export function hasUntaken({ turnPrompts, queue }: Pick<SessionState, 'turnPrompts' | 'queue'>): boolean {
	return untakenIds({ turnPrompts, queue }).length > 0;
}

/** Those prompts, by the ids of their entries or of their places in the queue. */
export function untakenIds({
	turnPrompts,
	queue,
}: Pick<SessionState, 'turnPrompts' | 'queue'>): readonly string[] {
	const sent = turnPrompts.filter(({ isTaken }) => !isTaken).map(({ entryId }) => entryId);
	const atAgent = queue.filter(isQueuedAtAgent).map(({ id }) => id);
	return [...sent, ...atAgent];
}

/** How the last turn goes on, while it is blocked; undefined where it does not, is asked to, or another has begun. */
export function resumeOf({ turn, lastEnd }: Pick<SessionState, 'turn' | 'lastEnd'>): TurnResume | undefined {
	if (turn.type !== 'idle' || lastEnd?.reason !== 'blocked' || lastEnd.isResuming === true) return undefined;
	return lastEnd.resume;
}

/** The agent has it in its own queue. What goes into the turn that runs begins no turn. */
export function isQueuedAtAgent({ place }: QueuedPrompt): boolean {
	return place === 'agent' || place === 'withdrawing';
}

/** The agent has nothing to do that the turn could wait for. */
export function isForNothing(state: Pick<SessionState, 'turnPrompts' | 'queue' | 'work'>): boolean {
	return state.turnPrompts.length === 0 && !isBusy(state.work) && !hasUntaken(state);
}

/** Nothing of the prompt has happened, as far as the agent has said. */
export function isUntaken(state: Pick<SessionState, 'turnPrompts' | 'entries'>, entryId: EntryId): boolean {
	const prompt = state.turnPrompts.find((sent) => sent.entryId === entryId);
	if (prompt !== undefined) return !prompt.isTaken;
	return entryOf(state, entryId, 'message')?.messageId === undefined;
}

/** The turn is about that prompt, among others. */
export function isOfTurn({ turnPrompts }: Pick<SessionState, 'turnPrompts'>, entryId: EntryId): boolean {
	return turnPrompts.some((prompt) => prompt.entryId === entryId);
}

/** A prompt of the turn is answered, and the answer was not its end. */
export function isAnswered({ turnPrompts }: Pick<SessionState, 'turnPrompts'>): boolean {
	return turnPrompts.some((prompt) => prompt.isAnswered === true);
}

/**
 * True when nothing that the agent has told of goes on, what outlives a turn aside. Who has sent it a prompt knows
 * besides whether that is answered (docs/protocol.md#turn-shapes).
 */
export function isQuiescent(state: SessionState): boolean {
	if (isAsking(state) || isBusy(state.work) || hasUntaken(state)) return false;
	return [...state.toolCalls.values()].every((id) => {
		const call = entryOf(state, id, 'tool_call');
		return call === undefined || isFinal(call.status) || isBackgroundEntry(state, call);
	});
}
