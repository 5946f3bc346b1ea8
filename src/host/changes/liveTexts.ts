/** The text of a file as it is now, and how another one takes its place: in its editor where it has one, else on the disk. */
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { ServiceError, toError } from '../../core/base/errors.ts';
import { withEol } from '../../core/diff/textRange.ts';
import { isInStep, lineEndOf, overwrite, savedText, settledText } from '../files/diskWrites.ts';
import { editorUri, openDocument } from '../files/editorFiles.ts';
import { replaceText, save, saveAnyway } from '../files/editorSaves.ts';

const mark = '\uFEFF';

/**
 * A document whose text is that of its file, to the character, or that has unsaved text.
 * The engine reads files as UTF-8; a document of another encoding says something else.
 */
export interface LiveDocument {
	readonly type: 'document';
	readonly document: vscode.TextDocument;
	/** With the byte order mark that it is saved with. */
	readonly live: string;
}

export type LiveText =
	| LiveDocument
	/** No editor has it, or one that cannot say what is in the file. */
	| { readonly type: 'disk' }
	/** It has unsaved text in an encoding in which the engine cannot tell it. */
	| { readonly type: 'foreign' };

/** @param path absolute, without links */
export async function liveTextOf(path: string): Promise<LiveText> {
	const document = openDocument(await editorUri(path));
	if (document === undefined) return { type: 'disk' };
	if (!isUtf8(document)) return { type: document.isDirty ? 'foreign' : 'disk' };
	if (!document.isDirty && (await savedText(document).catch(() => undefined)) !== document.getText()) {
		return document.isDirty ? { type: 'document', document, live: textOf(document) } : { type: 'disk' };
	}
	return { type: 'document', document, live: textOf(document) };
}

/** The unsaved text of the file's editor; undefined where the disk counts. */
export async function unsavedTextOf(path: string): Promise<string | undefined> {
	const document = openDocument(await editorUri(path));
	return document?.isDirty === true && isUtf8(document) ? textOf(document) : undefined;
}

/** True where an editor has text of the file that is not saved. */
export async function isUnsaved(path: string): Promise<boolean> {
	const uri = await editorUri(path);
	const notebook = vscode.workspace.notebookDocuments.find((one) => one.uri.toString() === uri.toString());
	return openDocument(uri)?.isDirty === true || notebook?.isDirty === true;
}

/** Lets VS Code load what changed on the disk a moment ago into its editor. */
export async function settle(path: string): Promise<void> {
	const document = openDocument(await editorUri(path));
	if (document === undefined || document.isDirty) return;
	if (!isInStep(document, await savedText(document))) await settledText(document, () => true);
}

/** What became of a text. What is not `done` has changed nothing. */
export type PutResult =
	| { readonly type: 'done' }
	| { readonly type: 'drifted' }
	| { readonly type: 'failed'; readonly reason: string };

/**
 * Puts a text in the place of another: one step of the editor's own undo, saved where nothing was unsaved.
 * @param before that was looked at; of another one nothing is changed
 * @param onWrite called right before the disk is written by way of no editor
 */
export async function putText(
	path: string,
	from: Exclude<LiveText, { readonly type: 'foreign' }>,
	texts: { readonly before: string; readonly after: string },
	onWrite: (bytes: Uint8Array) => void,
): Promise<PutResult> {
	try {
		if (from.type === 'document' && (from.document.isDirty || isSameForm(from.document, texts))) {
			return await putIntoDocument(path, from, texts);
		}
		return await putOnDisk(path, texts, onWrite);
	} catch (error) {
		// Something wrote to the editor or to the file in between.
		if (error instanceof ServiceError && error.reason === 'conflict') return { type: 'drifted' };
		return { type: 'failed', reason: toError(error).message };
	}
}

async function putIntoDocument(
	path: string,
	{ document, live }: LiveDocument,
	{ before, after }: { readonly before: string; readonly after: string },
): Promise<PutResult> {
	if (live !== before || textOf(document) !== before) return { type: 'drifted' };
	const { isDirty } = document;
	const [old, text] = [document.getText(), withoutMark(after, document)];
	if (isDirty) {
		await replaceText(document, old, text);
		return { type: 'done' };
	}
	const saved = await savedText(document);
	if (textOf(document) !== before) return { type: 'drifted' };
	await replaceText(document, old, text);
	if ((await save(document)) === undefined) {
		await saveAnyway(document, path, { text, before: old, saved: saved === old ? saved : undefined });
	}
	return { type: 'done' };
}

async function putOnDisk(
	path: string,
	{ before, after }: { readonly before: string; readonly after: string },
	onWrite: (bytes: Uint8Array) => void,
): Promise<PutResult> {
	const found = await readFile(path);
	if (!found.equals(Buffer.from(before))) return { type: 'drifted' };
	const bytes = Buffer.from(after);
	onWrite(bytes);
	await overwrite(vscode.Uri.file(path), path, bytes);
	return { type: 'done' };
}

/** An editor has one kind of line ends, and cannot add or take away the byte order mark. */
function isSameForm(
	document: vscode.TextDocument,
	{ before, after }: { readonly before: string; readonly after: string },
): boolean {
	const isSameMark = before.startsWith(mark) === after.startsWith(mark);
	return isSameMark && withEol(after, lineEndOf(document)) === after;
}

function textOf(document: vscode.TextDocument): string {
	return document.encoding === 'utf8bom' ? `${mark}${document.getText()}` : document.getText();
}

function withoutMark(text: string, document: vscode.TextDocument): string {
	return document.encoding === 'utf8bom' && text.startsWith(mark) ? text.slice(1) : text;
}

function isUtf8({ encoding }: vscode.TextDocument): boolean {
	return encoding === 'utf8' || encoding === 'utf8bom';
}
