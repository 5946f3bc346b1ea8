import type { Disposable } from './disposable.ts';

/** Time, as tests can set it. */
export interface Clock {
	/** Epoch milliseconds. */
	now(): number;
	/** Runs once after `ms` milliseconds, unless disposed before. */
	setTimer(ms: number, run: () => void): Disposable;
}
