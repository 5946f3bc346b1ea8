/** What the window says of Git where it has moved since a checkpoint. Commands are shown and copied; none is ever run. */
import { realpath } from 'node:fs/promises';
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import type { GitMovement } from '../../core/changes/checkpoints/gitPoint.ts';
import { isBelow } from '../../node/pathRules.ts';
import { messageText, oneLine } from '../common/displayText.ts';
import { pathLabel } from '../common/pathLabel.ts';
import { workspaceFolders } from '../common/workspaceFolders.ts';
import { type GitCommand, movementText, undoCommands } from './gitWords.ts';

const shownRepositories = 4;

export interface GitNotices {
	/** One line for each repository that has moved. */
	readonly texts: readonly string[];
	/** What the user may run to take it back, in order. */
	readonly commands: readonly GitCommand[];
}

export async function gitNotices(movements: readonly GitMovement[]): Promise<GitNotices> {
	if (movements.length === 0) return { texts: [], commands: [] };
	const [here, ...others] = await Promise.all(
		workspaceFolders().map((folder) => realpath(folder).catch(() => folder)),
	);
	// There a terminal stands in it.
	const isHere = ({ folder }: GitMovement): boolean =>
		here !== undefined && others.length === 0 && isBelow(folder, here);
	const texts = movements.map((one) => movementText(one, isHere(one) ? '' : pathLabel(one.folder)));
	const left = texts.length - shownRepositories;
	return {
		texts: left <= 0 ? texts : [...texts.slice(0, shownRepositories), t('… {0} more', left)],
		commands: movements.flatMap((one) => undoCommands(one, isHere(one) ? undefined : one.folder)),
	};
}

/** Says something after which the user may want those commands. @returns the button of `others` that was pressed */
export async function sayBesideGit(
	text: string,
	{ commands }: GitNotices,
	...others: readonly string[]
): Promise<string | undefined> {
	const show = t('Show Git Commands');
	const isMoved = commands.length > 0;
	const message = isMoved ? `${text} ${t('Git has moved since and stays there.')}` : text;
	const buttons = isMoved ? [...others, show] : others;
	const choice = await vscode.window.showInformationMessage(messageText(message), ...buttons);
	if (choice === show) await offerCommands(commands);
	return choice;
}

/** Shows the commands. What is chosen goes to the clipboard. */
async function offerCommands(commands: readonly GitCommand[]): Promise<void> {
	const items = commands.map((one) => ({
		label: oneLine(one.command),
		description: one.times === 1 ? '' : t('{0} times', one.times),
		detail: one.detail,
		text: linesOf(one),
	}));
	const all = { label: t('Copy All'), text: commands.map(linesOf).join('\n') };
	const chosen = await vscode.window.showQuickPick(items.length < 2 ? items : [...items, all], {
		title: t('Commands that take Git back'),
		placeHolder: t('Choose one to copy it for your terminal: nothing is run'),
	});
	if (chosen === undefined) return;
	await vscode.env.clipboard.writeText(chosen.text);
	vscode.window.setStatusBarMessage(t('Copied; nothing was run'), 4000);
}

function linesOf({ command, times }: GitCommand): string {
	return Array.from({ length: times }, () => command).join('\n');
}
