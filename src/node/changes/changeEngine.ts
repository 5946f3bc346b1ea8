/**
 * The interface between the host and the change engine, which runs in a thread of its own (`changesThread.ts`). The host
 * passes workspace folders, requests for a look (`snapshot`), evidence of authors, files about to be written (`capture`),
 * tool calls (`beginCall`, `endCall`), and the user's answers. The engine returns change records, what waits for the
 * user, its hunks, file contents, and gaps. Types only.
 */
import type { Evidence } from '../../core/changes/attribution.ts';
import type { CallPart, CallTexts } from '../../core/changes/callPart.ts';
import type { Pending } from '../../core/changes/journalLine.ts';
import type { ChangeRecord } from '../../core/changes/record.ts';
import type { Hunk, ReviewTexts } from '../../core/changes/review.ts';
import type { DiffContent, FileChange } from '../../core/session/model/toolContent.ts';
import type { Gap } from './gaps.ts';

export interface EngineOptions {
	/** Folders of the workspace, absolute. Those that hold the user's home, or all of a disk, are not walked. */
	readonly roots: readonly string[];
	/** Folders that are not looked into, as lines of a `.gitignore` beside each root. */
	readonly exclude?: readonly string[];
	/** Below the storage that VS Code gives to this workspace, absolute. Made when it is not there. */
	readonly storeFolder: string;
	/** The user's own folder. */
	readonly home: string;
	/**
	 * When the first turn began, in milliseconds since 1970: what has changed from then on is told by the first look, though
	 * nothing tells what it was before. Absent where none has begun.
	 */
	readonly since?: number;
	/** Bounds other than those of `limits.ts`. */
	readonly bounds?: Partial<EngineBounds>;
}

export interface EngineBounds {
	readonly maxStoreBytes: number;
	/** Free room of the disk below which nothing is copied. */
	readonly minFreeBytes: number;
	readonly maxFileBytes: number;
	readonly maxFiles: number;
	readonly maxCopiedFiles: number;
	readonly maxCopiedBytes: number;
	/** Changes that one look tells of. */
	readonly maxChanged: number;
	/** Of one session. */
	readonly maxCheckpoints: number;
	readonly maxCheckpointMs: number;
}

export interface SnapshotReport {
	/** What changed since the snapshot before; of the first one, since `EngineOptions.since`. */
	readonly records: readonly ChangeRecord[];
	/** What is not covered. */
	readonly gaps: readonly Gap[];
	readonly tookMs: number;
}

/** What of a file waits. */
export type Review =
	| { readonly type: 'nothing' }
	/** Told line by line. */
	| {
			readonly type: 'text';
			readonly texts: ReviewTexts;
			readonly live: string;
			readonly hunks: readonly Hunk[];
	  }
	/** Kept or undone as a whole: created, deleted, binary, large, or only its mode changed. */
	| { readonly type: 'whole'; readonly pending: Pending; readonly isUndoable: boolean };

/**
 * What became of an answer: `drifted` where what waits is not what was answered, and `not_stored` where the texts could
 * not be stored. What waited before waits still then.
 */
export type SettleAnswer = 'done' | 'drifted' | 'not_stored';

export type RestoreAnswer =
	| { readonly type: 'done' }
	/** The file was made by the agent, or moved with changes and is back where it was: the host puts the one at `path` into the trash. */
	| { readonly type: 'remove'; readonly path: string }
	/** It is not as it was when it was shown. */
	| { readonly type: 'drifted' }
	/** The user changed it as well, and was not asked. */
	| { readonly type: 'conflict' }
	/** Its content before the change is not known. */
	| { readonly type: 'unknown' }
	| { readonly type: 'failed'; readonly reason: string };

/** A tool call of a session. */
export interface CallId {
	readonly session: string;
	readonly call: string;
}

/** A file that a call says it changes. */
export interface NamedFile {
	/** As the agent writes it. */
	readonly path: string;
	/** What its editor would save, where it has text that is not saved. */
	readonly unsaved?: Uint8Array;
}

/** What a call changed of a file; a side that was not seen is absent. */
export interface CallChange {
	/** When the call first named it. */
	readonly before?: Uint8Array;
	/** When the call had ended. */
	readonly after?: Uint8Array;
}

/** What a call says it changes of one file. */
export interface CalledChange {
	readonly call: CallId;
	readonly item: DiffContent | FileChange;
	/** Of the file that waits: absolute, without links. */
	readonly path: string;
	/** The text of its editor; absent: the file on the disk. */
	readonly live?: string;
}

/** Keys of sessions. */
export type ForgottenSessions = readonly string[] | 'all';

export interface ChangeEngine {
	/**
	 * Looks at the workspace: at a prompt, at the end of a turn, after commands. A prompt does not wait for it; what
	 * writes for an agent does. The first one is what later ones are compared with.
	 */
	snapshot(): Promise<SnapshotReport>;
	/** True where an engine before this one ended in the middle of a turn: the next look compares with its last one. */
	isResumed(): Promise<boolean>;
	/** Resolves once nothing is left to copy of the last look: what changes from then on can be undone. */
	copied(): Promise<void>;
	/** Copies files that are about to be changed. Paths as agents write them: what lies elsewhere is not looked at. */
	capture(paths: readonly string[]): Promise<void>;
	/** A file outside of the workspace that the user allowed, absolute: it is looked at from now on. */
	allow(path: string): Promise<void>;
	/** A call names files that it is about to change: they are kept as they are. Few, small, and of the workspace only. */
	beginCall(call: CallId, files: readonly NamedFile[]): Promise<void>;
	/** The call has ended: what it named is kept as it is now. @param late files that it names only now */
	endCall(call: CallId, late?: readonly string[]): Promise<void>;
	/** @param path as the agent writes it; undefined for a file of which nothing was seen */
	callChange(call: CallId, path: string): Promise<CallChange | undefined>;
	/** The text before and after a change of a call; undefined where that cannot be told, and of what is no text. */
	callTexts(change: CalledChange): Promise<CallTexts | undefined>;
	/** What waits of it in its file, as that is now. */
	callPart(change: CalledChange): Promise<CallPart | undefined>;
	/** What speaks for an author, as soon as it is known. */
	note(evidence: readonly Evidence[]): Promise<void>;
	/** Files of which changes wait. */
	pending(): Promise<readonly Pending[]>;
	/** All records that are kept, oldest first. */
	records(): Promise<readonly ChangeRecord[]>;
	/** @param live the text of its editor; undefined: the file on the disk */
	review(path: string, live?: string): Promise<Review>;
	/** The user answered, and the live text is as it should be: what waits from now on. Equal texts wait for nothing. */
	settle(path: string, texts: ReviewTexts): Promise<SettleAnswer>;
	/** The user keeps the file as it is. */
	keepFile(path: string): Promise<void>;
	/** Puts the whole file back as the user had accepted it. */
	restoreFile(path: string, userEdits: 'keep' | 'discard'): Promise<RestoreAnswer>;
	/** A content that a record or a state names; undefined where it is not kept any more. */
	content(hash: string): Promise<Uint8Array | undefined>;
	/**
	 * Lets go of all checkpoints of sessions, of what their calls changed, and of the copies that nothing else needs.
	 * What waits for the user stays.
	 */
	forget(sessions: ForgottenSessions): Promise<void>;
}
