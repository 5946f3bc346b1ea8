/**
 * The workspace as an agent's file system (docs/decisions/files.md). Reads see unsaved editors. Writes go through the
 * editor's own document and save, so undo works; they are refused when they would take away what the agent has not
 * seen, and succeed only once the text is on the disk.
 */
import * as vscode from 'vscode';
import type { AbortSignal } from '../../core/base/abortSignal.ts';
import { DisposableStore } from '../../core/base/disposable.ts';
import { ServiceError, toError } from '../../core/base/errors.ts';
import * as limits from '../../core/base/limits.ts';
import type { FilePort } from '../../core/session/model/sessionTarget.ts';
import { plainText } from '../../core/diff/seenText.ts';
import { sliceLines, smallestReplacement, withEol, withoutMark } from '../../core/diff/textRange.ts';
import { probeFile } from '../../node/fileProbe.ts';
import {
	bytesOf,
	create,
	isInStep,
	notOnDisk,
	overwrite,
	requireUnmoved,
	savedText,
	settledText,
	unwritable,
} from './diskWrites.ts';
import {
	editorUri,
	openDocument,
	openNotebook,
	readCurrentText,
	requireTextFile,
	tooLarge,
} from './editorFiles.ts';
import type { FileAccess } from './fileAccess.ts';
import type { OwnEdits } from './ownEdits.ts';
import { SeenTexts } from './seenTexts.ts';
import { canHold, openLossless } from './textEncoding.ts';

export class WorkspaceFiles implements FilePort, vscode.Disposable {
	readonly #access: FileAccess;
	readonly #ownEdits: OwnEdits;
	readonly #seen: SeenTexts;

	/**
	 * @param access decides which paths the agent may use
	 * @param ownEdits marks our writes, so that they do not count as the user's
	 */
	constructor(access: FileAccess, ownEdits: OwnEdits) {
		this.#access = access;
		this.#ownEdits = ownEdits;
		this.#seen = new SeenTexts(ownEdits);
	}

	async readTextFile(path: string, line?: number, limit?: number, signal?: AbortSignal): Promise<string> {
		const canonical = await this.#access.require('read', path, signal);
		const uri = await editorUri(canonical);
		const look = async (): Promise<string> => {
			const current = await readCurrentText(uri);
			await requireUnmoved(uri, canonical);
			return current;
		};
		return sliceLines(await this.#seen.read(uri, look, { line, limit }), line, limit);
	}

	async writeTextFile(path: string, content: string, signal?: AbortSignal): Promise<void> {
		if (Buffer.byteLength(content) > limits.fileBytes) throw tooLarge(path);
		const canonical = await this.#access.require('write', path, signal);
		const uri = await editorUri(canonical);
		const probe = await probeFile(uri.fsPath);
		if (probe.type !== 'missing') requireTextFile(uri.fsPath, probe);
		const notebook = openNotebook(uri);
		if (notebook?.isDirty === true) throw unsavedNotebook(uri.fsPath);
		const document = openDocument(uri);
		if (document?.isDirty === true) return this.#replace(uri, canonical, content);
		// The disk is what counts where nothing is unsaved: an editor may still show a file that is gone.
		if (probe.type === 'missing') {
			await this.#put(uri, content, async () => create(canonical, await bytesOf(content, document)));
			return;
		}
		return notebook === undefined
			? this.#replace(uri, canonical, content)
			: this.#overwrite(uri, canonical, content, document);
	}

	dispose(): void {
		this.#seen.dispose();
	}

	async #replace(uri: vscode.Uri, canonical: string, content: string): Promise<void> {
		const document = await openAsText(uri);
		await requireUnmoved(uri, canonical);
		if (!(await canHold(document, content))) throw unwritable(uri.fsPath, document.encoding);
		const saved = await settledText(document);
		// From here on without a pause: the user may type at any moment.
		if (this.#seen.hasUnseen(uri, document, saved)) throw conflict(uri.fsPath);
		if (!document.isDirty && !isInStep(document, saved))
			return this.#overwrite(uri, canonical, content, document);
		const eol = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
		const text = withEol(withoutMark(content, document.encoding), eol);
		const change = smallestReplacement(document.getText(), text);
		const version = document.version;
		try {
			await this.#ownEdits.run(uri, () =>
				this.#seen.writing(uri, async () => {
					if (change !== undefined) await applyChange(document, change, version);
					await requireUnmoved(uri, canonical);
					const isMixed = plainText(document.getText()) !== plainText(text);
					const isSaved = change !== undefined || document.isDirty;
					const saved = isSaved ? await save(document) : { now: document.getText(), isTouched: false };
					await requireUnmoved(uri, canonical);
					await this.#noteSaved(document, { text, isMixed, ...saved });
				}),
			);
		} catch (error) {
			// What the user typed meanwhile was taken for ours: the agent has to read again.
			this.#seen.noteUnknown(uri);
			throw error;
		}
	}

	/**
	 * What was saved is looked up on the disk. Formatters that VS Code runs while it saves are forgiven, or each write
	 * would need a new read; all else that came into the text the agent has not seen.
	 */
	async #noteSaved(
		document: vscode.TextDocument,
		{ text, now, isMixed, isTouched }: Saved & { readonly text: string; readonly isMixed: boolean },
	): Promise<void> {
		const { uri } = document;
		const found = plainText(await savedText(document));
		const isAsWritten = found === plainText(text);
		if (!isAsWritten && found !== plainText(now)) throw notOnDisk(uri.fsPath);
		const isForgiven = isChangedOnSave(document) && !isTouched;
		const isUnseen = isMixed || !(isAsWritten || isForgiven);
		this.#seen.noteWritten(uri, isUnseen ? text : found, isUnseen);
		this.#ownEdits.noteWritten({ uri, text: found, by: this.#seen });
	}

	async #overwrite(
		uri: vscode.Uri,
		canonical: string,
		content: string,
		document: vscode.TextDocument | undefined,
	): Promise<void> {
		if (this.#seen.hasUnseen(uri, document, '')) throw conflict(uri.fsPath);
		const bytes = await bytesOf(content, document);
		if (document?.isDirty === true) throw conflict(uri.fsPath);
		await this.#put(uri, content, () => overwrite(uri, canonical, bytes));
	}

	/** Writes by way of the disk, where there is no document to write through. */
	async #put(uri: vscode.Uri, content: string, write: () => Promise<void>): Promise<void> {
		await this.#seen.writing(uri, write);
		this.#seen.noteWritten(uri, content, false);
		this.#ownEdits.noteWritten({ uri, text: content, by: this.#seen });
	}
}

interface Saved {
	/** The text at the moment it was saved. */
	readonly now: string;
	/** The user did something in the editor meanwhile: what changed may be theirs. */
	readonly isTouched: boolean;
}

async function save(document: vscode.TextDocument): Promise<Saved> {
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
	const { fsPath } = document.uri;
	throw new ServiceError('failed', `VS Code could not save ${fsPath}.`, fsPath);
}

function isChangedOnSave(document: vscode.TextDocument): boolean {
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

async function openAsText(uri: vscode.Uri): Promise<vscode.TextDocument> {
	try {
		return await openLossless(uri);
	} catch (error) {
		throw new ServiceError(
			'failed',
			`${uri.fsPath} cannot be opened: ${toError(error).message}`,
			uri.fsPath,
			error,
		);
	}
}

function unsavedNotebook(path: string): ServiceError {
	return new ServiceError(
		'conflict',
		`${path} is open as a notebook with changes that are not saved. It can be written once the user has saved or reverted it.`,
		path,
	);
}

function conflict(path: string): ServiceError {
	return new ServiceError(
		'conflict',
		`${path} has changes that you have not read. Read all of it again, then write.`,
		path,
	);
}
