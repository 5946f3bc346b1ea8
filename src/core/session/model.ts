/**
 * What a session is, on the protocol's newest shapes: messages, tool calls, plans, permissions and terminals
 * are entities with an id; the turn is a state, not a promise. Both protocol versions are mapped onto this.
 * Values here change only in the reducer. Entities are replaced, never edited, so `===` tells a change.
 */
import type { AuthMethod, LoginAttempt } from './auth.ts';
import type { AgentCapabilities } from './capabilities.ts';
import type { ConfigOption, PendingChoice } from './config.ts';
import type { Content } from './content.ts';
import type { ElicitationMode } from './elicitation.ts';
import type { ToolKind, ToolStatus, ToolLocation, ToolContent } from './toolContent.ts';
import type { TurnPrompt, AgentWork, BackgroundItem, TurnState } from './turnState.ts';

/** Unique in its session, never reused, also not across messages, tool calls and the rest. */
export type EntryId = string;

/** Where an entry comes from: typed here, sent by the agent live, or replayed by it from its own history. */
export type EntryOrigin = 'user' | 'agent' | 'replay' | 'host';

interface EntryBase {
	readonly id: EntryId;
	/** The entry this one belongs to, such as the tool call of a permission. */
	readonly parentId?: EntryId;
	readonly origin: EntryOrigin;
	/** Number of the turn, from 1; 0 before the first. */
	readonly turn: number;
}

export type Entry =
	| MessageEntry
	| ToolCallEntry
	| PlanEntry
	| PermissionEntry
	| ElicitationEntry
	| CompactionEntry
	| SubagentEntry
	| NoticeEntry;

export type MessageRole = 'user' | 'agent' | 'thought';

export interface MessageEntry extends EntryBase {
	readonly type: 'message';
	readonly role: MessageRole;
	/** The protocol's id of the message, where the agent names one. */
	readonly messageId?: string;
	readonly content: readonly Content[];
	/** False while chunks may still come. */
	readonly isComplete: boolean;
	/** Epoch milliseconds of the first and of the last chunk. */
	readonly startedAt: number;
	readonly endedAt: number;
	/** A user message that did not reach the agent. */
	readonly isUnsent?: boolean;
}

/**
 * A prompt that waits for its turn: here, or at an agent that takes several. It becomes a message of the transcript
 * the moment the agent takes it up.
 */
export interface QueuedPrompt {
	/** Made by us, unique in the session. */
	readonly id: string;
	readonly content: readonly Content[];
	/** `withdrawing`: the agent was asked to give it back, and has not answered. */
	readonly place: 'here' | 'agent' | 'withdrawing';
	/** The user wants it to be sent as soon as the turn has stopped. */
	readonly isNext?: true;
}

/** Why no prompt of the queue is sent by itself: a turn failed, or an agent wants a login first. */
export type QueuePause = 'failure' | 'login';

export interface ToolCallEntry extends EntryBase {
	readonly type: 'tool_call';
	readonly toolCallId: string;
	/** The tool's own name, such as `Bash`. */
	readonly name?: string;
	readonly title: string;
	readonly kind: ToolKind;
	readonly status: ToolStatus;
	/** The agent's own word for a status that we do not know. The call counts as in progress. */
	readonly statusName?: string;
	/** The agent can stop this call alone, also after its turn. */
	readonly canCancel?: boolean;
	/** It was asked to; only its word ends the call. */
	readonly isCancelling?: boolean;
	readonly content: readonly ToolContent[];
	readonly locations: readonly ToolLocation[];
	/** Any JSON, as the agent sent it. */
	readonly rawInput?: unknown;
	readonly rawOutput?: unknown;
	/** The agent's `_meta`, untouched; nothing depends on it (acp C119). */
	readonly meta?: unknown;
	/** Epoch milliseconds; `endedAt` once the status is final. */
	readonly startedAt: number;
	readonly endedAt?: number;
}

export interface PlanItem {
	readonly content: string;
	readonly priority: 'high' | 'medium' | 'low';
	readonly status: 'pending' | 'in_progress' | 'completed' | 'cancelled';
}

export interface PlanEntry extends EntryBase {
	readonly type: 'plan';
	readonly planId: string;
	readonly items: readonly PlanItem[];
	/** A plan that is something else instead of items. */
	readonly document?:
		| { readonly type: 'markdown'; readonly text: string }
		| { readonly type: 'file'; readonly uri: string }
		/** A kind that we do not know. */
		| { readonly type: 'other'; readonly kind: string };
	/** The agent took it back (unstable). */
	readonly isRemoved?: boolean;
}

export type PermissionOptionKind = 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always' | 'other';

export interface PermissionOption {
	readonly optionId: string;
	readonly name: string;
	readonly kind: PermissionOptionKind;
}

/** Which rule of the user answered, and what it said then: it may have been revoked since. */
export interface RuleMark {
	readonly id: string;
	readonly text: string;
}

export type PermissionState =
	/** `isHeld`: the rules of the user are looked at first; nobody has been asked yet. */
	| { readonly type: 'pending'; readonly isHeld?: true }
	/** `rule`: the rule of the user that answered, in words. */
	| { readonly type: 'answered'; readonly option: PermissionOption; readonly rule?: RuleMark }
	/** Settled without a choice: the turn was cancelled, the agent withdrew it, or the agent is gone. */
	| { readonly type: 'cancelled'; readonly by: 'user' | 'agent' | 'exit' };

/** What a permission is about. */
export type PermissionSubject =
	/** An entry of the same session, which is the parent of the permission. */
	| { readonly type: 'tool_call'; readonly toolCallId: string }
	| {
			readonly type: 'command';
			readonly command: string;
			/** Absolute path. */
			readonly cwd?: string;
			readonly toolCallId?: string;
			readonly terminalId?: string;
	  }
	/** Something we do not know, or nothing was named (`kind` is empty then). */
	| { readonly type: 'other'; readonly kind: string };

/** A request for permission. Its id is also the entry's id. */
export interface PermissionEntry extends EntryBase {
	readonly type: 'permission';
	readonly title: string;
	readonly description?: string;
	readonly subject: PermissionSubject;
	readonly options: readonly PermissionOption[];
	readonly state: PermissionState;
}

export type ElicitationState =
	| { readonly type: 'pending' }
	/** `isWaiting`: the user went to the address, and the agent has not said that it is done. */
	| { readonly type: 'accepted'; readonly isWaiting: boolean }
	| { readonly type: 'declined' }
	| { readonly type: 'cancelled'; readonly by: 'user' | 'agent' | 'exit' };

/** A question of the agent: a form, or an address. What the user answers is never kept (acp C108). */
export interface ElicitationEntry extends EntryBase {
	readonly type: 'elicitation';
	readonly message: string;
	readonly mode: ElicitationMode;
	readonly state: ElicitationState;
}

/** The agent shortened its memory of the conversation. Keeps the place of its first word (acp C71). */
export interface CompactionEntry extends EntryBase {
	readonly type: 'compaction';
	readonly compactionId: string;
	readonly status: 'in_progress' | 'completed' | 'failed' | 'cancelled';
	readonly summary: readonly Content[];
	readonly error?: string;
}

/** A session that the agent runs inside of this one (unstable). What it does are entries with this one as parent. */
export interface SubagentEntry extends EntryBase {
	readonly type: 'subagent';
	/** The agent's id of the child session. */
	readonly sessionId: string;
	readonly title: string;
	readonly description?: string;
	readonly state: 'running' | 'idle' | 'requires_action' | 'unknown';
	readonly canCancel: boolean;
}

/** A line of ours in the transcript: why a turn ended, that the agent exited, that history was not restored. */
export interface NoticeEntry extends EntryBase {
	readonly type: 'notice';
	readonly severity: 'info' | 'warning' | 'error';
	readonly title: string;
	readonly detail?: string;
	readonly actions: readonly NoticeAction[];
}

/** What the user can do about it. The host knows how; the view shows a button for each. */
export type NoticeAction =
	| 'show_log'
	| 'restart'
	| 'open_settings'
	| 'new_session'
	| 'resume'
	| 'retry'
	| 'approve'
	| 'force_stop'
	| 'login'
	| 'choose_mcp_servers';

export interface TerminalState {
	readonly terminalId: string;
	/** The command as shown to the user, such as `npm test`. */
	readonly label: string;
	/** Who runs it: we, because the agent asked for it, or the agent itself. */
	readonly owner: 'host' | 'agent';
	/** The agent says itself when it ends; otherwise it ends with the call that shows it. */
	readonly endsItself?: boolean;
	/** Absolute path. */
	readonly cwd?: string;
	/** Epoch milliseconds. */
	readonly startedAt: number;
	/** Decoded text with its escape sequences; only the newest part when `isTruncated`. */
	readonly output: string;
	/** Characters that once stood before `output` and were dropped: who follows the output counts with them. */
	readonly dropped: number;
	readonly isTruncated: boolean;
	/** The agent can stop it alone, also after its turn. */
	readonly canCancel?: boolean;
	/** It was asked to; only its word ends the command. */
	readonly isCancelling?: boolean;
	/** Columns and rows, where the agent says how wide its output is. */
	readonly size?: { readonly cols: number; readonly rows: number };
	/** Present once it has ended. Exit code null when a signal ended it. */
	readonly exit?: { readonly exitCode: number | null; readonly signal: string | null };
}

export type AgentState =
	/** The command line has not been approved yet (hazard F3). */
	| { readonly type: 'unapproved'; readonly commandLine: string }
	| { readonly type: 'starting'; readonly since: number }
	| { readonly type: 'ready' }
	/** It answered that the user has to log in first (acp C30). What failed is done again afterwards. */
	| {
			readonly type: 'login_required';
			readonly reason: string;
			readonly methods: readonly AuthMethod[];
			readonly attempt?: LoginAttempt;
	  }
	/** Nothing runs: it ended, or it never started. The next prompt starts a fresh one. */
	| { readonly type: 'exited' };

export interface SlashCommand {
	readonly name: string;
	readonly description: string;
	/** What to type after it. */
	readonly hint?: string;
}

/** How full the agent's context is, in tokens, and what the session has cost so far. */
export interface SessionUsage {
	readonly used: number;
	/** 0 when the agent does not know. */
	readonly size: number;
	readonly cost?: {
		readonly amount: number;
		/** ISO 4217, or a unit such as `credits`. */
		readonly currency: string;
	};
}

/** Something an agent wants noticed now. Never part of the conversation (acp C69). */
export interface AgentNotice {
	/** Made by us. */
	readonly id: string;
	readonly severity: 'info' | 'warning' | 'error';
	readonly title: string;
	readonly description?: string;
}

export interface SessionState {
	/** Our own id: stable across restarts of the agent and across reloads of the window. */
	readonly key: string;
	/** The agent's id of the session, once it gave one. */
	readonly sessionId: string | undefined;
	/** The agent's id of the session that this one began as a copy of (unstable). */
	readonly forkOf?: string;
	/** Name of the agent in the settings, and the name people see. */
	readonly agentName: string;
	readonly agentTitle: string;
	/** Absolute path. */
	readonly cwd: string;
	/** As the agent named it. */
	readonly title: string;
	/** As the user named it, which counts more. */
	readonly localTitle?: string;
	/** When the agent last changed it, in its own words: ISO 8601. */
	readonly updatedAt?: string;
	readonly agent: AgentState;
	readonly turn: TurnState;
	/** What the agent says of its work, where it does. */
	readonly work: AgentWork;
	/** The prompts that the turn answers, oldest first. */
	readonly turnPrompts: readonly TurnPrompt[];
	/** Prompts that wait for their turn, first in line first. */
	readonly queue: readonly QueuedPrompt[];
	/** What waits here goes out only when the user says so. Undefined when it goes out in turn. */
	readonly queuePause: QueuePause | undefined;
	/** Number of prompts ever queued: the source of their ids. */
	readonly queueCount: number;
	/** The agent takes prompts while it works, and holds them until their turn. Known once it did. */
	readonly holdsPrompts: boolean;
	/** What runs on when the turn is over; undefined when the agent does not say. */
	readonly background: readonly BackgroundItem[] | undefined;
	/** Number of turns so far. */
	readonly turnCount: number;
	readonly entries: ReadonlyMap<EntryId, Entry>;
	/** Number of entries ever made: the source of their ids. */
	readonly entryCount: number;
	/** True while the agent replays its history. */
	readonly isReplaying: boolean;
	/** The transcript began as what this side had kept of it; the agent has not sent its own. */
	readonly isFromStore: boolean;
	/** The message that an unnamed chunk of the same role continues (acp C53). */
	readonly openMessage: EntryId | undefined;
	/** A prompt that was refused because nobody is logged in, to be sent after the login (acp C30). */
	readonly heldPrompt: readonly Content[] | undefined;
	/** The user's prompts that the agent may still repeat, by entry id, and what is left of their text. */
	readonly expectedEchoes: ReadonlyMap<EntryId, string>;
	/** The prompt that an unnamed chunk repeats: the last one, until the agent says anything else. */
	readonly unnamedEcho: EntryId | undefined;
	/** Tool call id to entry id. */
	readonly toolCalls: ReadonlyMap<string, EntryId>;
	/** Plan id to entry id. */
	readonly plans: ReadonlyMap<string, EntryId>;
	/** `role:messageId` to entry id. */
	readonly messages: ReadonlyMap<string, EntryId>;
	/** Compaction id to entry id. */
	readonly compactions: ReadonlyMap<string, EntryId>;
	/** Child session id to entry id. */
	readonly subagents: ReadonlyMap<string, EntryId>;
	readonly terminals: ReadonlyMap<string, TerminalState>;
	/** Entry ids of pending permissions, oldest first. */
	readonly pendingPermissions: readonly EntryId[];
	/** Entry ids of questions that wait for the user, oldest first. */
	readonly pendingElicitations: readonly EntryId[];
	readonly commands: readonly SlashCommand[];
	/** What the user can choose, in the order to show it: what counts of the three that follow. */
	readonly options: readonly ConfigOption[];
	readonly configOptions: readonly ConfigOption[] | undefined;
	readonly modes: ConfigOption | undefined;
	readonly models: ConfigOption | undefined;
	/** Choices that the agent has not answered yet, oldest first. */
	readonly pendingChoices: readonly PendingChoice[];
	readonly usage: SessionUsage | undefined;
	/** Newest last, at most `limits.agentNotices`. */
	readonly agentNotices: readonly AgentNotice[];
	readonly noticeCount: number;
	readonly capabilities: AgentCapabilities;
	readonly createdAt: number;
}
