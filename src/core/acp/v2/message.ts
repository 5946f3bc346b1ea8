/** Messages: chunks that append, and upserts that replace (acp C245, C246). */
import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { MessageRole } from '../../session/model/entry.ts';
import { type JsonObject, stringAt } from '../json.ts';
import { contentsOf } from '../shared/compaction.ts';
import { type ContentDecoder, decodeContent } from '../shared/content.ts';

/** Undefined without content. Agents that leave the id out mean the message that is being written. */
export function decodeMessageChunk(
	decoder: ContentDecoder,
	raw: JsonObject,
	role: MessageRole,
): AgentEvent | undefined {
	const content = decodeContent(decoder, raw['content']);
	const messageId = stringAt(raw, 'messageId');
	if (content === undefined) return undefined;
	return { type: 'message_chunk', role, content, ...(messageId === undefined ? {} : { messageId }) };
}

/** Omitted content keeps, null and an empty list clear, a list replaces. Undefined without an id. */
export function decodeMessage(
	decoder: ContentDecoder,
	raw: JsonObject,
	role: MessageRole,
): AgentEvent | undefined {
	const messageId = stringAt(raw, 'messageId');
	if (messageId === undefined) return undefined;
	return { type: 'message', role, messageId, ...contentPatch(decoder, raw['content']) };
}

/** What is malformed keeps. */
function contentPatch(decoder: ContentDecoder, raw: unknown): Pick<Message, 'content'> {
	if (raw === null) return { content: [] };
	return Array.isArray(raw) ? { content: contentsOf(decoder, raw) } : {};
}

type Message = Extract<AgentEvent, { type: 'message' }>;
