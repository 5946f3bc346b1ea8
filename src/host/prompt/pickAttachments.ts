/** Lets the user choose what goes with the next prompt: files of the workspace, or anything on the disk. */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { mediaExtensions } from '../../core/view/mediaKinds.ts';
import type { ViewSession } from '../../core/view/viewSession.ts';
import { oneLine } from '../common/displayText.ts';

const maxFiles = 5_000;

interface Item extends vscode.QuickPickItem {
	/** Absent for the row that opens the dialog. */
	readonly uri?: vscode.Uri;
}

/**
 * Asks what to attach.
 * @param cwd the session's directory, absolute; its files come first
 * @param accepts the media that the agent takes
 * @returns nothing when the user changed their mind
 */
export async function pickAttachments(
	cwd: string,
	accepts: ViewSession['accepts'],
): Promise<readonly vscode.Uri[]> {
	const picked = await pickFiles([diskItem(accepts), ...(await workspaceItems(cwd))]);
	const uris = picked.flatMap(({ uri }) => uri ?? []);
	const isDiskWanted = picked.some(isDisk);
	return isDiskWanted ? [...uris, ...(await pickFromDisk(accepts))] : uris;
}

/** Many files, or at once when the row of the dialog is checked. */
async function pickFiles(items: readonly Item[]): Promise<readonly Item[]> {
	const picker = vscode.window.createQuickPick<Item>();
	picker.title = t('ACP: Attach');
	picker.placeholder = t('Files to send along');
	picker.canSelectMany = true;
	picker.matchOnDescription = true;
	picker.items = items;
	try {
		return await new Promise<readonly Item[]>((resolve) => {
			let before: readonly Item[] = [];
			picker.onDidChangeSelection((selected) => {
				// "Select All" checks that row as well, but means the files.
				const isOneMore = selected.length === before.length + 1;
				if (isOneMore && selected.some(isDisk) && !before.some(isDisk)) resolve(selected);
				before = selected;
			});
			picker.onDidAccept(() => resolve(picker.selectedItems));
			picker.onDidHide(() => resolve([]));
			picker.show();
		});
	} finally {
		picker.dispose();
	}
}

function isDisk({ uri }: Item): boolean {
	return uri === undefined;
}

async function workspaceItems(cwd: string): Promise<Item[]> {
	const active = vscode.window.activeTextEditor?.document.uri;
	const files = await vscode.workspace.findFiles('**/*', undefined, maxFiles);
	const rank = (uri: vscode.Uri): number => {
		if (uri.toString() === active?.toString()) return 0;
		return uri.fsPath.startsWith(cwd) ? 1 : 2;
	};
	return files
		.toSorted((a, b) => rank(a) - rank(b) || a.path.localeCompare(b.path))
		.map((uri) => ({ label: oneLine(vscode.workspace.asRelativePath(uri)), uri }));
}

function diskItem({ image, audio }: ViewSession['accepts']): Item {
	return { label: `$(folder-opened) ${diskText(image, audio)}`, alwaysShow: true };
}

function diskText(image: boolean, audio: boolean): string {
	if (image && audio) return t('Image or audio from disk…');
	if (image) return t('Image from disk…');
	return audio ? t('Audio from disk…') : t('File from disk…');
}

async function pickFromDisk({ image, audio }: ViewSession['accepts']): Promise<readonly vscode.Uri[]> {
	const extensions = [...(image ? mediaExtensions.image : []), ...(audio ? mediaExtensions.audio : [])];
	const filters =
		extensions.length === 0 ? {} : { filters: { [t('Media')]: extensions, [t('All Files')]: ['*'] } };
	const chosen = await vscode.window.showOpenDialog({
		title: t('ACP: Attach'),
		openLabel: t('Attach'),
		canSelectMany: true,
		...filters,
	});
	return chosen ?? [];
}
