/**
 * The turn: a state that only the agent's word, or the agent's end, brings back to idle (acp C51, C60). That word is
 * the answer to the prompt, or the report of an agent that says when its work is over. What moves it is the table of
 * `turnTransitions.ts`; here is what that does to the rest of the session.
 */
import { endAttempts } from './attemptEvents.ts';
import { isBackgroundEntry } from './background.ts';
import { cancelCompactions } from './compactions.ts';
import { closeMessage, entryOf, type Step } from './draft.ts';
import { settleElicitation } from './elicitations.ts';
import type { AgentEvent } from '../model/agentEvents.ts';
import type { EntryId } from '../model/entry.ts';
import type { HostEvent } from '../model/events.ts';
import type { AgentWork, TurnEnd } from '../model/turnState.ts';
import { settlePermission } from './permissions.ts';
import { addPrompt, lastPrompt, markUnderWay, markUnsent } from './prompts.ts';
import { endUnlistedSubagents } from './subagents.ts';
import { endUnlistedTerminals } from './terminals.ts';
import { cancelUnfinished } from './toolCalls.ts';
import { isBusy, isOfTurn } from './turnFacts.ts';
import { moveTurn, type TurnEffects } from './turnMove.ts';

type Submitted = Extract<HostEvent, { type: 'prompt_submitted' }>;

type Work = Extract<AgentEvent, { type: 'work' }>;

type Ended = Extract<HostEvent, { type: 'turn_ended' | 'turn_failed' }>;

/** What the end of a turn means for what it was about. @param end how it ended */
function effectsAt(at: number, end?: TurnEnd): TurnEffects {
	return {
		close_requests: closeRequests,
		drop_prompts: (step) => keepPrompts(step, []),
		drop_taken_prompts: (step) => keepPrompts(step, untaken(step)),
		cancel_calls: (step) => cancelUnfinished(step, at),
		cancel_compactions: cancelCompactions,
		end_attempts: (step) => endAttempts(step, end?.reason),
		store_end: ({ draft }) => void (draft.lastEnd = end),
	};
}

/** Begins a turn with what the user sent. */
export function submitPrompt(step: Step, { content, isDelayed = false, at }: Submitted): void {
	moveTurn(step, 'prompt_submitted', at);
	addPrompt(step, content, !isDelayed, at);
	step.changes.push({ type: 'session' });
}

/**
 * The prompt never reached the agent, which ends the turn that it was alone in. What the agent does by itself goes on,
 * and so does what it does for another prompt.
 * @param entryId of the prompt; the last one if absent
 */
export function withdrawPrompt(
	step: Step,
	entryId: EntryId | undefined,
	at: number,
	end: TurnEnd = failed(step),
): void {
	const { draft } = step;
	const id = entryId ?? lastPrompt(step)?.id ?? '';
	markUnsent(step, id);
	const wasOfTurn = isOfTurn(draft, id);
	draft.turnPrompts = draft.turnPrompts.filter((prompt) => prompt.entryId !== id);
	moveTurn(step, 'prompt_withdrawn', at, { wasOfTurn }, effectsAt(at, end));
	step.changes.push({ type: 'session' });
}

/** Begins a turn with the prompt that could not be sent before. */
export function resendPrompt(step: Step, at: number): void {
	markUnderWay(step);
	step.draft.promptAwaitingLogin = undefined;
	if (step.draft.queuePause === 'login') step.draft.queuePause = undefined;
	moveTurn(step, 'prompt_resent', at);
	step.changes.push({ type: 'session' });
}

/** Notes that a blocked turn is asked to go on, which it is once at a time. */
export function markResuming({ draft, changes }: Step, isResuming: boolean): void {
	if (draft.lastEnd?.reason !== 'blocked') return;
	draft.lastEnd = { ...draft.lastEnd, isResuming };
	changes.push({ type: 'session' });
}

/** Nothing happened for long in a turn that runs, or something does again (hazard B5). */
export function noteSilence(step: Step, isSilent: boolean): void {
	moveTurn(
		step,
		'turn_silent',
		0,
		{ isSilent },
		{
			mark_silence: ({ draft, changes }) => {
				if (draft.turn.type === 'running') draft.turn = { ...draft.turn, isSilent };
				changes.push({ type: 'session' });
			},
		},
	);
}

/**
 * Stop was pressed: unfinished tool calls show as cancelled at once, the turn goes on until the agent answers.
 * @param at epoch milliseconds
 */
export function requestCancel(step: Step, at: number): void {
	const before = step.draft.turn;
	const stop: TurnEffects = {
		cancel_calls: () => cancelUnfinished(step, at, { isStopped: true }),
		end_attempts: endAttempts,
	};
	moveTurn(step, 'cancel_requested', at, {}, stop);
	if (step.draft.turn !== before) step.changes.push({ type: 'session' });
}

/** The agent says that the turn is over. Prompts that it has not taken up yet begin the next one. */
export function finishTurn(step: Step, event: Ended): void {
	const { isFollowed = false, at } = event;
	const end = event.type === 'turn_ended' ? event.end : (event.end ?? failed(step));
	moveTurn(step, event.type, at, { isFollowed }, effectsAt(at, end));
}

/**
 * The history is complete: the turn is what the agent has said of its work meanwhile.
 * @param bringBack puts what only this side knows into the history
 */
export function enterReplayed(step: Step, at: number, bringBack: (step: Step) => void): void {
	moveTurn(step, 'replay_ended', at, {}, { ...effectsAt(at), bring_back: bringBack });
}

/** A turn that was to stop has stopped; any other that ends without a word of the agent's has failed. */
function failed({ draft }: Step): TurnEnd {
	return { reason: draft.turn.type === 'stopping' ? 'cancelled' : 'error' };
}

function untaken({ draft }: Step): readonly EntryId[] {
	return draft.turnPrompts.filter(({ isTaken }) => !isTaken).map(({ entryId }) => entryId);
}

function keepPrompts({ draft }: Step, kept: readonly EntryId[]): void {
	draft.turnPrompts = draft.turnPrompts.filter(({ entryId }) => kept.includes(entryId));
	for (const entryId of [...draft.expectedEchoes.keys()])
		if (!kept.includes(entryId)) draft.expectedEchoes.delete(entryId);
	draft.unnamedEcho = undefined;
}

function closeRequests(step: Step): void {
	const { draft } = step;
	closeMessage(step);
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
	step.changes.push({ type: 'session' });
}

/** Takes note of what the agent says. Work that no prompt asked for begins a turn of its own (acp C236). */
export function reportWork(step: Step, { work, background }: Work, at: number): void {
	const { draft } = step;
	followPrompts(step, work);
	draft.work = work;
	if (background !== undefined) draft.background = background;
	if (work.type === 'idle' && background !== undefined) endUnlisted(step, at);
	moveTurn(step, isBusy(work) ? 'work_busy' : 'work_idle', at);
	step.changes.push({ type: 'session' });
}

/** What the report says of the prompts that were sent: an agent that is idle after Stop has no work to begin. */
function followPrompts({ draft }: Step, work: AgentWork): void {
	if (draft.isReplaying) return;
	const [wasBusy, isNowBusy] = [isBusy(draft.work), isBusy(work)];
	const isStopping = draft.turn.type === 'stopping';
	draft.turnPrompts = draft.turnPrompts.map((prompt) => {
		if (!prompt.isSent || prompt.work === 'done') return prompt;
		if (isNowBusy) return wasBusy ? prompt : { ...prompt, work: 'begun' };
		return isStopping || (wasBusy && prompt.work === 'begun') ? { ...prompt, work: 'done' } : prompt;
	});
}

/** An idle agent has said what runs on: nothing else does, whether it told the end of it or not. */
function endUnlisted(step: Step, at: number): void {
	endUnlistedTerminals(step);
	endUnlistedSubagents(step);
	// In a turn its end does that.
	if (step.draft.turn.type === 'idle') cancelUnfinished(step, at);
}
