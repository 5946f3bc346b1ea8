/** Files as the user sees them: the editor's text where it is unsaved, else the disk's. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import * as limits from '../../core/base/limits.ts';
import { ServiceError } from '../../core/base/errors.ts';
import { looksBinary, probeFile } from '../../node/fileProbe.ts';
import { canonicalPath } from '../../node/pathGuard.ts';
import { withoutBom } from '../../core/diff/textRange.ts';
import { decodeFile } from './textEncoding.ts';

/**
 * The text of a file as the user sees it: the editor's where it is unsaved, else the disk's. An editor without unsaved
 * text may be behind the disk, or show a file that is gone.
 */
export async function readCurrentText(file: vscode.Uri): Promise<string> {
	const uri = await editorUri(file.fsPath);
	const open = findOpenDocument(uri);
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
	return document === undefined ? text : withoutBom(text, document.encoding);
}

/**
 * The file under the name that its editor has. Links give a file several names: an agent may use another one than the
 * editor, and must still see what is typed there (hazard D4). Not all open files are looked at: those of the same name,
 * and those with unsaved text. Where several editors show the file, the one with unsaved text counts.
 * @param file absolute path
 */
export async function editorUri(file: string): Promise<vscode.Uri> {
	const uri = vscode.Uri.file(file);
	const open = [...vscode.workspace.textDocuments, ...vscode.workspace.notebookDocuments].filter(isOpenFile);
	const own = open.filter((other) => other.uri.fsPath === uri.fsPath);
	const canonical = await canonicalPath(file);
	for (const other of open) {
		const isNamesake = other.isDirty || basename(other.uri.fsPath) === basename(file);
		if (!isNamesake || own.includes(other)) continue;
		if ((await canonicalPath(other.uri.fsPath)) === canonical) own.push(other);
	}
	return (own.find(({ isDirty }) => isDirty) ?? own[0])?.uri ?? uri;
}

function isOpenFile({ uri, isClosed }: vscode.TextDocument | vscode.NotebookDocument): boolean {
	return uri.scheme === 'file' && !isClosed;
}

/** The document of that file that VS Code has open, if there is one. */
export function findOpenDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
	return vscode.workspace.textDocuments.find(
		(document) => isOpenFile(document) && document.uri.fsPath === uri.fsPath,
	);
}

export function findOpenNotebook(uri: vscode.Uri): vscode.NotebookDocument | undefined {
	return vscode.workspace.notebookDocuments.find(
		(notebook) => isOpenFile(notebook) && notebook.uri.fsPath === uri.fsPath,
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
