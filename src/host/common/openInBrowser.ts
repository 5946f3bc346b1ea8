import * as vscode from 'vscode';
import { openableUrl } from './urlTarget.ts';

/**
 * Opens a web page outside, where neither we nor the agent can read along (acp C100). Nothing is fetched before.
 * A `Uri` would be taken apart and written anew: the browser would get another address than the user saw. VS Code
 * takes a string as well and passes it on as it is.
 * @returns false when the user said no, undefined when it is no web page
 */
export async function openInBrowser(address: string): Promise<boolean | undefined> {
	const url = openableUrl(address);
	return url === undefined ? undefined : vscode.env.openExternal(url as unknown as vscode.Uri);
}
