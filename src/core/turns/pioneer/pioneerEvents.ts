/**
 * What a Pioneer gateway tells of a thread, live and from its history. Live it has names with slashes and fields in
 * snake case, in history names and fields in camel case: both are read in the latter.
 */
import { type JsonObject, numberAt, objectAt, objectsIn, stringAt, stringsIn } from '../../base/json.ts';
import type { AttemptCause, AttemptPatch } from '../../session/model/attempts.ts';
import type { TurnEnd } from '../../session/model/turnState.ts';
import type { ThreadEvent } from '../threadEvents.ts';
import { readItem } from './pioneerItems.ts';
import { facts, withoutNulls } from '../threadFacts.ts';

/** What has to be remembered of a thread to read what follows. */
export interface ThreadMemory {
	/** The type of each item that was told, by its id: it says what a piece of it is. */
	readonly itemTypes: { get(id: string): string | undefined; set(id: string, type: string): void };
	/** The name that the message of a turn has here, where it was sent from here. */
	readonly clientIdOf: (turnId: string) => string | undefined;
	/** True for a turn that was stopped from here: it may end as one that failed. */
	readonly isStopped: (turnId: string) => boolean;
	/** Ids of calls that are complete and have failed. */
	readonly failed: { has(id: string): boolean; add(id: string): void };
	/** Turns that the gateway said to end for want of a budget. */
	readonly overBudget: { has(turnId: string): boolean; add(turnId: string): void };
}

/** What a gateway calls a turn that was stopped with no other reason. */
const stoppedByUser = 'turn cancelled by user';

/** Names of notifications whose fields are those of an event of history. */
const liveNames: Readonly<Record<string, string>> = {
	'turn/started': 'turnStarted',
	'turn/completed': 'turnCompleted',
	'turn/failed': 'turnFailed',
	'turn/blocked': 'turnBlocked',
	'turn/tool_loop/budget_exceeded': 'turnToolLoopBudgetExceeded',
	'item/started': 'itemStarted',
	'item/updated': 'itemUpdated',
	'item/completed': 'itemCompleted',
	'item/agent_message/delta': 'itemDelta',
	'item/command_execution/output_delta': 'itemDelta',
	'item/file_change/output_delta': 'itemDelta',
	'item/tool/progress': 'itemDelta',
	'item/timeout_detected': 'itemTimeoutDetected',
	'item/recovery_opened': 'itemRecoveryOpened',
	'item/recovery_attached': 'itemRecoveryAttached',
	'item/retry_scheduled': 'itemRetryScheduled',
	'item/retry_attempt_started': 'itemRetryAttemptStarted',
	'item/recovery_succeeded': 'itemRecoverySucceeded',
	'item/recovery_exhausted': 'itemRecoveryExhausted',
	'item/tool/retry_scheduled': 'itemToolRetryScheduled',
	'item/tool/retry_resolved': 'itemToolRetryResolved',
	'item/tool/retry_exhausted': 'itemToolRetryExhausted',
	'context/compressing': 'contextCompressing',
	'context/compressed': 'contextCompressed',
	'thread/updated': 'threadUpdated',
};

/** The stream that a piece belongs to where its notification names none. */
const usualStreams: Readonly<Record<string, string>> = {
	'item/command_execution/output_delta': 'stdout',
	'item/file_change/output_delta': 'file_change',
	'item/tool/progress': 'tool_progress',
};

/** An event of history, which a notification becomes; undefined for a method that is not known. */
export function toHistoryEvent(method: string, params: JsonObject): JsonObject | undefined {
	const type = Object.hasOwn(liveNames, method) ? liveNames[method] : undefined;
	if (type === undefined) return undefined;
	const fields = Object.fromEntries(Object.entries(params).map(([key, value]) => [toCamel(key), value]));
	const stream = Object.hasOwn(usualStreams, method) ? usualStreams[method] : undefined;
	return { ...(stream === undefined ? {} : { stream }), ...withoutNulls(fields), type };
}

function toCamel(key: string): string {
	return key.replaceAll(/_([a-z])/gu, (_all, letter: string) => letter.toUpperCase());
}

/** Never throws. What cannot be read, and a type that is not known, is nothing. */
export function eventsOf(event: JsonObject, memory: ThreadMemory): readonly ThreadEvent[] {
	const type = stringAt(event, 'type') ?? '';
	const turn = objectAt(event, 'turn') ?? {};
	const turnId = stringAt(turn, 'id') ?? stringAt(event, 'turnId') ?? '';
	switch (type) {
		case 'turnStarted':
			return turnId === '' ? [] : [{ type: 'turn_started', turnId }, ...manifestOf(turn)];
		case 'turnCompleted':
		case 'turnFailed':
		case 'turnBlocked': {
			if (turnId === '') return [];
			const end = endOf(type, turn, event, memory);
			return [...manifestOf(turn), ...interruptionOf(turn), { type: 'turn_ended', turnId, end }];
		}
		case 'itemStarted':
		case 'itemUpdated':
		case 'itemCompleted':
			return itemIn(event, type === 'itemCompleted', memory);
		case 'itemDelta':
			return deltaIn(event, memory);
		case 'turnToolLoopBudgetExceeded':
			if (stringAt(event, 'action') === 'fail_turn') memory.overBudget.add(turnId);
			return warning(stringAt(event, 'reason'));
		case 'contextCompressing':
			return facts([{ type: 'compaction', compactionId: compactionOf(turnId), status: 'in_progress' }]);
		case 'contextCompressed':
			return facts([{ type: 'compaction', compactionId: compactionOf(turnId), status: 'completed' }]);
		case 'threadUpdated': {
			const title = stringAt(objectAt(event, 'thread'), 'name');
			return title === undefined ? [] : facts([{ type: 'session_info', title }]);
		}
		default:
			return attemptIn(type, event, memory);
	}
}

function itemIn(event: JsonObject, isComplete: boolean, memory: ThreadMemory): readonly ThreadEvent[] {
	const raw = objectAt(event, 'item') ?? {};
	const turnId = stringAt(event, 'turnId') ?? '';
	const item = readItem(raw, memory.clientIdOf(turnId));
	if (item === undefined) return [];
	memory.itemTypes.set(item.id, stringAt(raw, 'type') ?? '');
	if (isComplete && stringAt(raw, 'status') === 'failed') memory.failed.add(item.id);
	// A message that has not begun is told as an empty one.
	return [{ type: isComplete ? 'item_completed' : 'item_started', item }];
}

/**
 * What a piece is, the type of its item says, then its stream: thoughts come by the method of answers, and `generic` of a
 * call is no text for the user.
 */
function deltaIn(event: JsonObject, memory: ThreadMemory): readonly ThreadEvent[] {
	const itemId = stringAt(event, 'itemId');
	const text = stringAt(event, 'delta') ?? '';
	if (itemId === undefined || text === '') return [];
	const stream = stringAt(event, 'stream') ?? 'agent_message';
	switch (memory.itemTypes.get(itemId)) {
		case 'reasoning':
			return [{ type: 'text_delta', itemId, role: 'thought', part: 0, text }];
		case 'agentMessage':
			return [{ type: 'text_delta', itemId, role: 'agent', part: 0, text }];
		case 'commandExecution':
			return stream === 'stdout' || stream === 'stderr' ? [{ type: 'output_delta', itemId, text }] : [];
		// An item that was not told yet: only an answer can be nothing else.
		case undefined:
			return stream === 'agent_message' ? [{ type: 'text_delta', itemId, role: 'agent', part: 0, text }] : [];
		default:
			return stream === 'tool_progress' || stream === 'file_change' ? progress(itemId, text) : [];
	}
}

function progress(itemId: string, text: string): readonly ThreadEvent[] {
	const content = [{ type: 'content', content: { type: 'text', text } }] as const;
	return [{ type: 'call_update', itemId, fields: { content } }];
}

function endOf(type: string, turn: JsonObject, event: JsonObject, memory: ThreadMemory): TurnEnd {
	const turnId = stringAt(turn, 'id') ?? '';
	const error = stringAt(turn, 'error');
	const message = error === undefined || error === '' ? {} : { message: error };
	if (type === 'turnBlocked') return blockedBy(objectAt(event, 'resume') ?? {}, turnId);
	if (type === 'turnCompleted') return { reason: 'end_turn' };
	if (stringAt(turn, 'status') === 'Interrupted' || memory.isStopped(turnId)) return { reason: 'cancelled' };
	return memory.overBudget.has(turnId) ? { reason: 'max_turn_requests' } : { reason: 'error', ...message };
}

/** Why a turn was interrupted, where that is not the word of the gateway for a user who stopped it. */
function interruptionOf(turn: JsonObject): readonly ThreadEvent[] {
	const why = stringAt(turn, 'error') ?? stoppedByUser;
	const isTold = stringAt(turn, 'status') !== 'Interrupted' || why === stoppedByUser;
	return isTold ? [] : warning(why);
}

function blockedBy(resume: JsonObject, turnId: string): TurnEnd {
	const message = stringAt(resume, 'human_message');
	const canGoOn = resume['can_resume_same_turn'] !== false && turnId !== '';
	return {
		reason: 'blocked',
		...(message === undefined ? {} : { message }),
		needs: stringsIn(resume['resume_requirements']),
		...(canGoOn ? { resume: { type: 'request', resumeId: turnId } } : {}),
	};
}

/** What the gateway left out of what went along with the message. */
function manifestOf(turn: JsonObject): readonly ThreadEvent[] {
	const diagnostics = objectsIn((objectAt(turn, 'prompt_manifest') ?? {})['diagnostics']);
	return diagnostics
		.filter((one) => stringAt(one, 'code') === 'capability_rejected')
		.flatMap((one) => warning(stringAt(one, 'message')));
}

const causes: Readonly<Record<string, AttemptCause>> = {
	timeout: 'timeout',
	provider_error: 'server_error',
	start_deadline_exceeded: 'timeout',
	idle_deadline_exceeded: 'timeout',
	hard_deadline_exceeded: 'timeout',
};

/**
 * Both ways of trying again, a recovery of the gateway and one that the model is told to do, are attempts at a call. One
 * that was told to have failed before them stays so: what came of them is another.
 */
function attemptIn(type: string, event: JsonObject, { failed }: ThreadMemory): readonly ThreadEvent[] {
	const toolCallId = stringAt(event, 'itemId');
	const attempt = attemptOf(type, event);
	if (toolCallId === undefined || attempt === undefined) return [];
	const attemptId = stringAt(event, 'recoveryJobId') ?? stringAt(event, 'toolRetryEpisodeId');
	const isOver = attempt.state === 'recovered' && failed.has(toolCallId);
	return facts([
		{ type: 'attempt', toolCallId, ...(attemptId === undefined ? {} : { attemptId }), attempt },
		...(isOver ? [{ type: 'tool_call_update', toolCallId, fields: { status: 'failed' } } as const] : []),
	]);
}

function attemptOf(type: string, event: JsonObject): AttemptPatch | undefined {
	const number = numberAt(event, 'attemptNumber') ?? numberAt(event, 'nextAttemptNumber');
	const message = stringAt(event, 'reason') ?? stringAt(event, 'errorMessage');
	const word = stringAt(event, 'trigger') ?? stringAt(event, 'reason') ?? '';
	const base = {
		...(number === undefined ? {} : { number }),
		...(message === undefined ? {} : { message }),
		cause: Object.hasOwn(causes, word) ? (causes[word] ?? 'other') : causeOfTool(type),
	};
	switch (type) {
		case 'itemRecoveryOpened':
		case 'itemRecoveryAttached':
		case 'itemToolRetryScheduled':
			return { ...base, state: 'waiting' };
		case 'itemRetryScheduled': {
			const at = numberAt(event, 'nextRunAtUnix');
			return { ...base, state: 'waiting', ...(at === undefined ? {} : { nextAt: at * 1000 }) };
		}
		case 'itemRetryAttemptStarted':
			return { ...base, state: 'running' };
		case 'itemRecoverySucceeded':
			return { ...base, state: 'recovered' };
		case 'itemToolRetryResolved':
			return { ...base, state: stringAt(event, 'resolution') === 'succeeded' ? 'recovered' : 'gave_up' };
		case 'itemRecoveryExhausted':
		case 'itemToolRetryExhausted':
			return { ...base, state: 'gave_up' };
		default:
			// A deadline alone says nothing of another attempt: what follows it does.
			return undefined;
	}
}

function causeOfTool(type: string): AttemptCause {
	return type.startsWith('itemToolRetry') ? 'tool_error' : 'other';
}

function compactionOf(turnId: string): string {
	return `compression-${turnId}`;
}

function warning(title: string | undefined): readonly ThreadEvent[] {
	if (title === undefined) return [];
	return facts([{ type: 'agent_notice', notice: { severity: 'warning', title } }]);
}
