/** What is recorded of a change: which file, both sides, whose it is, and what tells that. */

/** A file at a moment. */
export type FileState =
	| { readonly type: 'absent' }
	/** There was one, or maybe none; nothing is known of it. */
	| { readonly type: 'unknown' }
	| {
			readonly type: 'file';
			/** Permission bits. */
			readonly mode: number;
			readonly size: number;
			/** SHA-256 of the content, in hex; absent where the content was not read. */
			readonly hash?: string;
	  }
	/** A symbolic link; the content is where it leads, as it is written. */
	| { readonly type: 'link'; readonly hash?: string }
	/** A pipe, socket or device: never opened. */
	| { readonly type: 'special' }
	/** A folder, for checkpoints only: what is in it is told by itself. */
	| { readonly type: 'folder' };

export interface TurnId {
	readonly session: string;
	/** Of the prompt that began it. */
	readonly turn: string;
}

/** Who made a change. `unknown` is told as such: a guess would be worse. */
export type Author = 'agent' | 'user' | 'unknown';

/** What speaks for an author, strongest first. */
export type EvidenceName =
	/** Files were put back as they were at a checkpoint: the user's doing, for the session that `turn` names. */
	| 'restored'
	/** The bytes on the disk are those that were written through us, that a diff announced, or that an editor saved. */
	| 'bytes'
	/** A write, diff or patch names the path, but other bytes are there: a formatter, or a later change. */
	| 'named'
	/** Saved by an editor of the user, but other bytes are there. */
	| 'saved'
	/** Within the time of a command of an agent. Of several turns, or with `user_command`, it tells no author. */
	| 'command'
	/** Within the time of a terminal or task of the user. It tells the author where it stands alone. */
	| 'user_command'
	/** Within a turn, and nothing tells of it. */
	| 'undeclared'
	/** Within no turn. */
	| 'outside_turns';

/** One change of one file, seen between two looks at the disk. */
export interface ChangeRecord {
	/** Absolute path, without links. */
	readonly path: string;
	/** Where the file was before it was moved here: gone from there, with the same content. */
	readonly movedFrom?: string;
	readonly before: FileState;
	readonly after: FileState;
	/** The first folder above a new file that was not there before it. */
	readonly newFolder?: string;
	/** The turn that it belongs to; absent outside of turns, and where several could have made it. */
	readonly turn?: TurnId;
	readonly author: Author;
	readonly evidence: readonly EvidenceName[];
	/** The command that ran meanwhile, where that is the evidence. */
	readonly command?: string;
	/** Time of the snapshot that saw it, in milliseconds since 1970. */
	readonly at: number;
}

/** True where both states are known and have the same type, content and mode. */
export function isSameState(left: FileState, right: FileState): boolean {
	if (left.type === 'file' && right.type === 'file') {
		return left.hash !== undefined && left.hash === right.hash && left.mode === right.mode;
	}
	if (left.type === 'link' && right.type === 'link') {
		return left.hash !== undefined && left.hash === right.hash;
	}
	return left.type === right.type && left.type !== 'unknown';
}

/** True for a folder that came or went: for checkpoints only. */
export function isOfFolder({ before, after }: Pick<ChangeRecord, 'before' | 'after'>): boolean {
	return before.type === 'folder' || after.type === 'folder';
}

/** True where both are the same change of a file, of whichever author. */
export function isSameChange(left: ChangeRecord, right: ChangeRecord): boolean {
	return (
		left.path === right.path &&
		left.movedFrom === right.movedFrom &&
		isSameState(left.before, right.before) &&
		isSameState(left.after, right.after)
	);
}

/** As `hashesOf`; none for an empty file, whose content tells nothing and cannot be lost. */
export function contentsOf(state: FileState): readonly string[] {
	return state.type === 'file' && state.size === 0 ? [] : hashesOf(state);
}

/** The content of a state, where that was read. */
export function hashesOf(state: FileState): readonly string[] {
	return 'hash' in state && state.hash !== undefined ? [state.hash] : [];
}
