/** Writes that go to the disk by themselves, and whether what was written is there. */
import * as vscode from 'vscode';
import { ServiceError, toError } from '../../core/base/errors.ts';
import * as limits from '../../core/base/limits.ts';
import { plainText } from '../../core/diff/seenText.ts';
import { eolOf, withEol, withoutBom } from '../../core/diff/textRange.ts';
import { probeFile } from '../../node/fileProbe.ts';
import { createNewFile, MovedError } from '../../node/newFile.ts';
import { canonicalPath } from '../../node/pathGuard.ts';
import { readDisk } from './editorFiles.ts';
import { canEncode } from './textEncoding.ts';

/** A new file is made by ourselves: VS Code would follow a link that was put on the way meanwhile. */
export async function create(canonical: string, bytes: Uint8Array): Promise<void> {
	try {
		await createNewFile(canonical, bytes);
	} catch (error) {
		const { message } = toError(error);
		if (error instanceof MovedError) throw new ServiceError('conflict', message, canonical, error);
		throw new ServiceError('failed', `${canonical} could not be created: ${message}`, canonical, error);
	}
}

/** Replaces the content of an existing file. Rejects with `ServiceError` when it is not on the disk afterwards. */
export async function overwrite(uri: vscode.Uri, canonical: string, bytes: Uint8Array): Promise<void> {
	await requireUnmoved(uri, canonical);
	const before = await vscode.workspace.fs.readFile(uri);
	try {
		await vscode.workspace.fs.writeFile(uri, bytes);
	} catch (error) {
		const text = `${uri.fsPath} could not be written: ${toError(error).message}`;
		throw new ServiceError('failed', `${text}${await putBack(uri, before)}`, uri.fsPath, error);
	}
	await requireUnmoved(uri, canonical);
	const found = await vscode.workspace.fs.readFile(uri);
	if (!Buffer.from(bytes).equals(found)) throw notOnDisk(uri.fsPath);
}

/** On a full disk the half of a text may be all that is there (hazard D8). */
async function putBack(uri: vscode.Uri, before: Uint8Array): Promise<string> {
	try {
		if (Buffer.from(before).equals(await vscode.workspace.fs.readFile(uri))) return '';
		await vscode.workspace.fs.writeFile(uri, before);
		return '';
	} catch {
		return ' What was there is lost as well: a part of it may be left.';
	}
}

/**
 * The bytes of a text, in the form that its document has, else as UTF-8.
 * @param saved what is on the disk, whose line ends count more
 */
export async function bytesOf(
	content: string,
	document: vscode.TextDocument | undefined,
	saved = '',
): Promise<Uint8Array> {
	if (document === undefined) return new TextEncoder().encode(content);
	const { encoding, uri } = document;
	if (!(await canEncode(document, content))) throw unwritable(uri.fsPath, encoding);
	const lineEnd = eolOf(saved) ?? lineEndOf(document);
	return vscode.workspace.encode(withEol(withoutBom(content, encoding), lineEnd), { encoding });
}

/** The text on the disk; of a file that is gone, nothing. */
export async function savedText(document: vscode.TextDocument): Promise<string> {
	const { type } = await probeFile(document.uri.fsPath);
	return type === 'missing' ? '' : readDisk(document.uri, document);
}

/**
 * The text on the disk, after VS Code had time to load it into a document without unsaved text. The document is still
 * behind if VS Code does not notice, as in folders that it does not watch.
 * @param isOwn true for the time of a change that VS Code has made itself
 */
export async function settledText(
	document: vscode.TextDocument,
	isOwn: (changedAt: number) => boolean,
): Promise<string> {
	const end = performance.now() + limits.reloadMs;
	for (;;) {
		const saved = await savedText(document);
		const left = end - performance.now();
		if (document.isDirty || left <= 0) return saved;
		// A file that VS Code loaded while it was written it loads once more.
		const wait = isInStep(document, saved) ? await timeToQuiet(document.uri, isOwn) : left;
		if (wait <= 0) return saved;
		await changeOf(document, Math.min(left, wait));
	}
}

async function timeToQuiet(uri: vscode.Uri, isOwn: (changedAt: number) => boolean): Promise<number> {
	const probe = await probeFile(uri.fsPath);
	if (probe.type !== 'file' || isOwn(probe.changedAt)) return 0;
	const age = Date.now() - probe.changedAt;
	// Another machine may have another time.
	return age < 0 ? 0 : limits.quietFileMs - age;
}

/**
 * True when the document shows what is on the disk. Its line ends count: VS Code refuses to save over a file that has
 * got others since it was loaded.
 */
export function isInStep(document: vscode.TextDocument, saved: string): boolean {
	const isSameForm = (eolOf(saved) ?? lineEndOf(document)) === lineEndOf(document);
	return isSameForm && plainText(document.getText()) === plainText(saved);
}

export function lineEndOf({ eol }: vscode.TextDocument): '\n' | '\r\n' {
	return eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
}

/**
 * VS Code reads and saves by the path, so what stands there is looked at again before and after (hazard D2). A program
 * that replaces a folder at the very moment of the saving still wins; it has the user's rights anyway.
 */
export async function requireUnmoved(uri: vscode.Uri, canonical: string): Promise<void> {
	if ((await canonicalPath(uri.fsPath)) === canonical) return;
	throw new ServiceError('conflict', new MovedError(canonical).message, canonical);
}

/** The error for a write that VS Code reported as done and that is not on the disk. */
export function notOnDisk(path: string): ServiceError {
	return new ServiceError(
		'conflict',
		`${path} is not on the disk as you wrote it: something else changed it meanwhile. Read all of it again, then write.`,
		path,
	);
}

/** The error for a text that the encoding of its file cannot express. */
export function unwritable(path: string, encoding: string): ServiceError {
	return new ServiceError(
		'invalid',
		`${path} is in ${encoding}, which lacks characters of the new text.`,
		path,
	);
}

/** Resolves with the next change of the document, or after `ms`. */
function changeOf(document: vscode.TextDocument, ms: number): Promise<void> {
	return new Promise((resolve) => {
		const done = (): void => {
			clearTimeout(timer);
			listener.dispose();
			resolve();
		};
		const timer = setTimeout(done, ms);
		const listener = vscode.workspace.onDidChangeTextDocument((event) => {
			if (event.document === document) done();
		});
	});
}
