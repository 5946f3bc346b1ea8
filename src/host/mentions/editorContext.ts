/** What the user looks at: the selection and the open editors. */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import type { ViewContext, ViewFile } from '../../core/view/viewAttachment.ts';
import { tabUri } from '../common/tabUri.ts';
import { type Candidate, candidate } from './candidates.ts';
import { rangeId, rangeName } from './contextIds.ts';
import { fingerprintOf, Lines } from './rangeText.ts';

/** Output channels, diffs of ours and the like are no files. */
const otherSchemes: ReadonlySet<string> = new Set(['output', 'debug', 'comment', 'vscode-terminal', 'git']);

export function isFileLike({ scheme }: vscode.Uri): boolean {
	return !otherSchemes.has(scheme) && !scheme.startsWith('acp-host');
}

/** The selection in the active editor, else in one that is on the screen: a chat in a tab may be the active one. */
export function selectionCandidate(): Candidate | undefined {
	const { activeTextEditor: active, visibleTextEditors } = vscode.window;
	const editor = active ?? visibleTextEditors.find(({ selection }) => !selection.isEmpty);
	const context = editor === undefined ? undefined : selectionOf(editor);
	return context === undefined ? undefined : candidate(context, t('Selection'));
}

/** The selected lines; undefined when nothing is selected, or what shows it is no file. */
export function selectionOf({ document, selection }: vscode.TextEditor): ViewContext | undefined {
	return selection.isEmpty || !isFileLike(document.uri) ? undefined : rangeOf(document, selection);
}

/** Whole lines. A selection that ends at the beginning of a line does not mean that one. */
export function rangeOf(document: vscode.TextDocument, { start, end }: vscode.Range): ViewContext {
	const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
	const lines = { startLine: start.line + 1, endLine: last + 1 };
	return {
		type: 'range',
		id: rangeId({ uri: document.uri.toString(), ...lines }),
		name: rangeName(vscode.workspace.asRelativePath(document.uri), lines),
		fingerprint: fingerprintOf(new Lines(document.getText()).text(lines)),
	};
}

export function fileOf(uri: vscode.Uri): ViewFile {
	return { type: 'file', id: uri.toString(), name: vscode.workspace.asRelativePath(uri) };
}

/** The open editors: the active one first, then what is on the screen, then the other tabs. */
export function editorCandidates(): readonly Candidate[] {
	return filesInEditors().map((uri) => candidate(fileOf(uri), t('Open editor')));
}

export function filesInEditors(): readonly vscode.Uri[] {
	const { activeTextEditor: active, visibleTextEditors, tabGroups } = vscode.window;
	const onScreen = [...(active === undefined ? [] : [active]), ...visibleTextEditors];
	const inTabs = tabGroups.all.flatMap(({ tabs }) => tabs.flatMap(({ input }) => tabUri(input) ?? []));
	const uris = [...onScreen.map(({ document }) => document.uri), ...inTabs].filter(isFileLike);
	return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}

/**
 * Where a pasted text was copied from: the lines that it is, when it is what is selected in exactly one editor on the screen. A text that begins or ends
 * in the middle of a line stays a text: it is not the lines.
 */
export function copiedFrom(text: string): ViewContext | undefined {
	const wanted = plain(text);
	const ranges = vscode.window.visibleTextEditors
		.filter(({ document }) => isFileLike(document.uri))
		.flatMap(({ document, selections }) =>
			selections
				.filter((selection) => plain(document.getText(selection)) === wanted)
				.filter((selection) => plain(document.getText(wholeLines(document, selection))) === wanted)
				.map((selection) => rangeOf(document, selection)),
		);
	const known = new Map(ranges.map((range) => [range.id, range]));
	return known.size === 1 ? ranges[0] : undefined;
}

function wholeLines(document: vscode.TextDocument, { start, end }: vscode.Range): vscode.Range {
	const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
	return new vscode.Range(new vscode.Position(start.line, 0), document.lineAt(last).range.end);
}

/** Blanks around it may get lost on the way, and lines end in either way. */
function plain(text: string): string {
	return text.replaceAll(/\r\n?/gu, '\n').trim();
}
