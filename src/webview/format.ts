/** A duration as people read it: `0.4s`, `12s`, `1m 05s`. Empty for what took no time. */
export function formatDuration(milliseconds: number): string {
	if (milliseconds < 100) return '';
	if (milliseconds < 9_950) return `${(milliseconds / 1000).toFixed(1)}s`;
	return formatSeconds(milliseconds);
}

/** The same in whole seconds, for what still counts. */
export function formatSeconds(milliseconds: number): string {
	const seconds = Math.max(0, Math.floor(milliseconds / 1000));
	if (seconds < 60) return `${seconds}s`;
	const minutes = Math.floor(seconds / 60);
	if (minutes < 60) return `${minutes}m ${String(seconds % 60).padStart(2, '0')}s`;
	return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, '0')}m`;
}
