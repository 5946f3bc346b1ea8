/**
 * What waits for the user of what agents changed, as all surfaces see it: strip, cards, tree, badges, editors. The
 * engine decides what that is; a surface shows it and passes on what the user answers. Types only: a window in which
 * no agent has worked loads nothing of it.
 */
import type { Event } from '../../core/base/emitter.ts';
import type { Pending } from '../../core/changes/journalLine.ts';
import type { TurnId } from '../../core/changes/record.ts';
import type { CallPart } from '../../core/changes/callPart.ts';
import type { RestoreTarget } from '../../core/session/model/events.ts';
import type { DiffContent, FileChange } from '../../core/session/model/toolContent.ts';
import type { Hunk } from '../../core/changes/review.ts';
import type { CheckpointSummary, RestorePoint } from '../../node/changes/checkpoints/checkpointEngine.ts';
import type { Gap } from '../../node/changes/gaps.ts';

/** A file of which something waits. Its hunks are made of its live text: that of its editor, else the one on the disk. */
export interface ChangedFile {
	/** Absolute, without links. */
	readonly path: string;
	/** Where it was when the user accepted it. */
	readonly movedFrom?: string;
	readonly kind: 'created' | 'deleted' | 'modified' | 'moved' | 'mode';
	/** `whole` is kept and undone as a whole: created, deleted, binary, large, or only its mode changed. */
	readonly type: 'text' | 'whole';
	/** Of `whole`: the hash of what the agent left, where that is known. */
	readonly content?: string;
	/** In order; empty for `whole`. */
	readonly hunks: readonly Hunk[];
	/** Lines; 0 where they cannot be told. */
	readonly added: number;
	readonly removed: number;
	/** False where the content before the change is not known. */
	readonly isUndoable: boolean;
	/** Why that content is not known; absent where nothing tells. */
	readonly notCopied?: 'secret' | 'too_large';
	/** No tool call told of it: it was seen on the disk only. */
	readonly isUndeclared: boolean;
	/** The turns that had a part in it, oldest first; of none where nothing tells. */
	readonly turns: readonly TurnId[];
	/** The commands that had a part in it. */
	readonly commands: readonly string[];
}

/** How people know a turn: by the title of its session, and by how its prompt begins. Untrusted text. */
export interface TurnNames {
	readonly session: string;
	readonly prompt: string;
}

/** What became of an answer. What is not `done` has been said to the user already. */
export type ReviewOutcome = 'done' | 'drifted' | 'cancelled' | 'failed';

/** What became of what a call has made, and which lines that were. */
export interface CallOutcome {
	readonly outcome: ReviewOutcome;
	readonly hunks: readonly Hunk[];
}

/** What the user has just answered, of one file. */
export interface ReviewAnswer {
	readonly type: 'kept' | 'undone';
	/** As it was before. */
	readonly file: ChangedFile;
	/** Those that were answered; empty for a file that is kept and undone as a whole. */
	readonly hunks: readonly Hunk[];
	/** Nothing of the file waits any more because of this. */
	readonly isAll: boolean;
}

/** What a call says it changes of one file. */
export interface CalledItem {
	readonly session: string;
	/** As `callName` names it. */
	readonly call: string;
	readonly item: DiffContent | FileChange;
}

/** Files that were put back. */
export interface RestoredFiles {
	/** Key of the session whose checkpoint it is. */
	readonly session: string;
	/** As the engine names the restore. */
	readonly restoreId: string;
	/** A restore: the agent's changes are there again. */
	readonly to: RestoreTarget;
	/** Absolute, without links; of a file that was moved both places. */
	readonly paths: readonly string[];
	/** Files that went there, of those that were planned to. */
	readonly files: number;
	readonly ofFiles: number;
	/** Among them is all that surely was the agent's. */
	readonly isWhole: boolean;
}

/** What waits of files at a moment; undefined for nothing. By path. */
export type SeenFiles = ReadonlyMap<string, Pending | undefined>;

export interface ChangeReview {
	/** Files of which something waits, by path. */
	readonly files: readonly ChangedFile[];
	/** What is not covered, and why. */
	readonly gaps: readonly Gap[];
	/** When files went back to a checkpoint, of all sessions, oldest first. */
	readonly restores: readonly RestorePoint[];
	/** Fires with the paths whose files came, went or changed. */
	readonly onDidChange: Event<readonly string[]>;

	/** Fires after an answer was carried out, with what it was for each file. */
	readonly onDidAnswer: Event<readonly ReviewAnswer[]>;

	/** Fires after a look at the disk that has seen changes, of whatever files. */
	readonly onDidSeeChanges: Event<void>;

	/** Fires after files have gone back to a checkpoint of a session, or forth again. */
	readonly onDidRestore: Event<RestoredFiles>;

	/** @param path absolute, without links */
	file(path: string): ChangedFile | undefined;
	/** The text of the file as the user has accepted it; undefined for what is no text. Empty for what was created. */
	baseText(path: string): Promise<string | undefined>;
	/** Hunks are named by themselves: one that is not there any more answers `drifted` and is drawn again. */
	keepHunk(path: string, hunk: Hunk): Promise<ReviewOutcome>;
	/** One step of the editor's own undo; asks where the user's own lines are among those to go. */
	undoHunk(path: string, hunk: Hunk): Promise<ReviewOutcome>;
	/** @param seen what was on the screen when the user answered; of a file of which something else waits by then nothing is kept */
	keepFiles(paths: readonly string[], seen?: SeenFiles): Promise<ReviewOutcome>;
	/** What waits of these files, to be asked for when the user answers, before anything else. */
	seen(paths: readonly string[]): SeenFiles;
	/**
	 * What an agent created goes into the trash. Asks once for all that the user has changed as well.
	 * @param seen what the user has agreed to; of a file of which something else waits by then nothing is undone
	 */
	undoFiles(paths: readonly string[], seen?: SeenFiles): Promise<ReviewOutcome>;
	/** What of the file's changes that wait this one has made; undefined where that cannot be told line by line. */
	callPart(path: string, change: CalledItem): Promise<CallPart | undefined>;
	/** Keeps what a call has made, and leaves what others have. */
	keepCall(path: string, change: CalledItem): Promise<CallOutcome>;
	/** Asks where others wrote to the same lines later. */
	undoCall(path: string, change: CalledItem): Promise<CallOutcome>;
	/** The checkpoints of a session with what has changed since, oldest first, as far as looks have told. */
	checkpoints(session: string): Promise<readonly CheckpointSummary[]>;
	/** Undefined for a turn that is not known any more. Absent where turns have no names. */
	namesOf?(turn: TurnId): TurnNames | undefined;
	/** Looks at the disk now. */
	refresh(): Promise<void>;
}

/** The window's review: there is none until the first prompt, or until something waits from before a reload. */
export interface ChangeTracking {
	readonly review: ChangeReview | undefined;
	readonly onDidStart: Event<ChangeReview>;
	/** There is none any more, or another one starts. */
	readonly onDidEnd: Event<void>;
}
