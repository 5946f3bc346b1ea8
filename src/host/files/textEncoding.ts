/**
 * Text of files that are not in the encoding that VS Code takes for granted. Bytes that are no UTF-8 would come back
 * as replacement characters and be lost with the next save (hazard D5), so such a file is read byte by byte.
 */
import { isUtf8 } from 'node:buffer';
import * as vscode from 'vscode';
import { isUtf16 } from '../../node/fileProbe.ts';

/** Every byte is a character, and every character up to U+00FF a byte: nothing is lost in either direction. */
const byteByByte = 'iso88591';
const replacement = '\uFFFD';

/**
 * The text of a file, as VS Code would show it, or byte by byte where that would lose something.
 * @param encoding that its document has, if there is one
 */
export async function decodeFile(bytes: Uint8Array, uri: vscode.Uri, encoding?: string): Promise<string> {
	const text = await (encoding === undefined
		? vscode.workspace.decode(bytes, { uri })
		: vscode.workspace.decode(bytes, { encoding }));
	return isLossy(text, bytes) ? vscode.workspace.decode(bytes, { encoding: byteByByte }) : text;
}

/**
 * The document of a file. One that lost characters by its encoding is opened again, byte by byte; not while it has
 * unsaved changes.
 */
export async function openLossless(uri: vscode.Uri): Promise<vscode.TextDocument> {
	const document = await vscode.workspace.openTextDocument(uri);
	if (document.isDirty || !document.getText().includes(replacement)) return document;
	const bytes = await vscode.workspace.fs.readFile(uri);
	if (!isLossy(document.getText(), bytes)) return document;
	return vscode.workspace.openTextDocument(uri, { encoding: byteByByte });
}

/** True when the document's encoding has all characters of the text. */
export async function canEncode({ encoding }: vscode.TextDocument, text: string): Promise<boolean> {
	if (encoding.startsWith('utf')) return true;
	const bytes = await vscode.workspace.encode(text, { encoding });
	return (await vscode.workspace.decode(bytes, { encoding })) === text;
}

function isLossy(text: string, bytes: Uint8Array): boolean {
	return text.includes(replacement) && !isUtf8(bytes) && !isUtf16(bytes);
}
