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

/** A duration as people read it: `1.2 s`, `12 s`, `1 min 05 s`. Empty for what took less than a second. */
export function formatDuration(milliseconds: number): string {
	if (milliseconds < 1000) return '';
	if (milliseconds < 9_950) return t('{0} s', oneDecimal(milliseconds / 1000));
	return formatSeconds(milliseconds);
}

/** The same in whole seconds, for what still counts. */
export function formatSeconds(milliseconds: number): string {
	const seconds = Math.max(0, Math.floor(milliseconds / 1000));
	if (seconds < 60) return t('{0} s', seconds);
	const minutes = Math.floor(seconds / 60);
	if (minutes < 60) return t('{0} min {1} s', minutes, twoDigits(seconds % 60));
	return t('{0} h {1} min', Math.floor(minutes / 60), twoDigits(minutes % 60));
}

export function twoDigits(value: number): string {
	return String(value).padStart(2, '0');
}
