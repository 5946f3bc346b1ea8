/** What waits, and the answers to it, for all surfaces of the window (`changeReview.ts`). */
import * as vscode from 'vscode';
import * as limits from '../../core/base/limits.ts';
import type { CallPart } from '../../core/changes/callPart.ts';
import type {
	CheckpointEngine,
	CheckpointSummary,
	RestorePoint,
} from '../../node/changes/checkpoints/checkpointEngine.ts';
import type { Gap } from '../../node/changes/gaps.ts';
import { looksBinary } from '../../node/fileProbe.ts';
import { findOpenDocument } from '../files/editorFiles.ts';
import { decodeFile } from '../files/textEncoding.ts';
import { type AnswerParts, Answers } from './answers.ts';
import type { CalledItem, ChangedFile, ChangeReview } from './changeReview.ts';
import { unsavedTextOf } from './liveTexts.ts';

interface WindowReviewParts extends AnswerParts {
	readonly engine: AnswerParts['engine'] & Pick<CheckpointEngine, 'checkpoints'>;
}

export class WindowReview
	extends Answers
	implements Omit<ChangeReview, 'onDidAnswer' | 'onDidRestore' | 'onDidSeeChanges'>
{
	readonly #parts: WindowReviewParts;
	readonly namesOf: NonNullable<ChangeReview['namesOf']>;

	constructor(parts: WindowReviewParts, namesOf: NonNullable<ChangeReview['namesOf']>) {
		super(parts);
		this.#parts = parts;
		this.namesOf = namesOf;
	}

	get files(): readonly ChangedFile[] {
		return this.#parts.files.files;
	}

	get gaps(): readonly Gap[] {
		return this.#parts.files.gaps;
	}

	get restores(): readonly RestorePoint[] {
		return this.#parts.files.restores;
	}

	get onDidChange(): ChangeReview['onDidChange'] {
		return this.#parts.files.onDidChange;
	}

	file(path: string): ChangedFile | undefined {
		return this.#parts.files.file(path);
	}

	async baseText(path: string): Promise<string | undefined> {
		const { engine, files } = this.#parts;
		const base = files.pending(path)?.base;
		if (base?.type === 'absent') return '';
		if (base?.type !== 'file' || base.hash === undefined) return undefined;
		const bytes = await engine.content(base.hash);
		if (bytes === undefined || looksBinary(bytes)) return undefined;
		const uri = vscode.Uri.file(path);
		return decodeFile(bytes, uri, findOpenDocument(uri)?.encoding);
	}

	async callPart(path: string, { session, call, item }: CalledItem): Promise<CallPart | undefined> {
		if (isTooLong(item)) return undefined;
		const live = await unsavedTextOf(path);
		const change = { path, call: { session, call }, item };
		return this.#parts.engine.callPart(live === undefined ? change : { ...change, live });
	}

	checkpoints(session: string): Promise<readonly CheckpointSummary[]> {
		return this.#parts.engine.checkpoints(session);
	}

	refresh(): Promise<void> {
		return this.#parts.looks.now();
	}
}

/** Each text goes to the thread whenever the file changes. */
function isTooLong(item: CalledItem['item']): boolean {
	return (
		item.type === 'diff' &&
		Math.max(item.oldText?.length ?? 0, item.newText?.length ?? 0) > limits.changeTextBytes
	);
}
