import type { AskedCall } from '../session/model/entry.ts';
import type { DiffContent } from '../session/model/toolContent.ts';

/**
 * True for a change that makes a file. Agents that write themselves send an empty old text for one that was not there
 * (docs/agents-in-the-wild.md#diffs-of-fragments); a fragment that is only put in has a place behind the first line.
 */
export function isNewFile(
	{ path, oldText }: DiffContent,
	{ locations }: Pick<AskedCall, 'locations'>,
): boolean {
	if (oldText !== '') return oldText === null;
	return !locations.some((location) => location.path === path && (location.line ?? 1) > 1);
}
