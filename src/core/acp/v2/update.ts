import { type JsonObject, isJsonObject, objectAt, stringAt } from '../../base/json.ts';
import type { LogOnce } from '../logOnce.ts';
import { claudeRetriesIn } from '../quirks/claudeRetries.ts';
import {
	type Base64TextDecoder,
	decodeTerminal,
	decodeTerminalChunk,
	type SessionOutputDecoder,
	TerminalOutputDecoders,
} from './terminal.ts';
import { agentErrorText } from '../shared/errors.ts';
import { decodeUsage, toCommand, toTurnEnd } from '../shared/sessionFacts.ts';
import {
	type DecodeUpdate,
	planDraftUpdates,
	sharedUpdates,
	subagentUpdates,
	type UpdateContext,
	Updates,
	withQuota,
} from '../updates.ts';
import { decodeOffered } from './configOptions.ts';
import { decodePlanUpdate } from './plan.ts';
import { decodeToolCall } from './toolCall.ts';
import type { V2Decoder } from './types.ts';
import * as limits from '../../base/limits.ts';
import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { SlashCommand } from '../../session/model/sessionState.ts';
import type { AgentWork, BackgroundItem, TurnEnd } from '../../session/model/turnState.ts';
import { typeCommandInput } from './shims.ts';

interface V2UpdateContext extends UpdateContext {
	readonly decoder: V2Decoder;
	/** Of the session that the update is for. */
	readonly terminals: SessionOutputDecoder;
}

export interface V2UpdateOptions {
	readonly decoder: V2Decoder;
	/** One for each terminal, and a new one for each snapshot of its output. */
	readonly newBase64TextDecoder: () => Base64TextDecoder;
}

/**
 * Updates as agents of version 2 say them, in any of its shapes (docs/protocol.md#turn-shapes). What is unstable is taken
 * as well: agents send it without a capability of ours (docs/protocol.md#child-sessions), and taking it promises them
 * nothing.
 */
export class V2Updates extends Updates<V2UpdateContext> {
	readonly #texts: TerminalOutputDecoders;

	constructor({ decoder, newBase64TextDecoder }: V2UpdateOptions, log: LogOnce) {
		const texts = new TerminalOutputDecoders(newBase64TextDecoder, log);
		super(decoders, (sessionId) => ({ decoder, log, sessionId, terminals: texts.ofSession(sessionId) }));
		this.#texts = texts;
	}

	/** The session is closed: what its terminals have begun to say is dropped. */
	forgetSession(sessionId: string): void {
		this.#texts.forget(sessionId);
	}
}

type DecodeV2 = DecodeUpdate<V2UpdateContext>;

const decoders: readonly (readonly [string, DecodeV2])[] = [
	...sharedUpdates,
	...planDraftUpdates,
	...subagentUpdates,
	['state_update', decodeWork],
	['tool_call_update', decodeToolCallUpdate],
	// The word of version 1.
	['tool_call', decodeToolCallUpdate],
	['terminal_update', (raw, { terminals }) => decodeTerminal(raw, terminals)],
	['terminal_output_chunk', (raw, { terminals }) => decodeTerminalChunk(raw, terminals)],
	['plan_update', decodePlanUpdate],
	['available_commands_update', decodeCommandsUpdate],
	['config_option_update', decodeOptionsUpdate],
	['usage_update', (raw) => withQuota(raw, decodeUsage(raw, true))],
];

function decodeToolCallUpdate(raw: JsonObject, { decoder }: V2UpdateContext): ReturnType<DecodeV2> {
	const decoded = decodeToolCall(decoder, raw);
	if (!decoded.ok) return { type: 'malformed', error: decoded.error };
	const { toolCallId } = decoded.value;
	return [{ type: 'tool_call_update', ...decoded.value }, ...claudeRetriesIn(raw, toolCallId)];
}

function decodeCommandsUpdate(raw: JsonObject): ReturnType<DecodeV2> {
	const commands = decodeCommands(raw['availableCommands']);
	return commands === undefined ? undefined : { type: 'commands', commands };
}

function decodeOptionsUpdate(raw: JsonObject, context: V2UpdateContext): ReturnType<DecodeV2> {
	const { configOptions } = decodeOffered(raw, context);
	return configOptions === undefined ? undefined : { type: 'options', options: { configOptions } };
}

/**
 * The whole list. A command of a type we do not know is a plain command; what an input of a type we do not know is
 * made of is not shown (acp C265).
 * @param raw the list; null reads like omitted (acp C222)
 * @returns undefined when there is no list
 */
export function decodeCommands(raw: unknown): SlashCommand[] | undefined {
	if (!Array.isArray(raw)) return undefined;
	const taken = raw.slice(0, limits.offeredItems);
	return taken.flatMap((item: unknown) => toCommand(withoutUnknownInput(typeCommandInput(item))));
}

function withoutUnknownInput(item: unknown): unknown {
	if (!isJsonObject(item)) return item;
	const input = objectAt(item, 'input');
	return input !== undefined && stringAt(input, 'type') === 'text' ? item : { ...item, input: null };
}

/** What the agent says of its work (docs/protocol.md#turn-shapes). Undefined without a state. */
function decodeWork(raw: JsonObject): AgentEvent | undefined {
	const state = stringAt(raw, 'state');
	if (state === undefined) return undefined;
	const background = decodeBackground(raw['background']);
	return {
		type: 'work',
		work: toWork(state),
		...(state === 'idle' ? { end: decodeEnd(raw) } : {}),
		...(background === undefined ? {} : { background }),
	};
}

/** A state that we do not know, and the one that is called unknown, are not idle (acp C233, C277). */
function toWork(state: string): AgentWork {
	switch (state) {
		case 'idle':
		case 'running':
		case 'requires_action':
			return { type: state };
		default:
			return { type: 'other', name: state };
	}
}

/** Omitted, null and malformed are the same: the agent does not say why (acp C235). */
function decodeEnd(raw: JsonObject): TurnEnd {
	const reason = stringAt(raw, 'stopReason');
	return reason === 'error' ? failureOf(objectAt(raw, 'error')) : toTurnEnd(reason);
}

function failureOf(error: JsonObject | undefined): TurnEnd {
	const message = stringAt(error, 'message');
	const text = agentErrorText(message ?? '', error?.['data']).trim();
	return { reason: 'error', ...(text === '' ? {} : { message: text }) };
}

/** A whole list, or undefined: not reported, which says nothing of what runs (acp C243, C244). */
function decodeBackground(raw: unknown): BackgroundItem[] | undefined {
	if (!Array.isArray(raw) || raw.length > limits.namedItems) return undefined;
	const items = raw.map(toItem).filter((item) => item !== undefined);
	return items.length === raw.length ? items : undefined;
}

/** Undefined when malformed, which makes the whole list so. */
function toItem(raw: unknown): BackgroundItem | undefined {
	const kind = stringAt(raw, 'type');
	if (kind === undefined) return undefined;
	switch (kind) {
		case 'terminal': {
			const terminalId = stringAt(raw, 'terminalId');
			return terminalId === undefined ? undefined : { type: 'terminal', terminalId };
		}
		case 'tool_call': {
			const toolCallId = stringAt(raw, 'toolCallId');
			return toolCallId === undefined ? undefined : { type: 'tool_call', toolCallId };
		}
		case 'subagent': {
			const sessionId = stringAt(raw, 'sessionId');
			return sessionId === undefined ? undefined : { type: 'subagent', sessionId };
		}
		default:
			return { type: 'other', kind };
	}
}
