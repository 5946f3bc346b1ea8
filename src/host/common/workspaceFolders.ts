import * as vscode from 'vscode';

/** The workspace's folders on the disk, absolute. */
export function workspaceFolders(): string[] {
	const folders = vscode.workspace.workspaceFolders ?? [];
	return folders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}
