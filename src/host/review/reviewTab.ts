/** The review in VS Code's own editors of differences: on the left what the user has accepted, on the right the files. */
import path from 'node:path';
import * as vscode from 'vscode';
import { ConcurrencyLimit } from '../../core/base/concurrencyLimit.ts';
import { t } from '../../core/base/l10n.ts';
import * as limits from '../../core/base/limits.ts';
import type { Hunk } from '../../core/changes/review.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import type { BaseDocuments } from './baseDocuments.ts';
import { messageText } from '../common/displayText.ts';
import { pathLabel } from '../common/pathLabel.ts';
import type { ChangedFile, ChangeReview } from '../changes/changeReview.ts';
import type { FilePlaces } from '../common/filePlaces.ts';

export interface ReviewEditors {
	readonly review: ChangeReview;
	readonly bases: BaseDocuments;
	readonly places: FilePlaces;
}

/** Opens all that waits in one tab. What is no text is named, and can be opened by itself. */
export async function openReview(editors: ReviewEditors): Promise<void> {
	const { files } = editors.review;
	if (files.length === 0) return sayThatNothingWaits();
	const looks = new ConcurrencyLimit(limits.unrequestedAtOnce);
	const areTexts = await Promise.all(files.map((file) => looks.run(() => isText(editors, file))));
	const texts = files.filter((_, at) => areTexts[at]);
	if (texts.length > 0) {
		const resources = texts.map((file) => sidesOf(editors, file));
		await vscode.commands.executeCommand('vscode.changes', t('Changes of Agents'), resources);
		// The command takes no options: without this the next file would replace the review.
		await vscode.commands.executeCommand('workbench.action.keepEditor');
	}
	await nameOthers(
		editors,
		files.filter((_, at) => !areTexts[at]),
	);
}

/** Opens the difference of one file. @param hunk the change to show first */
export async function openDifference(editors: ReviewEditors, file: ChangedFile, hunk?: Hunk): Promise<void> {
	if (!(await isText(editors, file))) return nameOthers(editors, [file]);
	const [, left, right] = sidesOf(editors, file);
	const name = visibleText(path.basename(file.path));
	if (left !== undefined && right !== undefined) {
		const title = t('{0} (accepted ↔ now)', name);
		const at = new vscode.Position(hunk?.liveStart ?? 0, 0);
		const selection = hunk === undefined ? {} : { selection: new vscode.Range(at, at) };
		await vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: true, ...selection });
		return;
	}
	await vscode.commands.executeCommand('vscode.open', right ?? left);
}

/** VS Code has an editor for each file that is there. One that is gone is shown as it was, where it was a text. */
export async function canBeShown(editors: ReviewEditors, path: string): Promise<boolean> {
	const file = editors.review.file(path);
	return file?.kind !== 'deleted' || isText(editors, file);
}

export function sayThatNothingWaits(): void {
	void vscode.window.showInformationMessage(t('No change of an agent waits for your review.'));
}

type Sides = readonly [label: vscode.Uri, left: vscode.Uri | undefined, right: vscode.Uri | undefined];

function sidesOf({ bases, places }: ReviewEditors, { path, kind }: ChangedFile): Sides {
	const uri = places.uriOf(path);
	return [uri, kind === 'created' ? undefined : bases.uriOf(path), kind === 'deleted' ? undefined : uri];
}

/** A file that is kept and undone as a whole may be a text all the same: one that was created or deleted. */
async function isText(
	{ review, places }: ReviewEditors,
	{ type, path, kind }: ChangedFile,
): Promise<boolean> {
	if (type === 'text') return true;
	if ((await review.baseText(path)) === undefined) return false;
	// Before there was nothing, and now there may be what no editor can read, such as a pipe.
	return kind !== 'created' || isRegular(places.uriOf(path));
}

async function isRegular(uri: vscode.Uri): Promise<boolean> {
	const stat = await vscode.workspace.fs.stat(uri).then(undefined, () => undefined);
	return stat !== undefined && (stat.type & vscode.FileType.File) !== 0;
}

/** Names files that no editor of differences shows. */
export async function nameOthers({ places }: ReviewEditors, files: readonly ChangedFile[]): Promise<void> {
	const [first] = files;
	if (first === undefined) return;
	const names = files.slice(0, 3).map((file) => visibleText(pathLabel(places.uriOf(file.path).fsPath)));
	const text =
		files.length === 1
			? t('1 changed file cannot be shown as a diff: {0}', names.join(', '))
			: t('{0} changed files cannot be shown as a diff: {1}', files.length, names.join(', '));
	const open = t('Open File');
	const actions = files.length === 1 && first.kind !== 'deleted' ? [open] : [];
	const choice = await vscode.window.showInformationMessage(messageText(text), ...actions);
	if (choice === open) await vscode.commands.executeCommand('vscode.open', places.uriOf(first.path));
}
