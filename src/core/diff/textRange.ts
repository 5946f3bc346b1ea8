/** Lines of a text and the smallest edit between two texts. Pure. */

/**
 * A run of lines, with the line breaks they have (acp C10, hazard D7).
 * @param line first line, 1-based; 0 and absent mean the first
 * @param limit number of lines; absent means to the end
 * @returns '' when the text ends before `line`
 */
export function sliceLines(text: string, line?: number, limit?: number): string {
	const { start, end } = lineRange(text, line, limit);
	return text.slice(start, end);
}

/** Where those lines are. Offsets in UTF-16 units; `end` is exclusive. */
export function lineRange(
	text: string,
	line?: number,
	limit?: number,
): { readonly start: number; readonly end: number } {
	const start = lineStart(text, 0, Math.max((line ?? 1) - 1, 0));
	return { start, end: limit === undefined ? text.length : lineStart(text, start, Math.max(limit, 0)) };
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

interface TextReplacement {
	/** Offsets in UTF-16 units of the old text; `end` is exclusive. */
	readonly start: number;
	readonly end: number;
	readonly text: string;
}

/**
 * The one replacement that turns `before` into `after`, cut to what differs, but not within what an editor takes for one
 * character: a place inside of one means another place there (hazard D5). Undefined when nothing differs.
 */
export function smallestReplacement(before: string, after: string): TextReplacement | undefined {
	if (before === after) return undefined;
	const shorter = Math.min(before.length, after.length);
	let head = 0;
	while (head < shorter && before[head] === after[head]) head++;
	if (isInside(before, head) || isInside(after, head)) head--;
	let tail = 0;
	while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
	if (isInside(before, before.length - tail) || isInside(after, after.length - tail)) tail--;
	return { start: head, end: before.length - tail, text: after.slice(head, after.length - tail) };
}

/** True between the halves of a surrogate pair, and of CR LF. */
function isInside(text: string, at: number): boolean {
	return /^(?:\r\n|[\uD800-\uDBFF][\uDC00-\uDFFF])$/.test(text.slice(Math.max(at - 1, 0), at + 1));
}

const markedEncodings = new Set(['utf8bom', 'utf16le', 'utf16be']);

/**
 * The text as a document of that encoding holds it: the byte order mark is none of it. An agent that read the bytes of
 * the file by itself may say it, and there would be two.
 * @param encoding as VS Code names it
 */
export function withoutBom(text: string, encoding: string): string {
	return markedEncodings.has(encoding) && text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** How the lines of a text end; undefined where they end in several ways, or not at all. */
export function eolOf(text: string): '\n' | '\r\n' | undefined {
	if (!text.includes('\n')) return undefined;
	if (!text.includes('\r\n')) return '\n';
	return /(?<!\r)\n/u.test(text) ? undefined : '\r\n';
}

/** The text with every line break as `eol`. */
export function withEol(text: string, eol: '\n' | '\r\n'): string {
	const plain = text.replaceAll('\r\n', '\n');
	return eol === '\n' ? plain : plain.replaceAll('\n', '\r\n');
}
