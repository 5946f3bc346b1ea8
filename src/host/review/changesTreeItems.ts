/** How the rows of the changes that wait look, and what a screen reader says of them. */
import path from 'node:path';
import * as vscode from 'vscode';
import { locale, t } from '../../core/base/l10n.ts';
import type { Hunk } from '../../core/changes/review.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { pathLabel } from '../common/pathLabel.ts';
import type { ChangedFile } from '../changes/changeReview.ts';
import { type ChangeNode, nodeId } from './changesTreeNodes.ts';
import type { FilePlaces } from '../common/filePlaces.ts';
import { countsText, factsOf, hunkRemarks, spokenCounts } from '../changes/reviewWords.ts';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** Of a line of code in a row. */
const shownChars = 80;
/** Of a prompt, or of the title of a session, in the tooltip of its row. */
const shownNameChars = 200;
/** Lines of a change, and commands of a file, in the tooltip of its row. */
const shownLines = 12;
const shownCommands = 5;

export function changeItem(node: ChangeNode, places: FilePlaces): vscode.TreeItem {
	const item = itemOf(node, places);
	item.id = nodeId(node);
	return item;
}

function itemOf(node: ChangeNode, places: FilePlaces): vscode.TreeItem {
	switch (node.type) {
		case 'group':
			return groupItem(node);
		case 'file':
			return fileItem(node.file, places);
		case 'hunk':
			return hunkItem(node);
		case 'gap':
			return gapItem(node);
		case 'restore':
			return restoreItem(node);
	}
}

function groupItem(node: Extract<ChangeNode, { type: 'group' }>): vscode.TreeItem {
	const { label, description, files } = node;
	const item = new vscode.TreeItem(cut(label), Expanded);
	const count = files.length === 1 ? t('1 file') : t('{0} files', files.length);
	item.description = words([count, cut(description)]);
	item.iconPath = new vscode.ThemeIcon('comment');
	item.tooltip = [label, description]
		.filter(Boolean)
		.map((text) => cut(text, shownNameChars))
		.join('\n');
	const undoable = files.every(({ isUndoable }) => isUndoable) ? ['undoable'] : [];
	item.contextValue = ['group', ...undoable, ...checkpointWords(node)].join(' ');
	item.accessibilityInformation = { label: [cut(label), count].join(', ') };
	return item;
}

/** What of checkpoints the menus offer for it. */
function checkpointWords({
	acpHostSession,
	acpHostPrompt,
	restores,
}: Extract<ChangeNode, { type: 'group' }>): readonly string[] {
	if (acpHostSession === undefined) return [];
	if (acpHostPrompt !== undefined) return ['checkpoint', 'prompt'];
	return restores.some(({ isRedo }) => isRedo) ? ['checkpoint', 'redo'] : ['checkpoint'];
}

function restoreItem({ restore }: Extract<ChangeNode, { type: 'restore' }>): vscode.TreeItem {
	const label = t('Before going back');
	const item = new vscode.TreeItem(label, None);
	const at = new Date(restore.at).toLocaleString(locale());
	item.description = at;
	item.tooltip = [label, at].join('\n');
	item.iconPath = new vscode.ThemeIcon('history');
	item.contextValue = 'checkpoint';
	item.accessibilityInformation = { label: [label, at].join(', ') };
	return item;
}

function fileItem(file: ChangedFile, places: FilePlaces): vscode.TreeItem {
	const uri = places.uriOf(file.path);
	const label = visibleText(path.basename(file.path));
	const item = new vscode.TreeItem(label, file.hunks.length === 0 ? None : Collapsed);
	const nameOf = (other: string): string => visibleText(pathLabel(places.uriOf(other).fsPath));
	const name = nameOf(file.path);
	const folder = path.dirname(name);
	const facts = factsOf(file, nameOf);
	const counts = countsText(file);
	item.description = words([counts, ...facts, folder === '.' ? '' : folder]);
	// With it come the icon of the file's language and the badges of others, such as Git's.
	item.resourceUri = uri;
	item.iconPath = vscode.ThemeIcon.File;
	item.tooltip = [name, words([counts, ...facts]), ...commandLines(file)].filter(Boolean).join('\n');
	item.contextValue = file.isUndoable ? 'file undoable' : 'file';
	item.accessibilityInformation = {
		label: [name, spokenCounts(file), ...facts].filter(Boolean).join(', '),
	};
	return item;
}

function hunkItem({ file, hunk, index }: Extract<ChangeNode, { type: 'hunk' }>): vscode.TreeItem {
	const { added, removed, liveStart } = hunk;
	const shown = [...added, ...removed].find((line) => line.trim() !== '') ?? '';
	const code = cut(shown.trim());
	const item = new vscode.TreeItem(code === '' ? t('Empty lines') : code, None);
	const counts = { added: added.length, removed: removed.length };
	const remarks = hunkRemarks(hunk);
	const line = t('line {0}', liveStart + 1);
	item.description = words([countsText(counts), line, ...remarks]);
	item.iconPath = hunkIcon(hunk);
	item.tooltip = differenceText(hunk);
	item.contextValue = file.isUndoable ? 'hunk undoable' : 'hunk';
	const place = t('Change {0} of {1}', index + 1, file.hunks.length);
	item.accessibilityInformation = {
		label: [place, line, spokenCounts(counts), ...remarks, code].filter(Boolean).join(', '),
	};
	return item;
}

function gapItem({ text, paths }: Extract<ChangeNode, { type: 'gap' }>): vscode.TreeItem {
	const item = new vscode.TreeItem(text, None);
	item.iconPath = new vscode.ThemeIcon('eye-closed');
	item.tooltip = [text, ...paths.map((one) => visibleText(one))].join('\n');
	item.contextValue = 'gap';
	item.accessibilityInformation = { label: text };
	return item;
}

function hunkIcon({ added, removed }: Hunk): vscode.ThemeIcon {
	if (removed.length === 0) return new vscode.ThemeIcon('diff-added');
	return new vscode.ThemeIcon(added.length === 0 ? 'diff-removed' : 'diff-modified');
}

/** The newest commands that had a part in it: there may be thousands. */
function commandLines({ commands }: ChangedFile): readonly string[] {
	const left = commands.length - shownCommands;
	const shown = commands.slice(-shownCommands).map((command) => t('Command: {0}', visibleText(command)));
	return left <= 0 ? shown : [...shown, t('… {0} more', left)];
}

/** The first lines of a change as a difference is written. */
function differenceText({ removed, added }: Hunk): string {
	const lines = [...removed.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)];
	const shown = lines.slice(0, shownLines).map((line) => cut(line.replace(/\r?\n$/u, '')));
	const left = lines.length - shown.length;
	return [...shown, ...(left === 0 ? [] : [t('… {0} more', left)])].join('\n');
}

function cut(text: string, most = shownChars): string {
	const characters = Array.from(text.slice(0, most * 4));
	const isLong = characters.length > most || text.length > most * 4;
	return visibleText(isLong ? `${characters.slice(0, most).join('')}…` : text);
}

function words(parts: readonly string[]): string {
	return parts.filter(Boolean).join(' · ');
}
