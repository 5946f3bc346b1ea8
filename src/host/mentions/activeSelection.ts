import * as vscode from 'vscode';
import type { ViewContext } from '../../core/view/viewAttachment.ts';
import { copiedSelection, terminalContext } from './terminalSelection.ts';

/** What is selected in the active terminal; undefined when nothing is. */
export async function activeSelection(): Promise<ViewContext | undefined> {
	const clipboard = {
		readText: () => vscode.env.clipboard.readText(),
		writeText: (text: string) => vscode.env.clipboard.writeText(text),
	};
	const copySelection = () => vscode.commands.executeCommand('workbench.action.terminal.copySelection');
	return terminalContext(await copiedSelection({ clipboard, copySelection }));
}
