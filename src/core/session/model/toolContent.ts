/** What a tool call does and shows: its kind and state, where it works, what comes out of it, what it changes. */
import type { ToolKind, ToolStatus } from '../../base/toolCall.ts';
import type { Content } from './content.ts';

export interface ToolLocation {
	/** Absolute path. */
	readonly path: string;
	/** 1-based. */
	readonly line?: number;
}

export type ToolContent =
	| { readonly type: 'content'; readonly content: Content }
	| DiffContent
	| FileChange
	| { readonly type: 'terminal'; readonly terminalId: string };

/** A change of one file. `oldText: null` is a new file, `newText: null` a deleted one. May be a fragment only. */
export interface DiffContent {
	readonly type: 'diff';
	/** Absolute path. */
	readonly path: string;
	readonly oldText: string | null;
	readonly newText: string | null;
}

/** What happens to one file, without its texts. With a patch the changed lines are known, and no more. */
export interface FileChange {
	readonly type: 'file_change';
	readonly operation: 'add' | 'delete' | 'modify' | 'move' | 'copy' | 'other';
	/** The agent's own word for an operation that is `other`. */
	readonly operationName?: string;
	/** Absolute path; of a move or a copy, where it goes. */
	readonly path: string;
	/** Where a move or a copy comes from. Absolute path. */
	readonly oldPath?: string;
	/** `text`, `binary`, `directory`, `symlink`, or anything else; absent when the agent did not say. */
	readonly fileType?: string;
	/** The changed lines. Absent when there is no patch, or none that could be read. */
	readonly hunks?: readonly PatchHunk[];
	/** The agent sent a patch that could not be read, or that says nothing of this file. */
	readonly isPatchUnreadable?: boolean;
}

/** A run of changed lines, as in a unified diff. Lines count from 1. */
export interface PatchHunk {
	readonly oldStart: number;
	readonly oldLines: number;
	readonly newStart: number;
	readonly newLines: number;
	/** Each starts with a blank, `+`, `-` or `\\`. */
	readonly lines: readonly string[];
}

/** Fields of a tool call that the agent named. An absent field keeps what is there, null clears it. */
export interface ToolCallPatch {
	readonly name?: string | null;
	readonly title?: string | null;
	readonly kind?: ToolKind | null;
	readonly status?: ToolStatus | null;
	/** The agent's own word for a status that we do not know. */
	readonly statusName?: string;
	readonly content?: readonly ToolContent[];
	readonly locations?: readonly ToolLocation[];
	readonly rawInput?: unknown;
	readonly rawOutput?: unknown;
	readonly meta?: unknown;
	/** Merged into `meta` key by key; a null takes its key away, null alone takes all (acp C249). */
	readonly metaPatch?: Readonly<Record<string, unknown>> | null;
	readonly canCancel?: boolean;
}
