/**
 * The workspace as an agent's file system (design 4.7). Reads see unsaved editors. Writes go through the editor's
 * own document and save, so undo works, and are refused when the user has typed since the agent read.
 */
import * as vscode from 'vscode';
import type { AbortSignal } from '../../core/base/abortSignal.ts';
import { ServiceError, toError } from '../../core/base/errors.ts';
import * as limits from '../../core/base/limits.ts';
import type { FilePort } from '../../core/session/model/sessionTarget.ts';
import { sliceLines, smallestReplacement, withEol, withoutMark } from '../../core/diff/textRange.ts';
import { probeFile } from '../../node/fileProbe.ts';
import { createNewFile, MovedError } from '../../node/newFile.ts';
import { canonicalPath } from '../../node/pathGuard.ts';
import { editorUri, openDocument, readCurrentText, requireTextFile, tooLarge } from './editorFiles.ts';
import type { FileAccess } from './fileAccess.ts';
import { type OwnEdits, UserEdits } from './userEdits.ts';
import { canHold, openLossless } from './textEncoding.ts';

export class WorkspaceFiles implements FilePort, vscode.Disposable {
	readonly #access: FileAccess;
	readonly #ownEdits: OwnEdits;
	readonly #userEdits: UserEdits;

	/**
	 * @param access decides which paths the agent may use
	 * @param ownEdits marks our writes, so that they do not count as the user's
	 */
	constructor(access: FileAccess, ownEdits: OwnEdits) {
		this.#access = access;
		this.#ownEdits = ownEdits;
		this.#userEdits = new UserEdits(ownEdits);
	}

	async readTextFile(path: string, line?: number, limit?: number, signal?: AbortSignal): Promise<string> {
		const canonical = await this.#access.require('read', path, signal);
		const uri = await editorUri(canonical);
		const text = await this.#userEdits.seeing(uri, async () => {
			const current = await readCurrentText(uri);
			await requireUnmoved(uri, canonical);
			return current;
		});
		return sliceLines(text, line, limit);
	}

	async writeTextFile(path: string, content: string, signal?: AbortSignal): Promise<void> {
		if (Buffer.byteLength(content) > limits.fileBytes) throw tooLarge(path);
		const canonical = await this.#access.require('write', path, signal);
		const uri = await editorUri(canonical);
		const probe = await probeFile(uri.fsPath);
		if (probe.type === 'missing' && openDocument(uri) === undefined) {
			await this.#userEdits.seeing(uri, () => create(canonical, content));
			return;
		}
		if (probe.type !== 'missing') requireTextFile(uri.fsPath, probe);
		const document = await this.#replace(uri, canonical, content);
		if (isAsWritten(document, content)) this.#userEdits.noteSeen(uri);
		else this.#userEdits.noteUnseen(document);
	}

	dispose(): void {
		this.#userEdits.dispose();
	}

	async #replace(uri: vscode.Uri, canonical: string, content: string): Promise<vscode.TextDocument> {
		if (this.#userEdits.hasUnseen(uri)) throw conflict(uri.fsPath);
		const document = await openAsText(uri);
		await requireUnmoved(uri, canonical);
		if (!(await canHold(document, content))) throw unwritable(uri.fsPath, document.encoding);
		// Looked at again without a pause in between: the user may have typed while the document was opened.
		if (this.#userEdits.hasUnseen(uri)) throw conflict(uri.fsPath);
		const eol = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
		const text = withEol(withoutMark(content, document.encoding), eol);
		const change = smallestReplacement(document.getText(), text);
		const version = document.version;
		try {
			await this.#ownEdits.run(uri, async () => {
				if (change !== undefined) await applyChange(document, change, version);
				await requireUnmoved(uri, canonical);
				if (document.isDirty && !(await document.save())) {
					throw new ServiceError('failed', `VS Code could not save ${uri.fsPath}.`, uri.fsPath);
				}
				await requireUnmoved(uri, canonical);
			});
		} catch (error) {
			// What the user typed meanwhile was taken for ours: the agent has to read again.
			this.#userEdits.noteUnseen(document);
			throw error;
		}
		return document;
	}
}

/**
 * False when something else came into the text while it was written: the user's typing, or what runs on saving. The
 * agent has not seen that; formatters that VS Code itself runs are forgiven, or each write would need a new read.
 */
function isAsWritten(document: vscode.TextDocument, content: string): boolean {
	if (document.isDirty) return false;
	const written = withEol(withoutMark(content, document.encoding), '\n');
	return withEol(document.getText(), '\n') === written || isChangedOnSave(document);
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

/** A new file is made by ourselves: VS Code would follow a link that was put on the way meanwhile. */
async function create(canonical: string, content: string): Promise<void> {
	try {
		await createNewFile(canonical, new TextEncoder().encode(content));
	} catch (error) {
		const { message } = toError(error);
		if (error instanceof MovedError) throw new ServiceError('conflict', message, canonical, error);
		throw new ServiceError('failed', `${canonical} could not be created: ${message}`, canonical, error);
	}
}

/**
 * VS Code reads and saves by the path, so what stands there is looked at again before and after (hazard D2). Who
 * replaces a folder within the moment of the saving itself wins; that is a program with the user's rights.
 */
async function requireUnmoved(uri: vscode.Uri, canonical: string): Promise<void> {
	if ((await canonicalPath(uri.fsPath)) === canonical) return;
	throw new ServiceError('conflict', new MovedError(canonical).message, canonical);
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

function unwritable(path: string, encoding: string): ServiceError {
	return new ServiceError(
		'invalid',
		`${path} is in ${encoding}, which lacks characters of the new text.`,
		path,
	);
}

function conflict(path: string): ServiceError {
	return new ServiceError(
		'conflict',
		`${path} has changes of the user that you have not read. Read it again, then write.`,
		path,
	);
}
