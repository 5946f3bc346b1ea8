/** Notifications of Codex's app-server, 0.169. */
import { retryOf as attemptAfter } from '../../acp/quirks/codexRetries.ts';
import { type JsonObject, numberAt, objectAt, objectsIn, stringAt } from '../../base/json.ts';
import { sentence } from '../../base/sentence.ts';
import { spoken } from '../../base/l10n.ts';
import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { PlanItem } from '../../session/model/entry.ts';
import type { TurnEnd } from '../../session/model/turnState.ts';
import type { ThreadEvent } from '../threadEvents.ts';
import type { TurnNotification } from '../turnDialect.ts';
import { fileChangeFields, readItem } from './codexItems.ts';
import { quotaIn } from './codexAccount.ts';
import { facts } from '../threadFacts.ts';

/** What says nothing to the user of a session: told elsewhere as well, or about other clients and their views. */
const silent: ReadonlySet<string> = new Set([
	'app/list/updated',
	'deprecationNotice',
	'hook/completed',
	'hook/started',
	'item/autoApprovalReview/completed',
	'item/autoApprovalReview/started',
	'item/commandExecution/terminalInteraction',
	'item/fileChange/outputDelta',
	'item/reasoning/summaryPartAdded',
	'mcpServer/startupStatus/updated',
	'rawResponse/completed',
	'rawResponseItem/completed',
	'remoteControl/status/changed',
	'skills/changed',
	'thread/archived',
	'thread/closed',
	'thread/compacted',
	'thread/deleted',
	'thread/goal/cleared',
	'thread/goal/updated',
	'thread/queue/changed',
	'thread/readState/changed',
	'thread/started',
	'thread/status/changed',
	'thread/unarchived',
	// Its items say the same by file, with the call that did it.
	'turn/diff/updated',
]);

/** Never throws. What belongs to no thread is not for the transcript. */
export function readNotification(method: string, params: JsonObject): TurnNotification {
	if (silent.has(method)) return { type: 'ignored' };
	if (method === 'serverRequest/resolved') {
		const { requestId } = params;
		const isId = typeof requestId === 'string' || typeof requestId === 'number';
		return isId ? { type: 'request_withdrawn', requestId } : { type: 'unknown' };
	}
	if (method === 'account/rateLimits/updated')
		return { type: 'quota', windows: quotaIn(objectAt(params, 'rateLimits') ?? {}) };
	const threadId = stringAt(params, 'threadId');
	if (threadId === undefined) return { type: 'unknown' };
	const events = eventsOf(method, params);
	return events === undefined ? { type: 'unknown' } : { type: 'thread', threadId, events };
}

/** Undefined for a method that is not known. What cannot be read is nothing. */
function eventsOf(method: string, params: JsonObject): readonly ThreadEvent[] | undefined {
	const itemId = stringAt(params, 'itemId');
	switch (method) {
		case 'turn/started':
			return turnIn(params, ({ turnId }) => ({ type: 'turn_started', turnId }));
		case 'turn/completed':
			return turnIn(params, ({ turnId, turn }) => ({ type: 'turn_ended', turnId, end: endOf(turn) }));
		case 'item/started':
			return itemIn(params, 'item_started');
		case 'item/completed':
			return itemIn(params, 'item_completed');
		case 'thread/tokenUsage/updated':
			return facts(usageOf(objectAt(params, 'tokenUsage') ?? {}));
		case 'thread/name/updated':
			return facts([{ type: 'session_info', title: stringAt(params, 'threadName') ?? null }]);
		case 'turn/plan/updated':
			return facts([{ type: 'plan', planId: 'plan', items: objectsIn(params['plan']).map(planItem) }]);
		case 'error':
			return facts(retryOf(params));
		case 'warning':
		case 'guardianWarning':
			return facts(warningOf(stringAt(params, 'message')));
		case 'model/rerouted':
			return facts(
				warningOf(
					spoken(
						sentence(
							'{0} answers in place of {1}',
							stringAt(params, 'toModel') ?? '?',
							stringAt(params, 'fromModel') ?? '?',
						),
					),
				),
			);
		default:
			return itemId === undefined ? undefined : moreOf(method, itemId, params);
	}
}

/** More of an item. */
function moreOf(method: string, itemId: string, params: JsonObject): readonly ThreadEvent[] | undefined {
	const text = stringAt(params, 'delta') ?? '';
	switch (method) {
		case 'item/agentMessage/delta':
			return [{ type: 'text_delta', itemId, role: 'agent', part: 0, text }];
		case 'item/reasoning/summaryTextDelta':
			return [
				{ type: 'text_delta', itemId, role: 'thought', part: numberAt(params, 'summaryIndex') ?? 0, text },
			];
		case 'item/reasoning/textDelta':
			return [
				{ type: 'text_delta', itemId, role: 'thought', part: numberAt(params, 'contentIndex') ?? 0, text },
			];
		case 'item/plan/delta':
			return [{ type: 'plan_delta', itemId, text }];
		case 'item/commandExecution/outputDelta':
			return [{ type: 'output_delta', itemId, text }];
		case 'item/fileChange/patchUpdated':
			return [{ type: 'call_update', itemId, fields: fileChangeFields(params['changes']) }];
		case 'item/mcpToolCall/progress': {
			const message = stringAt(params, 'message') ?? '';
			const content = [{ type: 'content', content: { type: 'text', text: message } }] as const;
			return [{ type: 'call_update', itemId, fields: { content } }];
		}
		default:
			return undefined;
	}
}

function turnIn(
	params: JsonObject,
	toEvent: (found: { turnId: string; turn: JsonObject }) => ThreadEvent,
): readonly ThreadEvent[] {
	const turn = objectAt(params, 'turn') ?? {};
	const turnId = stringAt(turn, 'id');
	return turnId === undefined ? [] : [toEvent({ turnId, turn })];
}

function itemIn(params: JsonObject, type: 'item_started' | 'item_completed'): readonly ThreadEvent[] {
	const item = readItem(params['item'], type === 'item_completed');
	return item === undefined ? [] : [{ type, item }];
}

/** How a turn ended, by its status and its error. */
export function endOf(turn: JsonObject): TurnEnd {
	const status = stringAt(turn, 'status') ?? '';
	const error = objectAt(turn, 'error');
	const message = stringAt(error, 'message');
	switch (status) {
		case 'completed':
			return { reason: 'end_turn' };
		case 'interrupted':
			return { reason: 'cancelled' };
		case 'failed':
			return { reason: 'error', ...(message === undefined ? {} : { message }) };
		default:
			return { reason: 'other', name: status };
	}
}

/** The use of the context: what the last request to the model was given fills it. */
function usageOf(usage: JsonObject): readonly AgentEvent[] {
	const used = numberAt(objectAt(usage, 'last'), 'totalTokens');
	if (used === undefined) return [];
	return [{ type: 'usage', used, size: numberAt(usage, 'modelContextWindow') ?? 0 }];
}

function planItem(step: JsonObject): PlanItem {
	const status = stringAt(step, 'status');
	return {
		content: stringAt(step, 'step') ?? '',
		priority: 'medium',
		status: status === 'inProgress' ? 'in_progress' : status === 'completed' ? 'completed' : 'pending',
	};
}

/** An error that is not tried again ends the turn, which says it. */
function retryOf(params: JsonObject): readonly AgentEvent[] {
	return params['willRetry'] === true ? [attemptAfter(objectAt(params, 'error') ?? {})] : [];
}

function warningOf(title: string | undefined): readonly AgentEvent[] {
	return title === undefined ? [] : [{ type: 'agent_notice', notice: { severity: 'warning', title } }];
}
