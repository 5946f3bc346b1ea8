import type { UnstableFeature } from '../../session/model/capabilities.ts';
import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { AgentPort } from '../../session/model/agentPort.ts';
import type { PlanItem } from '../../session/model/entry.ts';
import { isJsonObject, type JsonObject, stringAt } from '../../base/json.ts';
import type { LogOnce } from '../logOnce.ts';
import { claudeQuotaIn } from '../quirks/claudeQuota.ts';
import { claudeRetriesIn } from '../quirks/claudeRetries.ts';
import { codexRetriesIn } from '../quirks/codexRetries.ts';
import { type OwnWords, ownWordsOf, readOwnWords } from '../quirks/replayedInternals.ts';
import { replaysWholePrompts, WholePrompts } from '../quirks/wholePrompts.ts';
import type { UpdateDecoder } from '../shared/inbound.ts';
import { decodeAgentTerminal, decodeToolCall } from './toolCall.ts';
import {
	decodeCommands,
	decodeCompaction,
	decodeCompactionChunk,
	decodeCurrentMode,
	decodeNotice,
	decodeSessionInfo,
	decodeUsage,
} from '../shared/sessionFacts.ts';
import { decodeConfigOptions } from './configOptions.ts';
import { decodeMessage, decodeMessageChunk } from '../shared/message.ts';
import { decodeSessionMessage, decodeSessionMessageChunk, decodeSubagent } from '../shared/subagent.ts';
import { decodePlanUpdate } from '../v2/plan.ts';
import { decodeContentChunk } from '../v2/toolCall.ts';
import type { V1Decoder } from './types.ts';
import type { Decoded } from '../decoder.ts';

interface UpdateContext {
	readonly decoder: V1Decoder;
	readonly log: LogOnce;
	/** Drafts that are switched on: what the others send is ignored. */
	readonly unstable: ReadonlySet<UnstableFeature>;
}

/** Version 1 has one plan per session and gives it no id. */
const planId = 'plan';

/** Updates as agents of version 1 say them. */
export class V1Updates implements UpdateDecoder {
	readonly #context: UpdateContext;
	#ownWords: OwnWords | undefined;
	#prompts: WholePrompts | undefined;

	constructor(context: UpdateContext) {
		this.#context = context;
	}

	/** Turns on what this one agent needs, once it said who it is. */
	useQuirksOf(info: AgentPort['info']): void {
		this.#ownWords = ownWordsOf(info);
		this.#prompts = replaysWholePrompts(info) ? new WholePrompts() : undefined;
	}

	/**
	 * The `update` of a `session/update`, as events in the order to apply them.
	 * Kinds we do not know are ignored and logged once per kind, so are malformed ones (acp C65, C117; hazard A10).
	 * @param raw never changed; unknown fields are ignored
	 * @param sessionId of the session it is for
	 */
	decode(raw: JsonObject, sessionId: string): readonly AgentEvent[] {
		const events = this.#read(raw, sessionId);
		return this.#prompts?.apart(events, sessionId, raw) ?? events;
	}

	#read(raw: JsonObject, sessionId: string): readonly AgentEvent[] {
		const context = this.#context;
		const kind = stringAt(raw, 'sessionUpdate') ?? '';
		const { decoder } = context;
		const one = (event: AgentEvent | undefined): readonly AgentEvent[] =>
			event === undefined ? malformed(kind, 'a field is missing or of the wrong type', context) : [event];
		switch (kind) {
			case 'user_message_chunk':
				return one(this.#ownWordsIn(decodeMessageChunk(decoder, raw, 'user')));
			case 'agent_message_chunk':
				return one(this.#ownWordsIn(decodeMessageChunk(decoder, raw, 'agent')));
			case 'agent_thought_chunk':
				return one(decodeMessageChunk(decoder, raw, 'thought'));
			case 'tool_call':
			case 'tool_call_update':
				return decodeToolCallUpdate(raw, kind, context);
			case 'plan': {
				const plan = decodePlan(decoder, raw);
				return plan.ok ? [{ type: 'plan', planId, items: plan.value }] : malformed(kind, plan.error, context);
			}
			case 'available_commands_update':
				return one(decodeCommands(raw));
			case 'current_mode_update':
				return one(decodeCurrentMode(raw));
			case 'config_option_update': {
				const configOptions = decodeConfigOptions(raw['configOptions'], context);
				return one(configOptions === undefined ? undefined : { type: 'options', options: { configOptions } });
			}
			case 'session_info_update':
				return [decodeSessionInfo(raw), ...codexRetriesIn(raw)];
			case 'usage_update':
				return [...one(decodeUsage(raw, false)), ...claudeQuotaIn(raw)];
			case 'notice':
				return one(decodeNotice(raw));
			case 'compaction_update':
				return one(decodeCompaction(decoder, raw));
			case 'compaction_summary_chunk':
				return one(decodeCompactionChunk(decoder, raw));
			// Words of version 2 that mean nothing else here: agents that speak both mix them up.
			case 'user_message':
				return one(decodeMessage(decoder, raw, 'user'));
			case 'agent_message':
				return one(decodeMessage(decoder, raw, 'agent'));
			case 'agent_thought':
				return one(decodeMessage(decoder, raw, 'thought'));
			case 'tool_call_content_chunk':
				return one(decodeContentChunk(decoder, raw));
			case 'plan_update':
				return decodeNamedPlan(raw, context);
			default:
				return decodeUnstable(raw, kind, sessionId, context) ?? ignored(kind, context);
		}
	}

	#ownWordsIn(chunk: AgentEvent | undefined): AgentEvent | undefined {
		return chunk && this.#ownWords ? readOwnWords(chunk, this.#ownWords) : chunk;
	}
}

/** Items are a plan in any version; a plan that is a text or a file is a draft in both. */
function decodeNamedPlan(raw: JsonObject, context: UpdateContext): readonly AgentEvent[] {
	const plan = decodePlanUpdate(raw);
	if (plan === undefined) return malformed('plan_update', 'a field is missing or of the wrong type', context);
	const isDraft = plan.type === 'plan' && plan.document !== undefined;
	return isDraft && !context.unstable.has('plans') ? ignored('plan_update', context) : [plan];
}

/** Kinds of the drafts. Undefined for a kind that is not switched on, and for an unknown one. */
function decodeUnstable(
	raw: JsonObject,
	kind: string,
	sessionId: string,
	context: UpdateContext,
): readonly AgentEvent[] | undefined {
	const { decoder, unstable } = context;
	const one = (event: AgentEvent | undefined): readonly AgentEvent[] =>
		event === undefined ? malformed(kind, 'a field is missing or of the wrong type', context) : [event];
	const plan = stringAt(raw, 'planId');
	switch (unstable.has(featureOf(kind)) ? kind : '') {
		case 'plan_removed':
			return one(plan === undefined ? undefined : { type: 'plan_removed', planId: plan });
		case 'subagent_update':
			return one(decodeSubagent(raw));
		case 'session_message':
			return one(decodeSessionMessage(decoder, raw, sessionId));
		case 'session_message_chunk':
			return one(decodeSessionMessageChunk(decoder, raw));
		default:
			return undefined;
	}
}

function featureOf(kind: string): UnstableFeature {
	return kind.startsWith('plan_') ? 'plans' : 'subagents';
}

function ignored(kind: string, context: UpdateContext): readonly AgentEvent[] {
	context.log.write('Ignored session/update', kind);
	return [];
}

function decodeToolCallUpdate(
	raw: JsonObject,
	type: 'tool_call' | 'tool_call_update',
	context: UpdateContext,
): readonly AgentEvent[] {
	const decoded = decodeToolCall(context.decoder, raw);
	if (!decoded.ok) return malformed(type, decoded.error, context);
	const { toolCallId, fields } = decoded.value;
	const more = [...decodeAgentTerminal(raw, toolCallId), ...claudeRetriesIn(raw, toolCallId)];
	return [{ type, toolCallId, fields }, ...more];
}

function malformed(kind: string, error: string, context: UpdateContext): readonly AgentEvent[] {
	context.log.write('Ignored malformed session/update', kind, error);
	return [];
}

const priorities: ReadonlySet<unknown> = new Set(['high', 'medium', 'low']);
const statuses: ReadonlySet<unknown> = new Set(['pending', 'in_progress', 'completed']);

/** The whole plan (acp C62). An item keeps its place also when its priority or status is unknown (acp C65). */
function decodePlan(decoder: V1Decoder, raw: JsonObject): Decoded<readonly PlanItem[]> {
	const { entries } = raw;
	// A property without a value is none, which no JSON can say but a caller of ours may.
	if (entries === undefined) return { ok: false, error: 'entries is missing' };
	const lenient = Array.isArray(entries) ? { ...raw, entries: entries.map(fillItem) } : raw;
	const decoded = decoder.decode('Plan', lenient);
	if (!decoded.ok) return decoded;
	const items = decoded.value.entries.map(({ content, priority, status }) => ({ content, priority, status }));
	return { ok: true, value: items };
}

function fillItem(item: unknown): unknown {
	if (!isJsonObject(item)) return item;
	const priority = priorities.has(item['priority']) ? item['priority'] : 'medium';
	const status = statuses.has(item['status']) ? item['status'] : 'pending';
	return { ...item, priority, status };
}
