import * as vscode from 'vscode';

/** The document that a tab shows, by the tab's input; of a diff its modified side. Undefined for what is no document. */
export function tabUri(input: unknown): vscode.Uri | undefined {
	if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return input.uri;
	if (input instanceof vscode.TabInputNotebook) return input.uri;
	return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}
