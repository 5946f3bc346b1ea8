import * as limits from '../../base/limits.ts';

/**
 * Waits for the history of a session that has been loaded, where the agent sends it after its answer: until it has
 * been quiet for a while.
 * @param updateCount counts the updates of the agent so far
 */
export async function waitForLateReplay(
	updateCount: () => number,
	pause: (ms: number) => Promise<void>,
): Promise<void> {
	for (let waited = 0; waited < limits.lateReplayMaxMs; waited += limits.lateReplayQuietMs) {
		const before = updateCount();
		await pause(limits.lateReplayQuietMs);
		if (updateCount() === before) return;
	}
}
