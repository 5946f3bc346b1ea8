/** Counts and first lines of a diff for a tool card. */
import { structuredPatch } from 'diff';
import type { DiffContent } from '../session/model/toolContent.ts';
import type { DiffSummary } from './viewEntry.ts';

const previewLines = 12;
/** Beyond this many characters a diff is not computed on the way to a card: the counts are by length only. */
const summaryChars = 400_000;
/** Of more lines that differ, all between the first and the last of them count as changed: to compare them takes long. */
const summaryEdits = 1000;

/** Summarises what `diff` changes. Bounded work: large texts get counts of lines without a preview. */
export function summarizeDiff(diff: DiffContent): DiffSummary {
	const before = diff.oldText ?? '';
	const after = diff.newText ?? '';
	if (before.length + after.length > summaryChars) {
		const [added, removed] = [linesOf(after).length, linesOf(before).length];
		return { added, removed, preview: [], isPreviewCut: true };
	}
	const options = { context: 1, maxEditLength: summaryEdits };
	const patch = structuredPatch('', '', before, after, '', '', options);
	return summarizeHunks(patch?.hunks ?? [{ lines: replacedLines(linesOf(before), linesOf(after)) }]);
}

/** What a text is changed to, without the lines that stay at both ends. */
function replacedLines(before: readonly string[], after: readonly string[]): readonly string[] {
	const most = Math.min(before.length, after.length);
	let start = 0;
	while (start < most && before[start] === after[start]) start++;
	let end = 0;
	while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
	return [
		...before.slice(start, before.length - end).map((line) => `-${line}`),
		...after.slice(start, after.length - end).map((line) => `+${line}`),
	];
}

/** The lines of a file, whether the last one ends or not. */
export function linesOf(text: string): readonly string[] {
	return text === '' ? [] : text.replace(/\n$/u, '').split('\n');
}

/** Counts and first lines of what a patch changes. */
export function summarizeHunks(hunks: readonly { readonly lines: readonly string[] }[]): DiffSummary {
	const lines = hunks.flatMap((hunk) => hunk.lines).filter((line) => !line.startsWith('\\'));
	// Where all lines have it, it is the line end; where some do, it may be what changes.
	const isOfWindows = hunks.every((hunk) => hunk.lines.every(endsInReturn));
	return {
		added: lines.filter((line) => line.startsWith('+')).length,
		removed: lines.filter((line) => line.startsWith('-')).length,
		preview: lines.slice(0, previewLines).map((line) => (isOfWindows ? line.replace(/\r$/u, '') : line)),
		isPreviewCut: lines.length > previewLines,
	};
}

/** A line that the next one says has no line end counts as well. */
function endsInReturn(line: string, index: number, lines: readonly string[]): boolean {
	return line.startsWith('\\') || line.endsWith('\r') || lines[index + 1]?.startsWith('\\') === true;
}
