/**
 * The workspace as an agent's file system (docs/decisions/files.md). Reads see unsaved editors. Writes go through the
 * editor's own document and save, so undo works; they are refused when they would take away what the agent has not
 * seen, and succeed only once the text is on the disk.
 */
import type * as vscode from 'vscode';
import type { AbortSignal } from '../../core/base/abortSignal.ts';
import { ConcurrencyLimit } from '../../core/base/concurrencyLimit.ts';
import { ServiceError, toError } from '../../core/base/errors.ts';
import * as limits from '../../core/base/limits.ts';
import type { FilePort } from '../../core/session/model/sessionTarget.ts';
import { plainText } from '../../core/diff/seenText.ts';
import { sliceLines, withEol, withoutBom } from '../../core/diff/textRange.ts';
import { probeFile } from '../../node/fileProbe.ts';
import {
	bytesOf,
	create,
	isInStep,
	lineEndOf,
	notOnDisk,
	overwrite,
	requireUnmoved,
	savedText,
	settledText,
	unwritable,
} from './diskWrites.ts';
import {
	conflict,
	isChangedOnSave,
	replaceText,
	save,
	saveAnyway,
	type Saved,
	takeBack,
} from './editorSaves.ts';
import {
	editorUri,
	findOpenDocument,
	findOpenNotebook,
	readCurrentText,
	requireTextFile,
	tooLarge,
} from './editorFiles.ts';
import type { FileAccess } from './fileAccess.ts';
import type { OwnEdits } from './ownEdits.ts';
import { SeenTexts } from './seenTexts.ts';
import { canEncode, openLossless } from './textEncoding.ts';

/** Hears of each write: what is about to be written is copied first, so that it can be undone. */
interface WriteWatch {
	/** @param file absolute, without links; the user allowed it where that was asked */
	before(file: string): Promise<void>;
	/** It is on the disk. */
	done(file: string, content: string): void;
}

export class WorkspaceFiles implements FilePort, vscode.Disposable {
	readonly #access: FileAccess;
	readonly #ownEdits: OwnEdits;
	readonly #watch: WriteWatch | undefined;
	readonly #seen: SeenTexts;
	/** Each costs the whole file, however little of it is asked for. */
	readonly #reads = new ConcurrencyLimit(limits.readsAtOnce);
	/** Aborted with what ends writes that have not begun yet. */
	#waiting = new AbortController();

	/**
	 * @param access decides which paths the agent may use
	 * @param ownEdits marks our writes, so that they do not count as the user's
	 */
	constructor(access: FileAccess, ownEdits: OwnEdits, watch?: WriteWatch) {
		this.#watch = watch;
		this.#access = access;
		this.#ownEdits = ownEdits;
		this.#seen = new SeenTexts(ownEdits);
	}

	async readTextFile(path: string, line?: number, limit?: number, signal?: AbortSignal): Promise<string> {
		const canonical = await this.#access.require('read', path, signal);
		return this.#reads.run(async () => {
			if (signal?.aborted === true) throw withdrawn(path);
			const uri = await editorUri(canonical);
			const look = async (): Promise<string> => {
				const current = await readCurrentText(uri);
				await requireUnmoved(uri, canonical);
				return current;
			};
			return sliceLines(await this.#seen.read(canonical, look, { line, limit }), line, limit);
		});
	}

	async writeTextFile(path: string, content: string, signal?: AbortSignal): Promise<void> {
		if (Buffer.byteLength(content) > limits.fileBytes) throw tooLarge(path);
		if (/\p{Surrogate}/u.test(content)) throw halfCharacter(path);
		const waiting = this.#waiting.signal;
		const canonical = await this.#access.require('write', path, signal, content);
		await this.#watch?.before(canonical);
		if (waiting.aborted) throw new ServiceError('failed', `${String(waiting.reason)}: ${path}`, path);
		if (signal?.aborted === true) throw withdrawn(path);
		await this.#write(canonical, content);
		this.#watch?.done(canonical, content);
	}

	/** What waits to be written is not wanted any more: the turn was stopped. */
	refuseWaiting(): void {
		if (this.#waiting.signal.aborted) return;
		this.#waiting.abort('Not written, since the turn was stopped');
		this.#waiting = new AbortController();
	}

	dispose(): void {
		this.#waiting.abort('Not written, since the session has ended');
		this.#seen.dispose();
	}

	async #write(canonical: string, content: string): Promise<void> {
		const uri = await editorUri(canonical);
		const probe = await probeFile(uri.fsPath);
		if (probe.type !== 'missing') requireTextFile(uri.fsPath, probe);
		const notebook = findOpenNotebook(uri);
		if (notebook?.isDirty === true) throw unsavedNotebook(uri.fsPath);
		const document = findOpenDocument(uri);
		if (document?.isDirty === true) return this.#replace(uri, canonical, content);
		// The disk is what counts where nothing is unsaved: an editor may still show a file that is gone.
		if (probe.type === 'missing') {
			await this.#put(uri, canonical, content, async () =>
				create(canonical, await bytesOf(content, document)),
			);
			return;
		}
		return notebook === undefined
			? this.#replace(uri, canonical, content)
			: this.#overwrite(uri, canonical, content, document);
	}

	async #replace(uri: vscode.Uri, canonical: string, content: string): Promise<void> {
		const document = await openAsText(uri);
		await requireUnmoved(uri, canonical);
		if (!(await canEncode(document, content))) throw unwritable(uri.fsPath, document.encoding);
		const saved = await settledText(document, (changedAt) => this.#ownEdits.isLast(canonical, changedAt));
		await this.#seen.settled();
		// From here on without a pause: the user may type at any moment.
		this.#requireSeen(canonical, document, saved);
		if (!document.isDirty && !isInStep(document, saved))
			return this.#overwrite(uri, canonical, content, document, saved);
		const text = withEol(withoutBom(content, document.encoding), lineEndOf(document));
		const before = document.getText();
		const isWhole = isInStep(document, saved);
		try {
			await this.#ownEdits.run(uri, () =>
				this.#seen.writing(canonical, uri, async () => {
					await replaceText(document, before, text);
					await requireUnmoved(uri, canonical);
					const isMixed = plainText(document.getText()) !== plainText(text);
					const isSaved = before !== text || document.isDirty;
					const done = isSaved ? await save(document) : { now: document.getText(), isTouched: false };
					await requireUnmoved(uri, canonical);
					if (done === undefined) {
						await saveAnyway(document, canonical, { text, before, saved: isWhole ? saved : undefined });
					}
					await this.#noteSaved(document, canonical, { text, isMixed, now: text, isTouched: false, ...done });
				}),
			);
		} catch (error) {
			if (document.isDirty) await takeBack(document, text, before);
			// What the user typed meanwhile was taken for ours: the agent has to read again.
			this.#seen.noteUnknown(canonical);
			throw error;
		}
	}

	/** @throws ServiceError `conflict`, which says to read again */
	#requireSeen(canonical: string, document: vscode.TextDocument | undefined, saved: string): void {
		if (!this.#seen.hasUnseen(canonical, document, saved)) return;
		this.#seen.noteTold(canonical);
		throw conflict(document?.uri.fsPath ?? canonical);
	}

	/**
	 * What was saved is looked up on the disk. Formatters that VS Code runs while it saves are forgiven, or each write
	 * would need a new read; all else that came into the text the agent has not seen.
	 */
	async #noteSaved(
		document: vscode.TextDocument,
		file: string,
		{ text, now, isMixed, isTouched }: Saved & { readonly text: string; readonly isMixed: boolean },
	): Promise<void> {
		const { uri } = document;
		const found = plainText(await savedText(document));
		const isAsWritten = found === plainText(text);
		if (!isAsWritten && found !== plainText(now)) throw notOnDisk(uri.fsPath);
		const isForgiven = isChangedOnSave(document) && !isTouched;
		const isUnseen = isMixed || !(isAsWritten || isForgiven);
		this.#seen.noteWritten(file, isUnseen ? text : found, isUnseen);
		this.#ownEdits.noteWritten({ file, text: found, by: this.#seen });
	}

	async #overwrite(
		uri: vscode.Uri,
		canonical: string,
		content: string,
		document: vscode.TextDocument | undefined,
		saved?: string,
	): Promise<void> {
		await this.#seen.settled();
		this.#requireSeen(canonical, document, '');
		const bytes = await bytesOf(content, document, saved);
		if (document?.isDirty === true) throw conflict(uri.fsPath);
		await this.#put(uri, canonical, content, () => overwrite(uri, canonical, bytes));
	}

	/** Writes by way of the disk, where there is no document to write through. */
	async #put(uri: vscode.Uri, file: string, content: string, write: () => Promise<void>): Promise<void> {
		await this.#seen.writing(file, uri, write);
		this.#seen.noteWritten(file, content, false);
		this.#ownEdits.noteWritten({ file, text: content, by: this.#seen });
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

function withdrawn(path: string): ServiceError {
	return new ServiceError('failed', 'The request was withdrawn.', path);
}

function halfCharacter(path: string): ServiceError {
	return new ServiceError(
		'invalid',
		`The text for ${path} has half of a character in it (a lone surrogate), which no file can hold. Write it with whole characters.`,
		path,
	);
}

function unsavedNotebook(path: string): ServiceError {
	return new ServiceError(
		'conflict',
		`${path} is open as a notebook with changes that are not saved. It can be written once the user has saved or reverted it.`,
		path,
	);
}
