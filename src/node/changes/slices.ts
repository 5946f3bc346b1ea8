/** Long work in parts, so that its thread can answer in between. */
import * as limits from '../../core/base/limits.ts';

/**
 * Works until it is done; between two slices comes whatever was asked meanwhile.
 * @param first is waited for between two slices
 */
export async function inSlices<Result>(
	steps: Generator<void, Result>,
	first: () => Promise<unknown>,
): Promise<Result> {
	for (;;) {
		const step = slice(steps);
		if (step.done === true) return step.value;
		await nextTurn();
		await first();
	}
}

/** Works for one slice, or until it is done. */
function slice<Result>(steps: Generator<void, Result>): IteratorResult<void, Result> {
	const end = performance.now() + limits.changeSliceMs;
	for (;;) {
		const step = steps.next();
		if (step.done === true || performance.now() >= end) return step;
	}
}

export function nextTurn(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}

interface CopyingParts {
	/** Runs when what was asked before is done: between two slices comes whatever was asked meanwhile. */
	readonly next: <Answer>(work: () => Promise<Answer>) => Promise<Answer>;
	/** What a call is about to change is read first. */
	readonly begun: () => Promise<void>;
}

/** Copies what a look has found, a slice at a time, until all is there or the next look begins anew. */
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

	begin(steps: Generator<void, void>): void {
		this.#run = this.#copy(steps, ++this.#count);
	}

	async #copy(steps: Generator<void, void>, copy: number): Promise<void> {
		const { next, begun } = this.#parts;
		while (copy === this.#count) {
			const isDone = await next(async () => copy !== this.#count || slice(steps).done === true);
			if (isDone) return;
			await nextTurn();
			await begun();
		}
	}
}
