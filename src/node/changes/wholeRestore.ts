/** Puts whole files back as the user had accepted them, where they are still as they were shown. */
import { renameSync } from 'node:fs';
import { goneHash, isOfBytes } from '../../core/changes/attribution.ts';
import { isRespelled } from '../../core/changes/observed.ts';
import { type FileState, isSameState } from '../../core/changes/record.ts';
import type { RestoreAnswer } from './changeEngine.ts';
import type { ChangeJournal } from './changeJournal.ts';
import { type ContentStore, hashOf } from './contentStore.ts';
import { Gaps } from './gaps.ts';
import { removeFile, replaceFile, storedContent } from './restore.ts';
import type { Reviews } from './reviews.ts';
import { isSpelledSo } from './scannedFile.ts';
import type { Snapshots } from './snapshots.ts';
import { statAt } from './safeRead.ts';

interface WholeRestoreParts {
	readonly store: ContentStore;
	readonly journal: ChangeJournal;
	readonly reviews: Reviews;
	readonly snapshots: Snapshots;
	/** The change to this content is the user's. */
	readonly noteUsers: (file: string, hash: string) => void;
	/** Looks at the file before the next look at all of them. */
	readonly takeEarly: (file: string) => void;
}

export class WholeRestore {
	readonly #parts: WholeRestoreParts;

	constructor(parts: WholeRestoreParts) {
		this.#parts = parts;
	}

	/** @param userEdits what becomes of edits of the user in the file: `keep` answers with a conflict */
	file(file: string, userEdits: 'keep' | 'discard'): RestoreAnswer {
		const { journal, snapshots, reviews, noteUsers, takeEarly } = this.#parts;
		const pending = journal.pending.get(file);
		if (pending === undefined) return { type: 'drifted' };
		const { movedFrom, base, agent, hasUserEdits = false } = pending;
		const shown = this.#now(file);
		const isUsers = hasUserEdits || !isSameState(shown, agent);
		if (isUsers && userEdits === 'keep') return { type: 'conflict' };
		if (base.type === 'absent') {
			noteUsers(file, goneHash);
			return { type: 'remove', path: file };
		}
		const content = storedContent(this.#parts.store, base);
		if (content === undefined) return { type: 'unknown' };
		// A moved file is written where it was; where it is now, it is one that the agent made.
		const place = movedFrom ?? file;
		// Only its spelling is another one: to write it where it was would write to itself.
		const isRespelled = isSameEntry(file, place);
		const isMoved = movedFrom !== undefined && !isRespelled;
		const hash = hashOf(content.type === 'file' ? content.bytes : Buffer.from(content.target));
		const isUnchanged = (at = file): boolean =>
			isSameState(this.#now(at), shown) && (!isMoved || snapshots.isAbsent(place));
		try {
			if (isRespelled) {
				if (!isUnchanged()) return { type: 'drifted' };
				renameSync(file, place);
			}
			const isWritten = (): boolean =>
				replaceFile(place, content, () => isUnchanged(isRespelled ? place : file));
			if (!(isRespelled && isOfBytes({ hash }, shown)) && !isWritten()) return { type: 'drifted' };
		} catch (error) {
			return { type: 'failed', reason: String(error) };
		}
		reviews.keep(file);
		noteUsers(place, hash);
		if (movedFrom !== undefined) noteUsers(file, goneHash);
		takeEarly(place);
		if (isRespelled) takeEarly(file);
		if (!isMoved) return { type: 'done' };
		const isRemoved = isSameState(shown, base) && this.#isRemoved(file, shown);
		return isRemoved ? { type: 'done' } : { type: 'remove', path: file };
	}

	/** Its content is where it was before it was moved: it needs no trash. */
	#isRemoved(file: string, shown: FileState): boolean {
		try {
			if (!removeFile(file, () => isSameState(this.#now(file), shown))) return false;
		} catch {
			// No right to: the host tries, and says so.
			return false;
		}
		this.#parts.takeEarly(file);
		return true;
	}

	#now(file: string): FileState {
		return this.#parts.snapshots.stateOf(file, new Gaps()).state;
	}
}

/** Two spellings of one file, on a disk that does not tell names by their case. */
function isSameEntry(file: string, other: string): boolean {
	if (!isRespelled({ path: file }, { path: other })) return false;
	const found = statAt(other);
	return found !== undefined && !isSpelledSo(other, found);
}
