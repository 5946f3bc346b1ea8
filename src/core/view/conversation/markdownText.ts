/** Untrusted text in a Markdown document of ours: it must not end, hide or forge what stands around it. */
import { visibleText } from '../visibleText.ts';

// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/gu;

/** Text with plain line ends, and with controls as marks: an editor would ask about the one and hide the other. */
export function plainText(text: string): string {
	return text.replaceAll(/\r\n?|[\u2028\u2029]/gu, '\n').replaceAll(controls, (found) => visibleText(found));
}

/**
 * Markdown of an agent or of the user as a part of a larger document: headings stand below ours, HTML outside of code
 * is text, and a fence that was left open is closed. Everything else is as it was. Linear in the text.
 */
export function embeddedMarkdown(text: string): string {
	const lines: string[] = [];
	let fence: string | undefined;
	let isSpanOpen = false;
	for (const line of plainText(text).trimEnd().split('\n')) {
		if (fence !== undefined) {
			if (closes(line, fence)) fence = undefined;
			lines.push(line);
			continue;
		}
		fence = fenceOf(line);
		if (fence !== undefined) {
			lines.push(line);
			isSpanOpen = false;
			continue;
		}
		if (line.trim() === '') isSpanOpen = false;
		if (underline.test(line) && (lines.at(-1) ?? '').trim() !== '') lines.push('');
		const told = escapeTags(line, isSpanOpen);
		isSpanOpen ||= told.isSpanOpen;
		lines.push(lowerHeading(told.text));
	}
	if (fence !== undefined) lines.push(fence);
	return lines.join('\n');
}

/** A code block whose fence is longer than any inside of it. @param language only letters of it are kept */
export function fenced(text: string, language = ''): string {
	const plain = plainText(text);
	let longest = 2;
	for (const [run] of plain.matchAll(/`+/gu)) longest = Math.max(longest, run.length);
	const fence = '`'.repeat(longest + 1);
	const end = plain.endsWith('\n') ? '' : '\n';
	return `${fence}${language.replaceAll(/[^\w+-]/gu, '')}\n${plain}${end}${fence}`;
}

/** One line of untrusted text that nothing in it can change: as code, with what hides made visible (hazard C7). */
export function codeSpan(text: string): string {
	const shown = visibleText(text);
	let longest = 0;
	for (const [run] of shown.matchAll(/`+/gu)) longest = Math.max(longest, run.length);
	const ticks = '`'.repeat(longest + 1);
	const pad = shown === '' || /^[` ]|[` ]$/u.test(shown) ? ' ' : '';
	return `${ticks}${pad}${shown}${pad}${ticks}`;
}

/** One line of untrusted text as prose: nothing in it is Markdown, and what hides is made visible. */
export function prose(text: string): string {
	return visibleText(text).replaceAll(/[\\`*_[\]<>#|~&!]/gu, String.raw`\$&`);
}

/** Each line as part of a quote. */
export function quoted(markdown: string): string {
	return markdown.replaceAll(/^(.*)$/gmu, (line) => (line === '' ? '>' : `> ${line}`));
}

/** A line that makes a heading of the line above it. */
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/u;

function fenceOf(line: string): string | undefined {
	return /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/u.exec(line)?.[1];
}

function closes(line: string, fence: string): boolean {
	const found = /^ {0,3}(`{3,}|~{3,})[ \t]*$/u.exec(line)?.[1];
	return found !== undefined && found[0] === fence[0] && found.length >= fence.length;
}

/** Ours have levels 1 and 2. */
function lowerHeading(line: string): string {
	return line.replace(/^( {0,3})(#{1,6})(?=[ \t]|$)/u, (_, indent: string, marks: string) => {
		return indent + '#'.repeat(Math.min(6, marks.length + 2));
	});
}

/**
 * Tags become text, but not inside of code.
 * @param isInSpan code that an earlier line of the paragraph began may end here: then nothing counts as code
 */
function escapeTags(
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
