/** How the time of a work grows with its size, whatever the speed of the machine and whoever else uses it. */

const rounds = 3;
/** Far from what is quadratic: after two rounds, of which the first may have run cold, a third says nothing new. */
const linear = 10;
/** Microseconds for which a work is repeated: the clock of a thread may be no finer than 4 ms. */
const leastTime = 20_000;
const mostRepeats = 2_000;

/**
 * How many times as long `work` takes for eight times the size: about 8 where it is linear, 64 where it is quadratic.
 * Time of this thread, the best of some rounds, because garbage is collected now and then.
 * @param size of the small one
 */
export function growth(work: (size: number) => unknown, size: number): number {
	const best = { small: Infinity, large: Infinity };
	const isClear = (round: number): boolean => round === 2 && best.large / best.small < linear;
	for (let round = 0; round < rounds && !isClear(round); round++) {
		best.small = Math.min(
			best.small,
			timeOf(() => work(size)),
		);
		best.large = Math.min(
			best.large,
			timeOf(() => work(size * 8)),
		);
	}
	return best.large / best.small;
}

/** Microseconds of this thread for one time. */
function timeOf(work: () => unknown): number {
	const before = process.threadCpuUsage();
	for (let repeats = 1; ; repeats++) {
		work();
		const { user, system } = process.threadCpuUsage(before);
		if (user + system >= leastTime || repeats >= mostRepeats) return Math.max(user + system, 1) / repeats;
	}
}
