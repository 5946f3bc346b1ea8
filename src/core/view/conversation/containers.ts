/** The quotes and list items of Markdown that a line stands in, as CommonMark tells them. Tabs are blanks here. */

/** What a line begins with to stand in a quote, or blanks for an item of a list. */
export type Container = string;

export const quote: Container = '> ';

/** A mark at the start of a line: where its content begins, or its last character where it is text. */
export interface Mark {
	/** What begins with it. Without one it is text. */
	readonly container?: Container;
	readonly end: number;
}

/** Deeper ones are text. It bounds the cost of a line. */
const maxDepth = 16;

const mark = /^( {0,3})(>|[-+*](?= |$)|(\d{1,9})[.)](?= |$))( *)/u;
const rule = /^ {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/u;

/** How many of the containers go on in the line, and where its content begins. */
export function continued(
	line: string,
	containers: readonly Container[],
): { readonly count: number; readonly end: number } {
	let end = 0;
	for (const [count, container] of containers.entries()) {
		const next = endInside(line, end, container);
		if (next === undefined) return { count, end };
		end = next;
	}
	return { count: containers.length, end };
}

function endInside(line: string, start: number, container: Container): number | undefined {
	const text = start + indentOf(line, start);
	if (container === quote) {
		if (text - start > 3 || line[text] !== '>') return undefined;
		return line[text + 1] === ' ' ? text + 2 : text + 1;
	}
	if (text === line.length) return start;
	return text - start < container.length ? undefined : start + container.length;
}

/**
 * The mark of a container at the start of what is left of a line.
 * @param depth how many containers are around it
 * @param isInParagraph the line above is text of the same containers: few lists can interrupt it
 */
export function markAt(line: string, start: number, depth: number, isInParagraph: boolean): Mark | undefined {
	const rest = line.slice(start);
	const [, indent = '', sign = '', number, blanks = ''] = mark.exec(rest) ?? [];
	if (sign === '' || isRule(rest)) return undefined;
	const end = start + indent.length + sign.length;
	const isEmpty = end + blanks.length === line.length;
	const isQuote = sign === '>';
	const interrupts = isQuote || (!isEmpty && (number === undefined || number === '1'));
	if (depth >= maxDepth || (isInParagraph && !interrupts)) return { end: end - 1 };
	const gap = isEmpty || isQuote || blanks.length > 4 ? 1 : blanks.length;
	const container = isQuote ? quote : ' '.repeat(indent.length + sign.length + gap);
	return { container, end: end + Math.min(gap, blanks.length) };
}

export function isRule(text: string): boolean {
	return rule.test(text);
}

/** Blanks from there on. */
export function indentOf(line: string, start = 0): number {
	let end = start;
	while (line[end] === ' ') end += 1;
	return end - start;
}
