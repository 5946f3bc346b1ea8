/** The review as all surfaces use it: tells what the user answered, whichever surface they answered in. */
import type { Disposable } from '../../core/base/disposable.ts';
import { Emitter, type Event } from '../../core/base/emitter.ts';
import type { Hunk } from '../../core/changes/review.ts';
import type { Gap } from '../../node/changes/gaps.ts';
import type { ChangedFile, ChangeReview, ReviewOutcome } from './changeReview.ts';

/** What the user has just answered, of one file. */
export interface ReviewAnswer {
	readonly type: 'kept' | 'undone';
	/** As it was before. */
	readonly file: ChangedFile;
	/** Those that were answered; empty for a file that is kept and undone as a whole. */
	readonly hunks: readonly Hunk[];
	/** Nothing of the file waits any more because of this. */
	readonly isAll: boolean;
}

/** Passes everything on to another review. */
export class AnsweredReview implements ChangeReview, Disposable {
	readonly #review: ChangeReview;
	readonly #answered = new Emitter<readonly ReviewAnswer[]>();

	constructor(review: ChangeReview) {
		this.#review = review;
	}

	get files(): readonly ChangedFile[] {
		return this.#review.files;
	}

	get gaps(): readonly Gap[] {
		return this.#review.gaps;
	}

	get onDidChange(): Event<readonly string[]> {
		return this.#review.onDidChange;
	}

	/** Fires after an answer has been carried out, with what it was for each file. */
	get onDidAnswer(): Event<readonly ReviewAnswer[]> {
		return this.#answered.event;
	}

	file(path: string): ChangedFile | undefined {
		return this.#review.file(path);
	}

	baseText(path: string): Promise<string | undefined> {
		return this.#review.baseText(path);
	}

	keepHunk(path: string, hunk: Hunk): Promise<ReviewOutcome> {
		return this.#hunkAnswered('kept', path, hunk, this.#review.keepHunk(path, hunk));
	}

	undoHunk(path: string, hunk: Hunk): Promise<ReviewOutcome> {
		return this.#hunkAnswered('undone', path, hunk, this.#review.undoHunk(path, hunk));
	}

	keepFiles(paths: readonly string[]): Promise<ReviewOutcome> {
		return this.#filesAnswered('kept', paths, (files) => this.#review.keepFiles(files));
	}

	undoFiles(paths: readonly string[]): Promise<ReviewOutcome> {
		return this.#filesAnswered('undone', paths, (files) => this.#review.undoFiles(files));
	}

	refresh(): Promise<void> {
		return this.#review.refresh();
	}

	dispose(): void {
		this.#answered.dispose();
	}

	async #hunkAnswered(
		type: ReviewAnswer['type'],
		path: string,
		hunk: Hunk,
		answering: Promise<ReviewOutcome>,
	): Promise<ReviewOutcome> {
		// Until the answer is carried out the review says what it was about.
		const file = this.#review.file(path);
		const outcome = await answering;
		if (outcome === 'done' && file !== undefined)
			this.#answered.fire([{ type, file, hunks: [hunk], isAll: file.hunks.length <= 1 }]);
		return outcome;
	}

	async #filesAnswered(
		type: ReviewAnswer['type'],
		paths: readonly string[],
		answer: (paths: readonly string[]) => Promise<ReviewOutcome>,
	): Promise<ReviewOutcome> {
		const files = paths.flatMap((path) => this.#review.file(path) ?? []);
		const outcome = await answer(paths);
		if (outcome === 'done') this.#answered.fire(files.map((file) => this.#answerOf(type, file)));
		return outcome;
	}

	#answerOf(type: ReviewAnswer['type'], file: ChangedFile): ReviewAnswer {
		const left = this.#review.file(file.path);
		// The user was asked about their own edits, and may have left those changes as they are.
		const waiting = left === file ? [] : (left?.hunks ?? []);
		const hunks = file.hunks.filter((hunk) => !waiting.some((other) => isSameChange(hunk, other)));
		return { type, file, hunks, isAll: waiting.length === 0 };
	}
}

/** The same lines, wherever they stand by now. */
function isSameChange(left: Hunk, right: Hunk): boolean {
	return isSameText(left.removed, right.removed) && isSameText(left.added, right.added);
}

function isSameText(left: readonly string[], right: readonly string[]): boolean {
	return left.length === right.length && left.every((line, index) => line === right[index]);
}
