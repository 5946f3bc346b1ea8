/** What VS Code offers at a line that an agent changed: the light bulb, and what stood there before. */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import type { Hunk } from '../../core/changes/review.ts';
import type { ChangedFile, ChangeReview } from '../changes/changeReview.ts';
import type { ChangeTarget } from './changeTarget.ts';
import type { FilePlaces } from '../common/filePlaces.ts';
import { hunkAtLine } from './hunkPlaces.ts';
import { removedLines } from './removedLines.ts';

type HunkAt = (
	document: vscode.TextDocument,
	line: number,
) => { readonly file: ChangedFile; readonly hunk: Hunk } | undefined;

/** Offers both until it is disposed of. */
export function registerHunkHints(review: ChangeReview, places: FilePlaces): vscode.Disposable {
	const hunkAt: HunkAt = (document, line) => {
		const path = places.pathOf(document.uri);
		const file = path === undefined ? undefined : review.file(path);
		const hunk = file === undefined ? undefined : hunkAtLine(file, line, document.lineCount);
		return file === undefined || hunk === undefined ? undefined : { file, hunk };
	};
	const files = { scheme: 'file' };
	return vscode.Disposable.from(
		vscode.languages.registerHoverProvider(files, {
			provideHover: (document, { line }) => removedLinesHover(document, line, hunkAt),
		}),
		vscode.languages.registerCodeActionsProvider(
			files,
			{ provideCodeActions: (document, { start }) => quickFixes(document, start.line, hunkAt) },
			{ providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
		),
	);
}

/** The lines are untrusted: nothing in them is a link, a command or HTML. */
function removedLinesHover(
	document: vscode.TextDocument,
	line: number,
	hunkAt: HunkAt,
): vscode.Hover | undefined {
	const { removed = [] } = hunkAt(document, line)?.hunk ?? {};
	if (removed.length === 0) return undefined;
	const { markdown, linesLeftOut } = removedLines(removed, document.languageId);
	const parts = [
		new vscode.MarkdownString().appendText(t('Before the change:')).appendMarkdown(`\n${markdown}`),
		...(linesLeftOut === 0 ? [] : [new vscode.MarkdownString().appendText(t('… {0} more', linesLeftOut))]),
	];
	return new vscode.Hover(parts, document.lineAt(line).range);
}

/** Keep and Undo. */
function quickFixes(document: vscode.TextDocument, line: number, hunkAt: HunkAt): vscode.CodeAction[] {
	const found = hunkAt(document, line);
	if (found === undefined) return [];
	const { file, hunk } = found;
	const target: ChangeTarget = { type: 'hunk', path: file.path, hunk };
	return [
		actionOf(t('Keep this change'), 'acpHost.keepChange', target),
		...(file.isUndoable ? [actionOf(t('Undo this change'), 'acpHost.undoChange', target)] : []),
	];
}

function actionOf(title: string, command: string, target: ChangeTarget): vscode.CodeAction {
	const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
	action.command = { command, title, arguments: [target] };
	return action;
}
