/** Files as the user sees them: the editor's text where it is unsaved, else the disk's. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import * as limits from '../../core/base/limits.ts';
import { ServiceError } from '../../core/base/errors.ts';
import { looksBinary, probeFile } from '../../node/fileProbe.ts';
import { canonicalPath } from '../../node/pathGuard.ts';
import { withoutMark } from '../../core/diff/textRange.ts';
import { decodeFile } from './textEncoding.ts';

/**
 * The text of a file as the user sees it: the editor's where it is unsaved, else the disk's. An editor without unsaved
 * text may be behind the disk, or show a file that is gone.
 */
export async function readCurrentText(file: vscode.Uri): Promise<string> {
	const uri = await editorUri(file.fsPath);
	const open = openDocument(uri);
	return open?.isDirty === true ? open.getText() : readDisk(uri, open);
}

/**
 * The text on the disk.
 * @param document of the file, whose encoding counts
 * @throws ServiceError for what is no text file
 */
export async function readDisk(uri: vscode.Uri, document: vscode.TextDocument | undefined): Promise<string> {
	requireTextFile(uri.fsPath, await probeFile(uri.fsPath));
	const bytes = await vscode.workspace.fs.readFile(uri);
	if (document === undefined && looksBinary(bytes))
		throw new ServiceError('invalid', `${uri.fsPath} is not a text file.`, uri.fsPath);
	const text = await decodeFile(bytes, uri, document?.encoding);
	return document === undefined ? text : withoutMark(text, document.encoding);
}

/**
 * The file under the name that its editor has. Links give a file several names: an agent may use another one than the
 * editor, and must still see what is typed there (hazard D4). Not all open files are looked at: those of the same name,
 * and those with unsaved text.
 * @param file absolute path
 */
export async function editorUri(file: string): Promise<vscode.Uri> {
	const uri = vscode.Uri.file(file);
	if (openDocument(uri) !== undefined) return uri;
	const canonical = await canonicalPath(file);
	const namesakes = vscode.workspace.textDocuments.filter(
		({ uri: other, isDirty }) =>
			other.scheme === 'file' && (isDirty || basename(other.fsPath) === basename(file)),
	);
	for (const { uri: other } of namesakes) {
		if ((await canonicalPath(other.fsPath)) === canonical) return other;
	}
	return uri;
}

/** The open document of that file, if there is one. */
export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
	return vscode.workspace.textDocuments.find(
		(document) => document.uri.scheme === 'file' && document.uri.fsPath === uri.fsPath && !document.isClosed,
	);
}

/** The notebook of that file, if one is open. */
export function openNotebook(uri: vscode.Uri): vscode.NotebookDocument | undefined {
	return vscode.workspace.notebookDocuments.find(
		(notebook) => notebook.uri.scheme === 'file' && notebook.uri.fsPath === uri.fsPath && !notebook.isClosed,
	);
}

export function requireTextFile(path: string, probe: Awaited<ReturnType<typeof probeFile>>): void {
	switch (probe.type) {
		case 'missing':
			throw new ServiceError('notFound', `${path} does not exist.`, path);
		case 'directory':
			throw new ServiceError('invalid', `${path} is a folder, not a file.`, path);
		case 'special':
			throw new ServiceError('invalid', `${path} is not a regular file.`, path);
		case 'file':
			if (probe.size > limits.fileBytes) throw tooLarge(path);
	}
}

export function tooLarge(path: string): ServiceError {
	return new ServiceError('invalid', `${path} is larger than ${limits.fileBytes / 1024 / 1024} MiB.`, path);
}
