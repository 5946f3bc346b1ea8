/**
 * The entries of a transcript, on the protocol's newest shapes: messages, tool calls, plans, permissions and the rest
 * are entities with an id. Both protocol versions are mapped onto this. An entry changes only in the reducer, where it
 * is replaced, never edited: `===` tells a change.
 */
import type { SubagentState } from '../../base/subagentState.ts';
import type { ToolKind, ToolStatus } from '../../base/toolCall.ts';
import type { Attempts } from './attempts.ts';
import type { Content } from './content.ts';
import type { ElicitationMode, ElicitationState } from './elicitation.ts';
import type { Words } from './saying.ts';
import type { PermissionOption, PermissionState, PermissionSubject } from './permission.ts';
import type { ToolContent, ToolLocation } from './toolContent.ts';

/** Unique in its session, never reused, also not across messages, tool calls and the rest. */
export type EntryId = string;

/**
 * Where an entry comes from: typed by the user, sent live by the agent, replayed by the agent from its history, or made
 * by the host.
 */
type EntryOrigin = 'user' | 'agent' | 'replay' | 'host';

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
	| AttemptEntry
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
	/** A user message whose content is now what the agent says that it is, and may name what the user never attached. */
	readonly isReworded?: boolean;
	/** A user message that the agent tells in its history as the user has sent it, and whose content is what was sent. */
	readonly isAsSent?: boolean;
}

export interface ToolCallEntry extends EntryBase {
	readonly type: 'tool_call';
	readonly toolCallId: string;
	/** The tool's own name, such as `Bash`. */
	readonly name?: string;
	/** Empty where the agent gives none: `callTitle` names it. */
	readonly title: string;
	readonly kind: ToolKind;
	readonly status: ToolStatus;
	/** The agent's own word for a status that we do not know. The call counts as in progress. */
	readonly statusName?: string;
	/** The agent can stop this call alone, also after its turn. */
	readonly canCancel?: boolean;
	/** The agent was asked to stop it; only the agent's update ends the call. */
	readonly isCancelling?: boolean;
	/** It is cancelled because the user stopped it, and not because the agent never told how it ended. */
	readonly isStopped?: boolean;
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
	/** It is, or was, tried again. */
	readonly attempts?: Attempts;
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

/** A request for permission. Its id is also the entry's id. */
export interface PermissionEntry extends EntryBase {
	readonly type: 'permission';
	/** Empty where the agent gives none: `permissionTitle` names it. */
	readonly title: string;
	readonly description?: string;
	readonly subject: PermissionSubject;
	readonly options: readonly PermissionOption[];
	readonly state: PermissionState;
	/** Counts the changes of what is asked about while it waits: an answer is to one revision. */
	readonly revision?: number;
	/** Its tool call when it was settled: what the call says later is not what was asked. */
	readonly asked?: AskedCall;
}

export type AskedCall = Pick<ToolCallEntry, 'kind' | 'title' | 'content' | 'locations' | 'rawInput'>;

/** A question of the agent: a form, or an address. What the user answers is never kept (acp C108). */
export interface ElicitationEntry extends EntryBase {
	readonly type: 'elicitation';
	/** Plain text: an address in it is no link (acp C102). */
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

/**
 * Where work of the agent's comes from that it does not do in the turn itself: a session that it runs inside of this one
 * (unstable), a task, or a turn of another conversation. What is done there are entries with this one as parent.
 */
export interface SubagentEntry extends EntryBase {
	readonly type: 'subagent';
	/** Absent for a child session. */
	readonly kind?: 'task' | 'turn';
	/** The agent's id of the child session, the task or the turn. */
	readonly sessionId: string;
	/** Empty where the agent gives none: `subagentTitle` names it. */
	readonly title: string;
	readonly description?: string;
	readonly state: SubagentState;
	readonly canCancel: boolean;
}

/** What the agent does for the turn is tried again, such as its request to a model: one for all attempts. */
export interface AttemptEntry extends EntryBase {
	readonly type: 'attempt';
	/** The agent's name of what is tried; absent where it gives none. */
	readonly attemptId?: string;
	readonly attempts: Attempts;
}

/** A line of ours in the transcript: why a turn ended, that the agent exited, that history was not restored. */
export interface NoticeEntry extends EntryBase {
	readonly type: 'notice';
	readonly severity: 'info' | 'warning' | 'error';
	readonly title: Words;
	/** Several of them are lines. */
	readonly detail?: Words | readonly Words[];
	readonly actions: readonly NoticeAction[];
	readonly marks?: NoticeMark;
	readonly wentBack?: WentBack;
}

/** Files went back to a checkpoint where this line stands. */
export interface WentBack {
	/** As the engine of changes names the restore. */
	readonly restoreId: string;
	/**
	 * What stands from this entry up to the line is not in the files any more. Absent where changes of agents stay that
	 * were meant to go, or the message of the checkpoint is not at hand.
	 */
	readonly from?: EntryId;
	/** The restore that brought the files to how they were before this one. */
	readonly redoneBy?: string;
}

/** What a notice says of the entries around it. */
export type NoticeMark =
	/** What comes after it in its turn is not in the agent's history. */
	| 'outside_history'
	/** Turns that stood here are not in the agent's history; what comes after it in its turn was part of them. */
	| 'left_out'
	/** What came before it was another session of the agent's. */
	| 'new_session';

/** What the user can do about it. The host knows how; the view shows a button for each. */
export type NoticeAction =
	| 'show_log'
	| 'restart'
	| 'reconnect'
	| 'open_settings'
	| 'new_session'
	| 'resume'
	/** The turn is blocked, and can go on. */
	| 'resume_turn'
	| 'retry'
	| 'approve'
	| 'force_stop'
	| 'login'
	| 'enter_secret'
	| 'choose_mcp_servers'
	/** The files go to how they were before they went back. */
	| 'redo_restore';

/** True when the content of a message is the user's own: no agent has put anything into it. */
export function isOfUser({ origin, isReworded, isAsSent }: MessageEntry): boolean {
	return (origin === 'user' || isAsSent === true) && isReworded !== true;
}
