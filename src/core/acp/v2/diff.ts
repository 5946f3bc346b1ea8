import type { FileChange, ToolContent } from '../../session/model/toolContent.ts';
import {
	isJsonObject,
	type JsonObject,
	knownWord,
	objectAt,
	pickStrings,
	stringAt,
} from '../../base/json.ts';
import { isPatchBeyond, type PatchedFile, readGitPatch } from './gitPatch.ts';
import { isTextDiff } from './shims.ts';

/**
 * A diff: one content for each file that it changes. The list of changes counts; the patch, which may be missing, says
 * which lines (acp C254, C255).
 * @returns undefined when it is no diff
 */
export function decodeDiff(raw: JsonObject): readonly ToolContent[] | undefined {
	if (isTextDiff(raw)) return [toTextDiff(raw)];
	const { changes } = raw;
	if (!Array.isArray(changes)) return undefined;
	const patch = patchOf(raw, changes);
	const known = changes.map((change: unknown) => toFileChange(change, patch) ?? unknownChange);
	return isBeyond(raw, known) ? [...known, unknownChange] : known;
}

/** Its patch changes what the list of changes leaves out. Where a part is unreadable, that is said already. */
function isBeyond(raw: JsonObject, known: readonly ToolContent[]): boolean {
	if (known.some((item) => item.type === 'file_change' && item.isPatchUnreadable === true)) return false;
	const text = stringAt(objectAt(raw, 'patch'), 'text');
	const paths = known.flatMap((item) => {
		if (item.type !== 'file_change') return [];
		return item.oldPath === undefined ? [item.path] : [item.path, item.oldPath];
	});
	return text !== undefined && isPatchBeyond(text, paths);
}

/** It changes something, and does not say where. */
const unknownChange: ToolContent = { type: 'content', content: { type: 'unknown', kind: 'diff' } };

function toTextDiff(raw: JsonObject): ToolContent {
	const path = stringAt(raw, 'path') ?? '';
	return {
		type: 'diff',
		path,
		oldText: stringAt(raw, 'oldText') ?? null,
		newText: stringAt(raw, 'newText') ?? '',
	};
}

/** What it says, by path. Undefined when there is none; one in a format that we do not know says nothing. */
type Patch = ReadonlyMap<string, PatchedFile> | undefined;

function patchOf(raw: JsonObject, changes: readonly unknown[]): Patch {
	const patch = objectAt(raw, 'patch');
	const text = stringAt(patch, 'text');
	if (patch === undefined || text === undefined) return undefined;
	if (stringAt(patch, 'format') !== 'git_patch') return new Map();
	const paths = changes.map((change) => stringAt(change, 'path'));
	return readGitPatch(
		text,
		paths.filter((path) => path !== undefined),
	);
}

function toFileChange(raw: unknown, patch: Patch): FileChange | undefined {
	const path = stringAt(raw, 'path');
	const name = stringAt(raw, 'operation');
	if (!isJsonObject(raw) || path === undefined || name === undefined) return undefined;
	const operation = knownWord(name, operations) ?? 'other';
	return {
		type: 'file_change',
		operation,
		...(operation === 'other' ? { operationName: name } : {}),
		path,
		...pickStrings(raw, 'oldPath', 'fileType'),
		...linesOf(path, stringAt(raw, 'fileType'), patch),
	};
}

type Lines = Pick<FileChange, 'hunks' | 'isPatchUnreadable' | 'fileType'>;

/** What the patch says of a file. Nothing of what has no lines, such as an image or a directory. */
function linesOf(path: string, fileType: string | undefined, patch: Patch): Lines {
	if (patch === undefined || fileType === 'binary' || fileType === 'directory') return {};
	const file = patch.get(path);
	if (file === undefined) return { isPatchUnreadable: true };
	return file.isBinary ? { fileType: fileType ?? 'binary' } : { hunks: file.hunks };
}

const operations = ['add', 'delete', 'modify', 'move', 'copy'] as const;
