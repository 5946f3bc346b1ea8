import { setTimeout as sleep } from 'node:timers/promises';

const patienceMs = 60_000;

/**
 * Polls until the condition holds.
 * @param ms then it throws; without a bound that a promise names, what a machine ten times slower under load takes
 */
export async function until(
	condition: () => boolean,
	ms = patienceMs,
	what = 'waited in vain',
): Promise<void> {
	for (const end = performance.now() + ms; !condition();) {
		if (performance.now() > end) throw new Error(what);
		await sleep(5);
	}
}
