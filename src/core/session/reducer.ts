/**
 * The only place where a session's state changes. One event, one step, and a list of what it touched.
 * It is synchronous and knows no outside: the same events give the same state.
 */
import { addEntry, entryOf, patchEntry, type SessionDraft, type Step } from './draft.ts';
import type { Change, SessionEvent } from './events.ts';
import { applyMessageChunk, closeMessage } from './messages.ts';
import type { NoticeEntry, PlanEntry, PlanItem, SessionState } from './model.ts';
import { requestPermission, settlePermission } from './permissions.ts';
import { appendOutput, createTerminal, endTerminal, replaceOutput } from './terminals.ts';
import { announceToolCall, patchToolCall } from './toolCalls.ts';
import { endTurn, requestCancel, submitPrompt, withdrawPrompt } from './turn.ts';

export type SessionSeed = Pick<
	SessionState,
	'key' | 'agentName' | 'agentTitle' | 'cwd' | 'title' | 'createdAt' | 'sessionId'
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
		openMessage: undefined,
		expectedEcho: '',
		toolCalls: new Map(),
		plans: new Map(),
		messages: new Map(),
		terminals: new Map(),
		pendingPermissions: [],
		commands: [],
		modes: undefined,
		capabilities: {
			loadSession: false,
			promptImage: false,
			promptAudio: false,
			promptEmbeddedContext: false,
		},
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
	apply(step, event, now);
	return step.changes;
}

function apply(step: Step, event: SessionEvent, now: number): void {
	switch (event.type) {
		case 'message_chunk':
			return applyMessageChunk(step, event, now);
		// Agents announce a call twice, or after its first update, so both are upserts.
		case 'tool_call':
			return announceToolCall(step, event.toolCallId, event.fields, now);
		case 'tool_call_update':
			return void patchToolCall(step, event.toolCallId, event.fields, now);
		case 'plan':
			return replacePlan(step, event.planId, event.items);
		case 'commands':
			return setSession(step, { commands: event.commands });
		case 'modes':
			return setSession(step, { modes: event.modes });
		case 'current_mode':
			return setMode(step, event.modeId);
		case 'session_info':
			return event.title === undefined ? undefined : setSession(step, { title: event.title ?? '' });
		case 'terminal_output':
			return appendOutput(step, event.terminalId, event.data);
		case 'terminal_exited':
			return endTerminal(step, event.terminalId, event);
		case 'terminal_created':
			return createTerminal(step, event.terminalId, event.label, event.cwd);
		case 'terminal_snapshot':
			return replaceOutput(step, event.terminalId, event.output, event.isTruncated);
		case 'agent_state':
			return setSession(step, { agent: event.agent });
		case 'session_opened':
			return setSession(step, {
				sessionId: event.sessionId,
				capabilities: event.capabilities,
				agent: { type: 'ready' },
				...(event.modes === undefined ? {} : { modes: event.modes }),
			});
		case 'replay_started':
			return startReplay(step);
		case 'replay_ended':
			endTurn(step, now);
			return setSession(step, { isReplaying: false });
		case 'prompt_submitted':
			return submitPrompt(step, event);
		case 'prompt_unsent':
			return withdrawPrompt(step, now);
		case 'cancel_requested':
			return requestCancel(step, event.at);
		case 'turn_ended':
		case 'turn_failed':
			return endTurn(step, event.at);
		case 'permission_requested':
			return requestPermission(step, event);
		case 'permission_settled':
			return settlePermission(step, event);
		case 'notice':
			closeMessage(step);
			return void addEntry<NoticeEntry>(step, { type: 'notice', origin: 'host', ...event.notice });
	}
}

function setSession(step: Step, fields: Partial<SessionDraft>): void {
	Object.assign(step.draft, fields);
	step.changes.push({ type: 'session' });
}

function setMode(step: Step, modeId: string): void {
	const { modes } = step.draft;
	if (modes !== undefined) setSession(step, { modes: { ...modes, currentModeId: modeId } });
}

/** A plan is replaced as a whole and keeps its place (acp C62). Each turn that plans gets its own. */
function replacePlan(step: Step, planId: string, items: readonly PlanItem[]): void {
	const { draft } = step;
	const known = entryOf(draft, draft.plans.get(planId), 'plan');
	if (known?.turn === draft.turnCount) {
		patchEntry(step, known, { items });
	} else {
		closeMessage(step);
		draft.plans.set(planId, addEntry<PlanEntry>(step, { type: 'plan', planId, items }).id);
	}
	step.changes.push({ type: 'session' });
}

/** The transcript is rebuilt from the agent's replay alone, so nothing stands in it twice (acp C46). */
function startReplay(step: Step): void {
	const { draft } = step;
	for (const map of [draft.entries, draft.toolCalls, draft.plans, draft.messages, draft.terminals])
		map.clear();
	draft.pendingPermissions = [];
	draft.openMessage = undefined;
	draft.isReplaying = true;
	step.changes.push({ type: 'reset' });
}
