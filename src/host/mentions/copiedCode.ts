/** Where a pasted text was copied from. */
import * as vscode from 'vscode';
import type { ViewContext } from '../../core/view/viewAttachment.ts';
import { isFileLike, rangeOf } from './editorContext.ts';

/**
 * The lines that the text is, when it is what is selected in exactly one editor on the screen. A text that begins or ends
 * in the middle of a line stays a text: it is not the lines.
 */
export function copiedFrom(text: string): ViewContext | undefined {
	const wanted = plain(text);
	const ranges = vscode.window.visibleTextEditors
		.filter(({ document }) => isFileLike(document.uri))
		.flatMap(({ document, selections }) =>
			selections
				.filter((selection) => plain(document.getText(selection)) === wanted)
				.filter((selection) => plain(document.getText(wholeLines(document, selection))) === wanted)
				.map((selection) => rangeOf(document, selection)),
		);
	const known = new Map(ranges.map((range) => [range.id, range]));
	return known.size === 1 ? ranges[0] : undefined;
}

function wholeLines(document: vscode.TextDocument, { start, end }: vscode.Range): vscode.Range {
	const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
	return new vscode.Range(new vscode.Position(start.line, 0), document.lineAt(last).range.end);
}

/** Blanks around it may get lost on the way, and lines end in either way. */
function plain(text: string): string {
	return text.replaceAll(/\r\n?/gu, '\n').trim();
}
