import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { AgentError } from '../../base/errors.ts';

/**
 * Waits for `work`, but not for ever (hazard B5).
 * @param ms after which it fails, unless it is still at work
 * @param isAtWork asked each time the wait is over: true waits once more
 * @param late what it fails with
 */
export async function withPatience<T>(
	clock: Clock,
	ms: number,
	work: Promise<T>,
	isAtWork: () => boolean,
	late: () => AgentError,
): Promise<T> {
	let timer: Disposable | undefined;
	const timeout = new Promise<never>((_resolve, reject) => {
		const wait = (): void => {
			timer = clock.setTimer(ms, () => {
				if (isAtWork()) wait();
				else reject(late());
			});
		};
		wait();
	});
	try {
		return await Promise.race([work, timeout]);
	} finally {
		timer?.dispose();
	}
}
