/** The agent sends its own history, which takes the place of the transcript. */
import { endAttempts } from './attemptEvents.ts';
import { idMapsOf, type Step } from './draft.ts';
import { bringBack, replacedHistory } from './replacedHistory.ts';
import { nameByPrompt } from './promptTitle.ts';
import { forgetTerminals } from './terminals.ts';
import { enterReplayed } from './turn.ts';

/** The transcript is rebuilt from the agent's replay, so nothing stands in it twice (acp C46). */
export function startReplay(step: Step): void {
	const { draft } = step;
	endAttempts(step);
	draft.replaced = replacedHistory(step);
	for (const map of [draft.entries, ...idMapsOf(draft), draft.expectedEchoes]) map.clear();
	forgetTerminals(step);
	draft.turnPrompts = [];
	draft.unnamedEcho = undefined;
	draft.permissionsAwaitingRules = [];
	draft.pendingPermissions = [];
	draft.pendingElicitations = [];
	draft.openMessage = undefined;
	draft.isReplaying = true;
	draft.isFromStore = false;
	step.changes.push({ type: 'reset' });
}

/**
 * The history is complete: what only this side knows comes back into it, and what the agent said of its work meanwhile
 * counts now.
 */
export function endReplay(step: Step, at: number): void {
	// First, so that nothing keeps the replay open.
	step.draft.isReplaying = false;
	enterReplayed(step, at, bringBack);
	nameByPrompt(step);
}
