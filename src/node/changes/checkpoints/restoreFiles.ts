/**
 * Puts files back: those that go first, so that folders and files can take the place of each other, then those that
 * come. Each one is looked at right before; what is not as it was planned with is left.
 */
import { existsSync, realpathSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isFolderPart, type PlannedPart } from '../../../core/changes/checkpoints/checkpoint.ts';
import { contentsOf, type FileState, hashesOf, isSameState } from '../../../core/changes/record.ts';
import { errorCode } from '../../errorCode.ts';
import type { ContentStore } from '../contentStore.ts';
import { makeFolder, oldEnding, removeFile, replaceFile, storedContent } from '../restore.ts';
import { isFolder, isFolderSpelledSo } from '../scannedFile.ts';

export type PartAnswer =
	| { readonly type: 'done'; readonly newFolder?: string }
	/** It is not as it was when the plan was made: it is left. */
	| { readonly type: 'drifted' }
	/** `reason` is English, for the log. */
	| { readonly type: 'failed'; readonly reason: string };

interface RestoreFilesParts {
	readonly store: ContentStore;
	readonly stateOf: (file: string) => FileState;
	/** As `stateOf`, of a file that was written here: the next look takes it for no change. */
	readonly adopt: (file: string) => FileState;
	/** A folder was made or removed here. */
	readonly adoptFolder: (folder: string) => void;
}

export class RestoreFiles {
	readonly #parts: RestoreFilesParts;

	constructor(parts: RestoreFilesParts) {
		this.#parts = parts;
	}

	/**
	 * @param all in the order of `inOrder`
	 * @param id of the restore: half-written files have it in their name
	 * @returns an answer for each, in the same order
	 */
	apply(all: readonly PlannedPart[], id: string): readonly PartAnswer[] {
		const answers = all.map((part, index): PartAnswer => {
			// The first one that comes finds the folders gone that were left empty.
			const before = all[index - 1];
			const isFirst = part.target.type !== 'absent' && before?.target.type === 'absent';
			const isGoingFolder = part.target.type === 'absent' && isFolderPart(part);
			// A folder that goes finds those in it gone that no part names.
			if (isGoingFolder && before !== undefined && isFolderPart(before)) this.#removeFolders([before]);
			else if (isFirst || isGoingFolder) this.#removeFolders(all.slice(0, index));
			return isFolderPart(part) ? this.#applyFolder(part) : this.#applyOne(part, halfName(id));
		});
		const kept = this.withContents(all, answers, id);
		this.#removeFolders(all);
		return kept;
	}

	/**
	 * What did not come to its place, such as because that has changed meanwhile, is put back where it was: a file that
	 * was moved, and one whose place another one has taken. It would be in the store only.
	 */
	withContents(
		all: readonly PlannedPart[],
		answers: readonly PartAnswer[],
		id: string,
	): readonly PartAnswer[] {
		const kept = [...answers];
		const tried = new Set<PlannedPart>();
		for (let isOn = true; isOn;) {
			isOn = false;
			const missed = new Map<string, PartAnswer>();
			for (const [index, { path: file, moved = file, target }] of all.entries()) {
				const answer = kept[index];
				if (target.type === 'absent' || answer === undefined || answer.type === 'done') continue;
				for (const key of [file, moved, ...hashesOf(target)]) missed.set(key, answer);
			}
			for (const [index, part] of all.entries()) {
				const { path: file, now, target } = part;
				const cause = keptFor(part)
					.map((key) => missed.get(key))
					.find((answer) => answer !== undefined);
				if (cause === undefined || kept[index]?.type !== 'done' || tried.has(part)) continue;
				tried.add(part);
				const back = this.#applyOne({ path: file, now: target, target: now }, halfName(id));
				// Where it cannot be put back it is gone, and stands in the journal so that it can be redone.
				if (back.type !== 'done') continue;
				kept[index] = cause;
				isOn = true;
			}
		}
		return kept;
	}

	/** Removes what an engine that was ended has left half-written. */
	clean(all: readonly PlannedPart[], id: string): void {
		for (const folder of new Set(all.map(({ path: file }) => path.dirname(file)))) {
			try {
				if (!isOwnPlace(folder)) continue;
				const half = path.join(folder, halfName(id));
				for (const file of [half, `${half}${oldEnding}`]) rmSync(file, { force: true });
			} catch {
				// Another thing has taken its place, or it may not be removed: the files themselves can still go back.
			}
		}
	}

	/** True where the content that is to come is there, or none is needed. */
	isKnown(state: FileState): boolean {
		return isNothing(state) || hashesOf(state).some((hash) => this.#parts.store.has(hash));
	}

	/** As `isKnown`, and the content is as it was stored. */
	isReadable(state: FileState): boolean {
		return isNothing(state) || storedContent(this.#parts.store, state) !== undefined;
	}

	#applyOne({ path: file, now, target }: PlannedPart, half: string): PartAnswer {
		const { stateOf, adopt } = this.#parts;
		const isUnchanged = (): boolean => isSameState(stateOf(file), now);
		const newFolder = missingFolderAbove(file);
		try {
			// A link has taken the place of its folder.
			if (newFolder === undefined && !isOwnPlace(path.dirname(file))) return { type: 'drifted' };
			// No folder is made for nothing.
			if (newFolder !== undefined && !isUnchanged()) return { type: 'drifted' };
			if (target.type === 'absent') {
				if (!removeFile(file, isUnchanged, half)) return { type: 'drifted' };
			} else {
				const content = storedContent(this.#parts.store, target);
				if (content === undefined) return { type: 'failed', reason: 'The stored content cannot be read.' };
				if (isFolder(file)) return { type: 'failed', reason: 'A folder stands in its place.' };
				if (!replaceFile(file, content, isUnchanged, half)) return { type: 'drifted' };
			}
			if (!isSameState(adopt(file), target)) return { type: 'drifted' };
			return { type: 'done', ...(newFolder === undefined ? {} : { newFolder }) };
		} catch (error) {
			return { type: 'failed', reason: String(error) };
		}
	}

	/** Of a folder only an empty one is removed; one that is made is there already where a file came with it. */
	#applyFolder({ path: folder, target }: PlannedPart): PartAnswer {
		try {
			const newFolder = missingFolderAbove(folder);
			const isMade = target.type === 'folder';
			if (isMade ? !makeFolder(folder) : !removeFolder(folder)) return { type: 'drifted' };
			this.#parts.adoptFolder(folder);
			return { type: 'done', ...(newFolder === undefined ? {} : { newFolder }) };
		} catch (error) {
			return { type: 'failed', reason: String(error) };
		}
	}

	/** Folders that came with files which are gone; one with anything in it stays. */
	#removeFolders(all: readonly PlannedPart[]): void {
		const isGoing = ({ target }: PlannedPart): boolean => target.type === 'absent';
		const made = [...new Set(all.filter(isGoing).flatMap(({ newFolder }) => newFolder ?? []))];
		const folders = all.filter(isGoing).flatMap(({ path: file }) => foldersUpTo(file, made));
		const deepest = [...new Set(folders)].toSorted((a, b) => b.length - a.length);
		for (const folder of deepest) {
			try {
				if (isOwnPlace(folder)) rmdirSync(folder);
			} catch {
				// Something is in it, or it may not be removed: an empty folder is no loss.
			}
			this.#parts.adoptFolder(folder);
		}
	}
}

/** No content belongs to it. */
function isNothing({ type }: FileState): boolean {
	return type === 'absent' || type === 'folder';
}

/** What goes comes first, folders after what is in them; a file that takes the place of a folder needs that to be gone. */
export function inOrder(parts: readonly PlannedPart[]): readonly PlannedPart[] {
	const going = parts.filter(({ target }) => target.type === 'absent');
	const folders = going.filter(isFolderPart).toSorted((a, b) => b.path.length - a.path.length);
	const coming = parts.filter(({ target }) => target.type !== 'absent');
	return [...going.filter((part) => !isFolderPart(part)), ...folders, ...coming];
}

/** @returns false where it is not there, or something is in it */
function removeFolder(folder: string): boolean {
	if (!isOwnPlace(folder)) return false;
	try {
		rmdirSync(folder);
		return true;
	} catch (error) {
		if (['ENOTEMPTY', 'EEXIST'].includes(errorCode(error))) return false;
		throw error;
	}
}

/** The parts of the restore that reverses this one, with `now` and `target` swapped, in the order of execution. */
export function backwards(parts: readonly PlannedPart[]): readonly PlannedPart[] {
	return inOrder(parts.map((part) => ({ ...part, now: part.target, target: part.now })));
}

/** The part, with the folder that comes with its file, where one does. */
export function withNewFolder(part: PlannedPart): PlannedPart {
	if (part.target.type === 'absent') return part;
	const { newFolder: _, ...rest } = part;
	const made = missingFolderAbove(part.path);
	return made === undefined ? rest : { ...rest, newFolder: made };
}

/** The first folder on the way to a file that is not there. */
export function missingFolderAbove(file: string): string | undefined {
	let missing: string | undefined;
	for (let folder = path.dirname(file); !existsSync(folder); folder = path.dirname(folder)) {
		missing = folder;
		if (folder === path.dirname(folder)) break;
	}
	return missing;
}

/** True for a folder that is there, spelled like that, with no link on the way. */
export function isOwnPlace(folder: string): boolean {
	try {
		return realpathSync.native(folder) === folder && isFolder(folder) && isFolderSpelledSo(folder);
	} catch {
		return false;
	}
}

/** The folders above `file`, nearest first, that are in `made` or below a folder of it. */
export function foldersUpTo(file: string, made: readonly string[]): readonly string[] {
	const folders: string[] = [];
	const isMade = (folder: string): boolean =>
		made.some((top) => folder === top || folder.startsWith(top + path.sep));
	for (let folder = path.dirname(file); isMade(folder); folder = path.dirname(folder)) {
		if (folder === path.dirname(folder)) break;
		folders.push(folder);
	}
	return folders;
}

/** Where a file is to be that stood there, or may have, and the content that stands there no more. */
function keptFor({ now, target, moved, holds = [] }: PlannedPart): readonly string[] {
	const contents = contentsOf(now).filter((hash) => !hashesOf(target).includes(hash));
	return [...(moved !== undefined && target.type === 'absent' ? [moved] : []), ...holds, ...contents];
}

/** One is written at a time. */
function halfName(id: string): string {
	return `.acp-host-${id}`;
}
