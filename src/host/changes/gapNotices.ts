/**
 * What is not watched at all, or cannot be undone any more, said once for a window: the Changes view, which names it, is
 * there only while something waits, and a change that was not seen does not wait. A bundle of its own
 * (`gapNotices.cjs`), which loads with the first gap.
 */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import * as limits from '../../core/base/limits.ts';
import type { Gap, GapReason } from '../../node/changes/gaps.ts';
import { sayWithButton } from '../common/displayText.ts';
import { pathLabel } from '../common/pathLabel.ts';

/** For callers that load this bundle (`lazyBundle.ts`). */
export { setTranslations } from '../../core/base/l10n.ts';

/** Files without a copy of which the user is told before something waits in one of them. */
const manyFiles = 1_000;

interface Notice {
	readonly text: string;
	readonly button: string;
	readonly run: () => PromiseLike<unknown>;
}

const said = new Set<GapReason>();

/**
 * @param gaps of the last look
 * @param lookAgain looks and copies, and looks once more
 */
export function sayGaps(gaps: readonly Gap[], lookAgain: () => Promise<readonly Gap[]>): void {
	for (const gap of gaps) {
		const notice = said.has(gap.reason) ? undefined : noticeOf(gap, lookAgain);
		if (notice === undefined) continue;
		said.add(gap.reason);
		sayWithButton(vscode.window.showWarningMessage, notice.text, notice.button, notice.run);
	}
}

/**
 * Nothing is watched any more.
 * @param reason as an error says it
 */
export function sayEnded(reason: string | undefined): void {
	const text = t(
		'ACP Host no longer sees what agents change: {0}. What waited is kept. Reload the window to go on; if this comes again, put right what is named here first.',
		reason?.replaceAll(/^\w*Error: |\.$/gu, '') ?? t('its thread ended'),
	);
	sayWithButton(vscode.window.showErrorMessage, text, t('Reload Window'), () =>
		vscode.commands.executeCommand('workbench.action.reloadWindow'),
	);
}

/** The user has freed some room, or thinks so. */
async function checkRoom(reason: GapReason, lookAgain: () => Promise<readonly Gap[]>): Promise<void> {
	const gaps = await lookAgain();
	if (gaps.some((gap) => gap.reason === reason)) {
		said.delete(reason);
		return sayGaps(gaps, lookAgain);
	}
	void vscode.window.showInformationMessage(
		t('There is room: files are copied again before agents change them.'),
	);
}

function noticeOf(
	{ reason, count, paths: [first = ''] }: Gap,
	lookAgain: () => Promise<readonly Gap[]>,
): Notice | undefined {
	switch (reason) {
		case 'too_wide':
			return {
				text: t(
					'{0} is your home folder or holds all of a disk, so it is not searched for what agents change: only files that they name are seen. Open the folder of a project to see all changes.',
					first,
				),
				button: t('Open Folder'),
				run: () => vscode.commands.executeCommand('workbench.action.files.openFolder'),
			};
		case 'too_many':
			return {
				text: t(
					'More is here than {0} files, or too much in one place, so not all that agents change is seen: {1}. Name folders that need not be watched in {2}.',
					limits.changeFiles,
					pathLabel(first),
					'acpHost.changes.exclude',
				),
				...toExclude(),
			};
		case 'not_copied':
			if (count < manyFiles) return undefined;
			return {
				text: t(
					'What commands of agents change in {0} files here is seen, but cannot be undone: there are too many files, or too little room, to copy all of them beforehand. Name folders that need not be watched in {1}.',
					count,
					'acpHost.changes.exclude',
				),
				...toExclude(),
			};
		case 'store_failed':
			return {
				text: t(
					'Copies of files could not be written to the storage of VS Code, so what agents change from now on is seen, but cannot be undone. The disk may be full. Free some space; then copying goes on by itself.',
				),
				button: t('Check Again'),
				run: () => checkRoom(reason, lookAgain),
			};
		case 'low_disk':
			return {
				text: t(
					'Less than 2 GiB are free on the disk, so files are not copied any more: what agents change is seen, but cannot be undone, and no checkpoint brings it back. Free some space; then copying goes on by itself.',
				),
				button: t('Check Again'),
				run: () => checkRoom(reason, lookAgain),
			};
		default:
			return undefined;
	}
}

/** To the setting that names folders. */
function toExclude(): Omit<Notice, 'text'> {
	return {
		button: t('Open Settings'),
		run: () => vscode.commands.executeCommand('workbench.action.openSettings', 'acpHost.changes.exclude'),
	};
}
