/** Both sides of what a tool call changes, and the tabs that show them: a bundle of its own (`diffs.cjs`). */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { ConcurrencyLimit } from '../../core/base/concurrencyLimit.ts';
import * as limits from '../../core/base/limits.ts';
import { isBefore, isTooLarge, resolveChangeSides, sourcePath } from '../../core/diff/changeSides.ts';
import { type DiffSides, isBeforeEdit, resolveDiffSides } from '../../core/diff/diffSides.ts';
import type { ToolCallEntry } from '../../core/session/model/entry.ts';
import { isFinal } from '../../core/base/toolCall.ts';
import type { DiffContent, FileChange } from '../../core/session/model/toolContent.ts';
import { callTitle } from '../../core/view/callTitle.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { isDiff } from '../../core/view/projectToolCall.ts';
import { isShownAsText, tellUnshown, type UnshownChange, openUnshown } from './changedFiles.ts';
import { placeOnDemand } from '../../node/pathGuard.ts';
import { rootsOf } from '../common/workspaceFolders.ts';
import { readCurrentText } from '../files/editorFiles.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type { ReadonlyDocuments } from '../common/readonlyDocuments.ts';
import { pathLabel } from '../common/pathLabel.ts';

export { setTranslations } from '../../core/base/l10n.ts';

/** Two sides each: more in one tab would push out its own first documents. */
const maxFiles = limits.diffDocuments / 2;

/** A longer title of a call is cut in its tab; the card shows all of it. */
const maxTitle = 80;

/** A change whose two sides are known. */
interface Diff {
	readonly type: 'diff';
	readonly index: number;
	/** The path on either side; they differ for what is moved or copied. */
	readonly oldPath: string;
	readonly path: string;
	readonly sides: DiffSides;
}

interface DiffTab {
	readonly label: vscode.Uri;
	readonly left: vscode.Uri;
	readonly right: vscode.Uri;
	readonly diff: Diff;
}

/** A tool call whose changes are to be seen, and where their texts come from and go to. */
interface ShownCall {
	readonly hosted: HostedSession;
	readonly call: ToolCallEntry;
	readonly documents: ReadonlyDocuments;
	/** The text of a file before the call changed it, where it was seen. */
	readonly textBefore: (path: string) => Promise<string | undefined>;
}

/**
 * Opens the changes of a tool call: one as a diff editor, several as one multi-diff. A file whose texts cannot be
 * had, or that has none, is opened itself, and what is missing is said (acp C254, C255).
 * @param index counts the diffs and file changes of the call from 0; absent opens all
 */
export async function openDiffs(shown: ShownCall, index?: number): Promise<void> {
	const { call, hosted } = shown;
	const all = call.content.filter(isDiff);
	const wanted = index === undefined ? all.slice(0, maxFiles) : all.slice(index, index + 1);
	const looks = new ConcurrencyLimit(limits.unrequestedAtOnce);
	const found = await Promise.all(
		wanted.map((item, at) => looks.run(() => resolve(shown, item, (index ?? 0) + at))),
	);
	const { agentTitle, cwd } = hosted.session.state;
	const unshown = found.filter((item) => item.type === 'unshown');
	const [only] = unshown;
	if (only !== undefined && found.length === 1) return openUnshown({ agentTitle, cwd }, only);
	const diffs = found.filter((item) => item.type === 'diff');
	const tabs = within(diffs).map((diff) => put(shown, diff));
	const left = all.length - wanted.length + diffs.length - tabs.length;
	const [first] = tabs;
	if (first !== undefined && tabs.length === 1) await openOne(first);
	else if (first !== undefined) await openAll(titleOf(callTitle(call), tabs.length, left), tabs);
	if (unshown.length > 0) await tellUnshown({ agentTitle, cwd }, unshown, tabs.length > 0);
}

/** Not a text that has the change already: an agent may report a change after it made it. */
async function baselineOf(
	{ textBefore }: ShownCall,
	item: DiffContent | FileChange,
): Promise<string | undefined> {
	const text = await textBefore(item.type === 'diff' ? item.path : sourcePath(item));
	if (text === undefined) return undefined;
	const isFirst = item.type === 'diff' ? isBeforeEdit(text, item) : isBefore(text, item);
	return isFirst ? text : undefined;
}

async function resolve(
	shown: ShownCall,
	item: DiffContent | FileChange,
	index: number,
): Promise<Diff | UnshownChange> {
	const { call, hosted } = shown;
	const { cwd } = hosted.session.state;
	const isFinished = isFinal(call.status) && call.status !== 'cancelled';
	if (item.type === 'diff') {
		const { path } = item;
		const sides = resolveDiffSides(
			item,
			await baselineOf(shown, item),
			await textIfThere(path, cwd),
			isFinished,
		);
		return { type: 'diff', index, oldPath: path, path, sides };
	}
	const unshown: UnshownChange = { type: 'unshown', change: item };
	if (!isShownAsText(item) || isTooLarge(item)) return unshown;
	const oldPath = sourcePath(item);
	const [baseline, source, target] = await Promise.all([
		baselineOf(shown, item),
		textIfThere(oldPath, cwd),
		textIfThere(item.path, cwd),
	]);
	const sides = resolveChangeSides(item, { baseline, source, target }, isFinished);
	return sides === undefined ? unshown : { type: 'diff', index, oldPath, path: item.path, sides };
}

function put({ hosted, call, documents }: ShownCall, diff: Diff): DiffTab {
	const { key } = hosted.session.state;
	const putSide = (side: string, file: string, text: string): vscode.Uri =>
		documents.put(key, `${call.id}/${diff.index}/${side}`, vscode.Uri.file(file).path, text);
	return {
		label: vscode.Uri.file(diff.path),
		diff,
		left: putSide('before', diff.oldPath, diff.sides.before),
		right: putSide('after', diff.path, diff.sides.after),
	};
}

/** As many, from the first on, as are kept together: one whose text had to go would show as empty. */
function within(diffs: readonly Diff[]): readonly Diff[] {
	let left: number = limits.diffBytes;
	const end = diffs.findIndex(({ sides }) => {
		left -= (sides.before.length + sides.after.length) * 2;
		return left < 0;
	});
	return end === -1 ? diffs : diffs.slice(0, Math.max(end, 1));
}

async function openOne({ label, left, right, diff }: DiffTab): Promise<void> {
	const name = path.basename(label.fsPath);
	const title = visibleText(`${name} (${describe(diff)})`);
	await vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: false });
}

async function openAll(title: string, tabs: readonly DiffTab[]): Promise<void> {
	const resources = tabs.map(({ label, left, right, diff: { sides } }) => [
		label,
		sides.kind === 'create' ? undefined : left,
		sides.kind === 'delete' ? undefined : right,
	]);
	await vscode.commands.executeCommand('vscode.changes', title, resources);
	// The command takes no options: without this the next file would replace the review.
	await vscode.commands.executeCommand('workbench.action.keepEditor');
}

/** VS Code adds the number of files. @param left files that are not shown because there are too many */
function titleOf(title: string, shown: number, left: number): string {
	const text = visibleText(title);
	const name = text.length > maxTitle ? `${text.slice(0, maxTitle)}…` : text;
	return left === 0 ? name : t('{0} (first {1} of {2} files)', name, shown, shown + left);
}

function describe({ oldPath, sides: { kind, extent } }: Diff): string {
	const from = pathLabel(oldPath);
	switch (kind) {
		case 'create':
			return t('new file');
		case 'delete':
			return t('deleted');
		case 'move':
		case 'copy': {
			const how = kind === 'move' ? t('moved from {0}', from) : t('copied from {0}', from);
			return extent === 'fragment' ? t('{0}, fragment', how) : how;
		}
		case 'modify':
			return extent === 'fragment' ? t('fragment, before ↔ after') : t('before ↔ after');
	}
}

/** The user asked for the diff, so any file of this machine is read. */
async function textIfThere(file: string, cwd: string): Promise<string | undefined> {
	try {
		const place = await placeOnDemand(file, rootsOf(cwd));
		if (place.type === 'invalid' || place.type === 'remote') return undefined;
		return await readCurrentText(vscode.Uri.file(place.canonical));
	} catch {
		// Missing, binary or too large: then there is nothing to show the fragment in.
		return undefined;
	}
}
