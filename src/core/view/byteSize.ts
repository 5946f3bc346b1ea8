import { oneDecimal, t } from '../base/l10n.ts';

/** A number of bytes as people read it: `512 bytes`, `12 KB`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
	if (bytes < 1024) return bytes === 1 ? t('1 byte') : t('{0} bytes', Math.max(0, Math.round(bytes)));
	const kilobytes = bytes / 1024;
	if (kilobytes < 1023.5) return t('{0} KB', Math.round(kilobytes));
	const megabytes = kilobytes / 1024;
	return t('{0} MB', megabytes < 9.95 ? oneDecimal(megabytes) : Math.round(megabytes));
}

/** Bytes that base64 stands for. */
export function base64Bytes(data: string): number {
	const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
	return Math.max(0, Math.floor((data.length * 3) / 4) - padding);
}
