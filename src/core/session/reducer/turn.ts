/**
 * The turn: a state that only the agent's word, or the agent's end, brings back to idle (acp C51, C60). That word is
 * the answer to the prompt, or the report of an agent that says when its work is over.
 */
import { isBackgroundEntry } from './background.ts';
import { closeMessage, entryOf, type Step } from './draft.ts';
import { settleElicitation } from './elicitations.ts';
import type { EntryId } from '../model/entry.ts';
import type { HostEvent } from '../model/events.ts';
import { settlePermission } from './permissions.ts';
import { isForNothing } from './promptQueue.ts';
import { addPrompt, lastPrompt, markUnderWay, markUnsent } from './prompts.ts';
import { cancelUnfinished } from './toolCalls.ts';

type Submitted = Extract<HostEvent, { type: 'prompt_submitted' }>;

type Ended = Pick<Extract<HostEvent, { type: 'turn_ended' | 'turn_failed' }>, 'isFollowed' | 'at'>;

/** Begins a turn with what the user sent. */
export function submitPrompt(step: Step, { content, isDelayed = false, at }: Submitted): void {
	step.draft.turnCount++;
	addPrompt(step, content, !isDelayed, at);
	step.draft.turn = { type: 'running', startedAt: at };
	step.changes.push({ type: 'session' });
}

/**
 * The prompt never reached the agent, which ends the turn that it was alone in. What the agent does by itself goes on,
 * and so does what it does for another prompt.
 * @param entryId of the prompt; the last one if absent
 */
export function withdrawPrompt(step: Step, entryId: EntryId | undefined, at: number): void {
	const { draft } = step;
	const id = entryId ?? lastPrompt(step)?.id;
	markUnsent(step, id);
	const others = draft.turnPrompts.filter((prompt) => prompt.entryId !== id);
	const isOfTurn = others.length < draft.turnPrompts.length;
	draft.turnPrompts = others;
	if (isOfTurn && isForNothing(draft)) endTurn(step, at);
	else step.changes.push({ type: 'session' });
}

/** Begins a turn with the prompt that could not be sent before. */
export function resendPrompt(step: Step, at: number): void {
	markUnderWay(step);
	step.draft.promptAwaitingLogin = undefined;
	if (step.draft.queuePause === 'login') step.draft.queuePause = undefined;
	step.draft.turn = { type: 'running', startedAt: at };
	step.changes.push({ type: 'session' });
}

/** Nothing happened for long in a turn that runs, or something does again (hazard B5). */
export function noteSilence(step: Step, isSilent: boolean): void {
	const { turn } = step.draft;
	if (turn.type !== 'running' || (turn.isSilent === true) === isSilent) return;
	step.draft.turn = { ...turn, isSilent };
	step.changes.push({ type: 'session' });
}

/**
 * Stop was pressed: unfinished tool calls show as cancelled at once, the turn goes on until the agent answers.
 * @param at epoch milliseconds
 */
export function requestCancel(step: Step, at: number): void {
	const { draft } = step;
	if (draft.turn.type === 'idle' || draft.turn.type === 'stopping') return;
	draft.turn = { type: 'stopping', startedAt: draft.turn.startedAt, stopAt: at };
	cancelUnfinished(step, at, { isStopped: true });
	step.changes.push({ type: 'session' });
}

/** The agent says that the turn is over. Prompts that it has not taken up yet begin the next one. */
export function finishTurn(step: Step, { isFollowed = false, at }: Ended): void {
	const { draft } = step;
	const untaken = draft.turnPrompts.filter(({ isTaken }) => !isTaken);
	const echoes = untaken.map(({ entryId }) => [entryId, draft.expectedEchoes.get(entryId)] as const);
	endTurn(step, at);
	if (!isFollowed) return;
	draft.turnCount++;
	draft.turnPrompts = untaken;
	for (const [entryId, left] of echoes) if (left !== undefined) draft.expectedEchoes.set(entryId, left);
	draft.turn = { type: 'running', startedAt: at };
}

/**
 * Back to idle; whatever the agent left open is closed (docs/agents-in-the-wild.md#calls-left-open), but for what runs
 * on.
 */
function endTurn(step: Step, at: number): void {
	leaveTurn(step);
	cancelUnfinished(step, at);
}

export function leaveTurn(step: Step): void {
	const { draft } = step;
	closeMessage(step);
	draft.expectedEchoes.clear();
	draft.unnamedEcho = undefined;
	draft.turnPrompts = [];
	for (const permissionId of draft.pendingPermissions) {
		if (isBackgroundEntry(draft, entryOf(draft, permissionId, 'permission'))) continue;
		settlePermission(step, {
			type: 'permission_settled',
			permissionId,
			state: { type: 'cancelled', by: 'agent' },
		});
	}
	for (const entryId of draft.pendingElicitations) {
		if (isBackgroundEntry(draft, entryOf(draft, entryId, 'elicitation'))) continue;
		settleElicitation(step, entryId, { type: 'cancelled', by: 'agent' });
	}
	draft.turn = { type: 'idle' };
	step.changes.push({ type: 'session' });
}
