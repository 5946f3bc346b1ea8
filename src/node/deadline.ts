/** Settles as the work, or rejects with that error when the work has not settled after so many milliseconds. */
export async function withTimeout<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const timeout = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => reject(late()), ms);
	});
	try {
		return await Promise.race([work, timeout]);
	} finally {
		clearTimeout(timer);
	}
}

/** The answer, or undefined where there is none after so many milliseconds, or it fails. */
export async function answerWithin<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
	return withTimeout(ms, work, () => new Error('late')).catch(() => undefined);
}

/** Resolves when the work has settled, well or not, or after so many milliseconds: nothing waits longer for it. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
	await answerWithin(ms, work);
}
