import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import type { ToolLocation } from '../../core/session/model/toolContent.ts';

/** Time that the line stays marked. */
const markMs = 1500;

export class QuietReveal implements Disposable {
	readonly #mark = vscode.window.createTextEditorDecorationType({
		isWholeLine: true,
		backgroundColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
		borderColor: new vscode.ThemeColor('editor.rangeHighlightBorder'),
		overviewRulerColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
	});

	/**
	 * Shows a file at its line (1-based) without taking the focus: where it is open already, or as a preview, which
	 * takes the place of another preview only. A cursor that the user set stays where it is.
	 * Rejects when VS Code cannot show the file as text.
	 */
	async show({ path, line }: ToolLocation): Promise<void> {
		const uri = vscode.Uri.file(path);
		const open = columnOf(uri);
		const editor = await vscode.window.showTextDocument(uri, {
			preview: true,
			preserveFocus: true,
			viewColumn: open ?? freeColumn(),
		});
		if (line === undefined) return;
		const row = Math.min(line, editor.document.lineCount) - 1;
		const range = new vscode.Range(row, 0, row, 0);
		if (open === undefined) editor.selection = new vscode.Selection(range.start, range.start);
		editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
		editor.setDecorations(this.#mark, [range]);
		// An editor that was closed meanwhile takes this without a word.
		setTimeout(() => editor.setDecorations(this.#mark, []), markMs).unref();
	}

	dispose(): void {
		this.#mark.dispose();
	}
}

/** The group in which the file has a tab, the active one first. */
function columnOf(uri: vscode.Uri): vscode.ViewColumn | undefined {
	const { all, activeTabGroup } = vscode.window.tabGroups;
	return [activeTabGroup, ...all].find(({ tabs }) =>
		tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString()),
	)?.viewColumn;
}

/** The active group, unless what it shows is no text, such as a chat: that must not vanish behind a file. */
function freeColumn(): vscode.ViewColumn {
	const { all, activeTabGroup } = vscode.window.tabGroups;
	const free = [activeTabGroup, ...all].find(
		({ activeTab }) => activeTab === undefined || activeTab.input instanceof vscode.TabInputText,
	);
	return free?.viewColumn ?? vscode.ViewColumn.Beside;
}
