/**
 * What a single call did to a text file. Two looks tell it, and what the agent says it changed: with a formatter between
 * them the looks are right, with another call between them the agent is. Text is never invented (hazard D10). Pure.
 */
import type { DiffContent, FileChange } from '../session/model/toolContent.ts';
import { resolveChangeSides } from './changeSides.ts';
import { type DiffSides, resolveDiffSides } from './diffSides.ts';

/** A file as it was when the call first named it, and when the call had ended; undefined where nobody looked. */
export interface SeenSides {
	readonly before: string | undefined;
	readonly after: string | undefined;
}

/** @returns undefined where it is not known, and for what makes, moves or removes the file */
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
