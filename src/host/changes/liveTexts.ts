/** The text of a file as it is now, and how another one takes its place: in its editor where it has one, else on the disk. */
import { lstat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { ServiceError, toError } from '../../core/base/errors.ts';
import { withEol } from '../../core/diff/textRange.ts';
import type { NamedFile } from '../../node/changes/changeEngine.ts';
import { readRegular } from '../../node/fileProbe.ts';
import {
	isInStep,
	lineEndOf,
	overwrite,
	requireUnmoved,
	savedText,
	settledText,
} from '../files/diskWrites.ts';
import { editorUri, findOpenDocument } from '../files/editorFiles.ts';
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
	| { readonly type: 'other_encoding' };

/** @param path absolute, without links */
export async function liveTextOf(path: string): Promise<LiveText> {
	const document = findOpenDocument(await editorUri(path));
	if (document === undefined) return { type: 'disk' };
	if (!isUtf8(document)) return { type: document.isDirty ? 'other_encoding' : 'disk' };
	const isSaved = !document.isDirty && (await isOnDisk(path, textOf(document)));
	// What is typed meanwhile counts as well.
	return isSaved || document.isDirty
		? { type: 'document', document, live: textOf(document) }
		: { type: 'disk' };
}

/** The unsaved text of the file's editor; undefined where the disk counts. */
export async function unsavedTextOf(path: string): Promise<string | undefined> {
	// Many files are asked about at once, and mostly nothing is unsaved.
	if (vscode.workspace.textDocuments.every(({ isDirty }) => !isDirty)) return undefined;
	const document = findOpenDocument(await editorUri(path));
	return document?.isDirty === true && isUtf8(document) ? textOf(document) : undefined;
}

/** A file that an agent names, with what its editor would save where it has text that is not saved. */
export async function unsavedFile(path: string): Promise<NamedFile> {
	const document = findOpenDocument(vscode.Uri.file(path));
	if (document?.isDirty !== true) return { path };
	return {
		path,
		unsaved: await vscode.workspace.encode(document.getText(), { encoding: document.encoding }),
	};
}

/** True where an editor has text of the file that is not saved. */
export async function isUnsaved(path: string): Promise<boolean> {
	const uri = await editorUri(path);
	const notebook = vscode.workspace.notebookDocuments.find((one) => one.uri.toString() === uri.toString());
	return findOpenDocument(uri)?.isDirty === true || notebook?.isDirty === true;
}

/** Says whether anything was written to the file, or typed in its editor, since it was asked before. */
export async function stampOf(path: string): Promise<string> {
	const document = findOpenDocument(await editorUri(path));
	const typed = document?.isDirty === true ? document.version : undefined;
	const file = await lstat(path).catch(() => undefined);
	return JSON.stringify([typed, file?.ino, file?.size, file?.ctimeMs]);
}

/** Lets VS Code load what changed on the disk a moment ago into its editor. */
export async function settle(path: string): Promise<void> {
	const document = findOpenDocument(await editorUri(path));
	if (document === undefined || document.isDirty || (await isOnDisk(path, textOf(document)))) return;
	if (!isInStep(document, await savedText(document))) await settledText(document, () => true);
}

/** What became of a text. What is not `done` has changed nothing. */
export type PutResult =
	| {
			readonly type: 'done';
			/** What its editor has saved in the place of the text, such as by a formatter, and not by the user. */
			readonly saved?: string;
	  }
	| { readonly type: 'drifted' }
	| { readonly type: 'failed'; readonly reason: string };

/**
 * Puts a text in the place of another: one step of the editor's own undo, saved where nothing was unsaved.
 * @param before that was looked at; of another one nothing is changed
 * @param onWrite called right before the disk is written by way of no editor
 */
export async function putText(
	path: string,
	from: Exclude<LiveText, { readonly type: 'other_encoding' }>,
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
	// A link that stands there by now may lead to a document of another file.
	await requireUnmoved(document.uri, path);
	if (live !== before || textOf(document) !== before) return { type: 'drifted' };
	const { isDirty } = document;
	const [old, text] = [document.getText(), withoutBom(after, document)];
	if (isDirty) {
		await replaceText(document, old, text);
		return { type: 'done' };
	}
	await replaceText(document, old, text);
	const saved = await save(document);
	// The disk had this text when it was looked at, and has to have it still to be written over.
	if (saved === undefined) await saveAnyway(document, path, { text, before: old, saved: old });
	if (saved === undefined || saved.isTouched || saved.now === text) return { type: 'done' };
	return { type: 'done', saved: document.encoding === 'utf8bom' ? `${mark}${saved.now}` : saved.now };
}

async function putOnDisk(
	path: string,
	{ before, after }: { readonly before: string; readonly after: string },
	onWrite: (bytes: Uint8Array) => void,
): Promise<PutResult> {
	const expected = Buffer.from(before);
	const found = await readRegular(path, expected.length);
	if (found?.equals(expected) !== true) return { type: 'drifted' };
	const bytes = Buffer.from(after);
	onWrite(bytes);
	await overwrite(vscode.Uri.file(path), path, bytes);
	return { type: 'done' };
}

async function isOnDisk(path: string, text: string): Promise<boolean> {
	const expected = Buffer.from(text);
	const found = await readRegular(path, expected.length).catch(() => undefined);
	return found?.equals(expected) === true;
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

function withoutBom(text: string, document: vscode.TextDocument): string {
	return document.encoding === 'utf8bom' && text.startsWith(mark) ? text.slice(1) : text;
}

function isUtf8({ encoding }: vscode.TextDocument): boolean {
	return encoding === 'utf8' || encoding === 'utf8bom';
}
