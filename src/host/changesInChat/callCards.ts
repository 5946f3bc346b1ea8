/** The changes of single calls on their cards: what of them waits, and what the user answers there. */
import type { CallPart } from '../../core/changes/callPart.ts';
import type { ToolCallEntry } from '../../core/session/model/entry.ts';
import { isDiff } from '../../core/view/projectToolCall.ts';
import type { ViewFileReview } from '../../core/view/viewChanges.ts';
import type { ViewChange } from '../../core/view/viewEntry.ts';
import type { ChangedFile, ChangeReview, SeenFiles } from '../changes/changeReview.ts';
import { callName } from '../changes/entryNames.ts';
import { type CardChange, CallParts, keyOf } from './callParts.ts';
import type { FileReviewDecisions } from './fileReviewDecisions.ts';

/** A change of a call, and the file that waits which it is about. */
export interface CardFile {
	readonly change: CardChange;
	readonly file: ChangedFile;
}

export class CallCards {
	readonly #review: ChangeReview;
	readonly #answers: FileReviewDecisions;
	readonly #onNews: (change: CardChange) => void;
	readonly #parts: CallParts;

	/** @param onNews the card of this change has something else to show */
	constructor(review: ChangeReview, answers: FileReviewDecisions, onNews: (change: CardChange) => void) {
		this.#review = review;
		this.#answers = answers;
		this.#onNews = onNews;
		this.#parts = new CallParts(review, (change, part) => {
			// What the editor's own undo brings back waits as before.
			if (part !== undefined && part.settled === undefined) answers.noteCall(keyOf(change));
			onNews(change);
		});
	}

	/** @param view as the card has it without an answer */
	waits(change: CardChange | undefined, file: ChangedFile, view: ViewChange): ViewFileReview | undefined {
		const isText = change !== undefined && file.type === 'text';
		const part = isText ? this.#parts.of(change, file) : undefined;
		if (change === undefined || part === undefined) return waitsInFile(file, view);
		if (part.settled !== undefined) return this.#settled(change, file, part.settled);
		const { added, removed, isMixed } = part;
		const { path, isUndoable } = file;
		return { type: 'waits', path, added, removed, isUndoable, reach: isMixed ? 'lines' : 'call' };
	}

	/** What the user was seen to answer of this change. */
	answered(change: CardChange | undefined): ViewFileReview | undefined {
		const type = change === undefined ? undefined : this.#answers.ofCall(keyOf(change));
		return type === undefined ? undefined : { type };
	}

	/**
	 * Where the lines of the call cannot be told from those of others, the answer is about the file.
	 * @param seen what waited of the files when the user answered, or was asked
	 */
	async answer(
		answer: 'keep' | 'undo',
		all: readonly CardFile[],
		seen: SeenFiles = this.#review.seen(all.map(({ file }) => file.path)),
	): Promise<void> {
		const wholes = new Set<string>();
		for (const { change, file } of all)
			if ((await this.#partOf(change, file)) === undefined) wholes.add(file.path);
		for (const { change, file } of all) {
			if (wholes.has(file.path)) continue;
			// Asked for again: it may have been answered with the change before it.
			const part = await this.#partOf(change, file);
			if (part?.settled === undefined) await this.#answerPart(answer, change, file);
		}
		if (wholes.size === 0) return;
		await (answer === 'keep'
			? this.#review.keepFiles([...wholes], seen)
			: this.#review.undoFiles([...wholes], seen));
	}

	/** Undefined where its lines cannot be told. */
	async #partOf(change: CardChange, file: ChangedFile): Promise<CallPart | undefined> {
		return file.type === 'text' ? this.#review.callPart(file.path, change) : undefined;
	}

	async #answerPart(answer: 'keep' | 'undo', change: CardChange, { path }: ChangedFile): Promise<void> {
		const isKept = answer === 'keep';
		const { outcome } = await (isKept
			? this.#review.keepCall(path, change)
			: this.#review.undoCall(path, change));
		if (outcome !== 'done') return;
		this.#answers.noteCall(keyOf(change), isKept ? 'kept' : 'undone');
		this.#onNews(change);
	}

	/** What was committed, or was undone by hand, counts as not answered. */
	#settled(
		change: CardChange,
		{ path }: ChangedFile,
		settled: NonNullable<CallPart['settled']>,
	): ViewFileReview | undefined {
		const answered = this.answered(change);
		if (answered !== undefined || settled === 'gone') return answered;
		return this.#answers.isAnswering(path) ? { type: settled } : undefined;
	}
}

/** @param index counts the changes of the call; undefined where it has none with it */
export function cardChange(session: string, call: ToolCallEntry, index: number): CardChange | undefined {
	const item = call.content.filter(isDiff)[index];
	return item === undefined ? undefined : { session, call: callName(call), entryId: call.id, index, item };
}

/** What a card says of a file without lines that can be told: that it waits. */
function waitsInFile(file: ChangedFile, view: ViewChange): ViewFileReview {
	const areLinesKnown = file.added + file.removed > 0;
	const { added, removed } = areLinesKnown ? file : view;
	return {
		type: 'waits',
		path: file.path,
		added: Math.min(view.added, added),
		removed: Math.min(view.removed, removed),
		isUndoable: file.isUndoable,
		reach: !areLinesKnown || added > view.added || removed > view.removed ? 'file' : 'call',
	};
}
