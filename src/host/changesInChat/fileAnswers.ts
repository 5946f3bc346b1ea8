/** What the user answered of files, for the cards of the calls that changed them. As long as the window is open. */
import { BoundedMap } from '../../core/base/boundedMap.ts';
import type { TurnId } from '../../core/changes/record.ts';
import type { ReviewAnswer } from '../changes/changeReview.ts';
import type { ViewFileReview } from '../../core/view/viewChanges.ts';

type Answered = Exclude<ViewFileReview['type'], 'waits'>;

/** All of a file was answered. */
export interface FileAnswer {
	readonly type: Answered;
	/** The turns that had a part in it. */
	readonly turns: readonly TurnId[];
	/** Epoch milliseconds. */
	readonly at: number;
}

const maxFiles = 1_000;
const maxAnswers = 20;

export class FileAnswers {
	/** By path, oldest first. */
	readonly #answers = new BoundedMap<string, readonly FileAnswer[]>({ maxCount: maxFiles });
	/** What was answered of files of which something waits still. */
	readonly #parts = new BoundedMap<string, ReadonlySet<ReviewAnswer['type']>>({ maxCount: maxFiles });

	note({ type, file: { path, turns }, isAll }: ReviewAnswer, at: number): void {
		const parts = new Set([...(this.#parts.get(path) ?? []), type]);
		if (isAll) this.#parts.delete(path);
		else this.#parts.set(path, parts);
		if (!isAll) return;
		const answer = { type: parts.size > 1 ? ('kept_and_undone' as const) : type, turns, at };
		this.#answers.set(path, [...(this.#answers.get(path) ?? []), answer].slice(-maxAnswers));
	}

	/** What was left of it went away unseen, such as by a commit. */
	forgetParts(path: string): void {
		this.#parts.delete(path);
	}

	/** The latest that is about something. */
	find(path: string, isAbout: (answer: FileAnswer) => boolean): FileAnswer | undefined {
		return this.#answers.get(path)?.findLast(isAbout);
	}
}
