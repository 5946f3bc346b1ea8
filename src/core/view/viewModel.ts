/**
 * What the chat view shows, and no more: projections of the model that are small enough to post.
 * Bulk (raw input, whole files, long output) stays in the host and is asked for when someone looks.
 */
import type { Content } from '../session/content.ts';
import type {
	AgentState,
	EntryId,
	MessageRole,
	ModeState,
	NoticeAction,
	PermissionOption,
	PermissionState,
	PlanItem,
	SlashCommand,
	ToolKind,
	ToolLocation,
	ToolStatus,
	TurnState,
} from '../session/model.ts';

export type ViewEntry = ViewMessage | ViewToolCall | ViewPlan | ViewPermission | ViewNotice;

export interface ViewMessage {
	readonly type: 'message';
	readonly id: EntryId;
	readonly role: MessageRole;
	readonly content: readonly Content[];
	readonly isComplete: boolean;
	readonly isUnsent: boolean;
	/** Milliseconds from the first to the last chunk. */
	readonly durationMs: number;
}

export interface ViewToolCall {
	readonly type: 'tool_call';
	readonly id: EntryId;
	readonly title: string;
	readonly kind: ToolKind;
	readonly status: ToolStatus;
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
	| { readonly type: 'content'; readonly content: Content }
	/** `index` counts the diffs of this call, from 0. `kind` says what happens to the file. */
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
	| {
			readonly type: 'terminal';
			readonly terminalId: string;
			readonly label: string;
			/** Newest part, at most `limits.toolOutputChars` long. */
			readonly output: string;
			readonly isTruncated: boolean;
			readonly exit?: { readonly exitCode: number | null; readonly signal: string | null };
	  };

export interface ViewPlan {
	readonly type: 'plan';
	readonly id: EntryId;
	readonly items: readonly PlanItem[];
}

export interface ViewPermission {
	readonly type: 'permission';
	readonly id: EntryId;
	readonly title: string;
	readonly description?: string;
	/** Entry id of the tool call it is about; its card carries the details. */
	readonly toolCallEntryId?: EntryId;
	/** The command, path or raw input in full, as the user must be able to read it before answering. */
	readonly details: string;
	readonly hasDiff: boolean;
	readonly options: readonly PermissionOption[];
	readonly state: PermissionState;
}

export interface ViewNotice {
	readonly type: 'notice';
	readonly id: EntryId;
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
	readonly agent: AgentState;
	readonly turn: TurnState;
	readonly commands: readonly SlashCommand[];
	readonly modes?: ModeState;
	/** Pending permissions, oldest first. */
	readonly pendingPermissions: readonly EntryId[];
	/** The latest plan, for the panel above the composer. */
	readonly planId?: EntryId;
}

/** One step of a delta. Applied in order. */
export type ViewOp =
	/** Adds the entry at the end, or replaces the one of that id in its place. */
	| { readonly type: 'entry'; readonly entry: ViewEntry }
	/** Appends to the last text content of a message. */
	| { readonly type: 'text'; readonly id: EntryId; readonly text: string }
	/** Appends to the output of a terminal shown in any card. */
	| { readonly type: 'terminal_text'; readonly terminalId: string; readonly text: string }
	| { readonly type: 'session'; readonly session: ViewSession };
