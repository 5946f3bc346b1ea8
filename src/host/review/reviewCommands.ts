/** The commands of the review. They load with the window and pass on to what loads with the first change that waits. */
import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import { registerGuarded } from '../common/guardedCommand.ts';

/** Each stands in package.json. */
const reviewCommandIds = [
	'acpHost.reviewChanges',
	'acpHost.keepAllChanges',
	'acpHost.undoAllChanges',
	'acpHost.keepAllOfView',
	'acpHost.undoAllOfView',
	'acpHost.keepFileChanges',
	'acpHost.undoFileChanges',
	'acpHost.keepChange',
	'acpHost.undoChange',
	'acpHost.nextChange',
	'acpHost.previousChange',
	'acpHost.compareChange',
	'acpHost.openChange',
	'acpHost.groupChangesByFile',
	'acpHost.groupChangesByPrompt',
	'acpHost.groupChangesBySession',
	'acpHost.refreshChanges',
] as const;
export type ReviewCommandId = (typeof reviewCommandIds)[number];

/** Does any of them; there as long as there is a review. Its name hides it from the palette and from other lists. */
export const reviewCommand = '_acpHost.review';

export function registerReviewCommands(log: vscode.LogOutputChannel): Disposable {
	const passOn = (id: ReviewCommandId): [string, (...args: unknown[]) => Promise<void>] => [
		id,
		async (argument, selected) => {
			const known = await vscode.commands.getCommands();
			if (known.includes(reviewCommand)) {
				await vscode.commands.executeCommand(reviewCommand, id, argument, selected);
			} else {
				void vscode.window.showInformationMessage(t('No change of an agent waits for your review.'));
			}
		},
	];
	return registerGuarded(log, Object.fromEntries(reviewCommandIds.map(passOn)));
}
