/**
 * The only place where a session's state changes. One event, one step, and a list of what it touched.
 * It is synchronous and knows no outside: the same events give the same state.
 */
import { addNotice, dismissNotice } from './agentNotices.ts';
import { noCapabilities } from './capabilities.ts';
import { appendToCompaction, patchCompaction } from './compactions.ts';
import { addEntry, type SessionDraft, type Step } from './draft.ts';
import { completeElicitation, requestElicitation, settleElicitation } from './elicitations.ts';
import type { AgentEvent, Change, HostEvent, SessionEvent } from './events.ts';
import { applyMessageChunk, replaceMessage } from './messages.ts';
import { closeMessage } from './openMessage.ts';
import type { AgentState, NoticeEntry, SessionState } from './model.ts';
import {
	mergeOptions,
	refuseOption,
	replaceOptions,
	requestOption,
	setOptionValue,
	takeOption,
} from './options.ts';
import { askPermission, requestPermission, settlePermission } from './permissions.ts';
import { removePlan, replacePlan } from './plans.ts';
import { letGoOfHeld, sendPrompt } from './prompts.ts';
import { isHistory } from './replay.ts';
import { restoreHistory } from './storedHistory.ts';
import { endSubagents, patchSubagent, scopeOf } from './subagents.ts';
import {
	queuePrompt,
	takeByOutput,
	takePrompt,
	moveQueued,
	pauseQueue,
	returnQueued,
	takeQueued,
	unqueuePrompt,
	withdrawQueued,
} from './promptLine.ts';
import {
	appendOutput,
	createTerminal,
	endAgentTerminals,
	endTerminal,
	patchTerminal,
	replaceOutput,
	retireTerminals,
	setTerminalCancelling,
} from './terminals.ts';
import {
	announceToolCall,
	appendToolContent,
	cancelUnfinished,
	patchToolCall,
	setCallCancelling,
} from './toolCalls.ts';
import {
	endReplay,
	finishTurn,
	requestCancel,
	resendPrompt,
	submitPrompt,
	withdrawPrompt,
	noteSilence,
} from './turn.ts';
import { reportWork } from './work.ts';

export type SessionSeed = Pick<
	SessionState,
	| 'key'
	| 'agentName'
	| 'agentTitle'
	| 'cwd'
	| 'title'
	| 'localTitle'
	| 'updatedAt'
	| 'forkOf'
	| 'createdAt'
	| 'sessionId'
>;

/** A session in which nothing has happened yet. */
export function createSessionState(seed: SessionSeed): SessionState {
	const state: SessionDraft = {
		...seed,
		agent: { type: 'exited' },
		turn: { type: 'idle' },
		turnCount: 0,
		entries: new Map(),
		entryCount: 0,
		isReplaying: false,
		isFromStore: false,
		openMessage: undefined,
		heldPrompt: undefined,
		expectedEchoes: new Map(),
		unnamedEcho: undefined,
		work: { type: 'none' },
		turnPrompts: [],
		queue: [],
		queuePause: undefined,
		queueCount: 0,
		holdsPrompts: false,
		background: undefined,
		toolCalls: new Map(),
		plans: new Map(),
		messages: new Map(),
		compactions: new Map(),
		subagents: new Map(),
		terminals: new Map(),
		pendingPermissions: [],
		pendingElicitations: [],
		commands: [],
		options: [],
		configOptions: undefined,
		modes: undefined,
		models: undefined,
		pendingChoices: [],
		usage: undefined,
		agentNotices: [],
		noticeCount: 0,
		capabilities: noCapabilities,
	};
	return state;
}

/**
 * Applies one event.
 * @param state made by `createSessionState`; changed in place
 * @param now epoch milliseconds, for events that carry no time of their own
 * @returns what changed, in order
 */
export function reduce(state: SessionState, event: SessionEvent, now: number): readonly Change[] {
	const step: Step = { draft: state as SessionDraft, changes: [] };
	if (isHistory(event)) takeByOutput(step);
	apply(step, event, now);
	return step.changes;
}

function apply(step: Step, event: SessionEvent, now: number): void {
	switch (event.type) {
		case 'message_chunk':
			return applyMessageChunk(step, event, now);
		case 'message':
			return replaceMessage(step, event, now);
		// Agents announce a call twice, or after its first update, so both are upserts.
		case 'tool_call':
			return announceToolCall(step, event.toolCallId, event.fields, now);
		case 'tool_call_update':
			return void patchToolCall(step, event.toolCallId, event.fields, now);
		case 'plan':
			return replacePlan(step, event);
		case 'plan_removed':
			return removePlan(step, event.planId);
		case 'commands':
			return setSession(step, { commands: event.commands });
		case 'options':
			return mergeOptions(step, event.options);
		case 'option_value':
			return setOptionValue(step, event.via, event.value);
		case 'session_info':
			return setInfo(step, event);
		case 'usage':
			return setUsage(step, event);
		case 'tool_call_content':
			return appendToolContent(step, event.toolCallId, event.content, now);
		case 'work':
			return reportWork(step, event, now);
		case 'agent_notice':
			return addNotice(step, event.notice);
		case 'compaction':
			return patchCompaction(step, event);
		case 'compaction_chunk':
			return appendToCompaction(step, event);
		case 'subagent':
			return patchSubagent(step, event.sessionId, event.fields);
		case 'in_subagent': {
			const scope = scopeOf(step, event.sessionId);
			// Its title, its options and the like are the child's own: the session has its own, too.
			return aboutSession.has(event.event.type) ? undefined : apply({ ...step, scope }, event.event, now);
		}
		case 'terminal_started':
			return patchTerminal(step, event.terminalId, event.fields, now);
		case 'terminal_replaced':
			return replaceOutput(step, { ...event, isTruncated: false }, now);
		case 'terminal_output':
			return appendOutput(step, event.terminalId, event.data, now);
		case 'terminal_exited':
			return endTerminal(step, event.terminalId, event, now);
		default:
			return applyFromHost(step, event, now);
	}
}

function applyFromHost(step: Step, event: HostEvent, now: number): void {
	switch (event.type) {
		case 'terminal_created':
			return createTerminal(step, event, now);
		case 'terminal_snapshot':
			return replaceOutput(step, event, now);
		case 'agent_state':
			return setAgent(step, event.agent, now);
		case 'session_opened':
			if (event.isNew === true || event.sessionId !== step.draft.sessionId) forgetIds(step);
			replaceOptions(step, event.options);
			if (event.commands !== undefined) step.draft.commands = event.commands;
			return setSession(step, {
				sessionId: event.sessionId,
				capabilities: event.capabilities,
				agent: { type: 'ready' },
				isFromStore: false,
			});
		case 'option_requested':
			return requestOption(step, event);
		case 'option_taken':
			return takeOption(step, event);
		case 'option_refused':
			return refuseOption(step, event);
		case 'renamed':
			return rename(step, event.title);
		case 'agent_notice_dismissed':
			return dismissNotice(step, event.id);
		case 'history_restored':
			return restoreHistory(step, event);
		case 'replay_started':
			return startReplay(step);
		case 'replay_ended':
			return endReplay(step, now);
		case 'prompt_submitted':
			return submitPrompt(step, event);
		case 'prompt_sent':
			return sendPrompt(step, event.entryId);
		case 'prompt_unsent':
			return withdrawPrompt(step, event.entryId, now);
		case 'prompt_held':
			withdrawPrompt(step, event.entryId, now);
			return setSession(step, { heldPrompt: event.content });
		case 'prompt_taken_back':
			return letGoOfHeld(step);
		case 'prompt_resent':
			return resendPrompt(step, event.at);
		case 'cancel_requested':
			return requestCancel(step, event.at);
		case 'prompt_queued':
			return queuePrompt(step, event);
		case 'prompt_dequeued':
			return takeQueued(step, event);
		case 'prompt_unqueued':
			return unqueuePrompt(step, event.id);
		case 'prompt_withdrawing':
			return withdrawQueued(step, event.id);
		case 'prompt_moved':
			return moveQueued(step, event);
		case 'prompt_returned':
			return returnQueued(step, event.id);
		case 'queue_paused':
			return pauseQueue(step, event.reason);
		case 'queue_resumed':
			return setSession(step, { queuePause: undefined });
		case 'prompt_taken':
			return takePrompt(step, event);
		case 'call_cancelling':
			return setCallCancelling(step, event.entryId, event.isCancelling);
		case 'terminal_cancelling':
			return setTerminalCancelling(step, event.terminalId, event.isCancelling);
		case 'turn_ended':
		case 'turn_failed':
			return finishTurn(step, event);
		case 'turn_silent':
			return noteSilence(step, event.isSilent);
		case 'permission_requested':
			return requestPermission(inScope(step, event.subagentId), event);
		case 'permission_asked':
			return askPermission(step, event.permissionId);
		case 'permission_settled':
			return settlePermission(step, event);
		case 'elicitation_requested':
			return requestElicitation(inScope(step, event.subagentId), event);
		case 'elicitation_settled':
			return settleElicitation(step, event.entryId, event.state);
		case 'elicitation_completed':
			return completeElicitation(step, event.elicitationId);
		case 'notice':
			closeMessage(step);
			return void addEntry<NoticeEntry>(step, { type: 'notice', origin: 'host', ...event.notice });
	}
}

/** What a child session asks for belongs to it. */
function inScope(step: Step, subagentId: string | undefined): Step {
	return subagentId === undefined ? step : { ...step, scope: scopeOf(step, subagentId) };
}

const aboutSession: ReadonlySet<AgentEvent['type']> = new Set([
	'commands',
	'options',
	'option_value',
	'session_info',
	'usage',
	'work',
] as const);

/** Another session of the agent may use the ids of the last one anew, and says for itself what counts in it. */
function forgetIds(step: Step): void {
	const { draft } = step;
	closeMessage(step);
	for (const ids of [draft.toolCalls, draft.plans, draft.messages, draft.compactions, draft.subagents])
		ids.clear();
	retireTerminals(step);
	draft.commands = [];
	draft.usage = undefined;
	draft.work = { type: 'none' };
	draft.background = undefined;
}

/** Of the cost omission keeps, null clears (acp C270). */
function setUsage(step: Step, { used, size, cost }: Extract<AgentEvent, { type: 'usage' }>): void {
	const kept = cost === undefined ? step.draft.usage?.cost : cost;
	setSession(step, { usage: { used, size, ...(kept === undefined || kept === null ? {} : { cost: kept }) } });
}

/** An agent that is gone works on nothing any more. */
function setAgent(step: Step, agent: AgentState, at: number): void {
	if (agent.type === 'exited') {
		Object.assign(step.draft, { work: { type: 'none' }, background: undefined, holdsPrompts: false });
		endAgentTerminals(step);
		endSubagents(step);
		cancelUnfinished(step, at);
	}
	setSession(step, { agent });
}

/** Omission keeps, null clears (acp C67). */
function setInfo(step: Step, { title, updatedAt }: Extract<AgentEvent, { type: 'session_info' }>): void {
	const { draft } = step;
	if (title !== undefined) draft.title = title ?? '';
	if (updatedAt === null) delete draft.updatedAt;
	else if (updatedAt !== undefined) draft.updatedAt = updatedAt;
	if (title !== undefined || updatedAt !== undefined) step.changes.push({ type: 'session' });
}

/** Without a name of the user's own the agent's counts again. */
function rename(step: Step, title: string): void {
	if (title === '') delete step.draft.localTitle;
	setSession(step, title === '' ? {} : { localTitle: title });
}

function setSession(step: Step, fields: Partial<SessionDraft>): void {
	Object.assign(step.draft, fields);
	step.changes.push({ type: 'session' });
}

/** The transcript is rebuilt from the agent's replay alone, so nothing stands in it twice (acp C46). */
function startReplay(step: Step): void {
	const { draft } = step;
	const { entries, toolCalls, plans, messages, compactions, subagents, terminals, expectedEchoes } = draft;
	const maps = [entries, toolCalls, plans, messages, compactions, subagents, terminals, expectedEchoes];
	for (const map of maps) map.clear();
	draft.turnPrompts = [];
	draft.unnamedEcho = undefined;
	draft.pendingPermissions = [];
	draft.pendingElicitations = [];
	draft.openMessage = undefined;
	draft.isReplaying = true;
	draft.isFromStore = false;
	step.changes.push({ type: 'reset' });
}
