/** What waits for the user of what agents changed, as the chat view shows it. Small: all of it is in the Changes view. */

/** What waits in the folders of one session. */
export interface ViewChanges {
	/** Another number for each state: an answer to all names the one that the user has seen. */
	readonly revision: number;
	/** Files of which something waits. */
	readonly count: number;
	/** Lines of all of them. */
	readonly added: number;
	readonly removed: number;
	/** Files of which no tool call told. */
	readonly undeclared: number;
	/** Files that only other sessions changed. */
	readonly ofOthers: number;
	/** The first `limits.shownChangedFiles` of them. */
	readonly files: readonly ViewChangedFile[];
	/** Sentences about what is not watched, or cannot be undone. */
	readonly gaps: readonly string[];
}

/** A file of which something waits. */
export interface ViewChangedFile {
	readonly path: string;
	/** The path as people read it. */
	readonly label: string;
	readonly kind: 'created' | 'deleted' | 'modified' | 'moved' | 'mode';
	readonly added: number;
	readonly removed: number;
	readonly isUndoable: boolean;
	/** What the user has to know of it before answering, such as that no tool call told of it. */
	readonly remarks: readonly string[];
}

/** What became of the change of one file that a tool call told of. */
export type ViewFileReview =
	| {
			readonly type: 'waits';
			/** As the answer names it. */
			readonly path: string;
			/** Lines that wait, at most those of the call. */
			readonly added: number;
			readonly removed: number;
			readonly isUndoable: boolean;
			/**
			 * What an answer is about: lines that the call has written; with what others made of these lines later; or all
			 * that waits in the file, where more does and the lines of the call cannot be told.
			 */
			readonly reach: 'call' | 'lines' | 'file';
	  }
	/** The user was seen to answer all of it. */
	| { readonly type: 'kept' | 'undone' | 'kept_and_undone' };
