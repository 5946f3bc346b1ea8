/**
 * The only way in which a session's state changes. One event, one step, and a list of what it touched.
 * It is synchronous and knows no outside: the same events give the same state. Here are the cases for what an agent
 * says; what each does stands with its subject.
 */
import { type AgentEvent, isFromAgent, isHistory } from '../model/agentEvents.ts';
import { applyAttempt, endByOutput } from './attemptEvents.ts';
import { addNotice, mergeQuota, setInfo, setSession, setUsage } from './sessionFacts.ts';
import { applyHostEvent } from './applyHostEvent.ts';
import { appendToCompaction, patchCompaction } from './compactions.ts';
import type { SessionDraft, Step } from './draft.ts';
import type { Change, SessionEvent } from '../model/events.ts';
import { applyMessageChunk, replaceMessage } from './messages.ts';
import { mergeOptions, setOptionValue } from './options.ts';
import { removePlan, replacePlan } from './plans.ts';
import { takeByOutput } from './promptQueue.ts';
import type { SessionState } from '../model/sessionState.ts';
import { patchSubagent, scopeOf } from './subagents.ts';
import { agentTerminal, appendOutput, endTerminal, patchTerminal, replaceOutput } from './terminals.ts';
import { announceToolCall, appendToolContent, patchToolCall } from './toolCalls.ts';
import { reportWork } from './turn.ts';

/**
 * Applies one event.
 * @param state made by `createSessionState`; changed in place
 * @param now epoch milliseconds, for events that carry no time of their own
 * @returns what changed, in order
 */
export function reduce(state: SessionState, event: SessionEvent, now: number): readonly Change[] {
	const step: Step = { draft: state as SessionDraft, changes: [] };
	if (isFromAgent(event)) step.draft.heardCount++;
	if (isHistory(event)) takeByOutput(step);
	apply(step, event, now);
	if (step.changes.length > 0 && event.type !== 'turn_silent') step.draft.happenedAt = now;
	return step.changes;
}

function apply(step: Step, event: SessionEvent, now: number): void {
	if (isProgress(event)) endByOutput(step);
	switch (event.type) {
		case 'message_chunk':
			return applyMessageChunk(step, event, now);
		case 'message':
			return replaceMessage(step, event, now);
		// Agents announce a call twice, or after its first update, so both are upserts.
		case 'tool_call':
			return void announceToolCall(step, event.toolCallId, event.fields, now);
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
		case 'quota':
			return mergeQuota(step, event.windows);
		case 'attempt':
			return applyAttempt(step, event, now);
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
			return aboutSession[event.event.type] ? undefined : apply({ ...step, scope }, event.event, now);
		}
		case 'terminal_started':
			return patchTerminal(step, agentTerminal(step, event.terminalId, now), event.fields);
		case 'terminal_replaced':
			return replaceOutput(step, agentTerminal(step, event.terminalId, now), event.output);
		case 'terminal_output':
			return appendOutput(step, agentTerminal(step, event.terminalId, now), event.data);
		case 'terminal_exited':
			return endTerminal(step, agentTerminal(step, event.terminalId, now), event);
		default:
			return applyHostEvent(step, event, now);
	}
}

/** True for what an agent says only when it goes on: calls that run beside it may report at any time. */
function isProgress(event: SessionEvent): boolean {
	if (event.type === 'message_chunk' || event.type === 'message') return event.role !== 'user';
	return event.type === 'tool_call' || event.type === 'plan';
}

/** True for what is said of a session as a whole, which a child session says of itself. */
const aboutSession: Readonly<Record<AgentEvent['type'], boolean>> = {
	message_chunk: false,
	message: false,
	tool_call: false,
	tool_call_update: false,
	tool_call_content: false,
	work: true,
	plan: false,
	plan_removed: false,
	commands: true,
	options: true,
	option_value: true,
	session_info: true,
	usage: true,
	// The account is the same.
	quota: false,
	attempt: false,
	agent_notice: false,
	compaction: false,
	compaction_chunk: false,
	subagent: false,
	in_subagent: false,
	terminal_started: false,
	terminal_output: false,
	terminal_replaced: false,
	terminal_exited: false,
};
