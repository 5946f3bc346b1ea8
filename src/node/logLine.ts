/**
 * One line for a log: control characters gone, at most `maxBytes` UTF-8 bytes, cut on a character boundary and
 * marked with an ellipsis (hazard F6: vscode-jsonrpc logs whole messages).
 */
import { stripVTControlCharacters } from 'node:util';
import * as limits from '../core/base/limits.ts';

const ellipsis = '…';

export function toLogLine(text: string, maxBytes: number = limits.logLineBytes): string {
	// A character has at least one byte, so this slice loses nothing that could fit.
	const line = stripVTControlCharacters(text.slice(0, maxBytes + 1))
		// oxlint-disable-next-line no-control-regex -- control characters are what this removes
		.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
		.trim();
	if (text.length <= maxBytes && Buffer.byteLength(line) <= maxBytes) return line;
	const bytes = Buffer.from(line);
	let end = Math.min(bytes.length, maxBytes - Buffer.byteLength(ellipsis));
	while (end > 0 && isContinuation(bytes[end])) end--;
	return bytes.toString('utf8', 0, end) + ellipsis;
}

/** True for a byte that continues a UTF-8 character. */
export function isContinuation(byte: number | undefined): boolean {
	return byte !== undefined && (byte & 0xc0) === 0x80;
}
