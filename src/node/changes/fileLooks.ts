/** Looks at single files: what each is now, with its content in the store. */
import { readlinkSync } from 'node:fs';
import path from 'node:path';
import type { FileState } from '../../core/changes/record.ts';
import { isSecretName } from '../../core/changes/secretNames.ts';
import { type ContentStore, hashOf } from './contentStore.ts';
import type { GapReason, Gaps } from './gaps.ts';
import { safeRead, statAt } from './safeRead.ts';
import { isSpelledSo, scanned } from './scannedFile.ts';
import type { FileLook, SnapshotBounds } from './snapshotTypes.ts';

/** Why the store does not take a content. */
const refusals = { full: 'not_copied', low: 'low_disk', failed: 'store_failed' } as const;

export class FileLooks {
	readonly #store: ContentStore;
	readonly #maxFileBytes: number;
	/** Why the store did not take the last content; undefined where it did. */
	refused: GapReason | undefined;

	constructor(store: ContentStore, { maxFileBytes }: Pick<SnapshotBounds, 'maxFileBytes'>) {
		this.#store = store;
		this.#maxFileBytes = maxFileBytes;
	}

	/** What the file is now, with its content in the store. */
	of(file: string, gaps: Gaps): FileLook {
		try {
			return this.#look(file, gaps);
		} catch {
			// It was replaced between two calls, or its folder may not be read any more.
			gaps.add('unreadable', file);
			return { state: { type: 'unknown' }, entry: undefined };
		}
	}

	#look(file: string, gaps: Gaps): FileLook {
		const stat = statAt(file);
		if (stat === undefined || stat.isDirectory() || !isSpelledSo(file, stat))
			return { state: { type: 'absent' }, entry: undefined };
		const entry = scanned(stat);
		if (entry.type === 'link') {
			const bytes = Buffer.from(readlinkSync(file));
			const hash = hashOf(bytes);
			this.#put(file, hash, bytes, gaps);
			return { state: { type: 'link', hash }, entry: { ...entry, hash } };
		}
		if (entry.type === 'special') return { state: { type: 'special' }, entry };
		const { mode, size } = entry;
		const known: FileState = { type: 'file', mode: mode & 0o777, size };
		if (isSecretName(path.basename(file))) {
			gaps.add('secret', file);
			return { state: known, entry };
		}
		const found = safeRead(file, this.#maxFileBytes);
		if (found.type === 'failed') {
			if (found.reason === 'absent') return { state: { type: 'absent' }, entry: undefined };
			gaps.add(found.reason === 'changing' ? 'not_copied' : found.reason, file);
			return { state: known, entry };
		}
		const hash = hashOf(found.bytes);
		this.#put(file, hash, found.bytes, gaps);
		const read = { ...scanned(found.stat), hash };
		return { state: { type: 'file', mode: read.mode & 0o777, size: read.size, hash }, entry: read };
	}

	#put(file: string, hash: string, bytes: Uint8Array, gaps: Gaps): void {
		const answer = this.#store.put(hash, bytes);
		this.refused = answer === 'stored' ? undefined : refusals[answer];
		if (this.refused !== undefined) gaps.add(this.refused, file);
	}
}
