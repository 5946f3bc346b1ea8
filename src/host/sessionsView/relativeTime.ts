/** Times as people say them: "5 minutes ago". */
import { language } from '../../core/base/l10n.ts';

const units = [
	['year', 365 * 86_400_000],
	['month', 30 * 86_400_000],
	['week', 7 * 86_400_000],
	['day', 86_400_000],
	['hour', 3_600_000],
	['minute', 60_000],
] as const;

/** Made with the first time that is shown: it costs 10 ms, which activation does not have. */
let format: Intl.RelativeTimeFormat | undefined;

/** @param at, now epoch milliseconds. The future, such as of a clock that is ahead, counts as now. */
export function relativeTime(at: number, now: number): string {
	const elapsed = now - at;
	format ??= new Intl.RelativeTimeFormat(language(), { numeric: 'auto', style: 'long' });
	for (const [unit, ms] of units) if (elapsed >= ms) return format.format(-Math.floor(elapsed / ms), unit);
	return format.format(0, 'second');
}

/** Reads an agent's ISO 8601; undefined for what is no time. */
export function parseTime(text: string | undefined): number | undefined {
	const at = text === undefined ? Number.NaN : Date.parse(text);
	return Number.isNaN(at) ? undefined : at;
}
