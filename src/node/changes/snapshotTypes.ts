/** What bounds the looks at the disk, and what they find. */
import * as limits from '../../core/base/limits.ts';
import type { Observed } from '../../core/changes/observed.ts';
import type { FileState } from '../../core/changes/record.ts';
import type { EngineBounds } from './changeEngine.ts';
import type { Gap } from './gaps.ts';
import type { ScannedFile } from './scan.ts';

export type SnapshotBounds = Pick<
	EngineBounds,
	'maxFiles' | 'maxCopiedFiles' | 'maxCopiedBytes' | 'maxChanged' | 'maxFileBytes'
>;

export const defaultBounds: SnapshotBounds = {
	maxFiles: limits.changeFiles,
	maxCopiedFiles: limits.changeCopiedFiles,
	maxCopiedBytes: limits.changeCopiedBytes,
	maxChanged: limits.changedFiles,
	maxFileBytes: limits.changeFileBytes,
};

/** A file as a look at it alone has found it. */
export interface FileLook {
	readonly state: FileState;
	/** Absent where there is none, or none that can be told. */
	readonly entry: ScannedFile | undefined;
}

/** What one look at the disk has found since the look before: the changes, and what it does not cover. */
export interface Difference {
	readonly observed: readonly Observed[];
	readonly gaps: readonly Gap[];
	/** When the look before began, or the one before those that had too much to tell, in milliseconds since 1970. */
	readonly from: number;
}
