/**
 * What single calls have made of the files that wait, for their cards. The engine tells it, a moment after it is asked:
 * until then what it told last counts.
 */
import { BoundedMap } from '../../core/base/boundedMap.ts';
import { ConcurrencyLimit } from '../../core/base/concurrencyLimit.ts';
import * as limits from '../../core/base/limits.ts';
import type { CallPart } from '../../core/changes/callPart.ts';
import type { EntryId } from '../../core/session/model/entry.ts';
import type { CalledItem, ChangedFile, ChangeReview } from '../changes/changeReview.ts';

interface Known {
	/** The file that it was told of. */
	readonly file: ChangedFile;
	readonly part: CallPart | undefined;
}

/** A change of a call, on its card; `index` counts those of the call. */
export interface CardChange extends CalledItem {
	readonly entryId: EntryId;
	readonly index: number;
}

export class CallParts {
	readonly #review: Pick<ChangeReview, 'callPart'>;
	readonly #onNews: (change: CardChange, part: CallPart | undefined) => void;
	readonly #known = new BoundedMap<string, Known>({ maxCount: limits.callFiles });
	readonly #asked = new Map<string, ChangedFile>();
	/** Hundreds of cards may be drawn at once, and each question takes its texts along. */
	readonly #gate = new ConcurrencyLimit(limits.unrequestedAtOnce);

	/** @param onNews another part than was told before waits of this change */
	constructor(
		review: Pick<ChangeReview, 'callPart'>,
		onNews: (change: CardChange, part: CallPart | undefined) => void,
	) {
		this.#review = review;
		this.#onNews = onNews;
	}

	/** Undefined where it is not known, or not yet. */
	of(change: CardChange, file: ChangedFile): CallPart | undefined {
		const key = keyOf(change);
		const known = this.#known.get(key);
		if (known?.file !== file && this.#asked.get(key) !== file) void this.#ask(key, change, file);
		return known?.part;
	}

	/** Never rejects: a thread that fails says so itself. */
	async #ask(key: string, change: CardChange, file: ChangedFile): Promise<void> {
		this.#asked.set(key, file);
		const part = await this.#gate
			.run(async () => (this.#asked.get(key) === file ? this.#review.callPart(file.path, change) : undefined))
			.catch(() => undefined);
		if (this.#asked.get(key) !== file) return;
		this.#asked.delete(key);
		const before = this.#known.get(key)?.part;
		this.#known.set(key, { file, part });
		if (JSON.stringify(before) !== JSON.stringify(part)) this.#onNews(change, part);
	}
}

export function keyOf({ session, call, index }: CardChange): string {
	return JSON.stringify([session, call, index]);
}
