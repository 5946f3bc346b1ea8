/** What a recording says, worked out without any code of ours: the measure for what the session shows in the end. */
import type { JsonObject } from '../../../src/core/acp/json.ts';
import type { Recording } from '../acp/support.ts';
import { asObject } from './replayAgent.ts';

/** Kinds of `session/update` with the event each becomes. */
const known = new Map([
	['user_message_chunk', 'message_chunk'],
	['agent_message_chunk', 'message_chunk'],
	['agent_thought_chunk', 'message_chunk'],
	['tool_call', 'tool_call'],
	['tool_call_update', 'tool_call_update'],
	['plan', 'plan'],
	['available_commands_update', 'commands'],
	['current_mode_update', 'current_mode'],
	['session_info_update', 'session_info'],
]);

/** Kinds that come with later issues. A recording with any other kind is an error of these tests. */
const later = new Set(['usage_update', 'config_option_update']);

/** The updates of known kinds. */
export function updatesOf({ messages }: Recording): JsonObject[] {
	const updates = messages
		.filter(({ dir, msg }) => dir === 'in' && msg['method'] === 'session/update')
		.map(({ msg }) => asObject(asObject(msg['params'])['update']));
	for (const { sessionUpdate } of updates) {
		if (!known.has(String(sessionUpdate)) && !later.has(String(sessionUpdate)))
			throw new Error(`unknown kind ${String(sessionUpdate)}`);
	}
	return updates.filter(({ sessionUpdate }) => known.has(String(sessionUpdate)));
}

/** Types of the events that the updates become, in order. */
export function eventTypesOf(recording: Recording): (string | undefined)[] {
	return updatesOf(recording).map(({ sessionUpdate }) => known.get(String(sessionUpdate)));
}

/** All text of the agent, joined. */
export function textOf(recording: Recording): string {
	return updatesOf(recording)
		.filter(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk')
		.map(({ content }) => String(asObject(content)['text']))
		.join('');
}

/** Each tool call with the last value of every field, from updates and permission requests. */
export function toolCallsOf({ messages }: Recording): Map<unknown, JsonObject> {
	const calls = new Map<unknown, JsonObject>();
	for (const { dir, msg } of messages) {
		if (dir !== 'in' || !('params' in msg)) continue;
		const params = asObject(msg['params']);
		const part = params['toolCall'] ?? params['update'];
		if (part === undefined || asObject(part)['toolCallId'] === undefined) continue;
		const { toolCallId } = asObject(part);
		const named = Object.entries(asObject(part)).filter(([, value]) => value !== null && value !== undefined);
		calls.set(toolCallId, { ...calls.get(toolCallId), ...Object.fromEntries(named) });
	}
	return calls;
}

/** Requests of the agent. */
export function requestsOf({ messages }: Recording): string[] {
	return messages
		.filter(({ dir, msg }) => dir === 'in' && 'method' in msg && 'id' in msg)
		.map(({ msg }) => String(msg['method']));
}
