import { continued, indentOf, isRule, markAt, quote, type Container } from './containers.ts';
import { plainText } from './markdownText.ts';
import { escapeTags } from './tagsAsText.ts';

/** A block of code that is open: the run that began it, and its columns inside of its containers. */
interface Fence {
	readonly marks: string;
	readonly indent: number;
}

/** Text that goes on with lists and quotes without their indent gets it, unless that would make a text much longer. */
const maxMissing = 16;

/**
 * Markdown of an agent or of the user as a part of a larger document: headings stand below ours, HTML outside of code
 * is text, and a block of code ends where its list item, its quote or the text ends. Where renderers read a line in
 * different ways, it is written so that they agree. Everything else is as it was. Linear in the text.
 */
export function embeddedMarkdown(text: string): string {
	const embedding = new Embedding();
	for (const line of plainText(text).trimEnd().split('\n')) embedding.add(line);
	return embedding.end();
}

class Embedding {
	readonly #lines: string[] = [];
	/** Those around the last line. */
	#containers: readonly Container[] = [];
	#fence: Fence | undefined;
	/** The last line is text that the next one may go on with. */
	#isInParagraph = false;
	/** The last line is the mark of an item and nothing else. */
	#isItemEmpty = false;
	/** Code that an earlier line of the paragraph began may be open. */
	#isSpanOpen = false;

	add(line: string): void {
		if (this.#fence === undefined) this.#addOutside(withBlanks(line, structure));
		else this.#addInside(line, this.#fence);
	}

	end(): string {
		if (this.#fence !== undefined) this.#endFence(this.#fence);
		const markdown = this.#lines.join('\n');
		// An indented text would go on with a list that stands before it: a definition that nothing uses ends the list.
		return /^(?: *\n)* {2,}[^ \n]/u.test(markdown) ? `[//]: #\n\n${markdown}` : markdown;
	}

	/** A line after the start of a fence. */
	#addInside(raw: string, fence: Fence): void {
		// How wide a tab is depends on what stands before the text in the document.
		const isPlain = this.#containers.length === 0 && fence.indent === 0 && !/^[ \t]*[`~]/u.test(raw);
		const line = isPlain ? raw : withBlanks(raw, /^[ \t>]+/u);
		const { count, end } = continued(line, this.#containers);
		if (count < this.#containers.length) {
			this.#endFence(fence);
			if (!isBlank(line)) this.#lines.push(this.#containers.slice(0, count).join('').trimEnd());
			this.#addOutside(withBlanks(raw, structure));
			return;
		}
		const content = line.slice(end);
		const missing = isBlank(content) ? 0 : Math.max(0, fence.indent - indentOf(content));
		this.#lines.push(line.slice(0, end) + ' '.repeat(missing) + content);
		if (closes(content, fence.marks)) this.#fence = undefined;
	}

	#endFence({ marks, indent }: Fence): void {
		this.#lines.push(this.#containers.join('') + ' '.repeat(indent) + marks);
		this.#fence = undefined;
	}

	#addOutside(line: string): void {
		const { count, end } = continued(line, this.#containers);
		if (isBlank(line.slice(end))) {
			this.#addBlank(line, count);
			return;
		}
		const before = line.slice(0, end);
		if (this.#isInParagraph && underline.test(line.slice(end))) {
			this.#lines.push(before.trimEnd());
			this.#isInParagraph = false;
		}
		const isInParagraph = this.#isInParagraph && count === this.#containers.length;
		const opened = withContainers(line, end, this.#containers.slice(0, count), isInParagraph);
		const left = this.#containers.slice(count);
		const missing = left.join('');
		const isLazy =
			this.#isInParagraph && left.length > 0 && opened.containers.length === count && isText(opened.content);
		if (isLazy && missing.length <= maxMissing) {
			this.#addContent(opened.prefix + missing, opened.content, true);
			return;
		}
		// Some renderers let more than text go on with a quote.
		if (isLazy || left.includes(quote)) this.#lines.push(before.trimEnd());
		this.#containers = opened.containers;
		this.#isItemEmpty = isBlank(opened.content) && opened.containers.at(-1) !== quote;
		this.#addContent(opened.prefix, opened.content, isInParagraph && opened.containers.length === count);
	}

	#addBlank(line: string, count: number): void {
		this.#lines.push(line);
		// An item that begins with two blank lines ends with them.
		const isEnd = this.#isItemEmpty && count === this.#containers.length;
		this.#containers = this.#containers.slice(0, isEnd ? -1 : count);
		this.#isInParagraph = false;
		this.#isItemEmpty = false;
		this.#isSpanOpen = false;
	}

	/** @param isInParagraph the line above is text of the same containers */
	#addContent(prefix: string, content: string, isInParagraph: boolean): void {
		this.#fence = fenceOf(content);
		if (this.#fence !== undefined) {
			this.#lines.push(prefix + content);
			this.#isInParagraph = false;
			this.#isSpanOpen = false;
			return;
		}
		const told = escapeTags(content, this.#isSpanOpen);
		this.#isSpanOpen ||= told.isSpanOpen;
		this.#lines.push(prefix + lowerHeading(told.text));
		this.#isInParagraph = isText(content) && (isInParagraph || indentOf(content) < 4);
	}
}

interface Opened {
	readonly containers: readonly Container[];
	readonly prefix: string;
	readonly content: string;
}

/** The containers that begin in a line, and what they contain. A mark that only some renderers take for one is text. */
function withContainers(
	line: string,
	start: number,
	around: readonly Container[],
	isInParagraph: boolean,
): Opened {
	const containers = [...around];
	let end = start;
	for (;;) {
		const isSame = isInParagraph && containers.length === around.length;
		const found = markAt(line, end, containers.length, isSame);
		if (found?.container === undefined) {
			const text = found?.end ?? end;
			const content = line.slice(end, text) + (found === undefined ? '' : '\\') + line.slice(text);
			return { containers, prefix: line.slice(0, end), content };
		}
		containers.push(found.container);
		end = found.end;
	}
}

/** What tells the containers of a line. */
const structure = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])))*[ \t]*/u;

/** Tabs at the start of a line as blanks. */
function withBlanks(line: string, start: RegExp): string {
	return line.replace(start, (found) => {
		let made = '';
		for (const char of found) made += char === '\t' ? ' '.repeat(4 - (made.length % 4)) : char;
		return made;
	});
}

/** A line that makes a heading of the line above it. */
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/u;
const heading = /^( {0,3})(#{1,6})(?=[ \t]|$)/u;

function isBlank(text: string): boolean {
	return /^[ \t]*$/u.test(text);
}

/** Neither a heading, a rule nor the start of a fence; nothing is no text. */
function isText(content: string): boolean {
	return !isBlank(content) && !heading.test(content) && !isRule(content) && fenceOf(content) === undefined;
}

function fenceOf(content: string): Fence | undefined {
	const marks = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/u.exec(content)?.[1];
	return marks === undefined ? undefined : { marks, indent: indentOf(content) };
}

function closes(content: string, marks: string): boolean {
	const found = /^ {0,3}(`{3,}|~{3,})[ \t]*$/u.exec(content)?.[1];
	return found !== undefined && found[0] === marks[0] && found.length >= marks.length;
}

/** Ours have levels 1 and 2. */
function lowerHeading(content: string): string {
	return content.replace(heading, (_, indent: string, marks: string) => {
		return indent + '#'.repeat(Math.min(6, marks.length + 2));
	});
}
