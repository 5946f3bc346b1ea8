/** Changes of files as Codex says them: of each file its path, what happens to it, and the changed lines or the text. */
import { type JsonObject, objectAt, objectsIn, stringAt } from '../../base/json.ts';
import { readGitPatch } from '../../acp/v2/gitPatch.ts';
import type { FileChange, ToolContent } from '../../session/model/toolContent.ts';
import { isAbsolute } from '../threadFacts.ts';

/** Changes of files as content of a call. Where one without an absolute path is, is not known: no rule answers for it. */
export function fileChanges(changes: unknown): readonly ToolContent[] {
	return objectsIn(changes).flatMap(toContent);
}

/** Where the changed files are afterwards, as far as that is known. */
export function pathsOf(content: readonly ToolContent[]): readonly string[] {
	return content
		.flatMap((item) => (item.type === 'diff' || item.type === 'file_change' ? [item.path] : []))
		.filter(isAbsolute);
}

function toContent(change: JsonObject): readonly ToolContent[] {
	const path = stringAt(change, 'path');
	const diff = stringAt(change, 'diff') ?? '';
	if (path === undefined) return [];
	const kind = objectAt(change, 'kind') ?? {};
	const movePath = stringAt(kind, 'move_path');
	if (!isAbsolute(path) || (movePath !== undefined && !isAbsolute(movePath)))
		return [{ type: 'file_change', operation: 'other', operationName: stringAt(kind, 'type') ?? '?', path }];
	switch (stringAt(kind, 'type')) {
		// The text itself stands in the place of the changed lines.
		case 'add':
			return [{ type: 'diff', path, oldText: null, newText: diff }];
		case 'delete':
			return [{ type: 'diff', path, oldText: diff, newText: null }];
		default:
			return [update(path, movePath, diff)];
	}
}

function update(path: string, movePath: string | undefined, diff: string): FileChange {
	const to = movePath ?? path;
	const patch = `diff --git a${to} b${to}\n--- a${to}\n+++ b${to}\n${diff.endsWith('\n') ? diff : `${diff}\n`}`;
	const hunks = readGitPatch(patch, [to]).get(to)?.hunks ?? [];
	return {
		type: 'file_change',
		operation: to === path ? 'modify' : 'move',
		path: to,
		...(to === path ? {} : { oldPath: path }),
		fileType: 'text',
		...(hunks.length === 0 ? (diff === '' ? {} : { isPatchUnreadable: true }) : { hunks }),
	};
}
