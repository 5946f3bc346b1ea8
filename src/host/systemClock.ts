import { toDisposable } from '../core/base/disposable.ts';
import type { Clock } from '../core/session/ports.ts';

/** The machine's clock. */
export const systemClock: Clock = {
	now: () => Date.now(),
	setTimer(ms, run) {
		const timer = setTimeout(run, ms);
		return toDisposable(() => clearTimeout(timer));
	},
};
