/**
 * What goes into the checkpoints of the engine of changes and what comes out (`changeEngine.ts`): prompts, questions
 * what has changed since, plans to go back, and restores. Nothing here touches the disk.
 */
import type { Checkpoint, PlannedFile } from '../../../core/changes/checkpoints/checkpoint.ts';
import type { GitMovement } from '../../../core/changes/checkpoints/gitPoint.ts';

/** A checkpoint with what is other than it was there, of what agents changed. */
export interface CheckpointSummary extends Checkpoint {
	readonly files: number;
	/** Lines, of texts. */
	readonly added: number;
	readonly removed: number;
	/** The last restore, and no agent has changed anything since: to go back to it is to redo. */
	readonly isRedo: boolean;
}

/** A restore that changed something, which can be gone back before. */
export interface RestorePoint {
	/** Of the checkpoint. */
	readonly id: string;
	readonly session: string;
	/** In milliseconds since 1970. */
	readonly at: number;
	/** The last one, and no agent has changed anything since. */
	readonly isRedo: boolean;
}

/** A file that an editor has open. */
export interface OpenFile {
	/** Absolute, without links. */
	readonly path: string;
	/** What the editor would save, where it has text that is not saved. */
	readonly unsaved?: Uint8Array;
}

/** What going back to a checkpoint would do. */
export interface RestorePlan {
	readonly id: string;
	readonly files: readonly PlannedFile[];
	/** How Git has moved since; a restore leaves it there. */
	readonly git: readonly GitMovement[];
}

/** A text that the host puts into the editor of a file, and saves where nothing was unsaved. */
export interface CheckpointEdit {
	readonly path: string;
	/** Of another text nothing is changed. */
	readonly before: string;
	readonly after: string;
	/** Of what is to be on the disk. */
	readonly hash: string;
}

/** What became of a restore. */
export type RestoreResult =
	/** The plan, or a content that it needs, is not kept any more. Nothing was changed. */
	| { readonly type: 'not_kept' }
	/** Nothing was changed. `reason` is the system's error. */
	| { readonly type: 'failed'; readonly reason: string }
	| {
			readonly type: 'done';
			/** Of the checkpoint that the restore is, for `endRestore`; absent where nothing was to be done. */
			readonly id?: string;
			readonly files: readonly RestoreFileResult[];
			readonly edits: readonly CheckpointEdit[];
	  };

export interface RestoreFileResult {
	readonly path: string;
	readonly answer:
		| { readonly type: 'done' }
		/** It is not as it was when the plan was made, and was left. */
		| { readonly type: 'drifted' }
		/** `reason` is English, for the log. */
		| { readonly type: 'failed'; readonly reason: string };
}

export interface CheckpointEngine {
	/** A prompt was sent, and its look comes: the files can go back to how that finds them. */
	checkpoint(checkpoint: Checkpoint): Promise<void>;
	/** Of a session, oldest first, as far as looks have told. */
	checkpoints(session: string): Promise<readonly CheckpointSummary[]>;
	/** Of all sessions, oldest first. */
	restores(): Promise<readonly RestorePoint[]>;
	/**
	 * What going back would do; writes nothing. A look comes before it, so that all changes are told.
	 * @returns undefined where there is no such checkpoint any more
	 */
	planRestore(
		checkpoint: Pick<Checkpoint, 'session' | 'id'>,
		open: readonly OpenFile[],
	): Promise<RestorePlan | undefined>;
	/**
	 * Puts files of a plan back, on the disk those that no editor has open; the texts of the others are handed out. What
	 * is not as it was planned with is left. A plan can be carried out once.
	 * @param paths of its files
	 */
	restore(plan: string, paths: readonly string[]): Promise<RestoreResult>;
	/** The host has written the texts that it was handed, or could not. */
	endRestore(id: string): Promise<void>;
}
