/** The answer, or undefined where there is none after so many milliseconds, or it fails. */
export async function answerWithin<Answer>(ms: number, work: Promise<Answer>): Promise<Answer | undefined> {
	let answer: Answer | undefined;
	await atMost(
		ms,
		work.then((found) => {
			answer = found;
		}),
	);
	return answer;
}

/** Resolves when the work has settled, well or not, or after so many milliseconds: nothing waits longer for it. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const bound = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, ms);
	});
	const settled = work.then(
		() => undefined,
		() => undefined,
	);
	await Promise.race([settled, bound]);
	clearTimeout(timer);
}
