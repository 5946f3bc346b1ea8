/** Child sessions of an agent, and what sessions say to each other (unstable, docs/protocol.md#child-sessions). */
import type { AgentEvent, SubagentPatch } from '../../session/model/agentEvents.ts';
import { type JsonObject, objectAt, stringAt } from '../../base/json.ts';
import { decodeCanCancel } from './sessionFacts.ts';
import { type ContentDecoder, contentPatch, decodeContent } from './content.ts';

/** Omitted keeps, null clears. Undefined without the child's id. */
export function decodeSubagent(raw: JsonObject): AgentEvent | undefined {
	const sessionId = stringAt(raw, 'sessionId');
	if (sessionId === undefined) return undefined;
	const fields: SubagentPatch = {
		...textPatch(raw, 'title'),
		...textPatch(raw, 'description'),
		...statePatch(raw),
		...decodeCanCancel(raw),
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

/**
 * What another session said, as a message of this transcript: omitted content keeps, null clears. Undefined without
 * an id.
 */
export function decodeSessionMessage(
	decoder: ContentDecoder,
	raw: JsonObject,
	sessionId: string,
): AgentEvent | undefined {
	const messageId = stringAt(raw, 'messageId');
	if (messageId === undefined) return undefined;
	const role = stringAt(raw, 'senderSessionId') === sessionId ? 'agent' : 'user';
	return {
		type: 'message',
		role,
		isFromSession: true,
		messageId,
		...contentPatch(decoder, raw['content']),
	};
}

/** Chunks do not name their sender: they belong to the message of another session that came before. */
export function decodeSessionMessageChunk(decoder: ContentDecoder, raw: JsonObject): AgentEvent | undefined {
	const messageId = stringAt(raw, 'messageId');
	const content = decodeContent(decoder, raw['content']);
	if (messageId === undefined || content === undefined) return undefined;
	return { type: 'message_chunk', role: 'user', isFromSession: true, messageId, content };
}
