/** What is said to the user of an answer that could not be done, and what is asked before lines of theirs go. */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { messageText, sayWithButton } from '../common/displayText.ts';
import { pathLabel, pathLabels } from '../common/pathLabel.ts';

/** @returns true when the user wants to lose what they changed as well */
export async function asksToLose(
	paths: readonly string[],
	what: 'hunk' | 'files' | 'call',
): Promise<boolean> {
	const { undo, question, detail } = lossTexts(paths, what);
	const answer = await vscode.window.showWarningMessage(
		messageText(question),
		{ modal: true, detail: messageText(detail) },
		undo,
	);
	return answer === undo;
}

interface LossTexts {
	readonly undo: string;
	readonly question: string;
	readonly detail: string;
}

function lossTexts(paths: readonly string[], what: 'hunk' | 'files' | 'call'): LossTexts {
	const names = pathLabels(paths);
	const detail = t('What you changed there is lost with it: {0}', names);
	switch (what) {
		case 'hunk':
			return { undo: t('Undo with My Edits'), question: t('You have edited these lines as well.'), detail };
		case 'files':
			return {
				undo: t('Undo with My Edits ({0})', paths.length),
				question: t('You have edited what is to be undone as well.'),
				detail,
			};
		case 'call':
			return {
				undo: t('Undo with Later Changes'),
				question: t('Lines of this call were changed again after it.'),
				detail: t('What came later in these lines is undone with them, your own edits too: {0}', names),
			};
	}
}

/** @returns true when the user wants it to be deleted for good */
export async function asksToDelete(paths: readonly string[]): Promise<boolean> {
	const remove = t('Delete Permanently');
	const answer = await vscode.window.showWarningMessage(
		messageText(t('{0} cannot be moved to the trash here.', pathLabels(paths))),
		{ modal: true, detail: t('What is deleted permanently cannot be brought back.') },
		remove,
	);
	return answer === remove;
}

export function sayDrifted(paths: readonly string[]): void {
	const text = t('{0} has changed meanwhile. Nothing was done there; look at it again.', pathLabels(paths));
	sayWithFile(text, paths[0]);
}

/** The file has unsaved text in an encoding that hunks are not told in. */
export function sayForeign(path: string): void {
	const text = t(
		'{0} has unsaved text and is open in another encoding than UTF-8. Save it first.',
		pathLabel(path),
	);
	sayWithFile(text, path);
}

/** Says that nothing of what was chosen can be undone, since what was there before is not known. */
export function sayThatNothingIsUndoable(): void {
	void vscode.window.showInformationMessage(t('What was there before is not known, so it cannot be undone.'));
}

export function sayFailed(log: vscode.LogOutputChannel, path: string, reason: string): void {
	log.error(`${path}: ${reason}`);
	const text = t('{0} could not be put back: {1}', pathLabel(path), reason);
	sayWithButton(vscode.window.showErrorMessage, text, t('Show Log'), () => log.show());
}

/** What waits in the file is as it was before the answer. */
export function sayNotStored(log: vscode.LogOutputChannel, path: string): void {
	log.error(`${path}: an answer could not be stored.`);
	const text = t(
		'Your answer to changes in {0} could not be stored, so they still wait. Make room on the disk, or keep or undo changes of other files, and answer again.',
		pathLabel(path),
	);
	sayWithButton(vscode.window.showErrorMessage, text, t('Show Log'), () => log.show());
}

/** @param setting that switched it off */
export function saySwitchedOff(setting: string): void {
	const text = t(
		'Changes of agents are not watched or shown any more, because {0} is off. What waits is kept until you turn it on.',
		setting,
	);
	sayWithButton(vscode.window.showInformationMessage, text, t('Turn On'), () =>
		vscode.workspace.getConfiguration().update(setting, true, vscode.ConfigurationTarget.Global),
	);
}

function sayWithFile(text: string, path: string | undefined): void {
	sayWithButton(vscode.window.showWarningMessage, text, t('Open File'), () =>
		path === undefined ? undefined : vscode.window.showTextDocument(vscode.Uri.file(path)),
	);
}
