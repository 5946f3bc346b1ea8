/** Edits and saves of documents for an agent, and what becomes of its text when VS Code does not save it. */
import * as vscode from 'vscode';
import { DisposableStore } from '../../core/base/disposable.ts';
import { ServiceError } from '../../core/base/errors.ts';
import { smallestReplacement } from '../../core/diff/textRange.ts';
import { bytesOf, overwrite, savedText } from './diskWrites.ts';

export interface Saved {
	/** The text at the moment it was saved. */
	readonly now: string;
	/** The user did something in the editor meanwhile: what changed may be theirs. */
	readonly isTouched: boolean;
}

/** Undefined where VS Code refuses: the document is read-only, or VS Code knows of another file than the one on the disk. */
export async function save(document: vscode.TextDocument): Promise<Saved | undefined> {
	let now = document.getText();
	let isTouched = false;
	const store = new DisposableStore();
	store.add(
		vscode.workspace.onDidSaveTextDocument((saved) => {
			if (saved === document) now = saved.getText();
		}),
	);
	store.add(
		vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
			// What a formatter moves has no kind.
			if (textEditor.document === document && kind !== undefined) isTouched = true;
		}),
	);
	try {
		if (await document.save()) return { now, isTouched };
	} finally {
		store.dispose();
	}
	return undefined;
}

/** Formatters that VS Code runs while it saves. */
export function isChangedOnSave(document: vscode.TextDocument): boolean {
	const settings = vscode.workspace.getConfiguration(undefined, document);
	const isOn = (name: string): boolean => settings.get<unknown>(name) === true;
	const actions = Object.values(settings.get<object>('editor.codeActionsOnSave') ?? {});
	return (
		isOn('editor.formatOnSave') ||
		isOn('files.trimTrailingWhitespace') ||
		isOn('files.insertFinalNewline') ||
		isOn('files.trimFinalNewlines') ||
		actions.length > 0
	);
}

/**
 * Puts one text in the place of another.
 * @throws ServiceError when the document has changed meanwhile
 */
export async function replaceText(
	document: vscode.TextDocument,
	before: string,
	after: string,
): Promise<void> {
	const { version } = document;
	const change = smallestReplacement(before, after);
	if (change !== undefined) await applyChange(document, change, version);
}

/**
 * What becomes of a text that VS Code refused to save. It does so where it thinks that the file was changed since it was
 * loaded, as when it loaded it while another program was writing it. Where the disk has what the agent's text was made
 * of, nothing is lost by writing there.
 * @param saved what was on the disk and in the editor; undefined where they were not the same
 * @throws ServiceError where it is not written; then the editor has what it had before
 */
export async function saveAnyway(
	document: vscode.TextDocument,
	canonical: string,
	{
		text,
		before,
		saved,
	}: { readonly text: string; readonly before: string; readonly saved: string | undefined },
): Promise<void> {
	const { uri } = document;
	try {
		// A document that is read-only is never dirty.
		const isAgentText = document.isDirty && document.getText() === text;
		if (!isAgentText || saved === undefined || saved !== (await savedText(document)))
			throw unsaved(uri.fsPath);
		await overwrite(uri, canonical, await bytesOf(text, document, saved));
	} catch (error) {
		await takeBack(document, text, before);
		throw error;
	}
}

/** A text that could not be saved does not stay in the user's editor, where it would pass for theirs (hazard D8). */
export async function takeBack(document: vscode.TextDocument, text: string, before: string): Promise<void> {
	if (document.getText() === text) await replaceText(document, text, before).catch(() => undefined);
}

async function applyChange(
	document: vscode.TextDocument,
	change: { start: number; end: number; text: string },
	version: number,
): Promise<void> {
	const edit = new vscode.WorkspaceEdit();
	const range = new vscode.Range(document.positionAt(change.start), document.positionAt(change.end));
	edit.replace(document.uri, range, change.text);
	if (document.version !== version) throw conflict(document.uri.fsPath);
	if (!(await vscode.workspace.applyEdit(edit))) {
		throw new ServiceError(
			'conflict',
			`${document.uri.fsPath} changed while it was written.`,
			document.uri.fsPath,
		);
	}
}

function unsaved(path: string): ServiceError {
	return new ServiceError(
		'failed',
		`VS Code could not save ${path}: it may be read-only, or something else changed it meanwhile. Read all of it again, then write; if that fails as well, the user has to look at its editor.`,
		path,
	);
}

/** The error for a file that has unsaved or newer text which the agent has not seen. */
export function conflict(path: string): ServiceError {
	return new ServiceError(
		'conflict',
		`${path} has changes that you have not read. Read all of it again, then write.`,
		path,
	);
}
