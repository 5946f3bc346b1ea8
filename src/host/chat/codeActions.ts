/** What the buttons of a block of code do with it. */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import type { FromView } from '../../core/view/fromView.ts';
import { messageText } from '../common/displayText.ts';

/** What a button of a code block asks for. */
export type CodeAction = Extract<FromView, { type: 'insertCode' | 'openCode' }>;

/** @param languageOf finds the language that is meant by what stands behind a fence */
export async function runCodeAction(
	action: CodeAction,
	languageOf: (info: string) => Promise<string | undefined>,
): Promise<void> {
	if (action.type === 'openCode') return openAsNewFile(action.text, await languageOf(action.language));
	if (await insertAtCursor(action.text)) return;
	const text =
		vscode.window.activeTextEditor === undefined
			? t('The code was not inserted: No editor is open.')
			: t('The code was not inserted: The editor is read-only.');
	if ((await vscode.window.showWarningMessage(messageText(text), t('Open as New File'))) !== undefined) {
		await openAsNewFile(action.text, undefined);
	}
}

/** In the editor that had the focus last. What is selected there is replaced, so one Undo brings it back. */
async function insertAtCursor(text: string): Promise<boolean> {
	const editor = vscode.window.activeTextEditor;
	if (editor === undefined) return false;
	const isInserted = await editor.edit((edit) => {
		for (const selection of editor.selections) edit.replace(selection, text);
	});
	if (isInserted) await vscode.window.showTextDocument(editor.document, editor.viewColumn);
	return isInserted;
}

async function openAsNewFile(content: string, language: string | undefined): Promise<void> {
	const document = await vscode.workspace.openTextDocument(
		language === undefined ? { content } : { content, language },
	);
	await vscode.window.showTextDocument(document);
}
