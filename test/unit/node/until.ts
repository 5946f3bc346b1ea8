import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until the condition holds; throws after `ms`. */
export async function until(condition: () => boolean, ms = 5000, what = 'waited in vain'): Promise<void> {
	for (const end = performance.now() + ms; !condition();) {
		if (performance.now() > end) throw new Error(what);
		await sleep(5);
	}
}
