/** Writes that go to the disk by themselves, and whether what was written is there. */
import * as vscode from 'vscode';
import { ServiceError, toError } from '../../core/base/errors.ts';
import * as limits from '../../core/base/limits.ts';
import { plainText } from '../../core/diff/seenText.ts';
import { withEol, withoutMark } from '../../core/diff/textRange.ts';
import { probeFile } from '../../node/fileProbe.ts';
import { createNewFile, MovedError } from '../../node/newFile.ts';
import { canonicalPath } from '../../node/pathGuard.ts';
import { readDisk } from './editorFiles.ts';
import { canHold } from './textEncoding.ts';

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

/** Puts other bytes into a file that is there. */
export async function overwrite(uri: vscode.Uri, canonical: string, bytes: Uint8Array): Promise<void> {
	await requireUnmoved(uri, canonical);
	try {
		await vscode.workspace.fs.writeFile(uri, bytes);
	} catch (error) {
		const text = `${uri.fsPath} could not be written: ${toError(error).message}`;
		throw new ServiceError('failed', text, uri.fsPath, error);
	}
	await requireUnmoved(uri, canonical);
	const found = await vscode.workspace.fs.readFile(uri);
	if (!Buffer.from(bytes).equals(found)) throw notOnDisk(uri.fsPath);
}

/** The bytes of a text, in the form that its document has, else as UTF-8. */
export async function bytesOf(
	content: string,
	document: vscode.TextDocument | undefined,
): Promise<Uint8Array> {
	if (document === undefined) return new TextEncoder().encode(content);
	const { encoding, eol, uri } = document;
	if (!(await canHold(document, content))) throw unwritable(uri.fsPath, encoding);
	const lineEnd = eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
	return vscode.workspace.encode(withEol(withoutMark(content, encoding), lineEnd), { encoding });
}

/** The text on the disk; of a file that is gone, nothing. */
export async function savedText(document: vscode.TextDocument): Promise<string> {
	const { type } = await probeFile(document.uri.fsPath);
	return type === 'missing' ? '' : readDisk(document.uri, document);
}

/**
 * The text on the disk, after VS Code had time to load it into a document without unsaved text. The document is still
 * behind if VS Code does not notice, as in folders that it does not watch.
 */
export async function settledText(document: vscode.TextDocument): Promise<string> {
	const end = performance.now() + limits.reloadMs;
	for (;;) {
		const saved = await savedText(document);
		const left = end - performance.now();
		if (document.isDirty || isInStep(document, saved) || left <= 0) return saved;
		await changeOf(document, left);
	}
}

export function isInStep(document: vscode.TextDocument, saved: string): boolean {
	return plainText(document.getText()) === plainText(saved);
}

/**
 * VS Code reads and saves by the path, so what stands there is looked at again before and after (hazard D2). Who
 * replaces a folder within the moment of the saving itself wins; that is a program with the user's rights.
 */
export async function requireUnmoved(uri: vscode.Uri, canonical: string): Promise<void> {
	if ((await canonicalPath(uri.fsPath)) === canonical) return;
	throw new ServiceError('conflict', new MovedError(canonical).message, canonical);
}

export function notOnDisk(path: string): ServiceError {
	return new ServiceError(
		'conflict',
		`${path} is not on the disk as you wrote it: something else changed it meanwhile. Read all of it again, then write.`,
		path,
	);
}

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
