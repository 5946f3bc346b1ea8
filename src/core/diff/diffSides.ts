/**
 * The two sides of a diff tab. Agents send whole files, or only the fragment they replace
 * (docs/agents-in-the-wild.md#diffs-of-fragments): a fragment that stands exactly once in the file is shown in its
 * file, otherwise alone and labelled so.
 */
import type { DiffContent } from '../session/model/toolContent.ts';

/** Both texts of one change, and how much of the file they are. */
export interface DiffSides {
	readonly before: string;
	readonly after: string;
	/** `fragment`: the file around the change is not known. */
	readonly extent: 'file' | 'fragment';
	readonly kind: 'create' | 'modify' | 'delete' | 'move' | 'copy';
}

/**
 * True when `text` can only be the file before the edit. Where the new fragment begins with the old one, as in added
 * lines, the file after the edit holds both of them.
 */
export function isBeforeEdit(text: string, { oldText, newText }: DiffContent): boolean {
	if (oldText === null) return text !== newText;
	const mayBeAfter = newText?.includes(oldText) === true && text.includes(newText);
	return text.includes(oldText) && !mayBeAfter;
}

/**
 * @param diff as the agent sent it
 * @param baseline the file's text before the edit, where we saw it; undefined otherwise
 * @param current the file's text now, unsaved edits included; undefined when there is no file
 * @param isFinished the agent says that the edit was made
 */
export function resolveDiffSides(
	diff: DiffContent,
	baseline: string | undefined,
	current: string | undefined,
	isFinished: boolean,
): DiffSides {
	if (diff.newText === null) {
		return { before: diff.oldText ?? baseline ?? '', after: '', extent: 'file', kind: 'delete' };
	}
	if (diff.oldText === null) return { before: '', after: diff.newText, extent: 'file', kind: 'create' };
	const { oldText, newText } = diff;
	const isNew = oldText === '' && baseline === undefined && (current === undefined || current === newText);
	if (isNew) return { before: '', after: newText, extent: 'file', kind: 'create' };
	const isMade = isFinished || (current !== undefined && !isBeforeEdit(current, diff));
	return (
		applied(baseline, oldText, newText) ??
		(isMade ? undone(current, oldText, newText) : applied(current, oldText, newText)) ?? {
			before: oldText,
			after: newText,
			extent: 'fragment',
			kind: 'modify',
		}
	);
}

/** The change made on `text`, if its old side stands there exactly once. */
function applied(text: string | undefined, oldText: string, newText: string): DiffSides | undefined {
	const after = text === undefined ? undefined : replaceOnly(text, oldText, newText);
	return text === undefined || after === undefined ? undefined : whole(text, after);
}

/** The change taken back from `text`, if its new side stands there exactly once. */
function undone(text: string | undefined, oldText: string, newText: string): DiffSides | undefined {
	const before = text === undefined ? undefined : replaceOnly(text, newText, oldText);
	return text === undefined || before === undefined ? undefined : whole(before, text);
}

function whole(before: string, after: string): DiffSides {
	return { before, after, extent: 'file', kind: 'modify' };
}

function replaceOnly(text: string, part: string, replacement: string): string | undefined {
	if (text === part) return replacement;
	if (part === '') return undefined;
	const at = text.indexOf(part);
	if (at === -1 || text.indexOf(part, at + 1) !== -1) return undefined;
	return text.slice(0, at) + replacement + text.slice(at + part.length);
}
