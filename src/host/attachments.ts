import * as vscode from 'vscode';
import type { ViewAttachment } from '../core/view/messages.ts';

const maxFiles = 5_000;

/**
 * Lets the user pick workspace files to send along as resource links.
 * @param cwd the session's directory, absolute; its files come first
 */
export async function pickAttachments(cwd: string): Promise<readonly ViewAttachment[]> {
	const active = vscode.window.activeTextEditor?.document.uri;
	const files = await vscode.workspace.findFiles('**/*', undefined, maxFiles);
	const ranked = files.toSorted((a, b) => rank(a) - rank(b) || a.path.localeCompare(b.path));
	const picked = await vscode.window.showQuickPick(
		ranked.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri })),
		{
			title: 'ACP: Attach Files',
			placeHolder: 'Files to send along',
			canPickMany: true,
			matchOnDescription: true,
		},
	);
	return (picked ?? []).map(({ uri, label }) => ({ uri: uri.toString(), name: label }));

	function rank(uri: vscode.Uri): number {
		if (uri.toString() === active?.toString()) return 0;
		return uri.fsPath.startsWith(cwd) ? 1 : 2;
	}
}
