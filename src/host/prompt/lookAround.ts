/** Looks at what goes with a prompt, at the moment it goes out. */
import * as vscode from 'vscode';
import * as limits from '../../core/base/limits.ts';
import type { ViewContext } from '../../core/view/viewAttachment.ts';
import { lookAtFile } from './attachedFiles.ts';
import type { AttachedRange, LookAround } from './promptContent.ts';
import { parseChangesId, parseRangeId, rangeName } from '../mentions/contextIds.ts';
import { changesText } from '../mentions/contextText.ts';
import { changesOf, repositoryAt } from '../mentions/git.ts';
import { describeProblems } from '../mentions/problems.ts';
import { findAgain, Lines } from '../mentions/rangeText.ts';

/** All but the sessions, see `sessionContext.ts`. */
export const lookAround: Omit<LookAround, 'session'> = {
	file: lookAtFile,
	range: lookAtRange,
	problems: describeProblems,
	changes: describeChanges,
};

/** The lines in the editor, else on the disk; in a file that is too large to be read, none. */
export async function lookAtRange(
	{ id, fingerprint }: ViewContext,
	maxBytes: number,
): Promise<AttachedRange | undefined> {
	const range = parseRangeId(id);
	if (range === undefined) return undefined;
	const file = await lookAtFile(range.uri, limits.fileBytes);
	if (file.type !== 'text') return undefined;
	const all = new Lines(file.text);
	const lines = findAgain(all, range, fingerprint);
	const text = all.text(lines);
	const path = vscode.workspace.asRelativePath(vscode.Uri.parse(range.uri));
	return Buffer.byteLength(text) > maxBytes ? undefined : { lines, name: rangeName(path, lines), text };
}

async function describeChanges(id: string, maxBytes: number): Promise<string> {
	const root = parseChangesId(id);
	const name = vscode.workspace.asRelativePath(vscode.Uri.parse(root));
	const repository = repositoryAt(root);
	if (repository === undefined) return `Changes in ${name}: the repository is not open in the editor.`;
	try {
		return changesText(name, await changesOf(repository), maxBytes);
	} catch (error) {
		return `Changes in ${name}: git failed: ${error instanceof Error ? error.message : String(error)}`;
	}
}
