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
		const end = performance.now() + limits.changeSliceMs;
		do {
			const step = steps.next();
			if (step.done === true) return step.value;
		} while (performance.now() < end);
		await nextTurn();
		await first();
	}
}

/** Works for one slice. */
export function isDoneAfterSlice(steps: Generator<void, void>): boolean {
	const end = performance.now() + limits.changeSliceMs;
	do {
		if (steps.next().done === true) return true;
	} while (performance.now() < end);
	return false;
}

export function nextTurn(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}
