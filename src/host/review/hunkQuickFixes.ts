import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import type { ChangeReview } from '../changes/changeReview.ts';
import type { ChangeTarget } from './changeTarget.ts';
import type { FilePlaces } from './filePlaces.ts';
import { hunkAtLine } from './hunkPlaces.ts';

/** Keep and Undo in the light bulb of a line that an agent changed. */
export class HunkQuickFixes implements vscode.CodeActionProvider, Disposable {
	readonly #review: ChangeReview;
	readonly #places: FilePlaces;
	readonly #registration: vscode.Disposable;

	constructor(review: ChangeReview, places: FilePlaces) {
		this.#review = review;
		this.#places = places;
		this.#registration = vscode.languages.registerCodeActionsProvider({ scheme: 'file' }, this, {
			providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
		});
	}

	provideCodeActions(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
		const path = this.#places.pathOf(document.uri);
		const file = path === undefined ? undefined : this.#review.file(path);
		const hunk = file === undefined ? undefined : hunkAtLine(file, range.start.line, document.lineCount);
		if (file === undefined || hunk === undefined) return [];
		const target: ChangeTarget = { type: 'hunk', path: file.path, hunk };
		return [
			actionOf(t('Keep this change'), 'acpHost.keepChange', target),
			...(file.isUndoable ? [actionOf(t('Undo this change'), 'acpHost.undoChange', target)] : []),
		];
	}

	dispose(): void {
		this.#registration.dispose();
	}
}

function actionOf(title: string, command: string, target: ChangeTarget): vscode.CodeAction {
	const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
	action.command = { command, title, arguments: [target] };
	return action;
}
