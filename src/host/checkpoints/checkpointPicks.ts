/**
 * The lists from which the user chooses a checkpoint, and what of it is carried out; and what is said where there is nothing
 * to do. Untrusted text is shown as text.
 */
import * as vscode from 'vscode';
import { DisposableStore } from '../../core/base/disposable.ts';
import { locale, t } from '../../core/base/l10n.ts';
import { isFolderPart, type PlannedFile } from '../../core/changes/checkpoints/checkpoint.ts';
import type { CheckpointSummary } from '../../node/changes/checkpoints/checkpointEngine.ts';
import { messageText, oneLine } from '../common/displayText.ts';
import { pathLabel } from '../common/pathLabel.ts';
import { countsText, fileText } from './checkpointWords.ts';
import type { WindowPlan } from './windowCheckpoints.ts';
import { gitNotices, sayBesideGit } from './gitNotices.ts';

/**
 * @param promptOf how the prompt of a checkpoint begins
 * @param words what the list says of itself
 */
export async function pickCheckpoint(
	all: readonly CheckpointSummary[],
	promptOf: (checkpoint: CheckpointSummary) => string,
	words: { readonly title: string; readonly placeHolder: string },
): Promise<CheckpointSummary | undefined> {
	const items = all.map((checkpoint) => rowOf(checkpoint, promptOf));
	const chosen = await vscode.window.showQuickPick(items, { ...words, matchOnDetail: true });
	return chosen?.checkpoint;
}

/**
 * @param all newest first
 * @returns one, which is compared with now, or two, the older one first
 */
export async function pickCompared(
	all: readonly CheckpointSummary[],
	promptOf: (checkpoint: CheckpointSummary) => string,
): Promise<readonly CheckpointSummary[]> {
	const title = t('ACP: Compare with Checkpoint');
	const rows = all.map((checkpoint) => rowOf(checkpoint, promptOf));
	const two = { label: t('Two checkpoints with each other…'), checkpoint: undefined };
	const first = await vscode.window.showQuickPick(rows.length < 2 ? rows : [...rows, two], {
		title,
		placeHolder: t('What agents have changed since then'),
		matchOnDetail: true,
	});
	if (first === undefined) return [];
	if (first.checkpoint !== undefined) return [first.checkpoint];
	const one = await pickCheckpoint(all, promptOf, { title, placeHolder: t('The one checkpoint') });
	if (one === undefined) return [];
	const others = all.filter((checkpoint) => checkpoint !== one);
	const other = await pickCheckpoint(others, promptOf, { title, placeHolder: t('The other checkpoint') });
	return other === undefined
		? []
		: [one, other].toSorted((left, right) => all.indexOf(right) - all.indexOf(left));
}

function rowOf(checkpoint: CheckpointSummary, promptOf: (checkpoint: CheckpointSummary) => string) {
	return {
		label: oneLine(checkpointName(checkpoint, promptOf(checkpoint))),
		description: countsText(checkpoint),
		detail: new Date(checkpoint.at).toLocaleString(locale()),
		checkpoint,
	};
}

/** The words of the list of what can be gone back to. */
export function restoring() {
	return {
		title: t('ACP: Restore Checkpoint'),
		placeHolder: t('Go back to how the files were when you sent a message, or before you went back'),
	};
}

/** The words of the list of what can be edited and sent again. */
export function editing() {
	return {
		title: t('ACP: Edit and Send Again'),
		placeHolder: t('The files go back to how they were then, and the message comes into the composer'),
	};
}

/** Called as the user knows it. */
export function checkpointName({ type }: Pick<CheckpointSummary, 'type'>, prompt: string): string {
	if (type === 'restore') return t('Before going back');
	return prompt === '' ? t('A message') : prompt;
}

interface PlanPickParts {
	readonly title: string;
	readonly plan: WindowPlan;
	/** What is said of Git: it stays where it is. */
	readonly notes: readonly string[];
	/** Shows what would become of these. */
	readonly compare: (files: readonly PlannedFile[]) => void;
}

/** @returns the paths of the files that go back; undefined where the user does not want to */
export async function pickFilesToRestore({
	title,
	plan,
	notes,
	compare,
}: PlanPickParts): Promise<readonly string[] | undefined> {
	const compareButton = { iconPath: new vscode.ThemeIcon('diff'), tooltip: t('Compare') };
	const compareAll = { iconPath: new vscode.ThemeIcon('diff-multiple'), tooltip: t('Compare All') };
	const items = plan.files.map((file) => ({
		label: oneLine(`${pathLabel(file.path)}${file.parts.some(isFolderPart) ? '/' : ''}`),
		description: fileText(
			file,
			file.parts.some(({ path }) => plan.unsaved.has(path)),
		),
		buttons: file.parts.some(isFolderPart) ? [] : [compareButton],
		file,
	}));
	// The first line may be cut; a row of its own would have a tick that means nothing.
	const gitButton = { iconPath: new vscode.ThemeIcon('git-branch'), tooltip: notes.join('\n') };
	const pick = vscode.window.createQuickPick<(typeof items)[number]>();
	const store = new DisposableStore();
	store.add(pick);
	pick.title = title;
	const hint =
		notes.length === 0
			? t('Ticked files go back; all of it can be redone afterwards')
			: t('Ticked files go back, Git stays where it is; all of it can be redone afterwards');
	pick.placeholder = [...notes, hint].join('. ');
	pick.canSelectMany = true;
	// It stays while a difference is looked at.
	pick.ignoreFocusOut = true;
	pick.matchOnDescription = true;
	pick.buttons = notes.length === 0 ? [compareAll] : [gitButton, compareAll];
	pick.items = items;
	pick.selectedItems = items.filter(({ file }) => file.isTicked);
	store.add(pick.onDidTriggerItemButton(({ item }) => compare([item.file])));
	store.add(
		pick.onDidTriggerButton((button) => {
			if (button === compareAll) compare(plan.files);
			else void vscode.window.showInformationMessage(messageText(notes.join('. ')));
		}),
	);
	const chosen = new Promise<readonly string[] | undefined>((resolve) => {
		store.add(pick.onDidAccept(() => resolve(pick.selectedItems.map(({ file }) => file.path))));
		store.add(pick.onDidHide(() => resolve(undefined)));
	});
	pick.show();
	try {
		return await chosen;
	} finally {
		store.dispose();
	}
}

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
