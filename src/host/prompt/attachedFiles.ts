/** Looks at the files that go with a prompt. What the user sees in an editor goes before what is on disk (acp C86). */
import * as vscode from 'vscode';
import { looksBinary } from '../../node/fileProbe.ts';
import { isOurs } from '../common/workspaceFolders.ts';
import type { AttachedFile } from './promptContent.ts';

/**
 * What is there now. A file that cannot be looked at counts as missing: it still goes along as a link.
 * @param maxBytes larger texts come as `file`
 */
export async function lookAtFile(uri: string, maxBytes: number): Promise<AttachedFile> {
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
	if ((type & vscode.FileType.File) === 0 || size > maxBytes || !(await isOurs(uri)))
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
