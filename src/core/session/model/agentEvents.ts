/** What an agent says of a session. The codecs of both versions turn the wire into it. */
import type { AttemptPatch } from './attempts.ts';
import type { OfferedOptions } from './config.ts';
import type { Content } from './content.ts';
import type { CompactionEntry, MessageRole, PlanEntry, PlanItem, SubagentEntry } from './entry.ts';
import type { QuotaWindow } from './quota.ts';
import type { AgentNotice, SessionUsage, SlashCommand } from './sessionState.ts';
import type { TerminalPatch } from './terminalState.ts';
import type { ToolCallPatch, ToolContent } from './toolContent.ts';
import type { AgentWork, BackgroundItem, TurnEnd } from './turnState.ts';

export type AgentEvent =
	| ({ type: 'message_chunk'; messageId?: string; content: Content } & Speaker)
	/**
	 * A whole message; for a known id it replaces the content. Without content it only names the message. Without an id
	 * it is a message of its own, or says once more, to its end, what chunks have begun to say; with nothing in it, it
	 * only ends the one before it.
	 */
	| ({ type: 'message'; messageId?: string; content?: readonly Content[] } & Speaker)
	/** A full tool call. For a known id it replaces what was there (agents send it twice). */
	| { type: 'tool_call'; toolCallId: string; fields: ToolCallPatch }
	/** Part of a tool call. For an unknown id it creates one (acp C64). */
	| { type: 'tool_call_update'; toolCallId: string; fields: ToolCallPatch }
	/** More content of a call, after what is there. */
	| { type: 'tool_call_content'; toolCallId: string; content: readonly ToolContent[] }
	/** What the agent says of its work. Without `background` it says nothing of that. */
	| { type: 'work'; work: AgentWork; end?: TurnEnd; background?: readonly BackgroundItem[] }
	| { type: 'plan'; planId: string; items: readonly PlanItem[]; document?: PlanEntry['document'] }
	| { type: 'plan_removed'; planId: string }
	| { type: 'commands'; commands: readonly SlashCommand[] }
	| { type: 'options'; options: OfferedOptions }
	/** The agent switched its mode, or its model, by itself. */
	| { type: 'option_value'; via: 'mode' | 'model'; value: string }
	/** Omitted keeps, null clears (acp C67). */
	| { type: 'session_info'; title?: string | null; updatedAt?: string | null }
	/** Cost: omitted keeps, null clears (acp C270). */
	| { type: 'usage'; used: number; size: number; cost?: SessionUsage['cost'] | null }
	/** Windows that are not named stay; no window at all: what was told does not count any more. */
	| { type: 'quota'; windows: readonly QuotaWindow[] }
	| { type: 'agent_notice'; notice: Omit<AgentNotice, 'id'> }
	/**
	 * A call, or without one the work of the turn, is tried again, or how that went. `attemptId`: the agent's name for all
	 * attempts at the same thing. Who gives each attempt at a call an id of its own says the first of them here.
	 */
	| { type: 'attempt'; toolCallId?: string; attemptId?: string; attempt: AttemptPatch }
	/** Omitted keeps, null clears (acp C71). */
	| {
			type: 'compaction';
			compactionId: string;
			status: CompactionEntry['status'];
			summary?: readonly Content[] | null;
			error?: string | null;
	  }
	| { type: 'compaction_chunk'; compactionId: string; content: Content }
	/** A child session, a task or another turn: its first word or a change of it. Omitted keeps, null clears. */
	| { type: 'subagent'; sessionId: string; fields: SubagentPatch }
	/** Something that happened there. */
	| { type: 'in_subagent'; sessionId: string; event: AgentEvent }
	/** A terminal that the agent runs itself, by its own name, or what is new of it. An absent field keeps what is there. */
	| { type: 'terminal_started'; terminalId: string; fields: TerminalPatch }
	| { type: 'terminal_output'; terminalId: string; data: string }
	/** All the output there is: replaces what was there (acp C256). */
	| { type: 'terminal_replaced'; terminalId: string; output: string }
	| { type: 'terminal_exited'; terminalId: string; exitCode: number | null; signal: string | null };

/** Who speaks. Ids of messages are unique among those of a role, and among those that sessions send each other. */
interface Speaker {
	readonly role: MessageRole;
	/** Sent from one session to another: never the user's own words (unstable). */
	readonly isFromSession?: true;
}

/** What an agent says anew of a child session. An absent field keeps what is there, null clears it. */
export interface SubagentPatch {
	readonly kind?: SubagentEntry['kind'];
	readonly title?: string | null;
	readonly description?: string | null;
	readonly state?: SubagentEntry['state'];
	readonly canCancel?: boolean;
}

/** Every kind, and whether it may add an entry to the transcript. */
const kinds: Readonly<Record<AgentEvent['type'], boolean>> = {
	message: true,
	message_chunk: true,
	tool_call: true,
	tool_call_update: true,
	tool_call_content: true,
	plan: true,
	plan_removed: false,
	compaction: true,
	compaction_chunk: true,
	subagent: true,
	in_subagent: true,
	work: false,
	commands: false,
	options: false,
	option_value: false,
	session_info: false,
	usage: false,
	quota: false,
	agent_notice: false,
	attempt: true,
	terminal_started: false,
	terminal_output: false,
	terminal_replaced: false,
	terminal_exited: false,
};

/** True for an event that may add an entry to the transcript. */
export function isHistory({ type }: { readonly type: string }): boolean {
	return Object.hasOwn(kinds, type) && kinds[type as AgentEvent['type']];
}

/** True for what comes from the agent, and not from this side. */
export function isFromAgent({ type }: { readonly type: string }): boolean {
	return Object.hasOwn(kinds, type);
}
