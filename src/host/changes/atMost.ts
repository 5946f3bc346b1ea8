/** The answer, or undefined where there is none after so many milliseconds, or it fails. */
export async function answerWithin<Answer>(ms: number, work: Promise<Answer>): Promise<Answer | undefined> {
	let timer: NodeJS.Timeout | undefined;
	const bound = new Promise<undefined>((resolve) => {
		timer = setTimeout(() => resolve(undefined), ms);
	});
	const answer = await Promise.race([work.catch(() => undefined), bound]);
	clearTimeout(timer);
	return answer;
}

/** Resolves when the work has settled, well or not, or after so many milliseconds: nothing waits longer for it. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
	await answerWithin(ms, work);
}
