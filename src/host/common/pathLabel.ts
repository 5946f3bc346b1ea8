import * as vscode from 'vscode';

/**
 * What a path is called where people read it: relative to the workspace where it lies in it. An agent may name anything;
 * what VS Code takes for no path, such as `////x`, is called as it was said.
 */
export function pathLabel(path: string): string {
	try {
		return vscode.workspace.asRelativePath(path);
	} catch {
		return path;
	}
}
