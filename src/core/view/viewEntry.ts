/**
 * The entries of a transcript as the chat view shows them: small enough to post. Bulk (raw input, whole files, long
 * output) stays in the host; the view asks for it when the user opens it.
 */
import type { AudioContent, Content } from '../session/model/content.ts';
import type {
	AttemptEntry,
	CompactionEntry,
	ElicitationEntry,
	Entry,
	EntryId,
	MessageEntry,
	NoticeEntry,
	PermissionEntry,
	PlanEntry,
	SubagentEntry,
	ToolCallEntry,
} from '../session/model/entry.ts';
import type { TerminalState } from '../session/model/terminalState.ts';
import type { FileChange, ToolLocation } from '../session/model/toolContent.ts';
import type { ViewFileReview } from './viewChanges.ts';

/** One entry of the transcript as the view draws it; `createEntryView` chooses the view by its `type`. */
export type ViewEntry =
	| ViewMessage
	| ViewToolCall
	| ViewPlan
	| ViewPermission
	| ViewElicitation
	| ViewCompaction
	| ViewSubagent
	| ViewAttempt
	| ViewNotice;

/** These fields of an entry, as they are. */
type Shown<T extends Entry, Field extends keyof T> = Pick<T, 'id' | 'type' | Field> & {
	/** The subagent that did it: shown inside of that entry's place. */
	readonly subagentId?: EntryId;
	/** Its changes are not in the files any more: these went back. */
	readonly isUndone?: true;
};

/** Content as it is shown: sound is not played, so its data stays in the host. */
export type ViewContent =
	Exclude<Content, AudioContent> | (Pick<AudioContent, 'type' | 'mimeType'> & { readonly bytes: number });

/** A message of the user or the agent, or a thought. */
export interface ViewMessage extends Shown<MessageEntry, 'role' | 'isComplete'> {
	readonly content: readonly ViewContent[];
	readonly isUnsent: boolean;
	/** Not sent yet: it goes out after the login. */
	readonly isAwaitingLogin?: true;
	/** Milliseconds from the first to the last chunk. */
	readonly durationMs: number;
	/** Of a message of the user: what agents have changed since it was sent. Absent where that is nothing. */
	readonly changedSince?: ViewChangedSince;
}

/** A message without what it says, which may be long. */
export type ViewMessageFields = Omit<ViewMessage, 'content'>;

/** What is other than it was at a checkpoint. Lines are 0 where they cannot be told. */
export interface ViewChangedSince {
	readonly files: number;
	readonly added: number;
	readonly removed: number;
}

type ShownOfToolCall =
	'name' | 'title' | 'kind' | 'status' | 'statusName' | 'canCancel' | 'isCancelling' | 'attempts';

/** A tool call with its content, cut to what a card shows. */
export interface ViewToolCall extends Shown<ToolCallEntry, ShownOfToolCall> {
	readonly locations: readonly ViewLocation[];
	readonly content: readonly ViewToolContent[];
	/** There is raw input or output to look at: `requestRaw` brings it. */
	readonly hasRaw: boolean;
	readonly durationMs?: number;
}

interface ViewLocation extends ToolLocation {
	/** The path as people read it: relative to the workspace where it can be. */
	readonly label: string;
}

/** One part of the content of a tool call. `review` says what became of a change; absent where that is not known. */
export type ViewToolContent =
	| { readonly type: 'content'; readonly content: ViewContent }
	/** `index` counts the diffs and file changes of this call, from 0. `kind` says what happens to the file. */
	| ({
			readonly type: 'diff';
			readonly index: number;
			readonly path: string;
			readonly label: string;
			readonly kind: 'create' | 'modify' | 'delete';
			readonly review?: ViewFileReview;
	  } & DiffSummary)
	/** What happens to a file of which the agent does not send both texts. */
	| ({
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
			readonly review?: ViewFileReview;
	  } & DiffSummary)
	| {
			readonly type: 'terminal';
			readonly terminalId: string;
			readonly label: string;
			/** Neither side has reported this terminal yet, so there is no output to open. */
			readonly isMissing?: boolean;
			/** Directory it runs in, as people read it; absent when it is the session's. */
			readonly cwdLabel?: string;
			/** Newest part, at most `limits.toolOutputChars` long. */
			readonly output: string;
			readonly isTruncated: boolean;
			readonly exit?: NonNullable<TerminalState['exit']>;
	  };

/** What happens to one file. */
export type ViewChange = Extract<ViewToolContent, { type: 'diff' | 'file_change' }>;

/** A plan of the agent: items with a status, or a document. */
export interface ViewPlan extends Shown<PlanEntry, 'items' | 'document'> {
	/** The agent's name of a plan of a kind that we do not know. */
	readonly planId?: string;
	readonly isRemoved: boolean;
}

/** A permission request, pending or settled. */
export interface ViewPermission extends Shown<
	PermissionEntry,
	'title' | 'description' | 'options' | 'state'
> {
	/** Entry id of the tool call it is about: it stands in the card of that call. */
	readonly toolCallEntryId?: EntryId;
	/** Of one that is settled: the changes of files that were asked about. Absent where there are none. */
	readonly changes?: readonly ViewChange[];
	/** A document to be approved, such as a plan, in Markdown; `details` is then what it is given besides. */
	readonly document?: string;
	/** The command, path or raw input in full, as the user must be able to read it before answering. */
	readonly details: string;
	/** What is said besides and is no part of the details, in few words. */
	readonly remark?: string;
	/** The details name files, one a line as their rows say it, and nothing that would run. */
	readonly namesFiles?: true;
	/** A sentence of ours instead of details: the agent said nothing, or something that we do not understand. */
	readonly note?: string;
	/** The directory of a command, as people read it; absent when it is the session's. */
	readonly cwdLabel?: string;
	readonly hasDiff: boolean;
	/** What the answer has to name: it is to what the request says now. Absent is 0. */
	readonly revision?: number;
}

/** A question of the agent. While it is pending the view shows the form, or the address, and sends the answer. */
export interface ViewElicitation extends Shown<ElicitationEntry, 'message' | 'mode' | 'state'> {
	/** For an address: what the user has to see before going there (acp C98, C101). */
	readonly target?: UrlTarget;
}

export interface UrlTarget {
	/** As the browser reads it, ASCII. */
	readonly host: string;
	/** A sentence for each thing that is suspicious about it. */
	readonly warnings: readonly string[];
}

/** The agent summarised the conversation to save context. */
export interface ViewCompaction extends Shown<CompactionEntry, 'status' | 'error'> {
	readonly summary: readonly ViewContent[];
}

/** A child session in the transcript of its parent, a task, or a turn of another conversation. */
export type ViewSubagent = Shown<SubagentEntry, 'kind' | 'title' | 'description' | 'state' | 'canCancel'>;

/** What the agent does for the turn is tried again. */
export type ViewAttempt = Shown<AttemptEntry, 'attempts'>;

/** A line of ours to the user, with buttons. */
export type ViewNotice = Shown<NoticeEntry, 'severity' | 'actions'> & {
	readonly title: string;
	readonly detail?: string;
};

export interface DiffSummary {
	readonly added: number;
	readonly removed: number;
	/** Changed lines with their sign, cut to a few. */
	readonly preview: readonly string[];
	readonly isPreviewCut: boolean;
}
