/** Messages and their chunks: agents of version 1 send the whole messages of version 2 as well. */
import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { MessageRole } from '../../session/model/entry.ts';
import { type JsonObject, stringAt } from '../../base/json.ts';
import { type ContentDecoder, contentsOf, decodeContent } from './content.ts';

/**
 * A chunk, which is appended to its message (acp C53, C245). Undefined without content. Agents that leave the id out
 * mean the message that is being written.
 */
export function decodeMessageChunk(
	decoder: ContentDecoder,
	raw: JsonObject,
	role: MessageRole,
): AgentEvent | undefined {
	const content = decodeContent(decoder, raw['content']);
	if (content === undefined) return undefined;
	return { type: 'message_chunk', role, content, ...idOf(raw) };
}

/**
 * A message as a whole (acp C246): omitted content keeps, null and an empty list clear, a list replaces.
 * Undefined for one that neither has an id nor says anything.
 */
export function decodeMessage(
	decoder: ContentDecoder,
	raw: JsonObject,
	role: MessageRole,
): AgentEvent | undefined {
	const id = idOf(raw);
	if (id.messageId === undefined && !Array.isArray(raw['content'])) return undefined;
	return { type: 'message', role, ...id, ...contentPatch(decoder, raw['content']) };
}

function idOf(raw: JsonObject): { readonly messageId?: string } {
	const messageId = stringAt(raw, 'messageId');
	return messageId === undefined ? {} : { messageId };
}

/** What is malformed keeps. */
function contentPatch(decoder: ContentDecoder, raw: unknown): Pick<WholeMessage, 'content'> {
	if (raw === null) return { content: [] };
	return Array.isArray(raw) ? { content: contentsOf(decoder, raw) } : {};
}

type WholeMessage = Extract<AgentEvent, { type: 'message' }>;
