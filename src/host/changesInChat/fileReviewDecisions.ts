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

interface Parts {
	readonly types: ReadonlySet<ReviewAnswer['type']>;
	/** Nothing waits any more, and no answer was told yet that says why. */
	readonly isOver: boolean;
}

const maxFiles = 1_000;
const maxAnswers = 20;

export class FileReviewDecisions {
	/** By path, oldest first. */
	readonly #answers = new BoundedMap<string, readonly FileAnswer[]>({ maxCount: maxFiles });
	/** What was answered of files of which something waits still. */
	readonly #parts = new BoundedMap<string, Parts>({ maxCount: maxFiles });

	/** What was answered of single changes of calls, by what names them. */
	readonly #calls = new BoundedMap<string, Answered>({ maxCount: maxFiles });

	/** @param type absent: something of it waits again */
	noteCall(change: string, type?: Answered): void {
		if (type === undefined) this.#calls.delete(change);
		else this.#calls.set(change, type);
	}

	ofCall(change: string): Answered | undefined {
		return this.#calls.get(change);
	}

	/** True where the user has answered something of a file of which something waits still. */
	isAnswering(path: string): boolean {
		return this.#parts.has(path);
	}

	note({ type, file: { path, turns }, isAll }: ReviewAnswer, at: number): void {
		const types = new Set([...(this.#parts.get(path)?.types ?? []), type]);
		if (isAll) this.#parts.delete(path);
		else this.#parts.set(path, { types, isOver: false });
		if (!isAll) return;
		const answer = { type: types.size > 1 ? ('kept_and_undone' as const) : type, turns, at };
		this.#answers.set(path, [...(this.#answers.get(path) ?? []), answer].slice(-maxAnswers));
	}

	/** Nothing of it waits: because of an answer that is told in a moment, or unseen, such as by a commit. */
	wentAway(path: string): void {
		const parts = this.#parts.get(path);
		if (parts !== undefined) this.#parts.set(path, { ...parts, isOver: true });
	}

	/** Something of it waits. Where what waited before went away unseen, its answers are no part of this. */
	waits(path: string): void {
		if (this.#parts.get(path)?.isOver === true) this.#parts.delete(path);
	}

	/** The latest that is about something. */
	find(path: string, isAbout: (answer: FileAnswer) => boolean): FileAnswer | undefined {
		return this.#answers.get(path)?.findLast(isAbout);
	}
}
