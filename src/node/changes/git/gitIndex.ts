/** What of the index of a repository tells what is staged. The times in it change whenever somebody looks at the status. */
import { createHash } from 'node:crypto';

/** Of an entry: times, device and node of the file, its mode, its owner and size, the hash of its content. */
const [statBytes, ownerAt, hashAt] = [24, 28, 40];
const headBytes = 12;
const isExtended = 0x4000;

/**
 * @param bytes of the file
 * @returns a name for what is staged; undefined for what is no index, or one whose entries do not tell all of it
 */
export function stagedName(bytes: Buffer): string | undefined {
	if (bytes.length < headBytes || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined;
	// Of SHA-1, or of SHA-256, which only the configuration tells.
	for (const hashBytes of [20, 32]) {
		const copy = Buffer.from(bytes);
		const end = entriesEnd(copy, hashBytes);
		if (end === undefined || !isComplete(copy, end, copy.length - hashBytes)) continue;
		return createHash('sha256').update(copy.subarray(8, end)).digest('hex');
	}
	return undefined;
}

/** Takes the times out of the entries. @returns where they end */
function entriesEnd(bytes: Buffer, hashBytes: number): number | undefined {
	const form = bytes.readUInt32BE(4);
	if (form < 2 || form > 4) return undefined;
	let at = headBytes;
	for (let left = bytes.readUInt32BE(8); left > 0; left--) {
		const flagsAt = at + hashAt + hashBytes;
		if (flagsAt + 4 > bytes.length) return undefined;
		bytes.fill(0, at, at + statBytes).fill(0, at + ownerAt, at + hashAt);
		let name = flagsAt + (form > 2 && (bytes.readUInt16BE(flagsAt) & isExtended) !== 0 ? 4 : 2);
		// How much of the name before is another one: a number of several bytes.
		if (form === 4) while ((bytes[name++] ?? 0) >= 0x80);
		const end = bytes.indexOf(0, name);
		if (end < 0) return undefined;
		// Up to form 3 entries are filled up to eighths.
		at = form === 4 ? end + 1 : at + ((end - at + 8) & ~7);
	}
	return at;
}

/** What comes behind the entries may be left out, unless its name says that it may not: such as of one split in two. */
function isComplete(bytes: Buffer, from: number, end: number): boolean {
	let at = from;
	while (at + 8 <= end) {
		if (!/^[A-Z]$/u.test(bytes.toString('latin1', at, at + 1))) return false;
		at += 8 + bytes.readUInt32BE(at + 4);
	}
	return at === end;
}
