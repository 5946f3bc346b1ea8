/**
 * The two sides of a change of which the agent sent no texts, but a patch or nothing. The missing side is made from a
 * text that we have, and only if the patch fits it exactly: text is never invented (hazard D10, acp C254).
 */
import * as limits from '../base/limits.ts';
import { type DiffSides, resolveDiffSides } from './diffSides.ts';
import type { FileChange, PatchHunk, DiffContent } from '../session/model/toolContent.ts';
import { patched, textOfSide, textBeforePatch } from './patchedText.ts';

/** What is known of the files. Unsaved edits included; undefined where there is no such text file. */
export interface ChangeTexts {
	/** Of the file that is changed, moved or copied: before the edit, where it was seen. */
	readonly baseline: string | undefined;
	/** The same file now. */
	readonly source: string | undefined;
	/** What is at the path of the change now. The same as `source` unless it is moved or copied. */
	readonly target: string | undefined;
}

export function sourcePath({ operation, path, oldPath }: FileChange): string {
	return (operation === 'move' || operation === 'copy' ? oldPath : undefined) ?? path;
}

/** True when the two sides together would push each other out of memory. */
export function isTooLarge({ hunks = [] }: FileChange): boolean {
	let chars = 0;
	for (const { lines } of hunks) for (const line of lines) chars += line.length + 1;
	return chars * 4 > limits.diffBytes;
}

/**
 * True when `text` can only be the one before the change. Lines that are added at the end of a file, or doubled, fit
 * the text with them as well: then nothing tells which one it is.
 */
export function isBefore(text: string, change: FileChange): boolean {
	const { hunks } = change;
	return hunks === undefined || isTooLarge(change) || fitsBeforeOnly(text, hunks);
}

/**
 * @param isFinished the agent says that the change was made
 * @returns undefined when nothing is known of the lines
 */
export function resolveChangeSides(
	change: FileChange,
	texts: ChangeTexts,
	isFinished: boolean,
): DiffSides | undefined {
	switch (change.operation) {
		case 'add':
			return added(change) ?? changed(change, texts, isFinished);
		case 'delete':
			return deleted(change, texts, isFinished);
		case 'modify':
		case 'move':
		case 'copy':
		case 'other':
			return changed(change, texts, isFinished);
	}
}

/** A patch without a line says nothing of a new file, nor of one that is gone. */
function added({ hunks = [] }: FileChange): DiffSides | undefined {
	const isWhole = hunks.length > 0 && hunks.every(({ oldLines }) => oldLines === 0);
	if (!isWhole) return undefined;
	return { before: '', after: textOfSide(hunks, 'new'), extent: 'file', kind: 'create' };
}

function deleted(
	{ hunks = [] }: FileChange,
	{ baseline, source }: ChangeTexts,
	isFinished: boolean,
): DiffSides | undefined {
	const isWhole = hunks.length > 0 && hunks.every(({ newLines }) => newLines === 0);
	const before =
		(isWhole ? textOfSide(hunks, 'old') : undefined) ?? baseline ?? (isFinished ? undefined : source);
	return before === undefined ? undefined : { before, after: '', extent: 'file', kind: 'delete' };
}

function changed(change: FileChange, texts: ChangeTexts, isFinished: boolean): DiffSides | undefined {
	const { hunks, operation } = change;
	if (operation === 'add' && (hunks ?? []).length === 0) return undefined;
	const kind = operation === 'move' || operation === 'copy' ? operation : 'modify';
	const isSameFile = kind === 'modify';
	const pair = hunks === undefined ? seen(texts, isFinished, isSameFile) : inFile(hunks, texts, isFinished);
	if (pair !== undefined) return { ...pair, extent: 'file', kind };
	if (hunks === undefined || hunks.length === 0) return undefined;
	return { before: fragment(hunks, 'old'), after: fragment(hunks, 'new'), extent: 'fragment', kind };
}

interface Pair {
	readonly before: string;
	readonly after: string;
}

/** Without a patch: what we saw before, and what is there now. */
function seen({ baseline, target }: ChangeTexts, isFinished: boolean, isSameFile: boolean): Pair | undefined {
	if (!isFinished || baseline === undefined || target === undefined) return undefined;
	// Equal texts of one file mean that we came too late to see the one before.
	const isMissed = isSameFile && baseline === target;
	return isMissed ? undefined : { before: baseline, after: target };
}

/** Agents may call an edit that is made unfinished, and one that failed finished: what fits counts. */
function inFile(
	hunks: readonly PatchHunk[],
	{ baseline, source, target }: ChangeTexts,
	isFinished: boolean,
): Pair | undefined {
	const made = (): Pair | undefined => undone(target, hunks);
	const planned = (): Pair | undefined => done(source, hunks);
	const isPlanned = !isFinished && source !== undefined && fitsBeforeOnly(source, hunks);
	return done(baseline, hunks) ?? (isPlanned ? planned() : (made() ?? planned()));
}

function fitsBeforeOnly(text: string, hunks: readonly PatchHunk[]): boolean {
	return patched(text, hunks) !== undefined && textBeforePatch(text, hunks) === undefined;
}

function done(before: string | undefined, hunks: readonly PatchHunk[]): Pair | undefined {
	const after = before === undefined ? undefined : patched(before, hunks);
	return before === undefined || after === undefined ? undefined : { before, after };
}

function undone(after: string | undefined, hunks: readonly PatchHunk[]): Pair | undefined {
	const before = after === undefined ? undefined : textBeforePatch(after, hunks);
	return before === undefined || after === undefined ? undefined : { before, after };
}

/** The lines that the patch has, with a line between its parts that says where they are. */
function fragment(hunks: readonly PatchHunk[], side: 'old' | 'new'): string {
	const parts = hunks.map((hunk) => {
		const { oldStart, oldLines, newStart, newLines } = hunk;
		return `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n${textOfSide([hunk], side)}`;
	});
	return parts.join('\n');
}

/** A file as it was when the call first named it, and when the call had ended; undefined where it was not read. */
interface SeenSides {
	readonly before: string | undefined;
	readonly after: string | undefined;
}

/**
 * What a single call did to a text file. Two looks tell it, and what the agent says it changed: with a formatter between
 * them the looks are right, with another call between them the agent is.
 * @returns undefined where it is not known, and for what makes, moves or removes the file
 */
export function callTexts(
	item: DiffContent | FileChange,
	{ before, after }: SeenSides,
): { readonly before: string; readonly after: string } | undefined {
	const told = sidesOf(item, after) ?? (after === undefined ? sidesOf(item, undefined, before) : undefined);
	if (told !== undefined) return { before: told.before, after: told.after };
	return before === undefined || after === undefined ? undefined : { before, after };
}

/** As the agent says it, where it fits a text that was seen: the one after the call, or that before it. */
function sidesOf(
	item: DiffContent | FileChange,
	after: string | undefined,
	before?: string,
): DiffSides | undefined {
	const sides =
		item.type === 'diff'
			? item.oldText === null || item.newText === null
				? undefined
				: resolveDiffSides(item, before, after, true)
			: resolveChangeSides(item, { baseline: before, source: before, target: after }, true);
	return sides?.extent === 'file' && sides.kind === 'modify' ? sides : undefined;
}
