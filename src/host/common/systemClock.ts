import type { Clock } from '../../core/base/clock.ts';
import { toDisposable } from '../../core/base/disposable.ts';

/** The machine's clock. */
export const systemClock: Clock = {
	now: () => Date.now(),
	setTimer(ms, run) {
		const timer = setTimeout(run, ms);
		return toDisposable(() => clearTimeout(timer));
	},
};
