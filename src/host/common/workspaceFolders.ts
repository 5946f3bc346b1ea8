import * as vscode from 'vscode';
import { checkPath } from '../../node/pathGuard.ts';

/** The workspace's folders on the disk, absolute. */
export function workspaceFolders(): string[] {
	const folders = vscode.workspace.workspaceFolders ?? [];
	return folders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}

/** Where an agent may look by way of us: the session's own folder, and those of the workspace. */
export function rootsOf(cwd: string): string[] {
	return [cwd, ...workspaceFolders()];
}

/** The workspace's folders beside the session's own (acp C39). */
export function otherFolders(cwd: string): string[] {
	return workspaceFolders().filter((folder) => folder !== cwd);
}

/** Only files of the workspace are read to be sent: the name came through a view that shows untrusted text. */
export async function isInWorkspace(uri: vscode.Uri): Promise<boolean> {
	if (uri.scheme !== 'file') {
		return !uri.path.split('/').includes('..') && vscode.workspace.getWorkspaceFolder(uri) !== undefined;
	}
	const verdict = await checkPath(uri.fsPath, workspaceFolders());
	return verdict.type === 'inside' || verdict.type === 'sensitive';
}
