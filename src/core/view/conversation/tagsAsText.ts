/** Tags of HTML in a line of Markdown, as text. */

/**
 * Tags become text, but not inside of code.
 * @param isInSpan code that an earlier line of the paragraph began may end here: then nothing counts as code
 */
export function escapeTags(
	line: string,
	isInSpan: boolean,
): { readonly text: string; readonly isSpanOpen: boolean } {
	const runs = [...line.matchAll(/`+/gu)].map(({ index: start, 0: { length } }) => {
		return { start, end: start + length, length, opens: length - Number(isEscaped(line, start)) };
	});
	// Some renderers take a bare address before code, and with it the backtick that would begin it.
	const countsCode = !isInSpan && !/:\/\/|www\.|@/iu.test(line);
	const parts: string[] = [];
	const closers = closersOf(runs);
	let isSpanOpen = false;
	let at = 0;
	for (let index = 0; index < runs.length; index += 1) {
		const run = runs[index];
		if (run === undefined || run.opens === 0) continue;
		const close = closers[index];
		const end = close === undefined ? undefined : runs[close]?.end;
		if (close === undefined || end === undefined) isSpanOpen = true;
		else if (countsCode) {
			parts.push(escapeTag(line.slice(at, run.start)), line.slice(run.start, end));
			at = end;
			index = close;
		}
	}
	parts.push(escapeTag(line.slice(at)));
	return { text: parts.join(''), isSpanOpen };
}

/** For each run of backticks the next one that closes it, found from the end in one pass. */
function closersOf(
	runs: readonly { readonly length: number; readonly opens: number }[],
): (number | undefined)[] {
	const next = new Map<number, number>();
	const closers: (number | undefined)[] = Array.from({ length: runs.length });
	for (const [index, { length, opens }] of [...runs.entries()].reverse()) {
		closers[index] = next.get(opens);
		next.set(length, index);
	}
	return closers;
}

function escapeTag(text: string): string {
	return text.replaceAll(/<(?=[A-Za-z/!?])/gu, (found, at: number) =>
		isEscaped(text, at) ? found : `\\${found}`,
	);
}

/** An odd number of backslashes stands before it. */
function isEscaped(text: string, at: number): boolean {
	let start = at;
	while (text[start - 1] === '\\') start -= 1;
	return (at - start) % 2 === 1;
}
