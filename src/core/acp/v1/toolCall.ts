import type { ToolCallLocation, ToolCallUpdate } from '@agentclientprotocol/sdk/unstable';
import type { ToolCallPatch, ToolContent, ToolLocation } from '../../session/model/toolContent.ts';
import type { Decoded } from '../decoder.ts';
import { isJsonObject, type JsonObject, objectAt, pickStrings, stringAt } from '../../base/json.ts';
import { decodeContent } from '../shared/content.ts';
import type { V1Decoder } from './types.ts';
import type { AgentEvent } from '../../session/model/agentEvents.ts';

interface DecodedToolCall {
	readonly toolCallId: string;
	readonly fields: ToolCallPatch;
}

/**
 * A tool call, a part of one, or the one inside a permission request: all are the same to us.
 * Omitted and null both leave a field as it is (acp C63). A kind or status we do not know is left out, the rest of
 * the message counts (acp C65). The only thing that must be there is the id.
 */
export function decodeToolCall(decoder: V1Decoder, raw: unknown): Decoded<DecodedToolCall> {
	if (!isJsonObject(raw)) return { ok: false, error: 'should be object' };
	// Content is read item by item, so that what we do not know becomes a placeholder instead of vanishing.
	const { content, ...rest } = raw;
	const decoded = decoder.decode('ToolCallUpdate', rest);
	if (!decoded.ok) return decoded;
	const fields = {
		...patchOf(decoded.value),
		...(Array.isArray(content) ? { content: content.flatMap((item) => toToolContent(decoder, item)) } : {}),
	};
	return { ok: true, value: { toolCallId: decoded.value.toolCallId, fields } };
}

function patchOf(update: ToolCallUpdate): ToolCallPatch {
	const { name, title, kind, status, locations, rawInput, rawOutput } = update;
	const meta = metaOf(update);
	return {
		...(typeof name === 'string' ? { name } : {}),
		...(typeof title === 'string' ? { title } : {}),
		...(kind ? { kind } : {}),
		...(status ? { status } : {}),
		...(locations ? { locations: locations.map(toLocation) } : {}),
		...(rawInput === undefined || rawInput === null ? {} : { rawInput }),
		...(rawOutput === undefined || rawOutput === null ? {} : { rawOutput }),
		...(meta === undefined ? {} : { meta }),
	};
}

/** Keys of `_meta` with the output of commands, which `decodeAgentTerminal` reads: they are left out of `meta`. */
const terminalKeys = new Set(['terminal_info', 'terminal_output', 'terminal_output_delta', 'terminal_exit']);

/** The rest of the agent's `_meta`, untouched (acp C119). */
function metaOf({ _meta: meta }: ToolCallUpdate): JsonObject | undefined {
	const kept = Object.entries(meta ?? {}).filter(([key]) => !terminalKeys.has(key));
	return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** Lines count from 1 (acp C10); a 0 is an agent's mistake and means no line. */
function toLocation({ path, line }: ToolCallLocation): ToolLocation {
	return typeof line === 'number' && line > 0 ? { path, line } : { path };
}

/** One item of the wire; empty for what is no content. */
function toToolContent(decoder: V1Decoder, raw: unknown): ToolContent[] {
	if (!isJsonObject(raw)) return [];
	const kind = stringAt(raw, 'type');
	if (kind === 'content') {
		const content = decodeContent(decoder, raw['content']);
		return content === undefined ? [] : [{ type: 'content', content }];
	}
	const decoded = decoder.decode('ToolCallContent', raw);
	if (!decoded.ok) return kind === undefined ? [] : [{ type: 'content', content: { type: 'unknown', kind } }];
	const item = decoded.value;
	if (item.type === 'diff') {
		return [{ type: 'diff', path: item.path, oldText: item.oldText ?? null, newText: item.newText }];
	}
	return item.type === 'terminal' ? [{ type: 'terminal', terminalId: item.terminalId }] : [];
}

/**
 * Commands that the agent runs itself report their output in `_meta` of tool calls (docs/protocol.md#output-in-_meta,
 * docs/agents-in-the-wild.md#terminals-that-the-agent-runs). Both names of the output append.
 * @param update the raw update, `tool_call` or `tool_call_update`
 * @param toolCallId names the terminal where the agent does not
 * @returns events to apply after the one of the tool call itself
 */
export function decodeAgentTerminal(update: JsonObject, toolCallId: string): AgentEvent[] {
	const meta = objectAt(update, '_meta');
	if (meta === undefined) return [];
	const events: AgentEvent[] = [];
	const info = objectAt(meta, 'terminal_info');
	// No output yet, but there is a terminal to show.
	if (info !== undefined) {
		events.push({
			type: 'terminal_started',
			terminalId: idOf(info, toolCallId),
			fields: pickStrings(info, 'cwd'),
		});
	}
	const output = objectAt(meta, 'terminal_output_delta') ?? objectAt(meta, 'terminal_output');
	const data = stringAt(output, 'data');
	if (output !== undefined && data !== undefined) {
		events.push({ type: 'terminal_output', terminalId: idOf(output, toolCallId), data });
	}
	const exit = objectAt(meta, 'terminal_exit');
	if (exit !== undefined) {
		const exitCode = exit['exit_code'];
		events.push({
			type: 'terminal_exited',
			terminalId: idOf(exit, toolCallId),
			exitCode: typeof exitCode === 'number' ? exitCode : null,
			signal: stringAt(exit, 'signal') ?? null,
		});
	}
	return events;
}

function idOf(part: JsonObject, toolCallId: string): string {
	return stringAt(part, 'terminal_id') ?? toolCallId;
}
