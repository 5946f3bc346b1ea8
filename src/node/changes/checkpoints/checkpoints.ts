/**
 * Checkpoints of the sessions of a window, plans to go back to one, and restores. Each restore is a checkpoint itself,
 * and stands in the journal before it changes anything. What an engine that was ended did not come to the end of, the
 * next one does: to the end, or back where that cannot be done.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { BoundedMap } from '../../../core/base/boundedMap.ts';
import type { Evidence } from '../../../core/changes/attribution.ts';
import {
	type Checkpoint,
	isFolderPart,
	type PlannedFile,
	type PlannedPart,
} from '../../../core/changes/checkpoints/checkpoint.ts';
import type { GitPoint } from '../../../core/changes/checkpoints/gitPoint.ts';
import type { JournalLine } from '../../../core/changes/journalLine.ts';
import { type ChangeRecord, type FileState, hashesOf, isSameState } from '../../../core/changes/record.ts';
import { isBelow } from '../../pathRules.ts';
import type {
	RestoreResult,
	CheckpointEngine,
	CheckpointSummary,
	OpenFile,
	RestorePlan,
	RestorePoint,
} from './checkpointEngine.ts';
import type { ChangeJournal } from '../changeJournal.ts';
import type { ContentStore } from '../contentStore.ts';
import { isInGit } from '../roots.ts';
import { Gaps } from '../gaps.ts';
import { inSlices } from '../slices.ts';
import { GitReader } from '../git/gitReader.ts';
import type { Snapshots } from '../snapshots.ts';
import { editOf } from './checkpointTexts.ts';
import { CheckpointPlans } from './checkpointPlans.ts';
import {
	backwards,
	inOrder,
	isOwnPlace,
	type PartAnswer,
	RestoreFiles,
	withNewFolder,
} from './restoreFiles.ts';
import { intentVersion, type RestoreIntent, type RestoreIntents } from './restoreIntents.ts';

interface CheckpointsParts {
	readonly store: ContentStore;
	readonly journal: ChangeJournal;
	readonly intents: RestoreIntents;
	readonly snapshots: Pick<Snapshots, 'stateOf' | 'adopt' | 'adoptFolder' | 'isAhead' | 'repositories'>;
	/** Folders of the workspace: absolute, without links. */
	readonly roots: readonly string[];
	readonly isInside: (file: string) => boolean;
	readonly maxFileBytes: number;
	readonly maxCheckpointMs: number;
	/** Questions come one after the other. */
	readonly next: <Answer>(work: () => Promise<Answer>) => Promise<Answer>;
	/** Takes up what was put back. */
	readonly take: (record: ChangeRecord) => void;
	/** Passes on what speaks for what the host is going to write. */
	readonly note: (evidence: readonly Evidence[]) => void;
	readonly log: (line: string) => void;
}

interface Plan {
	readonly checkpoint: Pick<Checkpoint, 'session' | 'id'>;
	readonly files: readonly PlannedFile[];
	/** Files that editors have open, and whether they have text that is not saved. */
	readonly open: ReadonlyMap<string, boolean>;
}

const keptPlans = 8;

export class Checkpoints implements CheckpointEngine {
	readonly #parts: CheckpointsParts;
	readonly #plans: CheckpointPlans;
	readonly #files: RestoreFiles;
	readonly #git = new GitReader();
	readonly #made = new BoundedMap<string, Plan>({ maxCount: keptPlans });
	/** Placed since the last look, which tells what was before them. */
	#opening: readonly Checkpoint[] = [];
	/** Contents of restores that run. */
	readonly #needed = new Map<string, ReadonlySet<string>>();

	constructor(parts: CheckpointsParts) {
		const { store, snapshots } = parts;
		const stateOf = (file: string): FileState => this.#stateOf(file);
		this.#parts = parts;
		this.#plans = new CheckpointPlans({ ...parts, stateOf });
		this.#files = new RestoreFiles({
			store,
			stateOf,
			adopt: (file) => snapshots.adopt(file),
			adoptFolder: (folder) => snapshots.adoptFolder(folder),
		});
	}

	/** A content that a restore needs that runs. */
	isNeeded(hash: string): boolean {
		return [...this.#needed.values()].some((hashes) => hashes.has(hash));
	}

	checkpoint(checkpoint: Checkpoint): Promise<void> {
		return this.#parts.next(async () => {
			// Told anew in the middle of its turn, such as after a reload.
			if (this.#parts.journal.history.since(checkpoint.session, checkpoint.id) !== undefined) return;
			const placed = this.#withGit(checkpoint);
			this.#opening = [...this.#opening, placed];
			// With the look it is placed again: an engine that is ended before has it nevertheless.
			this.#parts.journal.append({ type: 'checkpoint', checkpoint: placed });
		});
	}

	checkpoints(session: string): Promise<readonly CheckpointSummary[]> {
		return this.#parts.next(() => inSlices(this.#plans.list(session), nothing));
	}

	restores(): Promise<readonly RestorePoint[]> {
		return this.#parts.next(async () => this.#plans.restores());
	}

	planRestore(
		checkpoint: Pick<Checkpoint, 'session' | 'id'>,
		open: readonly OpenFile[],
	): Promise<RestorePlan | undefined> {
		return this.#parts.next(async () => {
			const files = await inSlices(this.#plans.plan(checkpoint, open), nothing);
			if (files === undefined) return undefined;
			const id = randomUUID();
			this.#made.set(id, {
				checkpoint,
				files,
				open: new Map(open.map((one) => [one.path, one.unsaved !== undefined])),
			});
			const { history } = this.#parts.journal;
			const points = history.checkpoint(checkpoint)?.git?.filter((point) => this.#isNear(point)) ?? [];
			const git = this.#git.movements(points);
			return { id, files, git };
		});
	}

	restore(plan: string, paths: readonly string[]): Promise<RestoreResult> {
		return this.#parts.next(async () => this.#restore(plan, paths));
	}

	endRestore(id: string): Promise<void> {
		return this.#parts.next(async () => this.#end(id));
	}

	/** What is planned is planned anew, and of these sessions no checkpoint is placed that was not yet. */
	letGo(isGone: (checkpoint: Checkpoint) => boolean): void {
		this.#opening = this.#opening.filter((one) => !isGone(one));
		this.#made.clear();
	}

	/** Lines for what a look has seen: checkpoints since the look before stand before what their turns changed. */
	placed(records: readonly ChangeRecord[]): readonly JournalLine[] {
		const checkpoints = this.#opening;
		this.#opening = [];
		const touched = new Set<string>();
		const [before, after]: [JournalLine[], JournalLine[]] = [[], []];
		for (const record of records) {
			const { path, movedFrom = path, turn } = record;
			const isOfTurn = checkpoints.some(({ id, session }) => turn?.turn === id && turn.session === session);
			const isAfter = isOfTurn || touched.has(path) || touched.has(movedFrom);
			if (isAfter) touched.add(path).add(movedFrom);
			(isAfter ? after : before).push({ type: 'record', record });
		}
		// Only this look may have found the repositories further in.
		const points = checkpoints.map((one) => ({
			type: 'checkpoint' as const,
			checkpoint: this.#withGit(one),
		}));
		return [...before, ...points, ...after];
	}

	/** Goes on with what engines that are gone were restoring. */
	resume(left: readonly RestoreIntent[]): void {
		for (const intent of left) {
			this.#needed.set(intent.id, hashesIn(intent.parts));
			// It stays on the disk, for an engine that knows these files.
			if (!this.#isOurs(intent)) {
				this.#parts.log('A restore that was cut off is left: no agent has touched its files here.');
				continue;
			}
			this.#finish(intent);
			this.#end(intent.id);
		}
	}

	/** @param paths of the files of the plan that go back */
	#restore(planId: string, paths: readonly string[]): RestoreResult {
		const plan = this.#made.get(planId);
		this.#made.delete(planId);
		if (plan === undefined) return { type: 'not_kept' };
		const chosen = plan.files.filter(({ path, state }) => paths.includes(path) && state.type !== 'blocked');
		const all = inOrder(chosen.flatMap(({ parts }) => parts)).map(withNewFolder);
		if (all.length === 0) return { type: 'done', files: [], edits: [] };
		if (!all.every(({ now, target }) => this.#files.isReadable(now) && this.#files.isReadable(target)))
			return { type: 'not_kept' };
		const { session, id: of } = plan.checkpoint;
		const intent = { version: intentVersion, id: randomUUID(), session, of, at: Date.now(), parts: all };
		this.#needed.set(intent.id, hashesIn(all));
		const checkpoint = this.#withGit({ type: 'restore', id: intent.id, session, at: intent.at, of });
		this.#parts.journal.append({ type: 'checkpoint', checkpoint });
		try {
			this.#parts.intents.begin(intent);
		} catch (error) {
			// It may stand on the disk nevertheless.
			this.#end(intent.id);
			return { type: 'failed', reason: String(error) };
		}
		return this.#carryOut(intent, plan.open);
	}

	/** In the workspace, or around it: others are not looked at, whatever stands in the journal. */
	#isNear({ folder }: GitPoint): boolean {
		return this.#parts.roots.some((root) => isBelow(root, folder) || isBelow(folder, root));
	}

	/** What was read before stays as it is. */
	#withGit(checkpoint: Checkpoint): Checkpoint {
		const { roots, snapshots } = this.#parts;
		const git = this.#git.points([...roots, ...snapshots.repositories], checkpoint.git);
		return git.length === 0 ? checkpoint : { ...checkpoint, git };
	}

	#end(id: string): void {
		this.#needed.delete(id);
		this.#parts.intents.end(id);
	}

	#carryOut(intent: RestoreIntent, open: ReadonlyMap<string, boolean>): RestoreResult {
		const { id, session, parts } = intent;
		const edits = parts.flatMap((part) => (open.has(part.path) ? editOf(this.#parts.store, part) : []));
		const inEditors = new Set(edits.map(({ path }) => path));
		const onDisk = parts.filter(({ path }) => !inEditors.has(path));
		// What is not told yet would be told as if it had come afterwards.
		const isAhead = ({ path }: PlannedPart): boolean => this.#parts.snapshots.isAhead(path);
		// No part of a file that was moved goes without the others.
		const left = new Set(onDisk.filter(isAhead).map(({ path, moved = path }) => moved));
		const told = onDisk.filter(({ path, moved = path }) => !left.has(moved));
		const answers = this.#files.apply(told, id);
		this.#record(intent, told, answers);
		const at = Date.now();
		const turn = { session, turn: id };
		// What is not saved at once is the user's when it is.
		const saved = edits.filter((edit) => open.get(edit.path) === false);
		this.#parts.note(saved.map(({ path: file, hash }) => ({ type: 'restore', turn, path: file, at, hash })));
		if (edits.length === 0) this.#end(id);
		const byPath = new Map(told.map(({ path }, index) => [path, answers[index]]));
		const files = onDisk.map(({ path }) => ({
			path,
			answer: byPath.get(path) ?? { type: 'drifted' as const },
		}));
		return { type: 'done', id, files, edits };
	}

	#record(
		{ id, session }: Pick<RestoreIntent, 'id' | 'session'>,
		all: readonly PlannedPart[],
		answers: readonly PartAnswer[],
	): void {
		const turn = { session, turn: id };
		const at = Date.now();
		const records = all.flatMap(({ path, now, target }, index): readonly ChangeRecord[] => {
			const answer = answers[index];
			if (answer?.type !== 'done') return [];
			const { type: _, ...made } = answer;
			return [
				{ path, before: now, after: target, ...made, turn, author: 'user', evidence: ['restored'], at },
			];
		});
		const { journal, take } = this.#parts;
		journal.together(() => {
			journal.append(...records.map((record) => ({ type: 'record' as const, record })));
			for (const record of records) take(record);
		});
	}

	/** What stands behind a link is another file. */
	#stateOf(file: string): FileState {
		if (!isOwnPlace(path.dirname(file))) return { type: 'absent' };
		return this.#parts.snapshots.stateOf(file, new Gaps()).state;
	}

	#stateOfPart(part: PlannedPart): FileState {
		if (!isFolderPart(part)) return this.#stateOf(part.path);
		return { type: isOwnPlace(part.path) ? 'folder' : 'absent' };
	}

	/** The user is not asked before it is gone on with: of the workspace, or what agents have changed, and never git's own. */
	#isOurs({ parts }: RestoreIntent): boolean {
		const { journal, isInside } = this.#parts;
		const touched = new Set(journal.records.flatMap(({ path: file, movedFrom = file }) => [file, movedFrom]));
		return parts.every(({ path: file }) => !isInGit(file) && (isInside(file) || touched.has(file)));
	}

	/** Forward where all that is needed is there; else back, so that it does not stay between. */
	#finish(intent: RestoreIntent): void {
		const { id, session, parts } = intent;
		const { log, journal } = this.#parts;
		this.#files.clean(parts, id);
		const isAt = (part: PlannedPart, side: 'now' | 'target'): boolean =>
			isSameState(this.#stateOfPart(part), part[side]);
		const open = parts.filter((part) => !isAt(part, 'target') && isAt(part, 'now'));
		const isForward = open.every(({ target }) => this.#files.isKnown(target));
		const answers = isForward ? this.#files.apply(open, id) : [];
		if (!isForward || answers.some(({ type }) => type === 'failed')) {
			const done = parts.filter((part) => isAt(part, 'target') && !isSameState(part.now, part.target));
			const undone = this.#files.apply(backwards(done), id);
			const failed = undone.filter(({ type }) => type !== 'done').length;
			log(`A restore that was cut off was taken back; ${failed} files could not be.`);
		} else {
			const told = parts.map((part) => ({ type: isAt(part, 'target') ? 'done' : 'drifted' }) as const);
			this.#files.withContents(parts, told, id);
			log(`A restore that was cut off was gone on with: ${open.length} files.`);
		}
		const there = parts.filter((part) => isAt(part, 'target'));
		for (const { path: file } of there) {
			this.#parts.snapshots.adopt(file);
			this.#parts.snapshots.adoptFolder(file);
		}
		const known = journal.history.since(session, id);
		if (known === undefined) {
			const checkpoint: Checkpoint = { type: 'restore', id, session, at: intent.at, of: intent.of };
			journal.append({ type: 'checkpoint', checkpoint });
		}
		const isTold = (part: PlannedPart): boolean =>
			known?.some(({ path, after }) => path === part.path && isSameState(after, part.target)) === true;
		const untold = there.filter((part) => !isTold(part));
		this.#record(
			intent,
			untold,
			untold.map(() => ({ type: 'done' })),
		);
	}
}

const nothing = async (): Promise<void> => undefined;

function hashesIn(parts: readonly PlannedPart[]): ReadonlySet<string> {
	return new Set(parts.flatMap(({ now, target }) => [...hashesOf(now), ...hashesOf(target)]));
}
