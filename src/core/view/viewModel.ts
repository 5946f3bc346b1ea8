/**
 * What the chat view shows, and no more: projections of the model that are small enough to post.
 * Bulk (raw input, whole files, long output) stays in the host and is asked for when someone looks.
 */
import type { LoginAttempt } from '../session/auth.ts';
import type { ConfigOption, PendingChoice } from '../session/config.ts';
import type { AudioContent, Content } from '../session/content.ts';
import type { ElicitationMode } from '../session/elicitation.ts';
import type {
	AgentNotice,
	AgentState,
	CompactionEntry,
	ElicitationState,
	EntryId,
	MessageRole,
	NoticeAction,
	PermissionOption,
	PermissionState,
	PlanEntry,
	PlanItem,
	QueuePause,
	SessionUsage,
	SlashCommand,
	SubagentEntry,
} from '../session/model.ts';
import type { FileChange, ToolKind, ToolLocation, ToolStatus } from '../session/toolContent.ts';
import type { TurnState } from '../session/turnState.ts';

export type ViewEntry =
	| ViewMessage
	| ViewToolCall
	| ViewPlan
	| ViewPermission
	| ViewElicitation
	| ViewCompaction
	| ViewSubagent
	| ViewNotice;

interface ViewEntryBase {
	readonly id: EntryId;
	/** The subagent that did it: shown inside of that entry's place. */
	readonly subagentId?: EntryId;
}

/** Content as it is shown: sound is not played, so its data stays in the host. */
export type ViewContent = Exclude<Content, AudioContent> | ViewAudio;

export interface ViewAudio {
	readonly type: 'audio';
	readonly mimeType: string;
	readonly bytes: number;
}

export interface ViewMessage extends ViewEntryBase {
	readonly type: 'message';
	readonly role: MessageRole;
	readonly content: readonly ViewContent[];
	readonly isComplete: boolean;
	readonly isUnsent: boolean;
	/** Not sent yet: it goes out after the login. */
	readonly isHeld?: true;
	/** Milliseconds from the first to the last chunk. */
	readonly durationMs: number;
}

export interface ViewToolCall extends ViewEntryBase {
	readonly type: 'tool_call';
	/** The tool's own name, such as `Bash`. */
	readonly name?: string;
	readonly title: string;
	readonly kind: ToolKind;
	readonly status: ToolStatus;
	/** The agent's own word for a status that we do not know. */
	readonly statusName?: string;
	/** The agent can stop it alone: `cancelToolCall` asks for it. */
	readonly canCancel?: boolean;
	/** It was asked to. */
	readonly isCancelling?: boolean;
	readonly locations: readonly ViewLocation[];
	readonly content: readonly ViewToolContent[];
	/** There is raw input or output to look at: `requestRaw` brings it. */
	readonly hasRaw: boolean;
	readonly durationMs?: number;
}

export interface ViewLocation extends ToolLocation {
	/** The path as people read it: relative to the workspace where it can be. */
	readonly label: string;
}

export type ViewToolContent =
	| { readonly type: 'content'; readonly content: ViewContent }
	/** `index` counts the diffs and file changes of this call, from 0. `kind` says what happens to the file. */
	| {
			readonly type: 'diff';
			readonly index: number;
			readonly path: string;
			readonly label: string;
			readonly kind: 'create' | 'modify' | 'delete';
			readonly added: number;
			readonly removed: number;
			/** The first changed lines, each starting with `+`, `-` or a blank. */
			readonly preview: readonly string[];
			readonly isPreviewCut: boolean;
	  }
	/** What happens to a file of which the agent does not send both texts. */
	| {
			readonly type: 'file_change';
			readonly index: number;
			readonly path: string;
			readonly label: string;
			/** Where a move or a copy comes from, as people read it. */
			readonly oldLabel?: string;
			readonly operation: FileChange['operation'];
			readonly operationName?: string;
			readonly fileType?: string;
			/** Without a patch nothing is known of the lines: both are 0 and the preview is empty. */
			readonly hasPatch: boolean;
			readonly isPatchUnreadable: boolean;
			readonly added: number;
			readonly removed: number;
			readonly preview: readonly string[];
			readonly isPreviewCut: boolean;
	  }
	| {
			readonly type: 'terminal';
			readonly terminalId: string;
			readonly label: string;
			/** Nobody has said anything of this terminal, so there is nothing to open either. */
			readonly isMissing?: boolean;
			/** Directory it runs in, as people read it; absent when it is the session's. */
			readonly cwdLabel?: string;
			/** Newest part, at most `limits.toolOutputChars` long. */
			readonly output: string;
			readonly isTruncated: boolean;
			readonly exit?: { readonly exitCode: number | null; readonly signal: string | null };
	  };

export interface ViewPlan extends ViewEntryBase {
	readonly type: 'plan';
	readonly items: readonly PlanItem[];
	readonly document?: PlanEntry['document'];
	/** The agent's name of a plan of a kind that we do not know. */
	readonly planId?: string;
	readonly isRemoved: boolean;
}

export interface ViewPermission extends ViewEntryBase {
	readonly type: 'permission';
	readonly title: string;
	readonly description?: string;
	/** Entry id of the tool call it is about; its card carries the details. */
	readonly toolCallEntryId?: EntryId;
	/** The command, path or raw input in full, as the user must be able to read it before answering. */
	readonly details: string;
	/** A sentence of ours instead of details: the agent said nothing, or something that we do not understand. */
	readonly note?: string;
	/** The directory of a command, as people read it; absent when it is the session's. */
	readonly cwdLabel?: string;
	readonly hasDiff: boolean;
	readonly options: readonly PermissionOption[];
	readonly state: PermissionState;
}

/** A question of the agent. While it is pending the view shows the form, or the address, and sends the answer. */
export interface ViewElicitation extends ViewEntryBase {
	readonly type: 'elicitation';
	/** Plain text: an address in it is no link (acp C102). */
	readonly message: string;
	readonly mode: ElicitationMode;
	readonly state: ElicitationState;
	/** For an address: what the user has to see before going there (acp C98, C101). */
	readonly target?: UrlTarget;
}

export interface UrlTarget {
	/** As the browser reads it, ASCII. */
	readonly host: string;
	/** A sentence for each thing that is suspicious about it. */
	readonly warnings: readonly string[];
}

export interface ViewCompaction extends ViewEntryBase {
	readonly type: 'compaction';
	readonly status: CompactionEntry['status'];
	readonly summary: readonly ViewContent[];
	readonly error?: string;
}

export interface ViewSubagent extends ViewEntryBase {
	readonly type: 'subagent';
	readonly title: string;
	readonly description?: string;
	readonly state: SubagentEntry['state'];
	readonly canCancel: boolean;
}

export interface ViewNotice extends ViewEntryBase {
	readonly type: 'notice';
	readonly severity: 'info' | 'warning' | 'error';
	readonly title: string;
	readonly detail?: string;
	readonly actions: readonly NoticeAction[];
}

/** Everything around the transcript. Small; posted whole when any of it changes. */
export interface ViewSession {
	readonly key: string;
	readonly agentTitle: string;
	readonly title: string;
	readonly agent: ViewAgentState;
	readonly turn: TurnState;
	readonly commands: readonly SlashCommand[];
	/** What can be chosen, in the order to show it. */
	readonly options: readonly ConfigOption[];
	/** Choices on their way to the agent. Absent when there are none. */
	readonly pendingChoices?: readonly PendingChoice[];
	readonly usage?: SessionUsage;
	/** What the agent wants noticed, oldest first; each can be dismissed. */
	readonly notices: readonly AgentNotice[];
	/** Commands that still run, and what else the agent does beside its turn, oldest first. */
	readonly running: readonly ViewRunning[];
	/** Prompts that wait for their turn, first in line first. Absent when there are none. */
	readonly queue?: readonly ViewQueuedPrompt[];
	/** Why none of them goes out by itself. Absent when they do. */
	readonly queuePause?: QueuePause;
	/** Kinds of content, beside text and files, that the agent takes. */
	readonly accepts: { readonly image: boolean; readonly audio: boolean };
	/** Pending permissions, oldest first. */
	readonly pendingPermissions: readonly EntryId[];
	/** Pending questions, oldest first. */
	readonly pendingElicitations: readonly EntryId[];
	/** The current plans for the panel above the composer, the latest last. Absent when there are none. */
	readonly planIds?: readonly EntryId[];
}

/** As the model has it; of the ways to log in only what is shown. */
export type ViewAgentState =
	| Exclude<AgentState, { type: 'login_required' }>
	| {
			readonly type: 'login_required';
			readonly reason: string;
			readonly methods: readonly ViewAuthMethod[];
			readonly attempt?: LoginAttempt;
			/** A prompt goes out after the login. */
			readonly holdsPrompt: boolean;
	  };

export interface ViewAuthMethod {
	readonly id: string;
	readonly name: string;
	readonly description?: string;
	readonly type: 'agent' | 'terminal' | 'command' | 'env_var' | 'other';
}

/** A command, or other work of the agent, that runs on by itself. */
export interface ViewRunning {
	readonly type: 'terminal' | 'tool_call' | 'subagent' | 'other';
	/** The terminal's id, or the entry's; for what has neither, one that is only good to tell rows apart. */
	readonly id: string;
	/** The terminal that shows it, if there is one to open. */
	readonly terminalId?: string;
	readonly label: string;
	/** Epoch milliseconds; absent when nobody knows. */
	readonly startedAt?: number;
	/** It can be stopped from here. */
	readonly canStop: boolean;
	/** It was asked to stop, and has not ended. */
	readonly isStopping?: boolean;
}

export interface ViewQueuedPrompt {
	readonly id: string;
	/** Its text; what goes with it is named in brackets. */
	readonly text: string;
	/** `agent`: the agent holds it already; `withdrawing`: it was asked to give it back. */
	readonly place: 'here' | 'agent' | 'withdrawing';
	/** It goes out as soon as the turn has stopped. */
	readonly isNext?: true;
}

/** One step of a delta. Applied in order. */
export type ViewOp =
	/** Adds the entry at the end, or replaces the one of that id in its place. */
	| { readonly type: 'entry'; readonly entry: ViewEntry }
	/** Appends to the last text content of a message. */
	| { readonly type: 'text'; readonly id: EntryId; readonly text: string }
	/** Appends to the output of a terminal shown in any card. */
	| { readonly type: 'terminal_text'; readonly terminalId: string; readonly text: string }
	| { readonly type: 'session'; readonly session: ViewSessionUpdate };

/** Lists that may be long and seldom change go out only when they did; what is left out stays. */
export type ViewSessionUpdate = Omit<ViewSession, LongList> & Partial<Pick<ViewSession, LongList>>;
type LongList = 'commands' | 'options';
