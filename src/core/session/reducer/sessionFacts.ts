/** What stands around the transcript: the agent and its session, the title, what has been used, and notices. */
import type { AgentEvent } from '../model/agentEvents.ts';
import { endAttempts } from './attemptEvents.ts';
import { cancelCompactions } from './compactions.ts';
import { completeElicitation } from './elicitations.ts';
import { closeMessage, idMapsOf, type SessionDraft, type Step } from './draft.ts';
import type { HostEvent } from '../model/events.ts';
import { replaceOptions } from './options.ts';
import type { QuotaWindow } from '../model/quota.ts';
import type { AgentNotice, AgentState } from '../model/sessionState.ts';
import { endSubagents } from './subagents.ts';
import { endAgentTerminals, retireTerminals } from './terminals.ts';
import { cancelUnfinished } from './toolCalls.ts';
import * as limits from '../../base/limits.ts';

export function setSession(step: Step, fields: Partial<SessionDraft>): void {
	Object.assign(step.draft, fields);
	step.changes.push({ type: 'session' });
}

/** An agent that is gone works on nothing any more. */
export function setAgent(step: Step, agent: AgentState, at: number): void {
	if (agent.type === 'exited') {
		Object.assign(step.draft, { work: { type: 'none' }, background: undefined, agentQueuesPrompts: false });
		endAgentTerminals(step);
		endSubagents(step);
		cancelUnfinished(step, at);
		cancelCompactions(step);
		completeElicitation(step);
		// Those of a turn end with it.
		if (step.draft.turn.type === 'idle') endAttempts(step);
	}
	// Who logs in may do so with another account.
	setSession(step, { agent, ...(agent.type === 'login_required' ? { quota: [] } : {}) });
}

/** What an agent does not name is not offered by it (any more). */
export function openSession(step: Step, event: Extract<HostEvent, { type: 'session_opened' }>): void {
	if (event.isNew === true || event.sessionId !== step.draft.sessionId) forgetIds(step);
	replaceOptions(step, event.options);
	if (event.commands !== undefined) step.draft.commands = event.commands;
	removeSlowStart(step);
	setSession(step, {
		sessionId: event.sessionId,
		capabilities: event.capabilities,
		agent: { type: 'ready' },
		isFromStore: false,
	});
}

/** It has started: that it takes long is said no more. */
function removeSlowStart({ draft, changes }: Step): void {
	const before = draft.entries.size;
	for (const entry of draft.entries.values()) {
		if (entry.type !== 'notice' || typeof entry.title === 'string') continue;
		if ('code' in entry.title && entry.title.code === 'slow_start') draft.entries.delete(entry.id);
	}
	if (draft.entries.size < before) changes.push({ type: 'reset' });
}

/** Omission keeps, null clears (acp C67). */
export function setInfo(
	step: Step,
	{ title, updatedAt }: Extract<AgentEvent, { type: 'session_info' }>,
): void {
	const { draft } = step;
	if (title !== undefined) draft.title = title ?? '';
	if (updatedAt === null) delete draft.updatedAt;
	else if (updatedAt !== undefined) draft.updatedAt = updatedAt;
	if (title !== undefined || updatedAt !== undefined) step.changes.push({ type: 'session' });
}

/** Without a name of the user's own the agent's counts again. */
export function rename(step: Step, title: string): void {
	if (title === '') delete step.draft.localTitle;
	setSession(step, title === '' ? {} : { localTitle: title });
}

/** Takes what the agent says of its use. A cost that is left out keeps the one before, null clears it (acp C270). */
export function setUsage(step: Step, { used, size, cost }: Extract<AgentEvent, { type: 'usage' }>): void {
	const kept = cost === undefined ? step.draft.usage?.cost : cost;
	setSession(step, { usage: { used, size, ...(kept === undefined || kept === null ? {} : { cost: kept }) } });
}

/** A window that is named is as it is told now; the others stay, unless none is named. The first to be told is the first to be shown. */
export function mergeQuota(step: Step, windows: readonly QuotaWindow[]): void {
	if (windows.length === 0) {
		if (step.draft.quota.length > 0) setSession(step, { quota: [] });
		return;
	}
	const byId = new Map(step.draft.quota.map((window) => [window.id, window]));
	for (const window of windows) byId.set(window.id, window);
	setSession(step, { quota: [...byId.values()].slice(0, limits.quotaWindows) });
}

/** Another session of the agent may use the ids of the last one anew, and says for itself what counts in it. */
function forgetIds(step: Step): void {
	const { draft } = step;
	closeMessage(step);
	for (const ids of idMapsOf(draft)) ids.clear();
	retireTerminals(step);
	draft.commands = [];
	draft.usage = undefined;
	draft.work = { type: 'none' };
	draft.background = undefined;
}

/**
 * Adds what the agent wants noticed now: shown until dismissed, never part of the conversation (acp C69). The oldest goes
 * when there are too many; one that says the same as the last replaces it.
 */
export function addNotice(step: Step, notice: Omit<AgentNotice, 'id'>): void {
	const { draft } = step;
	const last = draft.agentNotices.at(-1);
	const isRepeated = last?.title === notice.title && last.description === notice.description;
	const others = isRepeated ? draft.agentNotices.slice(0, -1) : draft.agentNotices;
	draft.noticeCount++;
	draft.agentNotices = [...others, { id: `n${draft.noticeCount}`, ...notice }].slice(-limits.agentNotices);
	step.changes.push({ type: 'session' });
}

/** Takes a notice off. One that is gone already means nothing. */
export function dismissNotice(step: Step, id: string): void {
	step.draft.agentNotices = step.draft.agentNotices.filter((notice) => notice.id !== id);
	step.changes.push({ type: 'session' });
}
