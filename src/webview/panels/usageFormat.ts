/** Tokens and costs as people read them. */
import type { SessionUsage } from '../../core/session/model.ts';

/** `850`, `1.2k`, `200k`, `1.1M`. */
export function formatTokens(tokens: number): string {
	if (tokens < 1000) return String(Math.round(tokens));
	if (tokens < 9_950) return `${trimZero((tokens / 1000).toFixed(1))}k`;
	if (tokens < 999_500) return `${Math.round(tokens / 1000)}k`;
	return `${trimZero((tokens / 1_000_000).toFixed(1))}M`;
}

/** In the reader's way for a currency of ISO 4217, else the number and the unit: `1.5 credits`. */
export function formatCost({ amount, currency }: NonNullable<SessionUsage['cost']>): string {
	// Less than a cent is still not nothing.
	const isTiny = amount !== 0 && Math.abs(amount) < 0.01;
	if (/^[a-z]{3}$/i.test(currency)) {
		const digits = isTiny ? { maximumFractionDigits: 4 } : {};
		return new Intl.NumberFormat(undefined, { style: 'currency', currency, ...digits }).format(amount);
	}
	const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: isTiny ? 4 : 2 }).format(amount);
	return `${number} ${currency.slice(0, 20)}`.trim();
}

function trimZero(text: string): string {
	return text.endsWith('.0') ? text.slice(0, -2) : text;
}
