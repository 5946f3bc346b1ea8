/** Goes to changes in the editors of their files. */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { tabUri } from '../common/tabUri.ts';
import { linesOfHunk, type Position, type ReviewStop } from './hunkPlaces.ts';
import { openDifference, type ReviewEditors } from './reviewTab.ts';

/**
 * Where the user stands in the document that a menu passes, else in that of the active tab: a picture and other files
 * that are no text have a tab, and no text editor. Undefined where that is no file.
 */
export function positionIn(
	{ review, places, bases }: ReviewEditors,
	argument: unknown,
): Position | undefined {
	const { activeTextEditor: active, visibleTextEditors, tabGroups } = vscode.window;
	const ofTab = tabUri(tabGroups.activeTabGroup.activeTab?.input) ?? active?.document.uri;
	const uri = argument instanceof vscode.Uri ? argument : ofTab;
	if (uri === undefined) return undefined;
	const path = places.pathOf(uri) ?? bases.wholeFileAt(uri)?.path;
	if (path === undefined) return undefined;
	// What is answered as a whole has one place, wherever the cursor is in it.
	if (review.file(path)?.hunks.length === 0) return { path, line: 0 };
	const editor = [active, ...visibleTextEditors].find(
		(shown) => shown?.document.uri.toString() === uri.toString(),
	);
	// Where no text is shown, as in a preview, the first change of the file is the next one.
	return { path, line: editor?.selection.active.line ?? -1 };
}

/**
 * Opens a file of which something waits with the cursor at the change. A file that is gone is shown as the user has
 * accepted it.
 */
export async function goTo(editors: ReviewEditors, { path, hunk }: ReviewStop): Promise<void> {
	const file = editors.review.file(path);
	if (file === undefined) return sayThatNothingIsHere();
	if (file.kind === 'deleted') return openDifference(editors, file);
	const uri = editors.places.uriOf(path);
	// VS Code has other editors for what is no text.
	if (hunk === undefined || file.type === 'whole') {
		await vscode.commands.executeCommand('vscode.open', uri);
		return;
	}
	const document = await vscode.workspace.openTextDocument(uri);
	const { start } = linesOfHunk(hunk, document.lineCount);
	const at = new vscode.Position(start, 0);
	const editor = await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
	editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

export function sayThatNothingIsHere(): void {
	void vscode.window.showInformationMessage(t('No change of an agent waits here.'));
}
