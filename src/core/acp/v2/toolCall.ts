import type { ToolCallUpdate } from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { toolKinds, toolStatuses } from '../../base/toolCall.ts';
import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { ToolCallPatch, ToolContent, ToolLocation } from '../../session/model/toolContent.ts';
import type { Decoded } from '../decoder.ts';
import { isJsonObject, type JsonObject, knownWord, stringAt } from '../../base/json.ts';
import { decodeCanCancel } from '../shared/sessionFacts.ts';
import { type ContentDecoder, decodeContent } from '../shared/content.ts';
import { decodeDiff } from './diff.ts';
import type { V2Decoder } from './types.ts';

interface DecodedToolCall {
	readonly toolCallId: string;
	readonly fields: ToolCallPatch;
}

/**
 * A tool call, or what changed of it, also inside a permission: omitted keeps, null clears, a value replaces (acp C248).
 * A malformed field is as good as omitted. The only thing that must be there is the id.
 */
export function decodeToolCall(decoder: V2Decoder, raw: unknown): Decoded<DecodedToolCall> {
	if (!isJsonObject(raw)) return { ok: false, error: 'should be object' };
	// Read item by item, so that what we do not know becomes a placeholder instead of vanishing.
	const { content, ...rest } = raw;
	const decoded = decoder.decode('ToolCallUpdate', rest);
	if (!decoded.ok) return decoded;
	const fields = { ...patchOf(decoded.value), ...contentPatch(decoder, content), ...decodeCanCancel(raw) };
	return { ok: true, value: { toolCallId: decoded.value.toolCallId, fields } };
}

/** More content of a call, after what is there (acp C250). Undefined without an id or content. */
export function decodeContentChunk(decoder: ContentDecoder, raw: JsonObject): AgentEvent | undefined {
	const toolCallId = stringAt(raw, 'toolCallId');
	const content = toToolContent(decoder, raw['content']);
	if (toolCallId === undefined || content.length === 0) return undefined;
	return { type: 'tool_call_content', toolCallId, content };
}

function patchOf(update: ToolCallUpdate): ToolCallPatch {
	const { name, title, kind, locations, _meta: meta } = update;
	return {
		...(name === undefined ? {} : { name }),
		...(title === undefined ? {} : { title }),
		...(kind === undefined ? {} : { kind: kind === null ? null : (knownWord(kind, toolKinds) ?? 'other') }),
		...statusPatch(update.status),
		...(locations === undefined ? {} : { locations: (locations ?? []).map(toLocation) }),
		...('rawInput' in update ? { rawInput: update.rawInput } : {}),
		...('rawOutput' in update ? { rawOutput: update.rawOutput } : {}),
		...(meta === undefined ? {} : { metaPatch: meta }),
	};
}

/** A status that we do not know is one of a call that is not over (acp C251). */
function statusPatch(status: string | null | undefined): Pick<ToolCallPatch, 'status' | 'statusName'> {
	if (status === undefined || status === null) return status === null ? { status } : {};
	const known = knownWord(status, toolStatuses);
	return known === undefined ? { status: 'in_progress', statusName: status } : { status: known };
}

/** Lines count from 1; the schema leaves out any other. */
function toLocation({ path, line }: { path: string; line?: number | null }): ToolLocation {
	return typeof line === 'number' ? { path, line } : { path };
}

function contentPatch(decoder: V2Decoder, raw: unknown): Pick<ToolCallPatch, 'content'> {
	if (raw === null) return { content: [] };
	return Array.isArray(raw) ? { content: raw.flatMap((item) => toToolContent(decoder, item)) } : {};
}

/** One item of the wire; a diff is as many as it changes files. Empty for what is no content. */
function toToolContent(decoder: ContentDecoder, raw: unknown): ToolContent[] {
	const kind = stringAt(raw, 'type');
	if (!isJsonObject(raw) || kind === undefined) return [];
	switch (kind) {
		case 'content': {
			const content = decodeContent(decoder, raw['content']);
			return content === undefined ? [] : [{ type: 'content', content }];
		}
		case 'terminal': {
			const terminalId = stringAt(raw, 'terminalId');
			return terminalId === undefined ? [unknownContent(kind)] : [{ type: 'terminal', terminalId }];
		}
		case 'diff': {
			const diff = decodeDiff(raw);
			return diff === undefined ? [unknownContent(kind)] : [...diff];
		}
		default:
			return [unknownContent(kind)];
	}
}

function unknownContent(kind: string): ToolContent {
	return { type: 'content', content: { type: 'unknown', kind } };
}
