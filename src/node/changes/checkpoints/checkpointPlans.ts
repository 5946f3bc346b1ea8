/** Checkpoints with what has changed since, and what going back to one would do: looks at the disk, writes nothing. */
import path from 'node:path';
import {
	type BlockedReason,
	type Checkpoint,
	isFolderPart,
	type PlannedFile,
} from '../../../core/changes/checkpoints/checkpoint.ts';
import { Replay, type TargetState, type Track } from '../../../core/changes/checkpoints/replay.ts';
import { type Placed, planOf } from '../../../core/changes/checkpoints/restorePlan.ts';
import { type ChangeRecord, type FileState, hashesOf, isSameState } from '../../../core/changes/record.ts';
import { isSecretName } from '../../../core/changes/secretNames.ts';
import { isBelow } from '../../pathRules.ts';
import type { CheckpointSummary, OpenFile, RestorePoint } from './checkpointEngine.ts';
import type { ChangeJournal } from '../changeJournal.ts';
import { type ContentStore, hashOf } from '../contentStore.ts';
import { isFolder } from '../scannedFile.ts';
import { CheckpointTexts, type LineCounts } from './checkpointTexts.ts';
import { KeptReplays } from './keptReplays.ts';
import { isFolderTrack, ofOneKind, withFoldersThen, withoutImpliedFolders } from './plannedFolders.ts';
import { isOwnPlace } from './restoreFiles.ts';

interface CheckpointPlansParts {
	readonly store: ContentStore;
	readonly journal: Pick<ChangeJournal, 'history'>;
	/** As the disk has it now, with its content in the store. */
	readonly stateOf: (file: string) => FileState;
	/** In a folder of the workspace, and none that is left out. */
	readonly isInside: (file: string) => boolean;
	/** Of a file whose content is kept. */
	readonly maxFileBytes: number;
	/** Age up to which a checkpoint is listed. */
	readonly maxCheckpointMs: number;
}

interface KeptCheckpoint {
	readonly checkpoint: Checkpoint;
	/** Of all sessions, since then. */
	readonly records: readonly ChangeRecord[];
	/** It is one of a restore that can be taken back. */
	readonly isRedo: boolean;
}

export class CheckpointPlans {
	readonly #parts: CheckpointPlansParts;
	readonly #texts: CheckpointTexts;
	readonly #replays: KeptReplays;

	constructor(parts: CheckpointPlansParts) {
		this.#parts = parts;
		this.#texts = new CheckpointTexts(parts.store);
		this.#replays = new KeptReplays(this.#texts);
	}

	/** Of a session, oldest first, as far as looks have told; yields often. */
	*list(session: string): Generator<void, readonly CheckpointSummary[]> {
		const all = this.#kept(session);
		const summaries: CheckpointSummary[] = [];
		// The newest ones matter the most.
		const newestFirst = all.toReversed();
		const since = new Map(newestFirst.map(({ checkpoint: { id }, records }) => [id, records]));
		this.#texts.beginCounts();
		const tracks = yield* this.#replays.tracks(session, since);
		for (const { checkpoint, isRedo } of newestFirst) {
			const counts: LineCounts[] = [];
			for (const [target, now] of this.#changed(tracks.get(checkpoint.id) ?? [])) {
				counts.push(this.#texts.between(target, now));
				yield;
			}
			summaries.push({
				...checkpoint,
				files: counts.length,
				added: counts.reduce((sum, { added }) => sum + added, 0),
				removed: counts.reduce((sum, { removed }) => sum + removed, 0),
				isRedo,
			});
			yield;
		}
		return summaries.toReversed();
	}

	/** Of all sessions, oldest first; those that came to nothing are left out. */
	restores(): readonly RestorePoint[] {
		return this.#kept().flatMap(({ checkpoint: { type, id, session, at }, isRedo }) =>
			type === 'restore' ? [{ id, session, at, isRedo }] : [],
		);
	}

	/** What can be gone back to, oldest first: none that is too old, and no restore that came to nothing. */
	#kept(session?: string): readonly KeptCheckpoint[] {
		const { history } = this.#parts.journal;
		const oldest = Date.now() - this.#parts.maxCheckpointMs;
		const all = history.checkpoints(session).flatMap((checkpoint) => {
			const records = history.since(checkpoint.session, checkpoint.id) ?? [];
			const isVoid = checkpoint.type === 'restore' && records.length === 0;
			return checkpoint.at < oldest || isVoid ? [] : [{ checkpoint, records }];
		});
		const last = new Map(all.map(({ checkpoint }) => [checkpoint.session, checkpoint]));
		return all.map((one) => ({
			...one,
			isRedo: last.get(one.checkpoint.session) === one.checkpoint && isRedo(one.checkpoint, one.records),
		}));
	}

	/**
	 * What going back would do; yields often.
	 * @param open files that editors have open
	 * @returns undefined where there is no such checkpoint any more
	 */
	*plan(
		{ session, id }: Pick<Checkpoint, 'session' | 'id'>,
		open: readonly OpenFile[],
	): Generator<void, readonly PlannedFile[] | undefined> {
		const records = this.#parts.journal.history.since(session, id);
		if (records === undefined) return undefined;
		const replay = new Replay(session, (state) => this.#texts.of(state));
		for (const record of records) {
			replay.add(record);
			yield;
		}
		const unsaved = new Map(open.map((one) => [one.path, one.unsaved]));
		for (const track of replay.tracks) {
			const { path: file } = track;
			const isThere = isFolderTrack(track) && isOwnPlace(file);
			replay.see(file, isThere ? { type: 'folder' } : this.#now(file, unsaved.get(file)));
			yield;
		}
		const tracks = withFoldersThen(replay.tracks).flatMap(ofOneKind);
		const emptied = tracks.flatMap(({ target, newFolder }) => (isGone(target) ? (newFolder ?? []) : []));
		const placed = tracks.map((track) => this.#placed(track, emptied));
		return withoutImpliedFolders(planOf(placed, ({ now, target }) => isSameState(now, target)));
	}

	/** What its editor would save counts where it has text that is not saved. */
	#now(file: string, unsaved: Uint8Array | undefined): FileState {
		const { store, stateOf } = this.#parts;
		const state = stateOf(file);
		if (unsaved === undefined || isSecretName(path.basename(file))) return state;
		const hash = hashOf(unsaved);
		const isStored = store.put(hash, unsaved) === 'stored';
		const mode = state.type === 'file' ? state.mode : 0o644;
		return { type: 'file', mode, size: unsaved.length, ...(isStored ? { hash } : {}) };
	}

	#placed(track: Track, emptied: readonly string[]): Placed {
		const { target, path: file, now } = track;
		const state = target.type === 'state' ? target.state : this.#texts.stored(target.text, target.mode);
		if (isFolderPart({ now, target: state })) {
			return { track, target: state, ...(this.#parts.isInside(file) ? {} : { blocked: 'outside' }) };
		}
		const isInTheWay =
			state.type !== 'absent' && isFolder(file) && !emptied.some((folder) => isBelow(folder, file));
		const blocked =
			this.#blocked(file, state) ?? this.#blocked(file, now) ?? (isInTheWay ? 'folder' : undefined);
		return { track, target: state, ...(blocked === undefined ? {} : { blocked }) };
	}

	/** Of what goes there has to be a copy, too: without one it could not be brought back. */
	#blocked(file: string, state: FileState): BlockedReason | undefined {
		const { store, isInside, maxFileBytes } = this.#parts;
		if (!isInside(file)) return 'outside';
		if (state.type === 'absent') return undefined;
		if (state.type === 'special') return 'special';
		if (hashesOf(state).some((hash) => store.has(hash))) return undefined;
		if (isSecretName(path.basename(file))) return 'secret';
		return state.type === 'file' && state.size > maxFileBytes ? 'too_large' : 'not_copied';
	}

	/** Both sides of each file that is another one than it was; one that was moved is one file. */
	#changed(all: readonly Track[]): readonly (readonly [FileState, FileState])[] {
		const tracks = all.flatMap(ofOneKind).filter((track) => !isFolderTrack(track));
		const byPath = new Map(tracks.map((track) => [track.path, track]));
		const places = new Set(tracks.flatMap(({ movedTo }) => movedTo));
		return tracks.flatMap(({ path: file, target, now, movedTo }) => {
			const moved = movedTo
				.map((place) => byPath.get(place))
				.find((one) => one !== undefined && isGone(one.target));
			if (places.has(file) && isGone(target)) return [];
			const before = target.type === 'state' ? target.state : this.#texts.unstored(target.text, target.mode);
			const after = moved?.now ?? now;
			const isMoved = after !== now;
			return !isMoved && isSameState(before, after) ? [] : [[before, after] as const];
		});
	}
}

/** @param records since the last checkpoint of a session */
function isRedo({ type, session }: Checkpoint, records: readonly ChangeRecord[]): boolean {
	return (
		type === 'restore' && !records.some(({ author, turn }) => author !== 'user' && turn?.session === session)
	);
}

function isGone(target: TargetState): boolean {
	return target.type === 'state' && target.state.type === 'absent';
}
