/** Tokens and costs as people read them. */
import { locale, oneDecimal } from '../../core/base/l10n.ts';
import type { SessionUsage } from '../../core/session/model/sessionState.ts';

/** `850`, `1.2k`, `200k`, `1.1M`. */
export function formatTokens(tokens: number): string {
	if (tokens < 1000) return String(Math.round(tokens));
	if (tokens < 9_950) return `${oneDecimal(tokens / 1000)}k`;
	if (tokens < 999_500) return `${Math.round(tokens / 1000)}k`;
	return `${oneDecimal(tokens / 1_000_000)}M`;
}

/** In the reader's way for a currency of ISO 4217, else the number and the unit: `1.5 credits`. */
export function formatCost({ amount, currency }: NonNullable<SessionUsage['cost']>): string {
	// Less than a cent is still not nothing.
	const isTiny = amount !== 0 && Math.abs(amount) < 0.01;
	if (/^[a-z]{3}$/i.test(currency)) {
		const digits = isTiny ? { maximumFractionDigits: 4 } : {};
		return new Intl.NumberFormat(locale(), { style: 'currency', currency, ...digits }).format(amount);
	}
	const number = new Intl.NumberFormat(locale(), { maximumFractionDigits: isTiny ? 4 : 2 }).format(amount);
	return `${number} ${currency.slice(0, 20)}`.trim();
}
