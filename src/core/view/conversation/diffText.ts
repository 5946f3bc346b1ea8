import { structuredPatch } from 'diff';
import { t } from '../../base/l10n.ts';
import type { DiffContent, FileChange, PatchHunk } from '../../session/model/toolContent.ts';
import { clippedText } from '../visibleText.ts';
import { linesOf } from '../diffSummary.ts';

/** Beyond this many characters, or lines that differ, a change is shown as all old lines and all new ones. */
const compareChars = 200_000;
const compareEdits = 1000;
/** Lines of one change in a document. */
const maxLines = 2000;

/** The changed lines as in a unified diff; empty when they are not known. Bounded work and length. */
export function diffText(change: DiffContent | FileChange): string {
	const hunks = change.type === 'diff' ? hunksOf(change) : (change.hunks ?? []);
	const lines = hunks.flatMap((hunk) => [headOf(hunk), ...hunk.lines]);
	const more = lines.length > maxLines ? [t('… {0} more lines', lines.length - maxLines)] : [];
	return clippedText([...lines.slice(0, maxLines), ...more].join('\n'));
}

function hunksOf({ oldText, newText }: DiffContent): readonly PatchHunk[] {
	const before = oldText ?? '';
	const after = newText ?? '';
	const isSmall = before.length + after.length <= compareChars;
	const options = { context: 3, maxEditLength: compareEdits };
	const patch = isSmall ? structuredPatch('', '', before, after, '', '', options) : undefined;
	return patch?.hunks ?? [wholeHunk(linesOf(before), linesOf(after))];
}

function wholeHunk(before: readonly string[], after: readonly string[]): PatchHunk {
	const lines = [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)];
	return { oldStart: 1, oldLines: before.length, newStart: 1, newLines: after.length, lines };
}

function headOf({ oldStart, oldLines, newStart, newLines }: PatchHunk): string {
	return `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`;
}
