/** Everything that shows what waits, and takes the answers of the user: the tree, editors, badges. */
import type * as vscode from 'vscode';
import { toDisposable } from '../../core/base/disposable.ts';
import type { ChangeReview } from './changeReview.ts';

/** @returns takes all of them down */
export function registerReviewSurfaces(
	_review: ChangeReview,
	_context: vscode.ExtensionContext,
): vscode.Disposable {
	return toDisposable(() => undefined);
}
