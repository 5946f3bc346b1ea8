import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { AgentPort } from '../../session/model/agentPort.ts';
import { type JsonObject, stringAt } from '../../base/json.ts';
import { claudeQuotaIn } from '../quirks/claudeQuota.ts';
import { claudeRetriesIn } from '../quirks/claudeRetries.ts';
import { codexRetriesIn } from '../quirks/codexRetries.ts';
import { type OwnWords, ownWordsOf, readOwnWords } from '../quirks/replayedInternals.ts';
import type { LogOnce } from '../logOnce.ts';
import type { Base64TextDecoder } from '../base64TextDecoder.ts';
import type { UpdateDecoder } from '../shared/inbound.ts';
import { decodeMessage, decodeMessageChunk } from '../shared/message.ts';
import {
	decodeCompaction,
	decodeCompactionChunk,
	decodeCurrentMode,
	decodeNotice,
	decodeSessionInfo,
	decodeUsage,
} from '../shared/sessionFacts.ts';
import { decodeSessionMessage, decodeSessionMessageChunk, decodeSubagent } from '../shared/subagent.ts';
import { decodeCommands } from './commands.ts';
import { decodeConfigOptions } from './configOptions.ts';
import { decodePlanUpdate, decodeUnnamedPlan } from './plan.ts';
import { renameTag } from './shims.ts';
import {
	decodeTerminal,
	decodeTerminalChunk,
	type SessionOutputDecoder,
	TerminalOutputDecoders,
} from './terminal.ts';
import { decodeContentChunk, decodeToolCall } from './toolCall.ts';
import type { V2Decoder } from './types.ts';
import { decodeWork } from './work.ts';

interface UpdateContext {
	readonly decoder: V2Decoder;
	readonly log: LogOnce;
	/** Of the session that the update is for. */
	readonly terminals: SessionOutputDecoder;
}

export interface V2UpdateOptions {
	readonly decoder: V2Decoder;
	/** One for each terminal, and a new one for each snapshot of its output. */
	readonly newBase64TextDecoder: () => Base64TextDecoder;
}

/** Updates as agents of version 2 say them, in any of its shapes (docs/protocol.md#turn-shapes). */
export class V2Updates implements UpdateDecoder {
	readonly #decoder: V2Decoder;
	readonly #log: LogOnce;
	readonly #texts: TerminalOutputDecoders;
	#ownWords: OwnWords | undefined;

	constructor({ decoder, newBase64TextDecoder }: V2UpdateOptions, log: LogOnce) {
		this.#decoder = decoder;
		this.#log = log;
		this.#texts = new TerminalOutputDecoders(newBase64TextDecoder, log);
	}

	/** Turns on what this one agent needs, once it said who it is. */
	useQuirksOf(info: AgentPort['info']): void {
		this.#ownWords = ownWordsOf(info);
	}

	/**
	 * The `update` of a `session/update`, as events in the order to apply them. Kinds we do not know are ignored and
	 * logged once per kind, so are malformed ones (acp C209; hazard A10). What is unstable is taken as well: agents
	 * send it without a capability of ours (docs/protocol.md#child-sessions), and taking it promises them nothing.
	 * @param raw never changed; unknown fields are ignored
	 * @param sessionId of the session it is for
	 */
	decode(raw: JsonObject, sessionId: string): readonly AgentEvent[] {
		const tag = renameTag(stringAt(raw, 'sessionUpdate') ?? '');
		const decode = decoders.get(tag);
		if (decode === undefined) {
			this.#log.write('Ignored session/update', tag);
			return [];
		}
		const terminals = this.#texts.ofSession(sessionId);
		const decoded = decode(raw, { decoder: this.#decoder, log: this.#log, terminals }, sessionId);
		if (decoded === undefined) {
			this.#log.write('Ignored malformed session/update', tag, 'a field is missing or of the wrong type');
			return [];
		}
		if (Array.isArray(decoded)) return decoded;
		return [this.#ownWords === undefined ? decoded : readOwnWords(decoded, this.#ownWords)];
	}

	/** The session is closed: what its terminals have begun to say is dropped. */
	forgetSession(sessionId: string): void {
		this.#texts.forget(sessionId);
	}
}

/** Undefined when malformed. */
type DecodeUpdate = (
	raw: JsonObject,
	context: UpdateContext,
	sessionId: string,
) => AgentEvent | AgentEvent[] | undefined;

const decoders: ReadonlyMap<string, DecodeUpdate> = new Map<string, DecodeUpdate>([
	['user_message', (raw, { decoder }) => decodeMessage(decoder, raw, 'user')],
	['agent_message', (raw, { decoder }) => decodeMessage(decoder, raw, 'agent')],
	['agent_thought', (raw, { decoder }) => decodeMessage(decoder, raw, 'thought')],
	['user_message_chunk', (raw, { decoder }) => decodeMessageChunk(decoder, raw, 'user')],
	['agent_message_chunk', (raw, { decoder }) => decodeMessageChunk(decoder, raw, 'agent')],
	['agent_thought_chunk', (raw, { decoder }) => decodeMessageChunk(decoder, raw, 'thought')],
	['state_update', (raw) => decodeWork(raw)],
	['tool_call_update', decodeToolCallUpdate],
	['tool_call_content_chunk', (raw, { decoder }) => decodeContentChunk(decoder, raw)],
	['terminal_update', (raw, { terminals }) => decodeTerminal(raw, terminals)],
	['terminal_output_chunk', (raw, { terminals }) => decodeTerminalChunk(raw, terminals)],
	['plan_update', (raw) => decodePlanUpdate(raw)],
	['plan_removed', decodePlanRemoved],
	['available_commands_update', decodeCommandsUpdate],
	['config_option_update', decodeOptionsUpdate],
	['session_info_update', (raw) => [decodeSessionInfo(raw), ...codexRetriesIn(raw)]],
	['usage_update', decodeUsageUpdate],
	['notice', (raw) => decodeNotice(raw)],
	['compaction_update', (raw, { decoder }) => decodeCompaction(decoder, raw)],
	['compaction_summary_chunk', (raw, { decoder }) => decodeCompactionChunk(decoder, raw)],
	['subagent_update', (raw) => decodeSubagent(raw)],
	['session_message', (raw, { decoder }, sessionId) => decodeSessionMessage(decoder, raw, sessionId)],
	['session_message_chunk', (raw, { decoder }) => decodeSessionMessageChunk(decoder, raw)],
	// Those of version 1 that this one has no other word for.
	['plan', (raw) => decodeUnnamedPlan(raw)],
	['current_mode_update', (raw) => decodeCurrentMode(raw)],
]);

function decodeUsageUpdate(raw: JsonObject): AgentEvent[] | undefined {
	const usage = decodeUsage(raw, true);
	return usage && [usage, ...claudeQuotaIn(raw)];
}

function decodeToolCallUpdate(raw: JsonObject, { decoder }: UpdateContext): AgentEvent[] | undefined {
	const decoded = decodeToolCall(decoder, raw);
	if (!decoded.ok) return undefined;
	const { toolCallId } = decoded.value;
	return [{ type: 'tool_call_update', ...decoded.value }, ...claudeRetriesIn(raw, toolCallId)];
}

function decodePlanRemoved(raw: JsonObject): AgentEvent | undefined {
	const planId = stringAt(raw, 'planId') ?? stringAt(raw, 'id');
	return planId === undefined ? undefined : { type: 'plan_removed', planId };
}

function decodeCommandsUpdate(raw: JsonObject): AgentEvent | undefined {
	const commands = decodeCommands(raw['availableCommands']);
	return commands === undefined ? undefined : { type: 'commands', commands };
}

function decodeOptionsUpdate(raw: JsonObject, context: UpdateContext): AgentEvent | undefined {
	const configOptions = decodeConfigOptions(raw['configOptions'], context);
	return configOptions === undefined ? undefined : { type: 'options', options: { configOptions } };
}
