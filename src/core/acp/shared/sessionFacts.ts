/**
 * What is told of a session as a whole: usage, notices, title, commands, compactions, how a turn ended, what can be stopped.
 * Updates are undefined where malformed.
 */
import * as limits from '../../base/limits.ts';
import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { SessionUsage, SlashCommand } from '../../session/model/sessionState.ts';
import { cutStrings, type JsonObject, knownWord, numberAt, objectAt, stringAt } from '../../base/json.ts';
import { type ContentDecoder, contentsOf, decodeContent } from './content.ts';
import type { TurnEnd } from '../../session/model/turnState.ts';

/**
 * Numbers that make no sense together are kept as they are; the meter copes (acp C72).
 * @param isPatch a cost that is left out, or malformed, stays as it was, instead of being none (acp C270)
 */
export function decodeUsage(raw: JsonObject, isPatch: boolean): AgentEvent | undefined {
	const used = numberAt(raw, 'used');
	const size = numberAt(raw, 'size');
	if (used === undefined || size === undefined || used < 0 || size < 0) return undefined;
	const cost = costOf(objectAt(raw, 'cost'));
	const isKept = isPatch && cost === undefined && raw['cost'] !== null;
	return { type: 'usage', used, size, ...(isKept ? {} : { cost: cost ?? null }) };
}

function costOf(raw: JsonObject | undefined): SessionUsage['cost'] {
	const amount = numberAt(raw, 'amount');
	const currency = stringAt(raw, 'currency');
	return amount === undefined || currency === undefined ? undefined : { amount, currency };
}

const severities = ['info', 'warning', 'error'] as const;

/** Without a title there is nothing to show (acp C69). A severity we do not know is shown as information. */
export function decodeNotice(raw: JsonObject): AgentEvent | undefined {
	const title = stringAt(raw, 'title');
	if (title === undefined || title.trim() === '') return undefined;
	return {
		type: 'agent_notice',
		notice: {
			severity: knownWord(raw['severity'], severities) ?? 'info',
			title: title.slice(0, limits.titleChars),
			...cutStrings(raw, limits.noticeChars, 'description'),
		},
	};
}

/** Omission keeps, null clears (acp C67). What is malformed keeps. */
export function decodeSessionInfo(raw: JsonObject): AgentEvent {
	const { title, updatedAt } = raw;
	return {
		type: 'session_info',
		...(typeof title === 'string' || title === null
			? { title: title?.slice(0, limits.titleChars) ?? null }
			: {}),
		...(typeof updatedAt === 'string' || updatedAt === null ? { updatedAt } : {}),
	};
}

/** The mode that the agent switched to by itself. The protocol's own example says `modeId` (acp C68). */
export function decodeCurrentMode(raw: JsonObject): AgentEvent | undefined {
	const value = stringAt(raw, 'currentModeId') ?? stringAt(raw, 'modeId');
	return value === undefined ? undefined : { type: 'option_value', via: 'mode', value };
}

/**
 * The list in an update of version 1, up to `limits.offeredItems` (acp C123). A command without a name is left out. Of
 * what is told about each only the beginning is kept: some agents send half a megabyte of it
 * (docs/agents-in-the-wild.md#very-large-messages).
 */
export function decodeCommands(raw: JsonObject): AgentEvent | undefined {
	const list = raw['availableCommands'];
	if (!Array.isArray(list)) return undefined;
	const taken = list.slice(0, limits.offeredItems);
	return { type: 'commands', commands: taken.flatMap((item: unknown) => toCommand(item)) };
}

/** An item of the list; none when it has no name. */
export function toCommand(item: unknown): SlashCommand[] {
	const name = stringAt(item, 'name');
	if (name === undefined || name === '') return [];
	const text = stringAt(objectAt(item, 'input'), 'hint');
	const hint = text === undefined ? {} : { hint: text.slice(0, limits.commandTextChars) };
	return [
		{ name, description: stringAt(item, 'description')?.slice(0, limits.commandTextChars) ?? '', ...hint },
	];
}

type Compaction = Extract<AgentEvent, { type: 'compaction' }>;

const statuses = ['in_progress', 'completed', 'failed', 'cancelled'] as const;

/** A compaction, or what changed of it: omitted keeps, null clears (acp C71). Undefined without an id. */
export function decodeCompaction(decoder: ContentDecoder, raw: JsonObject): Compaction | undefined {
	const compactionId = stringAt(raw, 'compactionId');
	if (compactionId === undefined) return undefined;
	const { summary, error } = raw;
	return {
		type: 'compaction',
		compactionId,
		status: knownWord(raw['status'], statuses) ?? 'in_progress',
		...(Array.isArray(summary) ? { summary: contentsOf(decoder, summary) } : {}),
		...(summary === null ? { summary } : {}),
		...(typeof error === 'string' || error === null ? { error } : {}),
	};
}

/** Part of a compaction's summary. Undefined without an id or content. */
export function decodeCompactionChunk(decoder: ContentDecoder, raw: JsonObject): AgentEvent | undefined {
	const compactionId = stringAt(raw, 'compactionId');
	const content = decodeContent(decoder, raw['content']);
	if (compactionId === undefined || content === undefined) return undefined;
	return { type: 'compaction_chunk', compactionId, content };
}

const reasons = ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'] as const;

/** Why the turn ended. A reason that we do not know is kept by its name (acp C54). */
export function toTurnEnd(reason: string | undefined): TurnEnd {
	if (reason === undefined) return { reason: 'not_reported' };
	const known = knownWord(reason, reasons);
	return known === undefined ? { reason: 'other', name: reason } : { reason: known };
}

/**
 * What the `capabilities` of a call, a terminal or a child session say of stopping it alone. Omitted keeps; null and
 * what is malformed are none (acp C262).
 */
export function decodeCanCancel(raw: JsonObject): { canCancel?: boolean } {
	if (!Object.hasOwn(raw, 'capabilities')) return {};
	return { canCancel: objectAt(objectAt(raw, 'capabilities'), 'cancel') !== undefined };
}
