/** What the window says where going back has nothing to do. */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { gitNotices, sayBesideGit } from './gitNotices.ts';
import type { WindowPlan } from './windowCheckpoints.ts';

export function sayNone(): void {
	void vscode.window.showInformationMessage(
		t(
			'There is no checkpoint to go back to: no agent has worked in this conversation yet, or its checkpoints are not kept any more.',
		),
	);
}

export function sayNothingTicked(): void {
	void vscode.window.showInformationMessage(t('No file was ticked, so nothing was put back.'));
}

export function sayAlike(): void {
	void vscode.window.showInformationMessage(t('Agents have changed nothing between these two.'));
}

export async function sayAsThen({ git }: WindowPlan): Promise<void> {
	void sayBesideGit(t('All that agents have touched is as it was then.'), await gitNotices(git));
}
