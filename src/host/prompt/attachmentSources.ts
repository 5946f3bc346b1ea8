/** Looks at what goes with a prompt, at the moment it goes out. */
import * as vscode from 'vscode';
import * as limits from '../../core/base/limits.ts';
import type { ViewContext } from '../../core/view/viewAttachment.ts';
import { looksBinary } from '../../node/fileProbe.ts';
import { isInWorkspace } from '../common/workspaceFolders.ts';
import { parseChangesId, parseRangeId, rangeName } from '../mentions/contextIds.ts';
import { changesText } from '../mentions/contextText.ts';
import { changesOf, repositoryAt } from '../mentions/git.ts';
import { describeProblems } from '../mentions/problems.ts';
import { findAgain, Lines } from '../mentions/rangeText.ts';
import type { AttachedFile, AttachedRange, AttachmentSources } from './promptContent.ts';

/** All but the sessions, see `sessionContext.ts`. */
export const attachmentSources: Omit<AttachmentSources, 'session'> = {
	file: lookAtFile,
	range: lookAtRange,
	problems: describeProblems,
	changes: describeChanges,
};

/**
 * Reads the lines of a range: from the editor, else from the disk. Undefined when they are larger than `maxBytes` or
 * the file cannot be read.
 */
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

/**
 * A file as it is now: what the user sees in an editor goes before what is on disk (acp C86). One that cannot be looked
 * at counts as missing: it still goes along as a link.
 * @param maxBytes larger texts come as `file`
 */
async function lookAtFile(uri: string, maxBytes: number): Promise<AttachedFile> {
	const document = vscode.workspace.textDocuments.find(
		(open) => !open.isClosed && open.uri.toString() === uri,
	);
	if (document !== undefined) {
		const text = document.getText();
		const size = Buffer.byteLength(text);
		return size <= maxBytes ? { type: 'text', text } : { type: 'file', size };
	}
	try {
		return await lookAtDisk(vscode.Uri.parse(uri, true), maxBytes);
	} catch {
		// Gone, not readable, or of a file system that is not there: the agent may still know what to do with it.
		return { type: 'missing' };
	}
}

async function lookAtDisk(uri: vscode.Uri, maxBytes: number): Promise<AttachedFile> {
	const { type, size } = await vscode.workspace.fs.stat(uri);
	if ((type & vscode.FileType.Directory) !== 0) return { type: 'folder' };
	// Only regular files: a pipe would block for ever (hazard D6).
	if ((type & vscode.FileType.File) === 0 || size > maxBytes || !(await isInWorkspace(uri)))
		return { type: 'file', size };
	const bytes = await vscode.workspace.fs.readFile(uri);
	const text = bytes.length <= maxBytes && !looksBinary(bytes) ? decode(bytes) : undefined;
	return text === undefined ? { type: 'file', size: bytes.length } : { type: 'text', text };
}

/** The text; undefined when it is not UTF-8. */
function decode(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}
