import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import type { ChangeReview } from '../changes/changeReview.ts';
import type { FilePlaces } from './filePlaces.ts';
import { hunkAtLine } from './hunkPlaces.ts';
import { removedLines } from './removedLines.ts';

/** Shows what stood at the place of a change. The lines are foreign: nothing in them is a link, a command or HTML. */
export class RemovedLinesHover implements vscode.HoverProvider, Disposable {
	readonly #review: ChangeReview;
	readonly #places: FilePlaces;
	readonly #registration: vscode.Disposable;

	constructor(review: ChangeReview, places: FilePlaces) {
		this.#review = review;
		this.#places = places;
		this.#registration = vscode.languages.registerHoverProvider({ scheme: 'file' }, this);
	}

	provideHover(document: vscode.TextDocument, { line }: vscode.Position): vscode.Hover | undefined {
		const path = this.#places.pathOf(document.uri);
		const file = path === undefined ? undefined : this.#review.file(path);
		const hunk = file === undefined ? undefined : hunkAtLine(file, line, document.lineCount);
		if (hunk === undefined || hunk.removed.length === 0) return undefined;
		const { markdown, left } = removedLines(hunk.removed, document.languageId);
		const parts = [
			new vscode.MarkdownString().appendText(t('Before the change:')).appendMarkdown(`\n${markdown}`),
			...(left === 0 ? [] : [new vscode.MarkdownString().appendText(t('… {0} more', left))]),
		];
		return new vscode.Hover(parts, document.lineAt(line).range);
	}

	dispose(): void {
		this.#registration.dispose();
	}
}
