/** A number of bytes as people read it: `512 bytes`, `12 KB`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
	if (bytes < 1024) return bytes === 1 ? '1 byte' : `${Math.max(0, Math.round(bytes))} bytes`;
	const kilobytes = bytes / 1024;
	if (kilobytes < 1023.5) return `${Math.round(kilobytes)} KB`;
	const megabytes = kilobytes / 1024;
	return `${megabytes < 9.95 ? Number(megabytes.toFixed(1)) : Math.round(megabytes)} MB`;
}

/** Bytes that base64 stands for. */
export function base64Bytes(data: string): number {
	const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
	return Math.max(0, Math.floor((data.length * 3) / 4) - padding);
}
