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
	['current_mode_update', 'option_value'],
	['config_option_update', 'options'],
	['session_info_update', 'session_info'],
	['usage_update', 'usage'],
]);

/** The updates of the session that is shown. A recording with a kind that is not known here is an error of these tests. */
export function updatesOf(recording: Recording): JsonObject[] {
	const sessionId = sessionIdOf(recording);
	const updates = recording.messages
		.filter(({ dir, msg }) => dir === 'in' && msg['method'] === 'session/update')
		.map(({ msg }) => asObject(msg['params']))
		.filter((params) => params['sessionId'] === sessionId)
		.map(({ update }) => asObject(update));
	for (const { sessionUpdate } of updates) {
		if (!known.has(String(sessionUpdate))) throw new Error(`unknown kind ${String(sessionUpdate)}`);
	}
	return updates;
}

/** The session that was loaded, or made first. */
function sessionIdOf({ messages }: Recording): unknown {
	const opening = messages.find(
		({ msg }) => msg['method'] === 'session/new' || msg['method'] === 'session/load',
	)?.msg;
	if (opening?.['method'] === 'session/load') return asObject(opening['params'])['sessionId'];
	const answer = messages.find(
		({ dir, msg }) => dir === 'in' && !('method' in msg) && msg['id'] === opening?.['id'],
	);
	return asObject(answer?.msg['result'])['sessionId'];
}

/** The newest update of a kind. */
export function lastOf(recording: Recording, kind: string): JsonObject | undefined {
	return updatesOf(recording).findLast(({ sessionUpdate }) => sessionUpdate === kind);
}

/** Types of the events that the updates become, in order. */
export function eventTypesOf(recording: Recording): (string | undefined)[] {
	return updatesOf(recording).map(({ sessionUpdate }) => known.get(String(sessionUpdate)));
}

/** All text of the agent, joined. */
export function textOf(recording: Recording): string {
	return updatesOf(recording)
		.filter(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk')
		.map(({ content }) => asObject(content)['text'])
		.filter((text) => typeof text === 'string')
		.join('');
}

/**
 * Each tool call with the last value of every field, from updates and permission requests, in the order of their first
 * mention. An id that comes anew in a later turn is another call.
 */
export function toolCallsOf({ messages }: Recording): JsonObject[] {
	const calls = new Map<string, JsonObject>();
	const keys = new Map<unknown, string>();
	let turn = 0;
	for (const { dir, msg } of messages) {
		if (msg['method'] === 'session/prompt' && isPlain(msg)) turn++;
		if (dir !== 'in' || !('params' in msg)) continue;
		const params = asObject(msg['params']);
		const part = params['toolCall'] ?? params['update'];
		if (part === undefined || asObject(part)['toolCallId'] === undefined) continue;
		const { toolCallId, sessionUpdate } = asObject(part);
		const isNew = sessionUpdate === 'tool_call' || !keys.has(toolCallId);
		const key = (isNew ? undefined : keys.get(toolCallId)) ?? `${turn} ${String(toolCallId)}`;
		keys.set(toolCallId, key);
		const named = Object.entries(asObject(part)).filter(([, value]) => value !== null && value !== undefined);
		calls.set(key, { ...calls.get(key), ...Object.fromEntries(named) });
	}
	return [...calls.values()];
}

/** A prompt that any agent takes; others may be left out by us. */
function isPlain({ params }: JsonObject): boolean {
	const { prompt } = asObject(params);
	const types = Array.isArray(prompt) ? prompt.map((block: unknown) => asObject(block)['type']) : [];
	return types.length > 0 && !types.includes('image');
}

/** Requests of the agent that the recorded client answered. */
export function requestsOf({ messages }: Recording): string[] {
	const answered = new Set(
		messages.filter(({ dir, msg }) => dir === 'out' && !('method' in msg)).map(({ msg }) => msg['id']),
	);
	return messages
		.filter(({ dir, msg }) => dir === 'in' && 'method' in msg && 'id' in msg && answered.has(msg['id']))
		.map(({ msg }) => String(msg['method']));
}

/** True when the recording ends before the agent has answered its last prompt. */
export function isUnfinished({ messages }: Recording): boolean {
	const prompt = messages.findLast(({ msg }) => msg['method'] === 'session/prompt')?.msg;
	return !messages.some(({ dir, msg }) => dir === 'in' && !('method' in msg) && msg['id'] === prompt?.['id']);
}
