/** What is said of a change of a file. */
import { t } from '../base/l10n.ts';
import type { AskedCall } from '../session/model/entry.ts';
import type { DiffContent, FileChange } from '../session/model/toolContent.ts';

const words: Readonly<Record<FileChange['operation'], () => string>> = {
	add: () => t('add'),
	delete: () => t('delete'),
	modify: () => t('modify'),
	move: () => t('move'),
	copy: () => t('copy'),
	other: () => t('other'),
};

type ChangeNames = Pick<FileChange, 'operation' | 'operationName' | 'path'> & {
	readonly oldPath?: string | undefined;
};

/** What happens to a file, and its name. @param label how to show a path */
export function changeLine(
	{ operation, operationName, path, oldPath }: ChangeNames,
	label: (path: string) => string,
): string {
	const from = oldPath === undefined ? '' : `${label(oldPath)} → `;
	return `${operationName ?? words[operation]()} ${from}${label(path)}`;
}

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
