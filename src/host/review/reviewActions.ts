/** What the commands of the review do, whatever they are called with. */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { messageText } from '../common/displayText.ts';
import { sayThatNothingIsUndoable } from '../changes/answerMessages.ts';
import type { ChangedFile, ChangeReview, ReviewOutcome, SeenFiles } from '../changes/changeReview.ts';
import type { ChangesTree } from './changesTree.ts';
import { type ChangeTarget, inOrder, changeTargetOf } from './changeTarget.ts';
import { hunkAtLine, stepFrom, stopAfter } from './hunkPlaces.ts';
import type { ReviewCommandId } from './reviewCommands.ts';
import { goTo, positionIn, sayThatNothingIsHere } from './reviewSteps.ts';
import {
	canBeShown,
	nameOthers,
	openDifference,
	openReview,
	type ReviewEditors,
	sayThatNothingWaits,
} from './reviewTab.ts';

type Answer = 'keep' | 'undo';

export interface ReviewActionParts extends ReviewEditors {
	readonly tree: ChangesTree;
}

/** What a menu passes: what was clicked, and all that is selected with it. A key in the tree passes a list instead. */
interface Arguments {
	readonly argument: unknown;
	readonly selected: unknown;
}

/** Does one of the commands. Rejects with what the review rejects with. */
export async function runReviewCommand(
	parts: ReviewActionParts,
	id: ReviewCommandId,
	args: Arguments,
): Promise<void> {
	switch (id) {
		case 'acpHost.reviewChanges':
			return openReview(parts);
		case 'acpHost.keepAllChanges':
			return answerAll(parts, 'keep');
		case 'acpHost.undoAllChanges':
			return answerAll(parts, 'undo');
		case 'acpHost.keepAllOfView':
			await answerAll(parts, 'keep');
			return keepFocusOfAll(parts.review);
		case 'acpHost.undoAllOfView':
			await answerAll(parts, 'undo');
			return keepFocusOfAll(parts.review);
		case 'acpHost.keepFileChanges':
			return answerFile(parts, args, 'keep');
		case 'acpHost.undoFileChanges':
			return answerFile(parts, args, 'undo');
		case 'acpHost.keepChange':
			return answerChange(parts, args, 'keep');
		case 'acpHost.undoChange':
			return answerChange(parts, args, 'undo');
		case 'acpHost.nextChange':
			return step(parts, 'next', args);
		case 'acpHost.previousChange':
			return step(parts, 'previous', args);
		case 'acpHost.compareChange':
			return compare(parts, args);
		case 'acpHost.openChange':
			return open(parts, args);
		case 'acpHost.groupChangesByFile':
			return parts.tree.group('file');
		case 'acpHost.groupChangesByPrompt':
			return parts.tree.group('prompt');
		case 'acpHost.groupChangesBySession':
			return parts.tree.group('session');
		case 'acpHost.refreshChanges':
			return parts.review.refresh();
	}
}

async function answerAll({ review }: ReviewActionParts, answer: Answer): Promise<void> {
	const { files } = review;
	if (files.length === 0) return sayThatNothingWaits();
	if (answer === 'keep') {
		await review.keepFiles(files.map(({ path }) => path));
		return;
	}
	const paths = files.filter(({ isUndoable }) => isUndoable).map(({ path }) => path);
	if (paths.length === 0) return sayThatNothingIsUndoable();
	const question = t('Undo all changes of agents in {0} files?', paths.length);
	// What comes while the question is there was not asked about.
	const seen = review.seen(paths);
	if (paths.length > 1 && !(await isUndoWanted(question))) return;
	await review.undoFiles(paths, seen);
}

/** The title of the tree, whose buttons were pressed, goes with it. What ran from the palette leaves the focus where it was. */
async function keepFocusOfAll({ files }: ChangeReview): Promise<void> {
	if (files.length === 0) await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
}

/** One click on a small button, and the work of an hour in many files would be gone. */
async function isUndoWanted(text: string): Promise<boolean> {
	const undo = t('Undo All');
	const question = messageText(text);
	const detail = t('Each file gets back what you have accepted. New files go to the trash.');
	return (await vscode.window.showWarningMessage(question, { modal: true, detail }, undo)) === undo;
}

async function answerFile(parts: ReviewActionParts, args: Arguments, answer: Answer): Promise<void> {
	const paths = (await targetsOf(parts, args)).flatMap((target) =>
		target.type === 'files' ? target.paths : [target.path],
	);
	const [path] = paths;
	if (path === undefined) return sayThatNothingIsHere();
	const target: ChangeTarget = { type: 'files', paths };
	const seen = parts.review.seen(paths);
	if (!(await mayAnswer([target], answer))) return;
	const outcome = await answerTarget(parts, target, answer, seen);
	if (outcome !== 'done') return;
	if (isOfEditor(args)) await goOn(parts, { path, line: 0 }, args);
	await keepFocus(parts, args);
}

/** After an answer in an editor the next change comes into sight; the tree stays as it is. */
async function answerChange(parts: ReviewActionParts, args: Arguments, answer: Answer): Promise<void> {
	const targets = inOrder(await targetsOf(parts, args));
	const [first] = targets;
	if (first === undefined) return sayThatNothingIsHere();
	if (args.argument === undefined && comesIntoSight(first)) return;
	const seen = parts.review.seen(pathsOf(targets));
	if (!(await mayAnswer(targets, answer))) return;
	for (const target of targets) {
		// What is not done has been said. The rest was chosen in the belief that it is.
		if ((await answerTarget(parts, target, answer, seen)) !== 'done') return;
	}
	if (isOfEditor(args)) await goOn(parts, startOf(first), args);
	await keepFocus(parts, args);
}

/** What was pressed goes with what it answered: without this the focus would be nowhere. */
async function keepFocus({ review }: ReviewActionParts, args: Arguments): Promise<void> {
	const isTreeGone = isOfTree(args) && review.files.length === 0;
	if (isTreeGone) await vscode.commands.executeCommand('acpHost.focusChat');
	const isInEditor = isOfEditor(args) || args.argument instanceof vscode.Uri;
	if (isInEditor) await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
}

/** To undo several files is asked about: a row of the tree may stand for many, each with the changes of other prompts. */
async function mayAnswer(targets: readonly ChangeTarget[], answer: Answer): Promise<boolean> {
	const count = pathsOf(targets).length;
	return answer === 'keep' || count < 2 || isUndoWanted(t('Undo the changes in {0} files?', count));
}

/**
 * A key is about the line of the cursor, or about the whole file, whose buttons are above its first line. Where that is
 * out of sight it is shown, and nothing is answered.
 */
function comesIntoSight(target: ChangeTarget): boolean {
	const editor = vscode.window.activeTextEditor;
	if (editor === undefined || editor.visibleRanges.length === 0) return false;
	const at = target.type === 'files' ? new vscode.Position(0, 0) : editor.selection.active;
	if (editor.visibleRanges.some(({ start, end }) => start.line <= at.line && at.line <= end.line))
		return false;
	editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenter);
	return true;
}

/** Of targets that are whole files. */
function pathsOf(targets: readonly ChangeTarget[]): readonly string[] {
	return targets.flatMap((target) => (target.type === 'files' ? target.paths : []));
}

function answerTarget(
	{ review }: ReviewActionParts,
	target: ChangeTarget,
	answer: Answer,
	seen: SeenFiles,
): Promise<ReviewOutcome> {
	if (target.type === 'files') {
		return answer === 'keep' ? review.keepFiles(target.paths, seen) : review.undoFiles(target.paths, seen);
	}
	const { path, hunk } = target;
	return answer === 'keep' ? review.keepHunk(path, hunk) : review.undoHunk(path, hunk);
}

/**
 * Goes on from the change that a button is about, else from where the user stands. A deleted file that is no text has no
 * editor to go on from: it is named, and passed by.
 */
async function step(
	parts: ReviewActionParts,
	direction: 'next' | 'previous',
	{ argument }: Arguments,
): Promise<void> {
	let { files } = parts.review;
	if (files.length === 0) return sayThatNothingWaits();
	const target = changeTargetOf(argument);
	const from = target === undefined ? positionIn(parts, argument) : startOf(target);
	const passed: ChangedFile[] = [];
	let stop = stepFrom(files, from, direction);
	while (stop !== undefined && !(await canBeShown(parts, stop.path))) {
		const { path } = stop;
		passed.push(...files.filter((file) => file.path === path));
		files = files.filter((file) => file.path !== path);
		stop = stepFrom(files, from, direction);
	}
	void nameOthers(parts, passed);
	if (stop !== undefined) await goTo(parts, stop);
}

/** Keys lead through all files. A click answers what was clicked, and the file under the pointer stays in sight. */
async function goOn(
	parts: ReviewActionParts,
	answered: { readonly path: string; readonly line: number },
	{ argument }: Arguments,
): Promise<void> {
	const { files } = parts.review;
	const stop = stopAfter(files, answered);
	const isByKeys = argument === undefined;
	if (stop !== undefined && (isByKeys || stop.path === answered.path)) await goTo(parts, stop);
	if (files.length > 0) return;
	vscode.window.setStatusBarMessage(t('All changes of agents are reviewed'), 4000);
}

async function compare(parts: ReviewActionParts, args: Arguments): Promise<void> {
	const [target] = await targetsOf(parts, args);
	const path = target === undefined ? undefined : startOf(target).path;
	const file = path === undefined ? undefined : parts.review.file(path);
	if (target === undefined || file === undefined) return sayThatNothingIsHere();
	await openDifference(parts, file, target.type === 'hunk' ? target.hunk : undefined);
}

async function open(parts: ReviewActionParts, args: Arguments): Promise<void> {
	const [target] = await targetsOf(parts, args);
	if (target === undefined) return sayThatNothingIsHere();
	const { path } = startOf(target);
	const hunk = target.type === 'hunk' ? target.hunk : parts.review.file(path)?.hunks[0];
	await goTo(parts, hunk === undefined ? { path } : { path, hunk });
}

/** What a command is about: rows of the tree, a button's change, a document, a line, or where the cursor stands. */
async function targetsOf(
	parts: ReviewActionParts,
	{ argument, selected }: Arguments,
): Promise<readonly ChangeTarget[]> {
	if (Array.isArray(argument))
		return (await parts.tree.rowsOfKey(argument)).flatMap((node) => changeTargetOf(node) ?? []);
	if (Array.isArray(selected) && selected.length > 0)
		return selected.flatMap((node) => changeTargetOf(node) ?? []);
	if (argument instanceof vscode.Uri) return targetsIn(parts, argument, undefined);
	const place = placeOf(argument);
	if (place !== undefined) return targetsIn(parts, place.uri, place.lineNumber - 1);
	if (argument !== undefined) return [changeTargetOf(argument)].filter((target) => target !== undefined);
	const editor = vscode.window.activeTextEditor;
	return editor === undefined ? [] : targetsIn(parts, editor.document.uri, editor.selection.active.line);
}

/** @param line absent for all of the document */
function targetsIn(
	{ review, places, bases }: ReviewActionParts,
	uri: vscode.Uri,
	line: number | undefined,
): readonly ChangeTarget[] {
	const path = places.pathOf(uri);
	const file = path === undefined ? bases.wholeFileAt(uri) : review.file(path);
	if (file === undefined) return [];
	if (line === undefined || file.hunks.length === 0) return [{ type: 'files', paths: [file.path] }];
	const hunk = hunkAtLine(file, line, Number.POSITIVE_INFINITY);
	return hunk === undefined ? [] : [{ type: 'hunk', path: file.path, hunk }];
}

/** What the menu of a line number passes. */
function placeOf(value: unknown): { readonly uri: vscode.Uri; readonly lineNumber: number } | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	if (!('uri' in value) || !('lineNumber' in value)) return undefined;
	const { uri, lineNumber } = value;
	return uri instanceof vscode.Uri && typeof lineNumber === 'number' ? { uri, lineNumber } : undefined;
}

function startOf(target: ChangeTarget): { readonly path: string; readonly line: number } {
	if (target.type === 'hunk') return { path: target.path, line: target.hunk.liveStart };
	return { path: target.paths[0] ?? '', line: 0 };
}

/** False for rows of the tree, and inside of a diff: what is on the screen stays there then. */
function isOfEditor(args: Arguments): boolean {
	const { activeTab } = vscode.window.tabGroups.activeTabGroup;
	return activeTab?.input instanceof vscode.TabInputText && !isOfTree(args);
}

function isOfTree({ argument, selected }: Arguments): boolean {
	if (Array.isArray(argument) || Array.isArray(selected)) return true;
	if (typeof argument !== 'object' || argument === null) return false;
	return 'group' in argument || ('type' in argument && argument.type === 'group');
}
