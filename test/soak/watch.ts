/** Watches memory and the event loop of this process while something goes on. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const sampleMs = 10;
export const mib = 1024 * 1024;

export interface Watched {
	readonly ms: number;
	/** Growth of the resident memory at its highest, in MiB. */
	readonly rssMib: number;
	/** How late the event loop was, in milliseconds. */
	readonly lagP99: number;
	readonly lagMax: number;
}

/** Runs something and says what it cost. Wants `--expose-gc`, so that what is left from before does not count. */
export async function watch(run: () => Promise<void>): Promise<Watched> {
	globalThis.gc?.();
	const before = process.memoryUsage.rss();
	let highest = before;
	const look = (): void => void (highest = Math.max(highest, process.memoryUsage.rss()));
	const timer = setInterval(look, sampleMs);
	const delay = monitorEventLoopDelay({ resolution: sampleMs });
	delay.enable();
	const start = performance.now();
	try {
		await run();
	} finally {
		clearInterval(timer);
		delay.disable();
	}
	const ms = performance.now() - start;
	look();
	// Each measured delay holds the time that the watch itself sleeps.
	const lag = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - sampleMs);
	return {
		ms,
		rssMib: (highest - before) / mib,
		lagP99: lag(delay.percentile(99)),
		lagMax: lag(delay.max),
	};
}

/** Prints what was measured for the program that started this one: one line of JSON. */
export function tell(figures: object): void {
	process.stdout.write(`${JSON.stringify(figures)}\n`);
}
