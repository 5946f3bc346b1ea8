/** Updates of sessions: what both versions read alike, and what is made of those that cannot be read. */
import type { AgentEvent } from '../session/model/agentEvents.ts';
import type { AgentPort } from '../session/model/agentPort.ts';
import { type JsonObject, pickStrings, stringAt } from '../base/json.ts';
import type { LogOnce } from './logOnce.ts';
import { claudeQuotaIn } from './quirks/claudeQuota.ts';
import { codexRetriesIn } from './quirks/codexRetries.ts';
import { type OwnWords, ownWordsOf, readOwnWords } from './quirks/replayedInternals.ts';
import { replaysWholePrompts, WholePrompts } from './quirks/wholePrompts.ts';
import { type ContentDecoder, contentPatch, decodeContent } from './shared/content.ts';
import type { UpdateDecoder } from './shared/inbound.ts';
import {
	decodeCompaction,
	decodeCompactionChunk,
	decodeCurrentMode,
	decodeNotice,
	decodeSessionInfo,
} from './shared/sessionFacts.ts';
import { decodeSessionMessage, decodeSessionMessageChunk, decodeSubagent } from './shared/subagent.ts';
import { decodePlanRemoved, decodeUnnamedPlan } from './v2/plan.ts';
import { decodeContentChunk } from './v2/toolCall.ts';
import type { MessageRole } from '../session/model/entry.ts';

/** What is at hand to read an update. */
export interface UpdateContext {
	readonly decoder: ContentDecoder;
	readonly log: LogOnce;
	/** Of the session that the update is for. */
	readonly sessionId: string;
}

/** The events in the order to apply them, what is wrong with a malformed update, or undefined where that is plain. */
export type DecodeUpdate<Context extends UpdateContext = UpdateContext> = (
	raw: JsonObject,
	context: Context,
) => AgentEvent | readonly AgentEvent[] | { readonly type: 'malformed'; readonly error: string } | undefined;

/** Kinds that mean the same in both versions: agents that speak both mix them up. */
export const sharedUpdates: readonly (readonly [string, DecodeUpdate])[] = [
	['user_message', (raw, { decoder }) => decodeMessage(decoder, raw, 'user')],
	['agent_message', (raw, { decoder }) => decodeMessage(decoder, raw, 'agent')],
	['agent_thought', (raw, { decoder }) => decodeMessage(decoder, raw, 'thought')],
	['user_message_chunk', (raw, { decoder }) => decodeMessageChunk(decoder, raw, 'user')],
	['agent_message_chunk', (raw, { decoder }) => decodeMessageChunk(decoder, raw, 'agent')],
	['agent_thought_chunk', (raw, { decoder }) => decodeMessageChunk(decoder, raw, 'thought')],
	['tool_call_content_chunk', (raw, { decoder }) => decodeContentChunk(decoder, raw)],
	['plan', decodeUnnamedPlan],
	['current_mode_update', decodeCurrentMode],
	['session_info_update', (raw) => [decodeSessionInfo(raw), ...codexRetriesIn(raw)]],
	['notice', decodeNotice],
	['compaction_update', (raw, { decoder }) => decodeCompaction(decoder, raw)],
	['compaction_summary_chunk', (raw, { decoder }) => decodeCompactionChunk(decoder, raw)],
];

/** Kinds of the draft of plans that are more than items. */
export const planDraftUpdates: readonly (readonly [string, DecodeUpdate])[] = [
	['plan_removed', decodePlanRemoved],
];

/** Kinds of the draft of child sessions. */
export const subagentUpdates: readonly (readonly [string, DecodeUpdate])[] = [
	['subagent_update', decodeSubagent],
	['session_message', (raw, { decoder, sessionId }) => decodeSessionMessage(decoder, raw, sessionId)],
	['session_message_chunk', (raw, { decoder }) => decodeSessionMessageChunk(decoder, raw)],
];

/** An update of the usage, with what some agents tell beside it of the limits of the account. */
export function withQuota(raw: JsonObject, usage: AgentEvent | undefined): readonly AgentEvent[] | undefined {
	return usage && [usage, ...claudeQuotaIn(raw)];
}

/** Reads updates by the kinds of one version. */
export class Updates<Context extends UpdateContext> implements UpdateDecoder {
	readonly #decoders: ReadonlyMap<string, DecodeUpdate<Context>>;
	readonly #contextFor: (sessionId: string) => Context;
	#ownWords: OwnWords | undefined;
	#prompts: WholePrompts | undefined;

	constructor(
		decoders: readonly (readonly [string, DecodeUpdate<Context>])[],
		contextFor: (sessionId: string) => Context,
	) {
		this.#decoders = new Map(decoders);
		this.#contextFor = contextFor;
	}

	/** Turns on what this one agent needs, once it said who it is. */
	useQuirksOf(info: AgentPort['info']): void {
		this.#ownWords = ownWordsOf(info);
		this.#prompts = replaysWholePrompts(info) ? new WholePrompts() : undefined;
	}

	/**
	 * The `update` of a `session/update`, as events in the order to apply them. Kinds we do not know are ignored and
	 * logged once per kind, so are malformed ones (acp C65, C117, C209; hazard A10).
	 * @param raw never changed; unknown fields are ignored
	 * @param sessionId of the session it is for
	 * @param isReplay it is history
	 */
	decode(raw: JsonObject, sessionId: string, isReplay: boolean): readonly AgentEvent[] {
		const ownWords = this.#ownWords;
		const said = this.#read(raw, this.#contextFor(sessionId));
		const events =
			ownWords === undefined ? said : said.map((event) => readOwnWords(event, ownWords, isReplay));
		return this.#prompts?.apart(events, sessionId, raw) ?? events;
	}

	#read(raw: JsonObject, context: Context): readonly AgentEvent[] {
		const kind = stringAt(raw, 'sessionUpdate') ?? '';
		const decode = this.#decoders.get(kind);
		if (decode === undefined) {
			context.log.write('Ignored session/update', kind);
			return [];
		}
		const decoded = decode(raw, context);
		if (decoded !== undefined && !('type' in decoded)) return decoded;
		if (decoded !== undefined && decoded.type !== 'malformed') return [decoded];
		const error = decoded?.error ?? 'a field is missing or of the wrong type';
		context.log.write('Ignored malformed session/update', kind, error);
		return [];
	}
}

/**
 * A chunk, which is appended to its message (acp C53, C245). Undefined without content. Agents that leave the id out
 * mean the message that is being written.
 */
function decodeMessageChunk(
	decoder: ContentDecoder,
	raw: JsonObject,
	role: MessageRole,
): AgentEvent | undefined {
	const content = decodeContent(decoder, raw['content']);
	if (content === undefined) return undefined;
	return { type: 'message_chunk', role, content, ...pickStrings(raw, 'messageId') };
}

/**
 * A message as a whole (acp C246), which agents of version 1 send as well: omitted content keeps, null and an empty list
 * clear, a list replaces. Undefined for one that neither has an id nor says anything.
 */
function decodeMessage(decoder: ContentDecoder, raw: JsonObject, role: MessageRole): AgentEvent | undefined {
	const id = pickStrings(raw, 'messageId');
	if (id.messageId === undefined && !Array.isArray(raw['content'])) return undefined;
	return { type: 'message', role, ...id, ...contentPatch(decoder, raw['content']) };
}
