import { setTimeout as delay } from 'node:timers/promises';

/** Settles with `promise`, or rejects as soon as `signal` is aborted. What the promise does later is ignored. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
	// Losing the race must not count as an unhandled rejection.
	promise.catch(() => undefined);
	signal.throwIfAborted();
	let stop = (): void => undefined;
	const aborted = new Promise<never>((_resolve, reject) => {
		stop = () => reject(signal.reason);
		signal.addEventListener('abort', stop, { once: true });
	});
	try {
		return await Promise.race([promise, aborted]);
	} finally {
		signal.removeEventListener('abort', stop);
	}
}

/** Waits, and lets the event loop read what the client sent even when there is nothing to wait for. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
	if (milliseconds > 0) await delay(milliseconds, undefined, { signal });
	else await new Promise<void>((resolve) => setImmediate(resolve));
	signal.throwIfAborted();
}
