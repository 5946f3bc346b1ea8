/** The turn: a state that only the agent's answer, or the agent's end, brings back to idle (acp C51, C60). */
import { addPrompt, closeMessage, markSent, markUnsent } from './messages.ts';
import type { Step } from './draft.ts';
import { settleElicitation } from './elicitations.ts';
import type { HostEvent } from './events.ts';
import { settlePermission } from './permissions.ts';
import { cancelUnfinished } from './toolCalls.ts';

type Submitted = Extract<HostEvent, { type: 'prompt_submitted' }>;

/** Begins a turn with what the user sent. */
export function submitPrompt(step: Step, { content, at }: Submitted): void {
	step.draft.turnCount++;
	addPrompt(step, content, at);
	step.draft.turn = { type: 'running', startedAt: at };
	step.changes.push({ type: 'session' });
}

/** The prompt never reached the agent. */
export function withdrawPrompt(step: Step, at: number): void {
	markUnsent(step);
	endTurn(step, at);
}

/** Begins a turn with the prompt that could not be sent before. */
export function resendPrompt(step: Step, at: number): void {
	markSent(step);
	step.draft.heldPrompt = undefined;
	step.draft.turn = { type: 'running', startedAt: at };
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
	cancelUnfinished(step, at);
	step.changes.push({ type: 'session' });
}

/** Back to idle; whatever the agent left open is closed (agents-in-the-wild 16). */
export function endTurn(step: Step, at: number): void {
	const { draft } = step;
	closeMessage(step);
	draft.expectedEcho = '';
	for (const permissionId of draft.pendingPermissions) {
		settlePermission(step, {
			type: 'permission_settled',
			permissionId,
			state: { type: 'cancelled', by: 'agent' },
		});
	}
	for (const entryId of draft.pendingElicitations) {
		settleElicitation(step, entryId, { type: 'cancelled', by: 'agent' });
	}
	cancelUnfinished(step, at);
	draft.turn = { type: 'idle' };
	step.changes.push({ type: 'session' });
}
