/** Where links and locations of agents lead. Only web pages, mail and files of the workspace (hazard E3). */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import type { ToolLocation } from '../../core/session/model/toolContent.ts';
import { probeFile } from '../../node/fileProbe.ts';
import { checkPath, placeOnDemand } from '../../node/pathGuard.ts';
import { messageText } from '../common/displayText.ts';
import { openInBrowser } from '../common/openInBrowser.ts';
import { remoteText } from '../common/pathLabel.ts';
import { rootsOf } from '../common/workspaceFolders.ts';

/**
 * Opens a file at its line (1-based), wherever on this machine it is.
 * @param cwd of the session, absolute
 */
export async function openLocation({ path: file, line }: ToolLocation, cwd: string): Promise<void> {
	const place = await placeOnDemand(file, rootsOf(cwd));
	if (place.type === 'remote')
		return void vscode.window.showWarningMessage(messageText(remoteText(place.canonical)));
	const probe = place.type === 'invalid' ? undefined : await probeFile(place.canonical);
	if (probe?.type === 'directory') {
		await vscode.commands.executeCommand('revealInExplorer', vscode.Uri.file(file));
		return;
	}
	if (probe?.type !== 'file')
		return void vscode.window.showInformationMessage(messageText(t('{0} is not there (any more).', file)));
	const position = new vscode.Position(Math.max((line ?? 1) - 1, 0), 0);
	await vscode.window.showTextDocument(vscode.Uri.file(file), {
		selection: new vscode.Range(position, position),
		preview: true,
	});
}

/**
 * Opens what a link of agent text points at; anything that is neither web, mail nor a workspace file is refused.
 * @param href as written
 * @param cwd what relative paths are relative to, absolute
 */
export async function openLink(href: string, cwd: string): Promise<void> {
	if (/^mailto:/iu.test(href)) return void (await vscode.env.openExternal(vscode.Uri.parse(href, true)));
	if (/^https?:/iu.test(href) && (await openInBrowser(href)) !== undefined) return;
	const target = fileTarget(href, cwd);
	const verdict = target === undefined ? undefined : await checkPath(target.path, rootsOf(cwd));
	if (target === undefined || verdict?.type === 'outside' || verdict?.type === 'invalid') {
		void vscode.window.showWarningMessage(
			messageText(t('ACP Host does not open this link: {0}', href.slice(0, 200))),
		);
		return;
	}
	await openLocation(target, cwd);
}

/** The file of `src/a.ts`, `src/a.ts:12`, `src/a.ts#L12` or a `file:` URI; undefined for any other scheme. */
export function fileTarget(href: string, cwd: string): ToolLocation | undefined {
	const match = /^(.*?)(?:#L(\d+)(?:-L?\d+)?|:(\d+)(?::\d+)?)?$/u.exec(href);
	const written = match?.[1] ?? href;
	const line = Number(match?.[2] ?? match?.[3] ?? 0);
	const file = pathOf(written);
	if (file === undefined) return undefined;
	return { path: path.resolve(cwd, file), ...(line > 0 ? { line } : {}) };
}

function pathOf(written: string): string | undefined {
	if (/^file:\/\/\//iu.test(written)) return vscode.Uri.parse(written, true).fsPath;
	if (/^[a-z][a-z0-9+.-]+:/iu.test(written)) return undefined;
	try {
		return decodeURIComponent(written);
	} catch {
		// A stray percent sign is part of the name.
		return written;
	}
}
