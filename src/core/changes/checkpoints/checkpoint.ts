/** A point that the files of a session can go back to: where a prompt was sent, or a restore began. */
import { type FileState, isOfFolder } from '../record.ts';
import type { GitPoint } from './gitPoint.ts';

export interface Checkpoint {
	readonly type: 'prompt' | 'restore';
	/** For a prompt, the id of its turn in change records; for a restore, its own id. Unique in the session. */
	readonly id: string;
	readonly session: string;
	/** In milliseconds since 1970. */
	readonly at: number;
	/** SHA-256 of the text of the prompt, in hex: entries may have other ids after a reload. */
	readonly prompt?: string;
	/** Of a restore: the checkpoint that it went to. */
	readonly of?: string;
	/** Where Git stood; absent where nothing was read of it. */
	readonly git?: readonly GitPoint[];
}

/** Why a file cannot be put back. */
export type BlockedReason =
	/** Its content then, or now, is not kept. */
	| 'not_copied'
	/** Its content is likely a secret, which is never kept. */
	| 'secret'
	| 'too_large'
	/** A pipe, socket or device. */
	| 'special'
	/** A folder stands in its place. */
	| 'folder'
	/** It is out of the folders of the workspace, or the way to it leads over a link. */
	| 'outside';

/** How a file that agents have touched may go back. */
export type PlanState =
	/** Only agents changed it. */
	| { readonly type: 'agent' }
	/** The user, git or another session changed it as well: their lines stay. */
	| { readonly type: 'merged' }
	/** … and in the same lines, or in what is no text: what they changed there goes. */
	| { readonly type: 'conflict'; readonly conflicts: number }
	/** Nothing tells who changed it. */
	| { readonly type: 'unknown' }
	| { readonly type: 'blocked'; readonly reason: BlockedReason };

/** One file as it is, and as it was. */
export interface PlannedPart {
	/** Absolute, without links. */
	readonly path: string;
	readonly now: FileState;
	readonly target: FileState;
	/** The folder that goes with the file once it is empty: an agent made it. Absolute. */
	readonly newFolder?: string;
	/** Of a file that was moved: where it is to be, the same for all of its parts. */
	readonly moved?: string;
	/** Target paths of files whose only copy may be this file: it stays in place while one of them is not restored. */
	readonly holds?: readonly string[];
}

export interface PlannedFile {
	/** Where it is to be; of a file that is to be gone, where it is. */
	readonly path: string;
	/** Two for a file that was moved: where it is to be, and where it is. */
	readonly parts: readonly PlannedPart[];
	readonly state: PlanState;
	/** Not ticked although it could be: it may hold the only copy of what belongs to a file that stays as it is. */
	readonly isHeld?: true;
	/** What a restore does with it unless the user says otherwise. */
	readonly isTicked: boolean;
}

export function isFolderPart({ now, target }: Pick<PlannedPart, 'now' | 'target'>): boolean {
	return isOfFolder({ before: now, after: target });
}
