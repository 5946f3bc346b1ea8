/** Lines of a text and the smallest edit between two texts. Pure. */

/**
 * A run of lines, with the line breaks they have (acp C10, hazard D7).
 * @param line first line, 1-based; 0 and absent mean the first
 * @param limit number of lines; absent means to the end
 * @returns '' when the text ends before `line`
 */
export function sliceLines(text: string, line?: number, limit?: number): string {
	if ((line ?? 1) <= 1 && limit === undefined) return text;
	const start = lineStart(text, 0, Math.max((line ?? 1) - 1, 0));
	if (limit === undefined) return text.slice(start);
	return text.slice(start, lineStart(text, start, Math.max(limit, 0)));
}

function lineStart(text: string, from: number, count: number): number {
	let at = from;
	for (let i = 0; i < count; i++) {
		const end = text.indexOf('\n', at);
		if (end === -1) return text.length;
		at = end + 1;
	}
	return at;
}

export interface TextReplacement {
	/** Offsets in UTF-16 units of the old text; `end` is exclusive. */
	readonly start: number;
	readonly end: number;
	readonly text: string;
}

/** The one replacement that turns `before` into `after`, cut to what differs. Undefined when nothing does. */
export function smallestReplacement(before: string, after: string): TextReplacement | undefined {
	if (before === after) return undefined;
	const shorter = Math.min(before.length, after.length);
	let head = 0;
	while (head < shorter && before[head] === after[head]) head++;
	let tail = 0;
	while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
	return { start: head, end: before.length - tail, text: after.slice(head, after.length - tail) };
}

/** The text with every line break as `eol`. */
export function withEol(text: string, eol: '\n' | '\r\n'): string {
	const plain = text.replaceAll('\r\n', '\n');
	return eol === '\n' ? plain : plain.replaceAll('\n', '\r\n');
}
