/** What a recording says, worked out without any code of ours: the measure for what the session shows in the end. */
import { isJsonObject, type JsonObject } from '../../../src/core/base/json.ts';
import type { Recording } from '../core/acp/support.ts';
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
	['notice', 'agent_notice'],
	// Of version 2 alone.
	['user_message', 'message'],
	['agent_message', 'message'],
	['agent_thought', 'message'],
	['tool_call_content_chunk', 'tool_call_content'],
	['state_update', 'work'],
	['plan_update', 'plan'],
	['terminal_update', 'terminal'],
	['terminal_output_chunk', 'terminal'],
]);

/** The version that the agent agreed to speak. */
export function versionOf({ messages }: Recording): 1 | 2 {
	const answer = messages.find(({ dir, msg }) => dir === 'in' && 'result' in msg)?.msg;
	return asObject(answer?.['result'])['protocolVersion'] === 2 ? 2 : 1;
}

/** True for the request that opens a session which there is already, with its history. */
export function opensKnown(method: unknown): boolean {
	return method === 'session/load' || method === 'session/resume';
}

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

/** What agents say of their own in the user's place, or in that of an answer: an empty message to us (docs/agents-in-the-wild.md#replays). */
function isInternal({ name }: Recording, { sessionUpdate, content }: JsonObject): boolean {
	if (sessionUpdate !== 'user_message_chunk' && sessionUpdate !== 'agent_message_chunk') return false;
	const text = textIn(content);
	if (sessionUpdate === 'agent_message_chunk')
		return name.startsWith('gemini') && text.startsWith('[MODE_UPDATE] ');
	if (name.startsWith('claude-agent-acp')) return text === '[Request interrupted by user]';
	const internals = /^(<session_context>.*<\/session_context>|\[Function Response: \w+\])$/su;
	return name.startsWith('gemini') && internals.test(text);
}

/** The session that was loaded, or made first. */
function sessionIdOf(recording: Recording): unknown {
	const opening = openingOf(recording);
	const isKnown = opensKnown(opening?.['method']);
	return (isKnown ? asObject(opening?.['params']) : openingAnswerOf(recording))['sessionId'];
}

function openingOf({ messages }: Recording): JsonObject | undefined {
	return messages.find(({ msg }) => msg['method'] === 'session/new' || opensKnown(msg['method']))?.msg;
}

function openingAnswerOf(recording: Recording): JsonObject {
	const opening = openingOf(recording);
	const answer = recording.messages.find(
		({ dir, msg }) => dir === 'in' && !('method' in msg) && msg['id'] === opening?.['id'],
	);
	return asObject(answer?.msg['result'] ?? {});
}

/** The commands of the session: version 2 may name them in the answer that opens it. */
export function commandsOf(recording: Recording): unknown[] {
	const listed = lastOf(recording, 'available_commands_update') ?? openingAnswerOf(recording);
	const commands = listed['availableCommands'];
	return Array.isArray(commands) ? commands.map((command: unknown) => asObject(command)['name']) : [];
}

/** The newest update of a kind. */
export function lastOf(recording: Recording, kind: string): JsonObject | undefined {
	return updatesOf(recording).findLast(({ sessionUpdate }) => sessionUpdate === kind);
}

/**
 * Types of the events that the updates become, in order; what becomes of terminals is no event of its own. Where texts of
 * the user are prompts of their own, one that follows on another comes with an event that parts them.
 */
export function eventTypesOf(recording: Recording): (string | undefined)[] {
	const hasWholePrompts = /^(?:copilot|qwen)-/u.test(recording.name);
	let last: unknown;
	return updatesOf(recording)
		.flatMap((update) => {
			const { sessionUpdate } = update;
			const isNext = hasWholePrompts && sessionUpdate === 'user_message_chunk' && last === sessionUpdate;
			if (/^(?:user|agent)_(?:message|thought)_chunk$/u.test(String(sessionUpdate))) last = sessionUpdate;
			const type = isInternal(recording, update) ? 'message' : known.get(String(sessionUpdate));
			if (isRetry(update)) return [type, 'attempt'];
			return isNext ? ['message', type] : [type];
		})
		.filter((type) => type !== 'terminal');
}

/** codex and claude tell there of a request to their model that failed; claude also that it came through. */
function isRetry({ _meta: meta }: JsonObject): boolean {
	const { toolResponse } = asObject(asObject(meta ?? {})['claudeCode'] ?? {});
	if (isJsonObject(toolResponse) && typeof toolResponse['subagentType'] === 'string') return true;
	const { error, threadStatus } = asObject(asObject(meta ?? {})['codex'] ?? {});
	const status = asObject(threadStatus ?? {});
	return asObject(error ?? {})['willRetry'] === true || status['type'] === 'systemError';
}

/** Questions that came as a permission: what each says of its tool call counts as an update of that. */
export function questionCallsOf({ messages }: Recording): string[] {
	return messages.flatMap(({ dir, msg }) => {
		if (dir !== 'in' || msg['method'] !== 'session/request_permission') return [];
		const { toolCallId, _meta: meta } = asObject(asObject(msg['params'])['toolCall'] ?? {});
		return asObject(meta ?? {})['qwenQuestions'] === undefined ? [] : [String(toolCallId)];
	});
}

/** All text of the agent, joined. */
export function textOf(recording: Recording): string {
	return textsOf(recording, 'agent').join('');
}

/**
 * The text of each message of one side, in the order of their first mention: whole messages replace, chunks append.
 * In version 1 messages have no names that count: it is all one.
 */
export function textsOf(recording: Recording, side: 'user' | 'agent'): string[] {
	const texts = new Map<unknown, string>();
	for (const update of updatesOf(recording)) {
		const { sessionUpdate, messageId, content } = update;
		const id = versionOf(recording) === 2 ? messageId : undefined;
		if (isInternal(recording, update)) {
			if (id !== undefined) texts.delete(id);
		} else if (sessionUpdate === `${side}_message_chunk`)
			texts.set(id, (texts.get(id) ?? '') + wordsIn(recording, textIn(content)));
		else if (sessionUpdate === `${side}_message` && content !== undefined) {
			texts.set(id, Array.isArray(content) ? content.map(textIn).join('') : '');
		}
	}
	return [...texts.values()];
}

/** gemini tells calls of its past as words. */
function wordsIn({ name }: Recording, text: string): string {
	return name.startsWith('gemini') ? text.replace(/(?: \[Function Call: \w+\])+$/u, '') : text;
}

function textIn(content: unknown): string {
	const { text } = asObject(content);
	return typeof text === 'string' ? text : '';
}

/** What the agent's own terminals show in the end: bytes of the last snapshot and of what came after it. */
export function terminalsOf(recording: Recording): Map<unknown, { output: string; exit: unknown }> {
	const bytes = new Map<unknown, Buffer>();
	const exits = new Map<unknown, unknown>();
	for (const { sessionUpdate, terminalId, output, data, exitStatus } of updatesOf(recording)) {
		const before = bytes.get(terminalId) ?? Buffer.alloc(0);
		if (sessionUpdate === 'terminal_output_chunk')
			bytes.set(terminalId, Buffer.concat([before, Buffer.from(String(data), 'base64')]));
		if (sessionUpdate !== 'terminal_update') continue;
		const whole = output === undefined ? before : Buffer.from(String(asObject(output)['data']), 'base64');
		bytes.set(terminalId, whole);
		if (exitStatus !== undefined) exits.set(terminalId, asObject(exitStatus)['exitCode']);
	}
	return new Map(
		[...bytes].map(([id, shown]) => [id, { output: shown.toString('utf8'), exit: exits.get(id) }]),
	);
}

/**
 * Each tool call with the last value of every field, from updates and permission requests, in the order of their first
 * mention. An id that comes anew in a later turn is another call.
 */
export function toolCallsOf(recording: Recording): JsonObject[] {
	const { messages } = recording;
	const isCleared = versionOf(recording) === 2;
	const calls = new Map<string, JsonObject>();
	const keys = new Map<unknown, string>();
	let turn = 0;
	for (const { dir, msg } of messages) {
		if (msg['method'] === 'session/prompt' && isPlain(msg)) turn++;
		if (dir !== 'in' || !('params' in msg)) continue;
		const params = asObject(msg['params']);
		const { subject } = params;
		const part = (subject === undefined ? params : asObject(subject))['toolCall'] ?? params['update'];
		if (part === undefined || asObject(part)['toolCallId'] === undefined) continue;
		const { toolCallId, sessionUpdate } = asObject(part);
		// None is recorded, and this fold would not know what to do with it.
		if (sessionUpdate === 'tool_call_content_chunk') throw new Error('a chunk of content');
		const isNew = sessionUpdate === 'tool_call' || !keys.has(toolCallId);
		const key = (isNew ? undefined : keys.get(toolCallId)) ?? `${turn} ${String(toolCallId)}`;
		keys.set(toolCallId, key);
		// Null keeps what is there in version 1 and clears it in version 2.
		// What a request for permission leaves empty takes nothing away.
		const mayBeEmpty = sessionUpdate !== undefined;
		const isSaid = (value: unknown): boolean =>
			value !== undefined && (isCleared || value !== null) && (mayBeEmpty || !isEmpty(value));
		const named = Object.entries(asObject(part)).filter(([, value]) => isSaid(value));
		const whole = Object.entries({ ...calls.get(key), ...Object.fromEntries(named) });
		calls.set(key, Object.fromEntries(whole.filter(([, value]) => value !== null)));
	}
	return [...calls.values()];
}

function isEmpty(value: unknown): boolean {
	return value === '' || JSON.stringify(value) === '[]' || JSON.stringify(value) === '{}';
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

/** True when the recording ends before the agent's last turn does. */
export function isUnfinished(recording: Recording): boolean {
	const { messages } = recording;
	const last = messages.findLastIndex(({ msg }) => msg['method'] === 'session/prompt');
	if (versionOf(recording) === 2) {
		const isIdle = ({ msg }: { msg: JsonObject }): boolean => JSON.stringify(msg).includes('"state":"idle"');
		return last >= 0 && !messages.slice(last).some(isIdle);
	}
	const prompt = messages[last]?.msg;
	return !messages.some(({ dir, msg }) => dir === 'in' && !('method' in msg) && msg['id'] === prompt?.['id']);
}
