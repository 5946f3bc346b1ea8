import * as vscode from 'vscode';

/** True where `acpHost.location` puts our views into the secondary side bar. */
export function isInSecondarySideBar(): boolean {
	return vscode.workspace.getConfiguration('acpHost').get('location') === 'secondarySideBar';
}
