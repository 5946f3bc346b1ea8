/** Goes to changes in the editors of their files. */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { linesOfHunk, type Position, type ReviewStop } from './hunkPlaces.ts';
import { openDifference, type ReviewEditors } from './reviewTab.ts';

/** Where the cursor of an editor stands, if it shows a file. */
export function positionIn(
	{ places, bases }: ReviewEditors,
	editor: vscode.TextEditor | undefined,
): Position | undefined {
	if (editor === undefined) return undefined;
	const { uri } = editor.document;
	const path = places.pathOf(uri) ?? bases.wholeFileAt(uri)?.path;
	if (path === undefined) return undefined;
	return { path, line: editor.selection.active.line };
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
