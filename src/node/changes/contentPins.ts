/** Contents that never go to make room: what waits for the user here and in other windows, and what is at work. */
import { type ChangeRecord, hashesOf } from '../../core/changes/record.ts';

interface ContentPinsParts {
	/** Contents that wait for the user. */
	readonly waiting: () => Iterable<string>;
	/** Contents that wait in other windows of this workspace. */
	readonly elsewhere: () => ReadonlySet<string>;
	/** Needed by a restore that runs, or the only copy of a file as it is. */
	readonly isAtWork: (hash: string) => boolean;
}

export class ContentPins {
	readonly #parts: ContentPinsParts;
	/** Made anew when it is needed. */
	#waiting: ReadonlySet<string> | undefined;
	#elsewhere: ReadonlySet<string> = new Set();
	/** Both sides of the changes that are being taken up. */
	#recent: ReadonlySet<string> = new Set();

	constructor(parts: ContentPinsParts) {
		this.#parts = parts;
	}

	has(hash: string): boolean {
		this.#waiting ??= new Set(this.#parts.waiting());
		const isWaiting = this.#waiting.has(hash) || this.#elsewhere.has(hash);
		return isWaiting || this.#recent.has(hash) || this.#parts.isAtWork(hash);
	}

	/** Something else waits now. */
	renew(): void {
		this.#waiting = undefined;
	}

	/** Something is about to go. */
	lookElsewhere(): void {
		this.#elsewhere = this.#parts.elsewhere();
	}

	/** Nothing of these goes meanwhile. */
	during(records: readonly ChangeRecord[], work: () => void): void {
		this.#recent = new Set(records.flatMap(({ before, after }) => [...hashesOf(before), ...hashesOf(after)]));
		try {
			work();
		} finally {
			this.#recent = new Set();
		}
	}
}
