import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { language, translations } from '../../core/base/l10n.ts';
import { translationsBlock, viewPolicy } from './viewHtmlParts.ts';

/**
 * The page of a chat view. Nothing but our own script and styles may load; nothing may be sent anywhere
 * (hazards E1, E2). https://code.visualstudio.com/api/extension-guides/webview#security
 */
export function viewHtml(webview: vscode.Webview, extensionUri: vscode.Uri): string {
	const nonce = randomBytes(16).toString('base64');
	const uri = (...path: string[]): string =>
		webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString();
	return `<!DOCTYPE html>
<html lang="${language()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${viewPolicy(webview.cspSource, nonce)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="modulepreload" nonce="${nonce}" href="${uri('dist', 'webview-chunk.js')}">
<link rel="stylesheet" href="${uri('dist', 'codicons', 'codicon.css')}">
<link rel="stylesheet" href="${uri('dist', 'chat.css')}">
<title>ACP Host</title>
</head>
<body>
<div id="app"></div>
${translationsBlock(translations(), nonce)}<script type="module" nonce="${nonce}" src="${uri('dist', 'webview.js')}"></script>
</body>
</html>`;
}

/** Folders the page may load from. */
export function viewRoots(extensionUri: vscode.Uri): vscode.Uri[] {
	return [vscode.Uri.joinPath(extensionUri, 'dist')];
}
