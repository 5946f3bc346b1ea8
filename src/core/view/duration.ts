/** A duration as people read it: `1.2 s`, `12 s`, `1 min 05 s`. Empty for what took less than a second. */
export function formatDuration(milliseconds: number): string {
	if (milliseconds < 1000) return '';
	if (milliseconds < 9_950) return `${Number((milliseconds / 1000).toFixed(1))} s`;
	return formatSeconds(milliseconds);
}

/** The same in whole seconds, for what still counts. */
export function formatSeconds(milliseconds: number): string {
	const seconds = Math.max(0, Math.floor(milliseconds / 1000));
	if (seconds < 60) return `${seconds} s`;
	const minutes = Math.floor(seconds / 60);
	if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`;
	return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}
