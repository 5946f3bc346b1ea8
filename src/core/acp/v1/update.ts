import type { AgentEvent } from '../../session/events.ts';
import type { MessageRole, SlashCommand } from '../../session/model.ts';
import { type JsonObject, stringAt } from '../json.ts';
import type { LogOnce } from '../logOnce.ts';
import { decodeAgentTerminal } from './agentTerminal.ts';
import { decodeContent } from './content.ts';
import { decodePlan } from './plan.ts';
import { decodeToolCall } from './toolCall.ts';
import type { V1Decoder } from './types.ts';

export interface UpdateContext {
	readonly decoder: V1Decoder;
	readonly log: LogOnce;
}

/** Version 1 has one plan per session and gives it no id. */
export const planId = 'plan';

/**
 * The `update` of a `session/update`, as events in the order to apply them.
 * Kinds we do not know are ignored and logged once per kind, so are malformed ones (acp C65, C117; hazard A10).
 * @param raw never changed; unknown fields are ignored
 */
export function decodeUpdate(raw: JsonObject, context: UpdateContext): readonly AgentEvent[] {
	const kind = stringAt(raw, 'sessionUpdate') ?? '';
	switch (kind) {
		case 'user_message_chunk':
			return decodeChunk(raw, 'user', context);
		case 'agent_message_chunk':
			return decodeChunk(raw, 'agent', context);
		case 'agent_thought_chunk':
			return decodeChunk(raw, 'thought', context);
		case 'tool_call':
		case 'tool_call_update':
			return decodeToolCallUpdate(raw, kind, context);
		case 'plan': {
			const plan = decodePlan(context.decoder, raw);
			return plan.ok ? [{ type: 'plan', planId, items: plan.value }] : malformed(kind, plan.error, context);
		}
		case 'available_commands_update':
			return decodeCommands(raw, context);
		case 'current_mode_update': {
			// The protocol's own example says `modeId` (acp C68).
			const modeId = stringAt(raw, 'currentModeId') ?? stringAt(raw, 'modeId');
			if (modeId === undefined) return malformed(kind, 'currentModeId is missing', context);
			return [{ type: 'current_mode', modeId }];
		}
		case 'session_info_update':
			return decodeSessionInfo(raw, context);
		default:
			context.log.write('Ignored session/update', kind);
			return [];
	}
}

function decodeChunk(raw: JsonObject, role: MessageRole, context: UpdateContext): readonly AgentEvent[] {
	const content = decodeContent(context.decoder, raw['content']);
	if (content === undefined) return malformed(`${role} chunk`, 'content is no content block', context);
	const messageId = stringAt(raw, 'messageId');
	return [{ type: 'message_chunk', role, content, ...(messageId === undefined ? {} : { messageId }) }];
}

function decodeToolCallUpdate(
	raw: JsonObject,
	type: 'tool_call' | 'tool_call_update',
	context: UpdateContext,
): readonly AgentEvent[] {
	const decoded = decodeToolCall(context.decoder, raw);
	if (!decoded.ok) return malformed(type, decoded.error, context);
	const { toolCallId, fields } = decoded.value;
	return [{ type, toolCallId, fields }, ...decodeAgentTerminal(raw, toolCallId)];
}

function decodeCommands(raw: JsonObject, context: UpdateContext): readonly AgentEvent[] {
	const decoded = context.decoder.decode('AvailableCommandsUpdate', raw);
	if (!decoded.ok) return malformed('available_commands_update', decoded.error, context);
	const commands = decoded.value.availableCommands.map(({ name, description, input }): SlashCommand => {
		return { name, description, ...(input ? { hint: input.hint } : {}) };
	});
	return [{ type: 'commands', commands }];
}

/** Omission keeps, null clears (acp C67). */
function decodeSessionInfo(raw: JsonObject, context: UpdateContext): readonly AgentEvent[] {
	const decoded = context.decoder.decode('SessionInfoUpdate', raw);
	if (!decoded.ok) return malformed('session_info_update', decoded.error, context);
	const { title } = decoded.value;
	return [{ type: 'session_info', ...(title === undefined ? {} : { title }) }];
}

function malformed(kind: string, error: string, context: UpdateContext): readonly AgentEvent[] {
	context.log.write('Ignored malformed session/update', kind, error);
	return [];
}
