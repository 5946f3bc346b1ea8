/**
 * Changed files of which there is no diff: they have no text, or the agent did not send enough to know both sides.
 * The file itself opens, and what is missing is said (acp C254, C255).
 */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { isTooLarge, sourcePath } from '../../core/diff/changeSides.ts';
import type { FileChange } from '../../core/session/model/toolContent.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { type FileProbe, probeFile } from '../../node/fileProbe.ts';
import { placeOnDemand } from '../../node/pathGuard.ts';
import { rootsOf } from '../common/workspaceFolders.ts';
import { escapeIcons, messageText } from '../common/displayText.ts';
import { remoteText, pathLabel } from '../common/pathLabel.ts';

export interface UnshownChange {
	readonly type: 'unshown';
	readonly change: FileChange;
}

/** What is no text is never compared as text. */
export function isShownAsText({ fileType }: FileChange): boolean {
	return fileType !== 'binary' && fileType !== 'directory' && fileType !== 'symlink';
}

/** Whose changes they are, and where it works. */
interface ShownSession {
	readonly agentTitle: string;
	readonly cwd: string;
}

/** Opens what is there, in the way that fits it, and says why there is no diff. */
export async function openUnshown(
	{ agentTitle, cwd }: ShownSession,
	{ change }: UnshownChange,
): Promise<void> {
	const { path, found } = await whereItIs(change, cwd);
	const uri = vscode.Uri.file(path);
	const name = labelOf(path);
	if (found.type === 'remote') return tell(remoteText(path));
	if (found.type === 'missing') return tell(whyMissing(agentTitle, change, name));
	if (change.fileType === 'symlink') {
		await vscode.commands.executeCommand('revealInExplorer', uri);
		return tell(t('{0} is a symbolic link: it is shown in the Explorer, and not opened.', name));
	}
	if (found.type === 'directory') return void (await vscode.commands.executeCommand('revealInExplorer', uri));
	if (found.type === 'special') return tell(t('{0} is not a regular file and cannot be opened.', name));
	// Decides by itself how to show what is no text.
	await vscode.commands.executeCommand('vscode.open', uri, { preview: true });
	if (isShownAsText(change)) tell(whyUnshown(agentTitle, change));
}

/**
 * Says which changes are not in the diff that was opened, and offers to open the files themselves.
 * @param isDiffOpen others of the call are
 */
export async function tellUnshown(
	session: ShownSession,
	unshown: readonly UnshownChange[],
	isDiffOpen: boolean,
): Promise<void> {
	// Without any diff the list is all that there is to see.
	if (!isDiffOpen) return pickUnshown(session, unshown);
	const names = unshown.slice(0, 3).map(({ change }) => labelOf(change.path));
	const list = unshown.length > 3 ? `${names.join(', ')}, …` : names.join(', ');
	const text =
		unshown.length === 1
			? t('1 changed file cannot be shown as a diff: {0}', list)
			: t('{0} changed files cannot be shown as a diff: {1}', unshown.length, list);
	const open = unshown.length === 1 ? t('Open It') : t('Open…');
	// Not waited for: the message may stay as long as the user likes.
	void vscode.window
		.showInformationMessage(messageText(text), open)
		.then((choice) => (choice === undefined ? undefined : pickUnshown(session, unshown)));
}

/** Lets the user choose a file to open; one alone is opened at once. */
async function pickUnshown(session: ShownSession, unshown: readonly UnshownChange[]): Promise<void> {
	const [only] = unshown;
	if (only !== undefined && unshown.length === 1) return openUnshown(session, only);
	const items = unshown.map((item) => ({
		label: escapeIcons(labelOf(item.change.path)),
		description: escapeIcons(whatHappens(item.change)),
		item,
	}));
	const chosen = await vscode.window.showQuickPick(items, {
		title: t('ACP: Changed Files'),
		placeHolder: t('These cannot be shown as a diff. Choose one to open it as it is now.'),
		matchOnDescription: true,
	});
	if (chosen !== undefined) await openUnshown(session, chosen.item);
}

/** Moved files are where they were until they are where they go. */
async function whereItIs(change: FileChange, cwd: string): Promise<{ path: string; found: Found }> {
	const found = await probe(change.path, cwd);
	const path = sourcePath(change);
	return found.type === 'missing' && path !== change.path
		? { path, found: await probe(path, cwd) }
		: { path: change.path, found };
}

/** A path on another machine was not read. */
type Found = FileProbe | { readonly type: 'remote' };

async function probe(path: string, cwd: string): Promise<Found> {
	try {
		const place = await placeOnDemand(path, rootsOf(cwd));
		if (place.type === 'remote') return place;
		return place.type === 'invalid' ? { type: 'missing' } : await probeFile(place.canonical);
	} catch {
		// Not to be looked at, such as behind a directory without rights: for us it is not there.
		return { type: 'missing' };
	}
}

function whyUnshown(agentTitle: string, change: FileChange): string {
	const name = labelOf(change.path);
	const agent = visibleText(agentTitle);
	if (isTooLarge(change))
		return t('The patch for {0} is too large to be shown: the file as it is now is shown.', name);
	if (change.isPatchUnreadable === true)
		return t(
			'The patch that {0} sent does not tell the lines of {1}: the file as it is now is shown.',
			agent,
			name,
		);
	return change.hunks === undefined
		? t('{0} sent no patch for {1}: the file as it is now is shown.', agent, name)
		: t('{0} sent a patch without changed lines for {1}: the file as it is now is shown.', agent, name);
}

function whyMissing(agentTitle: string, change: FileChange, name: string): string {
	const isText = isShownAsText(change);
	if (change.operation !== 'delete') return t('{0} is not there (any more).', name);
	return isText
		? t('{0} is gone, and its text is not known: {1} did not send it.', name, visibleText(agentTitle))
		: t('{0} is gone.', name);
}

/** In the words of a card. */
function whatHappens(change: FileChange): string {
	const { operation, operationName, fileType } = change;
	const from = labelOf(sourcePath(change));
	const type = fileType === undefined || fileType === 'text' ? [] : [visibleText(fileType)];
	const words: Readonly<Record<FileChange['operation'], string>> = {
		add: t('new'),
		delete: t('deleted'),
		modify: t('modified'),
		move: t('moved from {0}', from),
		copy: t('copied from {0}', from),
		other: visibleText(operationName ?? t('changed')),
	};
	return [words[operation], ...type].join(' · ');
}

function labelOf(path: string): string {
	return visibleText(pathLabel(path));
}

function tell(text: string): void {
	void vscode.window.showInformationMessage(messageText(text));
}
