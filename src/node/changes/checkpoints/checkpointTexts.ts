/** Texts of the store as plans need them, and how many lines lie between two of them: kept for the next question. */
import { BoundedMap } from '../../../core/base/boundedMap.ts';
import * as limits from '../../../core/base/limits.ts';
import { editsOf, linesOf } from '../../../core/changes/lines.ts';
import { type FileState, hashesOf, isSameState } from '../../../core/changes/record.ts';
import { type ContentStore, hashOf } from '../contentStore.ts';
import { textOfBytes } from '../../fileProbe.ts';
import { isLong } from '../reviews.ts';
import type { PlannedPart } from '../../../core/changes/checkpoints/checkpoint.ts';
import type { CheckpointEdit } from './checkpointEngine.ts';

export interface LineCounts {
	readonly added: number;
	readonly removed: number;
}

const mostChars = 8 * 1024 * 1024;
const mostCounts = 20_000;
/** Of texts that are held against each other for the counts of one question, in characters. */
const countedChars = 16 * 1024 * 1024;
const none: LineCounts = { added: 0, removed: 0 };

export class CheckpointTexts {
	readonly #store: ContentStore;
	readonly #texts = new BoundedMap<string, string>({
		maxCount: 1_000,
		maxWeight: mostChars,
		weigh: (text) => text.length,
	});
	readonly #counts = new BoundedMap<string, LineCounts>({ maxCount: mostCounts });

	/** Characters that may still be held against each other. */
	#left = 0;

	constructor(store: ContentStore) {
		this.#store = store;
	}

	/** Bounds the counting of one question; what is left out then is counted by a later one. */
	beginCounts(): void {
		this.#left = countedChars;
	}

	/** False where it would take too long to hold it against another text. */
	mayRead(state: FileState): boolean {
		this.#left -= state.type === 'file' && state.size <= limits.changeTextBytes ? state.size : 0;
		return this.#left > 0;
	}

	/** Undefined for what is no text, too long to be told line by line, or not kept. */
	of(state: FileState): string | undefined {
		if (state.type !== 'file' || state.hash === undefined || state.size > limits.changeTextBytes)
			return undefined;
		const known = this.#texts.get(state.hash);
		if (known !== undefined) return known;
		const bytes = this.#store.get(state.hash);
		const text = bytes === undefined ? undefined : textOfBytes(bytes);
		if (text === undefined || isLong(text)) return undefined;
		this.#texts.set(state.hash, text);
		return text;
	}

	/** The state of a text that is nowhere yet. */
	unstored(text: string, mode: number): FileState {
		const bytes = Buffer.from(text, 'utf8');
		const hash = hashOf(bytes);
		this.#texts.set(hash, text);
		return { type: 'file', mode, size: bytes.length, hash };
	}

	/** As `unstored`, with the text in the store; its hash is absent where there is no room for it. */
	stored(text: string, mode: number): FileState {
		const bytes = Buffer.from(text, 'utf8');
		const hash = hashOf(bytes);
		const isStored = this.#store.put(hash, bytes) === 'stored';
		return { type: 'file', mode, size: bytes.length, ...(isStored ? { hash } : {}) };
	}

	/** Lines to add and to remove; none where one side is no text that can be told, or where that takes too long. */
	between(before: FileState, after: FileState): LineCounts {
		if (isSameState(before, after)) return none;
		const key = `${keyOf(before)} ${keyOf(after)}`;
		const known = this.#counts.get(key);
		if (known !== undefined) return known;
		if (!this.mayRead(before) || !this.mayRead(after)) return none;
		const [old, now] = [this.#linesOf(before), this.#linesOf(after)];
		const edits = old === undefined || now === undefined ? [] : editsOf(old, now);
		const counts = {
			added: edits.reduce((sum, { from, to }) => sum + to - from, 0),
			removed: edits.reduce((sum, { start, end }) => sum + end - start, 0),
		};
		this.#counts.set(key, counts);
		return counts;
	}

	#linesOf(state: FileState): readonly string[] | undefined {
		const text = state.type === 'absent' ? '' : this.of(state);
		return text === undefined ? undefined : linesOf(text);
	}
}

function keyOf(state: FileState): string {
	return hashesOf(state)[0] ?? state.type;
}

/**
 * The text edit that an open editor makes for one part of a restore.
 * @returns an empty list where a side has no text in the store, or where the file mode differs as well
 */
export function editOf(
	store: Pick<ContentStore, 'get'>,
	{ path, now, target }: PlannedPart,
): readonly CheckpointEdit[] {
	const [before, after] = [textOf(store, now), textOf(store, target)];
	if (before === undefined || after === undefined || now.type !== 'file' || target.type !== 'file') return [];
	// An editor cannot change the mode.
	if (now.mode !== target.mode || target.hash === undefined) return [];
	return [{ path, before, after, hash: target.hash }];
}

function textOf(store: Pick<ContentStore, 'get'>, state: FileState): string | undefined {
	const bytes = state.type === 'file' && state.hash !== undefined ? store.get(state.hash) : undefined;
	return bytes === undefined ? undefined : textOfBytes(bytes);
}
