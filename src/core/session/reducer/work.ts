/** What the agent says of its work, for agents that report it: whether they are busy, and what outlives the turn. */
import type { AgentEvent } from '../model/agentEvents.ts';
import type { Step } from './draft.ts';
import type { SessionState } from '../model/sessionState.ts';
import { endUnlistedSubagents } from './subagents.ts';
import { endUnlistedTerminals } from './terminals.ts';
import { cancelUnfinished } from './toolCalls.ts';
import type { AgentWork, TurnState } from '../model/turnState.ts';

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
export function endsTurn(state: SessionState, { work }: Work): boolean {
	const { turnPrompts } = state;
	if (work.type !== 'idle' || state.isReplaying || state.turn.type === 'idle') return false;
	// The turn is about prompts that have not gone out: this is the end of something before.
	if (turnPrompts.length > 0 && turnPrompts.every(({ isSent }) => !isSent)) return false;
	return isBusy(state.work) || turnPrompts.some(({ isTaken }) => isTaken);
}

/** Takes note of what the agent says. Work that nobody asked for begins a turn of its own (acp C236). */
export function reportWork(step: Step, { work, background }: Work, at: number): void {
	const { draft } = step;
	draft.work = work;
	if (background !== undefined) draft.background = background;
	if (work.type === 'idle' && background !== undefined) endUnlisted(step, at);
	followWork(step, at);
	step.changes.push({ type: 'session' });
}

/** An idle agent has said what runs on: nothing else does, whether it told the end of it or not. */
function endUnlisted(step: Step, at: number): void {
	endUnlistedTerminals(step);
	endUnlistedSubagents(step);
	// In a turn its end does that.
	if (step.draft.turn.type === 'idle') cancelUnfinished(step, at);
}

/** Brings the turn in line with the agent's word. Not while history is replayed, which is not work. */
export function followWork({ draft }: Step, at: number): void {
	if (draft.isReplaying) return;
	if (draft.turn.type === 'idle') {
		if (!isBusy(draft.work)) return;
		draft.turnCount++;
		draft.turn = { type: 'running', startedAt: at };
	}
	draft.turn = shownTurn(draft, draft.turn);
}

/** A turn that runs, as the user should see it: it waits for them while anything is pending, or the agent says so. */
export function shownTurn(
	state: Pick<SessionState, 'work' | 'pendingPermissions' | 'pendingElicitations'>,
	turn: TurnState,
): TurnState {
	if (turn.type === 'idle' || turn.type === 'stopping') return turn;
	const { work } = state;
	const { startedAt } = turn;
	if (isAsking(state) || work.type === 'requires_action') return { type: 'requires_action', startedAt };
	return { type: 'running', startedAt, ...(work.type === 'other' ? { stateName: work.name } : {}) };
}
