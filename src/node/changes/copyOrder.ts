/** Which files of a look are copied, and in which order: small ones first, as many as there is room for. Pure. */
import type { ScannedFile, ScannedFiles } from './scan.ts';
import type { SnapshotBounds } from './snapshotTypes.ts';

type File = readonly [path: string, file: ScannedFile];

interface CopyOrder {
	/** Their content is known, and is not stored: there was no room for it, or the disk failed. */
	readonly missed: readonly File[];
	/** Nothing of their content is known yet. */
	readonly open: readonly File[];
	/** Too many, or too much. */
	readonly leftOut: readonly File[];
}

/** @param isStored asked for a content by its hash */
export function copyOrder(
	manifest: ScannedFiles,
	{ maxCopiedFiles, maxCopiedBytes }: Pick<SnapshotBounds, 'maxCopiedFiles' | 'maxCopiedBytes'>,
	isStored: (hash: string) => boolean,
): CopyOrder {
	const unknown: File[] = [];
	const missed: File[] = [];
	let [count, bytes] = [0, 0];
	for (const one of manifest) {
		const [, { hash, size }] = one;
		if (hash === undefined) unknown.push(one);
		else {
			count++;
			bytes += size;
			if (!isStored(hash)) missed.push(one);
		}
	}
	const open: File[] = [];
	const leftOut: File[] = [];
	for (const one of count >= maxCopiedFiles ? unknown : bySize(unknown)) {
		const [, { size }] = one;
		const isOver = count >= maxCopiedFiles || bytes + size > maxCopiedBytes;
		(isOver ? leftOut : open).push(one);
		if (isOver) continue;
		count++;
		bytes += size;
	}
	return { missed: bySize(missed), open, leftOut };
}

function bySize(files: readonly File[]): readonly File[] {
	return files.toSorted(([, a], [, b]) => a.size - b.size);
}
