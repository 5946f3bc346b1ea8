/** Copies what a look has found, a slice at a time, until all is there or the next look begins anew. */
import { isDoneAfterSlice, nextTurn } from './slices.ts';

interface CopyingParts {
	/** Runs when what was asked before is done: between two slices comes whatever was asked meanwhile. */
	readonly next: <Answer>(work: () => Promise<Answer>) => Promise<Answer>;
	/** What a call is about to change is read first. */
	readonly begun: () => Promise<void>;
}

export class Copying {
	readonly #parts: CopyingParts;
	/** Counts up with each start: the one before ends. */
	#count = 0;
	#run: Promise<void> = Promise.resolve();

	constructor(parts: CopyingParts) {
		this.#parts = parts;
	}

	/** Resolves when what was begun last is copied, or another has begun. */
	get done(): Promise<void> {
		return this.#run;
	}

	begin(steps: Parameters<typeof isDoneAfterSlice>[0]): void {
		this.#run = this.#copy(steps, ++this.#count);
	}

	async #copy(steps: Parameters<typeof isDoneAfterSlice>[0], copy: number): Promise<void> {
		const { next, begun } = this.#parts;
		while (copy === this.#count) {
			const isDone = await next(async () => copy !== this.#count || isDoneAfterSlice(steps));
			if (isDone) return;
			await nextTurn();
			await begun();
		}
	}
}
