/** Whether a file has the bytes that were written through us. */
import { createHash } from 'node:crypto';
import { plainText } from '../../core/diff/seenText.ts';
import { readRegular } from '../../node/fileProbe.ts';

/**
 * @param file absolute path
 * @returns SHA-256 of the file, in hex; undefined where it has another text, by a formatter or in another encoding: then
 *   its path speaks for the agent, and not its bytes
 */
export async function writtenHash(file: string, text: string, maxBytes: number): Promise<string | undefined> {
	const bytes = await readRegular(file, maxBytes);
	const isAsWritten = bytes !== undefined && plain(bytes.toString('utf8')) === plain(text);
	return isAsWritten ? createHash('sha256').update(bytes).digest('hex') : undefined;
}

function plain(text: string): string {
	return plainText(text.startsWith('\uFEFF') ? text.slice(1) : text);
}
