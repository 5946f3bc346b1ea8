/** Bytes of a file as a text, where that loses none of them: byte order mark and line ends are part of it. */
export function textOfBytes(bytes: Uint8Array): string | undefined {
	if (bytes.includes(0)) return undefined;
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return undefined;
	}
}
