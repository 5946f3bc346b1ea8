/**
 * Patches made on a text, and taken back from it. Nothing is guessed: a hunk has to stand in the text word for word,
 * at its line or at exactly one other place (hazard D10). Line ends are those of the text, whatever the patch has.
 */
import { applyPatch, reversePatch, type StructuredPatch } from 'diff';
import type { PatchHunk } from '../session/model/toolContent.ts';

/** Comparisons of lines that a patch may cost when its hunks are not where it says. */
const maxComparisons = 20_000_000;

/** The text after the patch; undefined when the patch does not fit. */
export function patched(text: string, hunks: readonly PatchHunk[]): string | undefined {
	const adapted = withEolOf(text, hunks);
	const lines = linesOf(text);
	if (!fits(lines, adapted)) return undefined;
	const result = applyPatch(text, patchOf(adapted), {
		fuzzFactor: 0,
		autoConvertLineEndings: false,
		compareLine: (number, _line, _operation, content) => lines[number - 1] === plain(content),
	});
	return result === false ? undefined : result;
}

/** The text before the patch that led to it; undefined when the patch does not fit. */
export function textBeforePatch(text: string, hunks: readonly PatchHunk[]): string | undefined {
	return patched(text, reversePatch(patchOf(hunks)).hunks);
}

/** The lines of one side, as far as the patch has them. */
export function textOfSide(hunks: readonly PatchHunk[], side: 'old' | 'new'): string {
	const other = side === 'old' ? '+' : '-';
	let text = '';
	for (const { lines } of hunks) {
		let isOfSide = false;
		for (const line of lines) {
			// It says that the line before it, of whichever side, has no line end.
			if (line.startsWith('\\')) text = isOfSide ? text.slice(0, -1) : text;
			else {
				isOfSide = !line.startsWith(other);
				if (isOfSide) text += `${line.slice(1)}\n`;
			}
		}
	}
	return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function patchOf(hunks: readonly PatchHunk[]): StructuredPatch {
	const copies = hunks.map((hunk) => ({ ...hunk, lines: [...hunk.lines] }));
	return { oldFileName: '', newFileName: '', oldHeader: '', newHeader: '', hunks: copies };
}

/** Lines to be added get the line ends of the text. A byte order mark is no part of a text here. */
function withEolOf(text: string, hunks: readonly PatchHunk[]): readonly PatchHunk[] {
	const eol = text.includes('\r\n') ? '\r' : '';
	const adapt = (line: string, index: number, lines: readonly string[]): string => {
		if (!line.startsWith('+')) return line;
		const isEnd = lines[index + 1]?.startsWith('\\') === true;
		return `+${plain(line.slice(1))}${isEnd ? '' : eol}`;
	};
	return hunks.map((hunk) => ({ ...hunk, lines: hunk.lines.map(adapt) }));
}

/** True when each hunk stands where it says, or all of them have only one place where they could. */
function fits(lines: readonly string[], hunks: readonly PatchHunk[]): boolean {
	const olds = hunks.map((hunk) => oldOf(hunk));
	if (olds.every((old) => standsAt(lines, old, old.at))) return true;
	const count = olds.reduce((sum, old) => sum + old.lines.length, 0);
	if (count * lines.length > maxComparisons) return false;
	return olds.every((old) => old.lines.length > 0 && isOnce(lines, old));
}

/** What has to stand in the text. */
interface Old {
	/** From 0. */
	readonly at: number;
	readonly lines: readonly string[];
	/** The hunk says that its last line has no line end: nothing may follow it. */
	readonly isEnd: boolean;
}

function oldOf({ oldStart, lines }: PatchHunk): Old {
	return {
		at: oldStart - 1,
		lines: lines.filter(isOld).map((line) => plain(line.slice(1))),
		isEnd: lines.some((line) => line.startsWith('\\')),
	};
}

function isOld(line: string): boolean {
	return line === '' || line.startsWith(' ') || line.startsWith('-');
}

function isOnce(lines: readonly string[], old: Old): boolean {
	const places: number[] = [];
	for (let at = 0; at + old.lines.length <= lines.length && places.length < 2; at++) {
		if (standsAt(lines, { ...old, isEnd: false }, at)) places.push(at);
	}
	const [only] = places;
	return only !== undefined && places.length === 1 && standsAt(lines, old, only);
}

function standsAt(lines: readonly string[], { lines: part, isEnd }: Old, at: number): boolean {
	const end = at + part.length;
	if (end > lines.length || (isEnd && end !== lines.length)) return false;
	return part.every((line, index) => lines[at + index] === line);
}

/** Behind the last line end there is no line, which the library would take for an empty one. */
function linesOf(text: string): readonly string[] {
	const lines = text.split('\n').map(plain);
	return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function plain(line: string): string {
	const start = line.startsWith('\uFEFF') ? 1 : 0;
	return line.slice(start, line.endsWith('\r') ? -1 : undefined);
}
