/** Child sessions of an agent, and what sessions say to each other (unstable, protocol.md 2.8). */
import type { AgentEvent, SubagentPatch } from '../../session/events.ts';
import { isJsonObject, type JsonObject, objectAt, stringAt } from '../json.ts';
import { contentsOf } from './compaction.ts';
import { decodeContent } from './content.ts';
import type { V1Decoder } from './types.ts';

/** Omitted keeps, null clears. Undefined without the child's id. */
export function decodeSubagent(raw: JsonObject): AgentEvent | undefined {
	const sessionId = stringAt(raw, 'sessionId');
	if (sessionId === undefined) return undefined;
	const fields: SubagentPatch = {
		...textPatch(raw, 'title'),
		...textPatch(raw, 'description'),
		...statePatch(raw),
		...cancelPatch(raw),
	};
	return { type: 'subagent', sessionId, fields };
}

function textPatch<K extends string>(raw: JsonObject, key: K): { [P in K]?: string | null } {
	const value = raw[key];
	if (typeof value !== 'string' && value !== null) return {};
	return { [key]: value } as { [P in K]?: string | null };
}

/** A state we do not know is not idle. */
function statePatch(raw: JsonObject): Pick<SubagentPatch, 'state'> {
	const state = objectAt(raw, 'state');
	if (state === undefined) return {};
	const name = stringAt(state, 'state');
	if (name === 'running' || name === 'idle' || name === 'requires_action') return { state: name };
	return { state: 'unknown' };
}

/** Malformed capabilities are none. */
function cancelPatch(raw: JsonObject): Pick<SubagentPatch, 'canCancel'> {
	if (raw['capabilities'] === undefined) return {};
	const capabilities = objectAt(raw, 'capabilities');
	return { canCancel: capabilities !== undefined && isJsonObject(capabilities['cancel']) };
}

/** What another session said, as a message of this transcript. Undefined without an id. */
export function decodeSessionMessage(
	decoder: V1Decoder,
	raw: JsonObject,
	sessionId: string,
): AgentEvent | undefined {
	const messageId = stringAt(raw, 'messageId');
	if (messageId === undefined) return undefined;
	const role = stringAt(raw, 'senderSessionId') === sessionId ? 'agent' : 'user';
	const { content } = raw;
	return {
		type: 'message',
		role,
		messageId,
		content: Array.isArray(content) ? contentsOf(decoder, content) : [],
	};
}

/** Chunks say nothing of who sent them: they belong to what came from elsewhere. */
export function decodeSessionMessageChunk(decoder: V1Decoder, raw: JsonObject): AgentEvent | undefined {
	const messageId = stringAt(raw, 'messageId');
	const content = decodeContent(decoder, raw['content']);
	if (messageId === undefined || content === undefined) return undefined;
	return { type: 'message_chunk', role: 'user', messageId, content };
}
