/**
 * Compares the disk with how it was. The first look is times and sizes only; contents are copied afterwards, in slices,
 * and again whenever a file differs, so that both sides of a change are there when it is asked for.
 */
import path from 'node:path';
import { type IgnoreRules, ignoreRules } from '../../core/changes/ignoreRules.ts';
import { isBelow } from '../pathRules.ts';
import { type Observed, withMoves } from '../../core/changes/observed.ts';
import { type FileState, hashesOf, isSameState } from '../../core/changes/record.ts';
import type { ContentStore } from './contentStore.ts';
import { copyOrder } from './copyOrder.ts';
import { isExcluded, isInGit } from './roots.ts';
import { adoptFolder, addedAndRemovedFolders } from './folderChanges.ts';
import { FileLooks } from './fileLooks.ts';
import { type GapReason, Gaps, joinedGaps } from './gaps.ts';
import type { FilesBefore, LastLook } from './lastLook.ts';
import { isSameStat, statOrGap } from './safeRead.ts';
import { type Scan, scan, type ScannedFile } from './scan.ts';
import { isSettled, isThere, newFolderAbove, respelled, scanned, stateFrom, unseen } from './scannedFile.ts';
import { defaultBounds, type Difference, type FileLook, type SnapshotBounds } from './snapshotTypes.ts';

export class Snapshots {
	readonly #roots: readonly string[];
	readonly #store: ContentStore;
	readonly #bounds: SnapshotBounds;
	readonly #looks: FileLooks;
	readonly #exclude: IgnoreRules;
	readonly #files = new Set<string>();
	readonly #kept: LastLook | undefined;
	/** Folders that the look of the engine before was at; until the first look of this one. */
	#rootsBefore: readonly string[] | undefined;
	#last: Scan | undefined;
	#copyGaps = new Gaps();
	/** Of the last look; made when it is asked for. */
	#hashes: Set<string> | undefined;
	/** What looks at single files saw since the last look at all of them. */
	#early: Observed[] = [];
	/** Files whose entry has changed since the looks were kept for the next engine. */
	readonly #found = new Set<string>();
	/** Entries, as they were, of files whose change the journal does not have yet; undefined: none. */
	readonly #before: FilesBefore = new Map();
	/** The journal has all that the last look has found: only such a look is kept for the next engine. */
	#isRecorded = true;
	/** Of changes that the last look left to the next one: when the look before them began. */
	#behindSince: number | undefined;
	/** Looked into by the first look, before any agent could say what is to be ignored. */
	#folders: ReadonlySet<string> | undefined;
	/** When the first turn began, in milliseconds since 1970. */
	readonly #since: number;
	/** Folders that the last look has found a `.git` in, the first of them. */
	repositories: readonly string[] = [];

	/**
	 * @param roots absolute folders without links
	 * @param exclude folders in them that are not looked into, as lines of a `.gitignore`
	 * @param kept keeps each look for the next engine, and has the one of the engine before
	 * @param since when the first turn began, in milliseconds since 1970
	 */
	constructor(
		roots: readonly string[],
		store: ContentStore,
		bounds: SnapshotBounds = defaultBounds,
		exclude: readonly string[] = [],
		kept?: LastLook,
		since = Infinity,
	) {
		this.#since = since;
		this.#kept = kept;
		this.#last = kept?.before?.scan;
		this.#rootsBefore = kept?.before?.roots;
		this.#exclude = ignoreRules(exclude.join('\n'));
		this.#roots = roots;
		this.#store = store;
		this.#bounds = bounds;
		this.#looks = new FileLooks(store, bounds);
	}

	/** True for the only copy of a file as it is: it is what the next change will be compared with. */
	isCurrent(hash: string): boolean {
		if (this.#hashes === undefined) {
			this.#hashes = new Set();
			for (const entry of this.#last?.manifest.values() ?? []) {
				if (entry.hash !== undefined) this.#hashes.add(entry.hash);
			}
			for (const { before, after } of this.#early) {
				for (const one of [...hashesOf(before), ...hashesOf(after)]) this.#hashes.add(one);
			}
		}
		return this.#hashes.has(hash);
	}

	/** A file outside of what is looked at that is looked at from now on. Absolute, without links. */
	allow(file: string): void {
		if (this.#files.has(file) || this.#files.size >= this.#bounds.maxChanged) return;
		this.#files.add(file);
		const manifest = this.#last?.manifest;
		const stat = statOrGap(file, this.#copyGaps);
		if (manifest === undefined || manifest.has(file) || stat === undefined) return;
		if (stat === 'unreadable' || stat.isDirectory()) return;
		const entry = scanned(stat);
		manifest.set(file, entry);
		this.#copy(file, entry);
	}

	/** Looks at every file; yields often. What differs from the look before is copied. */
	*take(): Generator<void, Difference> {
		const gaps = new Gaps();
		const before = this.#last;
		const { maxFiles } = this.#bounds;
		const now = yield* scan({
			roots: this.#roots,
			files: [...this.#files],
			maxFiles,
			exclude: this.#exclude,
			previous: before?.manifest,
			listed: before?.listed,
			kept: this.#folders,
			gaps,
		});
		const from = this.#behindSince ?? before?.startedAt ?? 0;
		this.#behindSince = undefined;
		const observed =
			before === undefined
				? yield* this.#changedSince(now, gaps)
				: yield* this.#compare(before, now, gaps, from);
		const { gone, made } = addedAndRemovedFolders(before ?? now, now, this.#roots, this.#bounds.maxChanged);
		this.#last = now;
		this.#isRecorded = false;
		this.#rootsBefore = undefined;
		for (const file of now.changed) this.#found.add(file);
		this.#folders ??= new Set(now.folders);
		this.repositories = now.repositories ?? [];
		this.#hashes = undefined;
		const early = this.#early;
		this.#early = [];
		const listed = joinedGaps(gaps.list(), this.#copyGaps.list());
		return { observed: [...gone, ...withMoves([...early, ...observed]), ...made], gaps: listed, from };
	}

	/** What was found until now is in the journal: it is part of the look that the next engine begins with. */
	keep(): void {
		this.#isRecorded = true;
		for (const file of this.#found) this.#kept?.touch(file);
		this.#found.clear();
		this.#before.clear();
		if (this.#last !== undefined) this.#kept?.add(this.#last, this.#before);
	}

	/** Copies what the workspace holds, small files first; yields after each file. */
	*copyAll(): Generator<void, void> {
		this.#copyGaps = new Gaps();
		const manifest = this.#last?.manifest ?? new Map<string, ScannedFile>();
		const isStored = (hash: string): boolean => this.#store.knows(hash);
		const { missed, open, leftOut } = copyOrder(manifest, this.#bounds, isStored);
		// First what is left out: a look that comes in between has to name all of it.
		for (const [file] of leftOut) this.#copyGaps.add('not_copied', file);
		let reason: GapReason | undefined;
		for (const [file, entry] of missed) {
			// Where there is no room for one there is none for those behind it: they are not read for that.
			if (reason !== undefined) {
				this.#copyGaps.add(reason, file);
				continue;
			}
			this.#looks.refused = undefined;
			this.#copy(file, entry);
			reason = this.#looks.refused;
			yield;
		}
		for (const [file, entry] of open) {
			this.#copy(file, entry);
			yield;
		}
		if (this.#kept !== undefined && this.#last !== undefined && this.#isRecorded)
			yield* this.#kept.save(this.#last, this.#before);
	}

	/**
	 * Looks at one file, because it is about to be changed, or was: what it is now is what its next change is compared
	 * with, and what changed before that is told with the next look at all files.
	 * @param file absolute, without links
	 * @param said how many words had been said of authors
	 */
	capture(file: string, said: number): void {
		const last = this.#last;
		if (last === undefined || isInGit(file)) return;
		const old = last.manifest.get(file);
		const isNamed = this.#files.has(file);
		// The folder may be ignored: a file in it that is named is looked at nevertheless.
		if (old === undefined && !isNamed && unseen(last, file).type === 'unknown') {
			return this.#isExcluded(file) ? undefined : this.allow(file);
		}
		const stat = statOrGap(file, this.#copyGaps);
		if (stat === 'unreadable') return;
		if (old !== undefined && stat !== undefined && isSameStat(old, stat)) this.#copy(file, old);
		if (this.#early.length >= this.#bounds.maxChanged || (old !== undefined && isSettled(old, stat))) return;
		const { state, entry } = this.stateOf(file, this.#copyGaps);
		if (entry === undefined) last.manifest.delete(file);
		else last.manifest.set(file, entry);
		this.#hashes = undefined;
		const was = stateFrom(old);
		if (isSameState(was, state)) return this.#kept?.touch(file);
		this.#found.add(file);
		if (!this.#before.has(file)) this.#before.set(file, old);
		const changed = entry === undefined ? {} : { changedAt: entry.ctimeMs };
		const known = entry ?? old;
		const node = known === undefined ? {} : { node: known };
		const folder = was.type === 'absent' ? newFolderAbove(last, file) : {};
		this.#early.push({ path: file, before: was, after: state, said, ...changed, ...node, ...folder });
	}

	/** Takes a file as it is now: who wrote it tells of that, and it is no change to the next look. */
	adopt(file: string): FileState {
		this.adoptFolder(path.dirname(file));
		const { state, entry } = this.stateOf(file, this.#copyGaps);
		this.#hashes = undefined;
		if (this.#last === undefined) return state;
		if (entry === undefined) this.#last.manifest.delete(file);
		else this.#last.manifest.set(file, entry);
		this.#kept?.touch(file);
		if (this.#isRecorded) this.#kept?.addTouched(this.#last, this.#before);
		return state;
	}

	/** As `adopt`, of a folder that was made or removed. */
	adoptFolder(folder: string): void {
		adoptFolder(this.#last?.folders ?? new Set(), folder, this.#roots);
	}

	/** A file out of what is looked at that is looked at nevertheless. */
	isAllowed(file: string): boolean {
		return this.#files.has(file);
	}

	/** True where a change of the file waits for the next look. */
	isAhead(file: string): boolean {
		return this.#early.some(({ path: one }) => one === file);
	}

	/** False for what is never looked at, even when an agent names it. */
	isWatched(file: string): boolean {
		return !isInGit(file) && !this.#isExcluded(file);
	}

	#isExcluded(file: string): boolean {
		const root = this.#roots.find((one) => isBelow(one, file));
		return root !== undefined && isExcluded(file, root, this.#exclude);
	}

	/** Files below a folder that the last look saw and that are not there any more, with the hash of their content. */
	goneBelow(folder: string): readonly (readonly [file: string, hash: string | undefined])[] {
		const manifest = this.#last?.manifest;
		if (manifest === undefined || manifest.has(folder)) return [];
		const known = [...manifest].filter(([file]) => file.startsWith(folder + path.sep));
		const gone = known.slice(0, this.#bounds.maxChanged).filter(([file]) => this.isAbsent(file));
		return gone.map(([file, { hash }]) => [file, hash]);
	}

	/** True where nothing stands at the path. */
	isAbsent(file: string): boolean {
		return statOrGap(file, this.#copyGaps) === undefined;
	}

	/** What the file is now, with its content in the store. */
	stateOf(file: string, gaps: Gaps): FileLook {
		return this.#looks.of(file, gaps);
	}

	/** Of the first look: what has changed since the first turn began is told, though nothing tells what it was before. */
	*#changedSince({ manifest }: Scan, gaps: Gaps): Generator<void, readonly Observed[]> {
		const observed: Observed[] = [];
		for (const [file, entry] of manifest) {
			if (entry.ctimeMs < this.#since) continue;
			if (observed.length >= this.#bounds.maxChanged) {
				gaps.add('too_many', file);
				continue;
			}
			const { state, entry: read } = this.stateOf(file, gaps);
			if (read === undefined) {
				manifest.delete(file);
				continue;
			}
			manifest.set(file, { ...read, isYoung: entry.isYoung });
			const before = { type: 'unknown' } as const;
			observed.push({ path: file, before, after: state, changedAt: entry.ctimeMs, node: entry });
			yield;
		}
		return observed;
	}

	/** What is too much for one look is left as it was, for the next one to tell. */
	*#compare(before: Scan, now: Scan, gaps: Gaps, from: number): Generator<void, readonly Observed[]> {
		const observed: Observed[] = [];
		const isFull = (): boolean => observed.length >= this.#bounds.maxChanged;
		const leave = (file: string, old: ScannedFile | undefined): void => {
			gaps.add('too_many', file);
			if (old === undefined) now.manifest.delete(file);
			else now.manifest.set(file, old);
			this.#behindSince = from;
		};
		for (const file of now.changed) {
			const entry = now.manifest.get(file);
			const old = before.manifest.get(file);
			if (entry === undefined || (old === undefined && !this.#wasLookedAt(file))) continue;
			// Nothing of the content before can be told, and what can be is as it was: it is not read for that.
			if (old !== undefined && old.hash === undefined && isSameStat(old, entry)) continue;
			if (isFull()) {
				leave(file, old);
				continue;
			}
			const { state, entry: read } = this.stateOf(file, gaps);
			if (read === undefined) now.manifest.delete(file);
			else now.manifest.set(file, { ...read, isYoung: entry.isYoung });
			const isNamed = this.#files.has(file);
			const was = old === undefined && !isNamed ? unseen(before, file) : stateFrom(old);
			if (!isSameState(was, state)) {
				const seen = { path: file, before: was, after: state, changedAt: entry.ctimeMs, node: entry };
				observed.push({ ...seen, ...(was.type === 'absent' ? newFolderAbove(before, file) : {}) });
			}
			yield;
		}
		const isRespelled = respelled(now);
		const isAllThere = now.kept === before.manifest.size;
		for (const [file, old] of isAllThere ? [] : before.manifest) {
			if (now.manifest.has(file)) continue;
			// Not seen is not gone: its folder may be unreadable, ignored or too large since.
			if (now.manifest.size >= this.#bounds.maxFiles * 2) gaps.add('too_many', file);
			else if (isThere(file) && !isRespelled(file, old)) now.manifest.set(file, old);
			else if (isFull()) leave(file, old);
			else {
				this.#found.add(file);
				observed.push({ path: file, before: stateFrom(old), after: { type: 'absent' }, node: old });
			}
			yield;
		}
		return observed;
	}

	/** Folders may have come to the workspace with this engine. */
	#wasLookedAt(file: string): boolean {
		const roots = this.#rootsBefore;
		return roots === undefined || roots.some((root) => isBelow(root, file));
	}

	/** Only as long as it is the file that was looked at: what was changed since is not how it was before. */
	#copy(file: string, entry: ScannedFile): void {
		if (entry.hash !== undefined) {
			if (this.#store.has(entry.hash)) return;
		} else if (entry.type === 'file' && entry.size > this.#bounds.maxFileBytes) {
			return this.#copyGaps.add('too_large', file);
		}
		const { state, entry: read } = this.stateOf(file, this.#copyGaps);
		const [hash] = hashesOf(state);
		if (read === undefined || hash === undefined || !isSameStat(read, entry)) return;
		entry.hash = hash;
		this.#kept?.touch(file);
		this.#hashes?.add(hash);
	}
}
