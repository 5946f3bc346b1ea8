import { toDisposable } from '../../../../../src/core/base/disposable.ts';
import type { Clock } from '../../../../../src/core/base/clock.ts';

/** The machine's clock, whose timers do not keep a process alive. */
export const idleClock: Clock = {
	now: () => Date.now(),
	setTimer: (ms, run) => {
		const timer = setTimeout(run, ms).unref();
		return toDisposable(() => clearTimeout(timer));
	},
};
