/** A review that tells what the user answered, whichever surface they answered in. */
import type { Disposable } from '../../core/base/disposable.ts';
import { Emitter, type Event } from '../../core/base/emitter.ts';
import type { TurnId } from '../../core/changes/record.ts';
import type { CallPart } from '../../core/changes/callPart.ts';
import type { Hunk } from '../../core/changes/review.ts';
import { isSameLines } from '../../core/changes/segments.ts';
import type { CheckpointSummary, RestorePoint } from '../../node/changes/checkpoints/checkpointEngine.ts';
import type { Gap } from '../../node/changes/gaps.ts';
import type {
	CalledItem,
	CallOutcome,
	ChangedFile,
	ChangeReview,
	RestoredFiles,
	ReviewAnswer,
	ReviewOutcome,
	SeenFiles,
	TurnNames,
} from './changeReview.ts';

/** What carries the answers out. */
type InnerReview = Omit<ChangeReview, 'onDidAnswer' | 'onDidRestore' | 'onDidSeeChanges'>;

/** Passes everything on to another review. */
export class AnsweredReview implements ChangeReview, Disposable {
	readonly #review: InnerReview;
	readonly #answered = new Emitter<readonly ReviewAnswer[]>();
	readonly #restored = new Emitter<RestoredFiles>();
	readonly #seen = new Emitter<void>();

	constructor(review: InnerReview) {
		this.#review = review;
	}

	get files(): readonly ChangedFile[] {
		return this.#review.files;
	}

	get gaps(): readonly Gap[] {
		return this.#review.gaps;
	}

	get restores(): readonly RestorePoint[] {
		return this.#review.restores;
	}

	get onDidChange(): Event<readonly string[]> {
		return this.#review.onDidChange;
	}

	/** Fires after an answer has been carried out, with what it was for each file. */
	get onDidAnswer(): Event<readonly ReviewAnswer[]> {
		return this.#answered.event;
	}

	get onDidSeeChanges(): Event<void> {
		return this.#seen.event;
	}

	get onDidRestore(): Event<RestoredFiles> {
		return this.#restored.event;
	}

	checkpoints(session: string): Promise<readonly CheckpointSummary[]> {
		return this.#review.checkpoints(session);
	}

	/** A look has seen changes. */
	noteChanges(): void {
		this.#seen.fire();
	}

	/** A restore has been carried out. */
	noteRestore(restored: RestoredFiles): void {
		this.#restored.fire(restored);
	}

	namesOf(turn: TurnId): TurnNames | undefined {
		return this.#review.namesOf?.(turn);
	}

	file(path: string): ChangedFile | undefined {
		return this.#review.file(path);
	}

	baseText(path: string): Promise<string | undefined> {
		return this.#review.baseText(path);
	}

	keepHunk(path: string, hunk: Hunk): Promise<ReviewOutcome> {
		return this.#hunkAnswered('kept', path, hunk, () => this.#review.keepHunk(path, hunk));
	}

	undoHunk(path: string, hunk: Hunk): Promise<ReviewOutcome> {
		return this.#hunkAnswered('undone', path, hunk, () => this.#review.undoHunk(path, hunk));
	}

	keepFiles(paths: readonly string[], seen = this.seen(paths)): Promise<ReviewOutcome> {
		return this.#filesAnswered('kept', paths, (files) => this.#review.keepFiles(files, seen));
	}

	seen(paths: readonly string[]): SeenFiles {
		return this.#review.seen(paths);
	}

	undoFiles(paths: readonly string[], seen = this.seen(paths)): Promise<ReviewOutcome> {
		return this.#filesAnswered('undone', paths, (files) => this.#review.undoFiles(files, seen));
	}

	callPart(path: string, change: CalledItem): Promise<CallPart | undefined> {
		return this.#review.callPart(path, change);
	}

	keepCall(path: string, change: CalledItem): Promise<CallOutcome> {
		return this.#callAnswered('kept', path, () => this.#review.keepCall(path, change));
	}

	undoCall(path: string, change: CalledItem): Promise<CallOutcome> {
		return this.#callAnswered('undone', path, () => this.#review.undoCall(path, change));
	}

	refresh(): Promise<void> {
		return this.#review.refresh();
	}

	dispose(): void {
		this.#answered.dispose();
		this.#restored.dispose();
		this.#seen.dispose();
	}

	async #hunkAnswered(
		type: ReviewAnswer['type'],
		path: string,
		hunk: Hunk,
		answer: () => Promise<ReviewOutcome>,
	): Promise<ReviewOutcome> {
		const file = this.#review.file(path);
		const outcome = await answer();
		if (outcome === 'done' && file !== undefined)
			this.#answered.fire([{ type, file, hunks: [hunk], isAll: file.hunks.length <= 1 }]);
		return outcome;
	}

	async #callAnswered(
		type: ReviewAnswer['type'],
		path: string,
		answer: () => Promise<CallOutcome>,
	): Promise<CallOutcome> {
		const file = this.#review.file(path);
		const answered = await answer();
		const { outcome, hunks } = answered;
		if (outcome === 'done' && file !== undefined)
			this.#answered.fire([{ type, file, hunks, isAll: this.#review.file(path) === undefined }]);
		return answered;
	}

	/** Some of the files may be answered although not all are. */
	async #filesAnswered(
		type: ReviewAnswer['type'],
		paths: readonly string[],
		answer: (paths: readonly string[]) => Promise<ReviewOutcome>,
	): Promise<ReviewOutcome> {
		const files = paths.flatMap((path) => this.#review.file(path) ?? []);
		const outcome = await answer(paths);
		const answers = files.flatMap((file) => this.#answerOf(type, file, outcome) ?? []);
		if (answers.length > 0) this.#answered.fire(answers);
		return outcome;
	}

	/** Undefined where nothing of it is seen to be answered: a file that has drifted has other changes, too. */
	#answerOf(type: ReviewAnswer['type'], file: ChangedFile, outcome: ReviewOutcome): ReviewAnswer | undefined {
		const left = this.#review.file(file.path);
		if (left === undefined) return { type, file, hunks: file.hunks, isAll: true };
		if (outcome === 'drifted' || outcome === 'failed') return undefined;
		const hunks = file.hunks.filter((hunk) => !left.hunks.some((other) => isSameChange(hunk, other)));
		return hunks.length === 0 ? undefined : { type, file, hunks, isAll: false };
	}
}

/** The same lines, wherever they stand by now. */
function isSameChange(left: Hunk, right: Hunk): boolean {
	return isSameLines(left.removed, right.removed) && isSameLines(left.added, right.added);
}
