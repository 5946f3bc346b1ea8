import * as vscode from 'vscode';

/** The workspace's folders beside the session's own (acp C39). */
export function otherFolders(cwd: string): string[] {
	const folders = vscode.workspace.workspaceFolders ?? [];
	return folders
		.filter(({ uri }) => uri.scheme === 'file' && uri.fsPath !== cwd)
		.map(({ uri }) => uri.fsPath);
}
