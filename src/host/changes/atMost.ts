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
