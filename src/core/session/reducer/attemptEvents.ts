/**
 * Calls, and the work of turns, that are tried again: each stays one entry. A call is not failed while it is tried again,
 * and a turn that is over has nothing left that could be tried.
 */
import { isFinal, type ToolStatus } from '../../base/toolCall.ts';
import type { AgentEvent } from '../model/agentEvents.ts';
import { type Attempts, isBeingTried } from '../model/attempts.ts';
import type { AttemptEntry, ToolCallEntry } from '../model/entry.ts';
import type { TurnEnd } from '../model/turnState.ts';
import { endedAs, endOfCall, withAttempt } from './attempts.ts';
import { isBackgroundEntry } from './background.ts';
import { addEntry, closeMessage, entryOf, patchEntry, scopedId, type Step } from './draft.ts';
import { knownToolCall, patchToolCall } from './toolCalls.ts';

type AttemptEvent = Extract<AgentEvent, { type: 'attempt' }>;

/** An attempt at a call that the agent has not named is not kept: the call would stand there without an end. */
export function applyAttempt(step: Step, event: AttemptEvent, now: number): void {
	const { toolCallId } = event;
	if (toolCallId === undefined) return tryTurnAgain(step, event, now);
	const call = knownToolCall(step, toolCallId);
	if (call !== undefined) tryCallAgain(step, call, event, now);
}

function tryCallAgain(step: Step, call: ToolCallEntry, { attempt }: AttemptEvent, now: number): void {
	const attempts = withAttempt(call.attempts, attempt, now);
	if (attempts === undefined || attempts === call.attempts) return;
	if (isFinal(call.status) && isPast(step, call)) return takeOutcome(step, call, call.attempts, attempts);
	// What ended well, or was stopped, is not begun again by a word that comes late.
	const hasEnded = isFinal(call.status) && call.status !== 'failed';
	const known = hasEnded ? endedAs(attempts, endOfCall(call.status)) : attempts;
	const patched = patchEntry(step, call, { attempts: known });
	const status = statusAfter(known, patched.status);
	if (status !== patched.status) patchToolCall(step, call.toolCallId, { status }, now);
}

/** A call that is tried again has not failed, and one that was given up has. How else it ends is for its updates to say. */
function statusAfter({ state }: Attempts, status: ToolStatus): ToolStatus {
	if (state === 'gave_up') return isFinal(status) ? status : 'failed';
	return status === 'failed' && state !== 'stopped' ? 'in_progress' : status;
}

function tryTurnAgain(step: Step, { attemptId, attempt }: AttemptEvent, now: number): void {
	const { draft } = step;
	const key = scopedId(step, attemptId ?? '');
	const known = entryOf(draft, draft.attempts.get(key), 'attempt');
	const attempts = withAttempt(known?.attempts, attempt, now);
	if (attempts === undefined || attempts === known?.attempts) return;
	if (known !== undefined) {
		if (isPast(step, known)) takeOutcome(step, known, known.attempts, attempts);
		else patchEntry(step, known, { attempts });
	} else if (isAtWork(step)) {
		closeMessage(step);
		const name = attemptId === undefined ? {} : { attemptId };
		const { id } = addEntry<AttemptEntry>(step, { type: 'attempt', ...name, attempts });
		draft.attempts.set(key, id);
	}
}

/** The agent goes on with what it says: what it tried without a name for it has come about. */
export function endByOutput(step: Step): void {
	const { attempts } = step.draft;
	if (attempts.size === 0) return;
	const key = scopedId(step, '');
	const entry = entryOf(step.draft, attempts.get(key), 'attempt');
	// The next is another one.
	attempts.delete(key);
	if (entry !== undefined) endEntry(step, entry, 'recovered');
}

/**
 * The turn is over, or is to stop: nothing of it is tried any more, but for what runs on.
 * @param reason how it ended; undefined where that is not known, or it goes on to its end
 */
export function endAttempts(step: Step, reason?: TurnEnd['reason']): void {
	const { draft } = step;
	const how = reason === 'error' ? 'gave_up' : reason === 'end_turn' ? 'recovered' : 'stopped';
	for (const id of draft.attempts.values()) {
		const entry = entryOf(draft, id, 'attempt');
		if (entry !== undefined && !isBackgroundEntry(draft, entry)) endEntry(step, entry, how);
	}
	draft.attempts.delete('');
}

function endEntry(step: Step, entry: AttemptEntry, how: 'recovered' | 'gave_up' | 'stopped'): void {
	const attempts = endedAs(entry.attempts, how);
	if (attempts !== entry.attempts) patchEntry(step, entry, { attempts });
}

/** Of what is over only how it went is news. */
function takeOutcome(
	step: Step,
	entry: AttemptEntry | ToolCallEntry,
	known: Attempts | undefined,
	attempts: Attempts,
): void {
	if (known !== undefined && !isBeingTried(attempts)) patchEntry(step, entry, { attempts });
}

function isAtWork({ draft }: Step): boolean {
	return draft.turn.type !== 'idle' || draft.isReplaying;
}

function isPast(step: Step, { turn }: AttemptEntry | ToolCallEntry): boolean {
	return turn !== step.draft.turnCount || !isAtWork(step);
}
