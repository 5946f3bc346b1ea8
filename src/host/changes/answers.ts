/**
 * What the user answers to changes that wait. Keep moves what was accepted; Undo moves the text and nothing else, so
 * that the editor's own undo brings the change back, waiting as before. What goes wrong is said here, once.
 */
import type * as vscode from 'vscode';
import { toError } from '../../core/base/errors.ts';
import type { Evidence } from '../../core/changes/attribution.ts';
import { keepCall, undoCall } from '../../core/changes/callPart.ts';
import { type Hunk, keepHunk, type ReviewTexts, undoAll, undoHunk } from '../../core/changes/review.ts';
import type { CalledChange, ChangeEngine } from '../../node/changes/changeEngine.ts';
import type { CalledItem, CallOutcome, ReviewOutcome, SeenFiles } from './changeReview.ts';
import {
	asksToDelete,
	asksToLose,
	sayDrifted,
	sayFailed,
	sayForeign,
	sayNotStored,
} from './answerMessages.ts';
import { isNotebook } from './changedFile.ts';
import { liveTextOf, putText, settle, stampOf } from './liveTexts.ts';
import type { Looks } from './looks.ts';
import { isSamePending, type PendingFiles } from './pendingFiles.ts';
import { savedAs } from './userEvidence.ts';
import { deleteForGood, restoreWhole } from './wholeFiles.ts';

export interface AnswerParts {
	readonly engine: ChangeEngine;
	readonly looks: Looks;
	readonly files: PendingFiles;
	/** Passes on what speaks for the user. */
	readonly note: (evidence: readonly Evidence[]) => void;
	readonly log: vscode.LogOutputChannel;
}

export type UserEdits = 'keep' | 'discard';

/** What became of one file. What `failed` was said; `no_trash`: it was created, and cannot be moved to the trash. */
export type FileOutcome = 'done' | 'drifted' | 'failed' | 'conflict' | 'no_trash';

type Undone =
	| {
			readonly type: 'text';
			readonly text: string;
			readonly hasConflicts: boolean;
			/** Absent: what waits follows from the text. */
			readonly texts?: ReviewTexts;
	  }
	| { readonly type: 'drifted' | 'conflict' };

export class Answers {
	readonly #parts: AnswerParts;

	constructor(parts: AnswerParts) {
		this.#parts = parts;
	}

	async keepHunk(path: string, hunk: Hunk): Promise<ReviewOutcome> {
		const { engine } = this.#parts;
		const answer = await this.#answer([path], async (): Promise<FileOutcome> => {
			const from = await liveTextOf(path);
			if (from.type === 'other_encoding') return this.#refuse(path);
			const review = await engine.review(path, from.type === 'document' ? from.live : undefined);
			if (review.type !== 'text') return 'drifted';
			const kept = keepHunk(review.texts, review.live, hunk);
			return kept.type === 'done' ? this.#settle(path, kept.texts) : 'drifted';
		});
		return this.#told([path], answer);
	}

	async undoHunk(path: string, hunk: Hunk): Promise<ReviewOutcome> {
		const undo = (userEdits: UserEdits): Promise<FileOutcome> =>
			this.#answer([path], () =>
				this.#undoText(path, (texts, live) => {
					const undone = undoHunk(texts, live, hunk, userEdits);
					return undone.type === 'done' ? { type: 'text', text: undone.live, hasConflicts: false } : undone;
				}),
			);
		const answer = await undo('keep');
		if (answer !== 'conflict') return this.#told([path], answer);
		if (!(await asksToLose([path], 'hunk'))) return 'cancelled';
		return this.#told([path], await undo('discard'));
	}

	async keepCall(path: string, change: CalledItem): Promise<CallOutcome> {
		const { engine } = this.#parts;
		let hunks: readonly Hunk[] = [];
		const answer = await this.#answer([path], async (): Promise<FileOutcome> => {
			const from = await liveTextOf(path);
			if (from.type === 'other_encoding') return this.#refuse(path);
			const review = await engine.review(path, from.type === 'document' ? from.live : undefined);
			const call = await engine.callTexts(calledOf(path, change));
			if (review.type !== 'text' || call === undefined) return 'drifted';
			const kept = keepCall(review.texts, review.live, call);
			if (kept.type !== 'done') return 'drifted';
			const settled = await this.#settle(path, kept.texts);
			if (settled === 'done') ({ hunks } = kept);
			return settled;
		});
		return { outcome: this.#told([path], answer), hunks };
	}

	async undoCall(path: string, change: CalledItem): Promise<CallOutcome> {
		let hunks: readonly Hunk[] = [];
		const undo = (later: UserEdits): Promise<FileOutcome> =>
			this.#answer([path], async () => {
				const call = await this.#parts.engine.callTexts(calledOf(path, change));
				if (call === undefined) return 'drifted';
				return this.#undoText(path, (texts, live) => {
					const undone = undoCall(texts, live, call, later);
					if (undone.type !== 'done') return { type: undone.type === 'nothing' ? 'drifted' : 'conflict' };
					({ hunks } = undone);
					return { type: 'text', text: undone.live, hasConflicts: false, texts: undone.texts };
				});
			});
		const answer = await undo('keep');
		if (answer !== 'conflict') return { outcome: this.#told([path], answer), hunks };
		if (!(await asksToLose([path], 'call'))) return { outcome: 'cancelled', hunks: [] };
		return { outcome: this.#told([path], await undo('discard')), hunks };
	}

	/** What a look has found since the user answered was not kept by that. */
	async keepFiles(paths: readonly string[], seen = this.seen(paths)): Promise<ReviewOutcome> {
		const { engine, files } = this.#parts;
		let others: readonly string[] = [];
		const answer = await this.#answer(paths, async () => {
			others = paths.filter((path) => !isSamePending(seen.get(path), files.pending(path)));
			for (const path of paths) if (!others.includes(path)) await engine.keepFile(path);
			return others.length === 0 ? 'done' : 'drifted';
		});
		return this.#told(others, answer);
	}

	seen(paths: readonly string[]): SeenFiles {
		return new Map(paths.map((path) => [path, this.#parts.files.pending(path)]));
	}

	/** Undoes what only agents have a part in first, and then asks once for the rest. */
	async undoFiles(paths: readonly string[], seen = this.seen(paths)): Promise<ReviewOutcome> {
		const { files } = this.#parts;
		const answers = await this.#each(paths, async (path) => {
			const now = files.pending(path);
			const isOther = now !== undefined && !isSamePending(seen.get(path), now);
			return isOther ? 'drifted' : this.#undoFile(path, 'keep');
		});
		const conflicts = pathsOf(answers, 'conflict');
		const discarded = await this.#asked(
			conflicts,
			() => asksToLose(conflicts, 'files'),
			(path) => this.#undoFile(path, 'discard'),
		);
		// What was asked about and is in the way again has changed since.
		for (const [path, answer] of discarded) answers.set(path, answer === 'conflict' ? 'drifted' : answer);
		const untrashed = pathsOf(answers, 'no_trash');
		const deleted = await this.#asked(
			untrashed,
			() => asksToDelete(untrashed),
			(path) => deleteForGood(this.#parts, path),
		);
		for (const [path, answer] of deleted) answers.set(path, answer);
		const drifted = pathsOf(answers, 'drifted');
		if (drifted.length > 0) sayDrifted(drifted);
		const all = new Set(answers.values());
		if (all.has('failed')) return 'failed';
		if (all.has('drifted')) return 'drifted';
		return all.has('conflict') || all.has('no_trash') ? 'cancelled' : 'done';
	}

	/** What changes while the user is asked about it was not asked about: it is left. */
	async #asked(
		paths: readonly string[],
		ask: () => Promise<boolean>,
		work: (path: string) => Promise<FileOutcome>,
	): Promise<ReadonlyMap<string, FileOutcome>> {
		if (paths.length === 0) return new Map();
		const stamps = new Map<string, string>();
		for (const path of paths) stamps.set(path, await stampOf(path));
		if (!(await ask())) return new Map();
		return this.#each(paths, async (path) => {
			const isSame = (await stampOf(path)) === stamps.get(path);
			return isSame ? work(path) : 'drifted';
		});
	}

	/** Each by itself: a look may come in between, and what the user waits for is seen to go on. */
	async #each(
		paths: readonly string[],
		work: (path: string) => Promise<FileOutcome>,
	): Promise<Map<string, FileOutcome>> {
		const answers = new Map<string, FileOutcome>();
		for (const path of paths) answers.set(path, await this.#answer([path], () => work(path)));
		return answers;
	}

	async #undoFile(path: string, userEdits: UserEdits): Promise<FileOutcome> {
		const { engine, files } = this.#parts;
		const pending = files.pending(path);
		const review = await engine.review(path);
		if (pending === undefined || review.type === 'nothing') return 'done';
		if (review.type === 'whole' || pending.movedFrom !== undefined || isNotebook(path)) {
			return restoreWhole(this.#parts, pending, userEdits);
		}
		return this.#undoText(path, (texts, live) => {
			const undone = undoAll(texts, live, userEdits);
			return { type: 'text', text: undone.live, hasConflicts: undone.conflicts.length > 0 };
		});
	}

	async #undoText(path: string, undo: (texts: ReviewTexts, live: string) => Undone): Promise<FileOutcome> {
		await settle(path);
		const from = await liveTextOf(path);
		if (from.type === 'other_encoding') return this.#refuse(path);
		const review = await this.#parts.engine.review(path, from.type === 'document' ? from.live : undefined);
		if (review.type !== 'text') return 'drifted';
		const { texts, live } = review;
		const undone = undo(texts, live);
		if (undone.type !== 'text') return undone.type;
		const answer = undone.hasConflicts ? 'conflict' : 'done';
		if (undone.text === live) return answer;
		const at = Date.now();
		const result = await putText(path, from, { before: live, after: undone.text }, (bytes) =>
			this.#parts.note([savedAs(path, at, bytes)]),
		);
		if (result.type === 'failed') sayFailed(this.#parts.log, path, result.reason);
		else if (result.type === 'done' && undone.texts !== undefined && undone.texts.agent !== texts.agent) {
			const settled = await this.#settle(path, undone.texts);
			if (settled === 'failed') return settled;
		}
		return result.type === 'done' ? answer : result.type;
	}

	async #settle(path: string, texts: ReviewTexts): Promise<FileOutcome> {
		const answer = await this.#parts.engine.settle(path, texts);
		if (answer !== 'not_stored') return answer;
		sayNotStored(this.#parts.log, path);
		return 'failed';
	}

	#refuse(path: string): FileOutcome {
		sayForeign(path);
		return 'failed';
	}

	/** Between two looks. An error is told, and the files are made anew in any case. */
	async #answer(paths: readonly string[], work: () => Promise<FileOutcome>): Promise<FileOutcome> {
		const { looks, files, log } = this.#parts;
		try {
			return await looks.run(work);
		} catch (error) {
			sayFailed(log, paths[0] ?? '', toError(error).message);
			return 'failed';
		} finally {
			await files.remake(paths);
		}
	}

	#told(paths: readonly string[], answer: FileOutcome): ReviewOutcome {
		// What was just asked for and is in the way again has changed since.
		if (answer === 'done' || answer === 'failed') return answer;
		sayDrifted(paths);
		return 'drifted';
	}
}

function calledOf(path: string, { session, call, item }: CalledItem): CalledChange {
	return { path, call: { session, call }, item };
}

function pathsOf(answers: ReadonlyMap<string, FileOutcome>, answer: FileOutcome): readonly string[] {
	return [...answers].filter(([, one]) => one === answer).map(([path]) => path);
}
